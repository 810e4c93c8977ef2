import type { Divergence } from "../prefix/divergence.ts";
import type { Observation } from "../prefix/observation.ts";
import type { Section } from "../prefix/snapshot.ts";
import type { Cause } from "./cause.ts";
import type { Certainty, Evidence } from "./evidence.ts";
import { needsMarkers, paramEffect } from "./provider-rules.ts";

/** A change that was seen in a request, and what it does to what was cached. */
export interface Change {
  readonly cause: Cause;
  readonly certainty: Extract<Certainty, "observed" | "likely">;
  /** The provider documents it as harmless. */
  readonly harmless: boolean;
  /** Null for a change of protocol. */
  readonly divergence: Divergence | null;
  /** 0..1: the part of the prompt that could still be read, as a careful estimate; 0 where little is said. */
  readonly readable: number;
}

const BY_SECTION: Readonly<Record<Exclude<Section, "params">, Cause>> = {
  tools: "tools-changed",
  system: "system-changed",
  developer: "system-changed",
  instructions: "system-changed",
  history: "history-rewritten",
};

const HEAD: readonly Section[] = ["tools", "system", "developer", "instructions"];

/** The changes of a request against the one before it, in sending order; none where it was not compared or is the same. */
export function changesOf(observation: Observation): readonly Change[] {
  if (observation.relation !== "changed") return [];
  if (observation.divergences.length === 0) {
    const change = { cause: "params-changed", certainty: "observed", harmless: false, divergence: null } as const;
    return [{ ...change, readable: 0 }];
  }
  return observation.divergences.map((divergence) => changeAt(divergence, observation));
}

/** Whether a change stands before the history: one that the user's own moves do not make. */
export function isHeadChange({ divergence, harmless }: Change): boolean {
  return divergence?.section !== "history" && !harmless;
}

function changeAt(divergence: Divergence, observation: Observation): Change {
  const { section, kind } = divergence;
  if (section === "params") return paramChange(divergence, observation.shape);
  // The same text in another form: providers may render it alike.
  const certainty = kind === "representation" ? "likely" : "observed";
  const readable = readableBefore(divergence, observation);
  return { cause: BY_SECTION[section], certainty, harmless: false, divergence, readable };
}

function paramChange(divergence: Divergence, shape: string | null): Change {
  const of = (cause: Cause, certainty: Change["certainty"], harmless = false): Change => ({
    ...{ cause, certainty, harmless, divergence },
    readable: 0,
  });
  switch (paramEffect(divergence.path ?? "", shape)) {
    case "model":
      return of("model-changed", "observed");
    case "thinking":
      return of("thinking-changed", "observed");
    case "retention":
      return of("retention-changed", "likely");
    case "breaks":
      return of("params-changed", "observed");
    case "harmless":
      return of("params-changed", "likely", true);
    case "unclear":
      return of("params-changed", "likely");
  }
}

/**
 * Caches that are automatic keep what stands before the change. With markers only what ends at one is kept: of a change in
 * the history the marked head, of one in the prompt the marked tools.
 */
function readableBefore(divergence: Divergence, { markers, sections, shape }: Observation): number {
  if (markers.length === 0) return needsMarkers(shape) ? 0 : divergence.shareBefore;
  const inHistory = divergence.section === "history";
  const kept = inHistory ? HEAD : HEAD.slice(0, HEAD.indexOf(divergence.section));
  if (!markers.some(({ section }) => kept.includes(section))) return 0;
  const all = [...HEAD, "history" as const].reduce((sum, name) => sum + sections[name].chars, 0);
  return all === 0 ? 0 : kept.reduce((sum, name) => sum + sections[name].chars, 0) / all;
}

/** What there is to say about a change as evidence. */
export function changeEvidence({ divergence, harmless }: Change): Evidence {
  if (divergence === null) return { kind: "other-protocol" };
  return harmless ? { kind: "harmless", path: divergence.path ?? divergence.section } : { kind: "place", divergence };
}

/** Whether the request was seen and repeats or continues the one before, but for what does no harm. */
export function isUnchanged(observation: Observation | null): boolean {
  if (observation === null) return false;
  if (SAME.has(observation.relation)) return true;
  const changes = changesOf(observation);
  return changes.length > 0 && changes.every(({ harmless }) => harmless);
}

/** Whether the request repeats the one before or goes on from its end, but for what does no harm. */
export function continues(observation: Observation | null): boolean {
  return isUnchanged(observation) && observation?.relation !== "shortened";
}

const SAME: ReadonlySet<Observation["relation"]> = new Set(["identical", "extended", "shortened"]);
