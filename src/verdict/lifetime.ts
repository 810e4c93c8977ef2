import type { Observation } from "../prefix/observation.ts";
import type { Usage } from "../usage/usage.ts";
import type { Retention } from "./evidence.ts";

/** Seconds that a model's cache entries live, as Pi's catalogue or the user's models.json declares them. */
export interface DeclaredLifetimes {
  readonly short: number | null;
  readonly long: number | null;
}

/** Asks for the declared lifetimes of a model, by Pi's names. */
export type Lifetimes = (provider: string, model: string) => DeclaredLifetimes;

/** Thirty days: what is declared beyond is no lifetime but a mistake, in the unit or otherwise. */
export const LONGEST_SECONDS = 30 * 24 * 3_600;

/** A declared lifetime in seconds, or null for none, zero, negative, absurd or no number. */
export function readLifetime(value: unknown): number | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  return value > 0 && value <= LONGEST_SECONDS ? value : null;
}

/**
 * Which lifetime a request asked for. One-hour writes tell by themselves; otherwise the request as it was seen; otherwise
 * writes without one-hour part; null where nothing tells, as for a read that was not seen.
 */
export function retentionOf(usage: Usage, observation: Observation | null): Retention | null {
  if (usage.cacheWrite1h > 0) return "long";
  if (observation?.retention != null) return observation.retention;
  return usage.cacheWrite > 0 ? "short" : null;
}

/** Seconds that the entry of a request lives, or null when not declared or when it is not known which applies. */
export function lifetimeSeconds(lifetimes: DeclaredLifetimes, retention: Retention | null): number | null {
  return retention === null ? null : lifetimes[retention];
}

/**
 * Seconds between the starts of two requests; null when one is not recorded or the clock went backwards in between.
 * Anthropic: the lifetime counts from the start of the request that last wrote or read the entry.
 */
export function idleSeconds(from: number | null, to: number | null): number | null {
  if (from === null || to === null || !Number.isFinite(to - from)) return null;
  return to < from ? null : (to - from) / 1_000;
}
