import { promptTokens } from "../usage/usage.ts";
import type { Change } from "./changes.ts";
import type { TurnFacts } from "./facts.ts";
import { NOISE_TOKENS } from "./missed.ts";

/**
 * Whether a loss of all but the `readable` part (0..1 of the prompt) explains how little was read. Half of that part is
 * allowance enough for an estimate in characters.
 */
export function explainsAlone(readable: number, { usage }: TurnFacts): boolean {
  return usage.cacheRead + NOISE_TOKENS >= (readable * promptTokens(usage)) / 2;
}

/** Shares are estimates in characters: only far more than they allow is a contradiction. */
const CLEARLY_MORE = 1.5;

/** Whether clearly more was read than stands before a change: then something else than what was seen was sent or cached. */
export function contradicts({ divergence }: Change, { usage }: TurnFacts): boolean {
  const before = (divergence?.shareBefore ?? 0) * promptTokens(usage);
  return usage.cacheRead > before * CLEARLY_MORE + NOISE_TOKENS;
}
