import type { Divergence } from "../prefix/divergence.ts";
import type { Observation } from "../prefix/observation.ts";
import type { Section } from "../prefix/snapshot.ts";
import type { Cause } from "./cause.ts";
import type { Certainty, Evidence } from "./evidence.ts";
import { needsMarkers, type ParamEffect, paramEffect } from "./provider-rules.ts";

/** A change that was seen in a request, and what it does to what was cached. */
export interface Change {
  readonly cause: Cause;
  readonly certainty: Extract<Certainty, "observed" | "likely">;
  /** The provider documents it as harmless. */
  readonly harmless: boolean;
  /** Null for a change of protocol. */
  readonly divergence: Divergence | null;
  /** 0..1: the part of the prompt that could still be read, as a careful estimate. */
  readonly readable: number;
  /** By some models more is lost than `readable` allows for (Anthropic of thinking: "the rest by model"). */
  readonly isOpen: boolean;
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
    return [{ ...change, readable: 0, isOpen: false }];
  }
  return observation.divergences.map((divergence) => changeAt(divergence, observation));
}

/** Those changes that the provider does not document as harmless. */
export function harmfulChanges(observation: Observation): readonly Change[] {
  return changesOf(observation).filter(({ harmless }) => !harmless);
}

/** Whether a change stands before the history: one that the user's own moves do not make. */
export function isHeadChange({ divergence, harmless }: Change): boolean {
  return divergence?.section !== "history" && !harmless;
}

function changeAt(divergence: Divergence, observation: Observation): Change {
  const { section, kind } = divergence;
  if (section === "params") return paramChange(divergence, observation);
  // The same text in another form: providers may render it alike.
  const certainty = kind === "representation" ? "likely" : "observed";
  const readable = readableBefore(divergence, observation);
  return { cause: BY_SECTION[section], certainty, harmless: false, divergence, readable, isOpen: false };
}

/**
 * Automatic caches have the parameters before everything else. With markers a parameter loses the messages, and the marked
 * head is kept: of `tool_choice` that is documented, of the others it is "by model" or not said.
 */
function paramChange(divergence: Divergence, observation: Observation): Change {
  const effect = paramEffect(divergence.path ?? "", observation.shape);
  const [cause, certainty] = PARAM_CAUSES[effect];
  const readable = effect === "model" ? 0 : markedHead(observation);
  return { cause, certainty, harmless: effect === "harmless", divergence, readable, isOpen: effect !== "breaks" };
}

const PARAM_CAUSES: Readonly<Record<ParamEffect, readonly [Cause, Change["certainty"]]>> = {
  model: ["model-changed", "observed"],
  thinking: ["thinking-changed", "observed"],
  retention: ["retention-changed", "likely"],
  breaks: ["params-changed", "observed"],
  harmless: ["params-changed", "likely"],
  unclear: ["params-changed", "likely"],
};

/** 0..1: the part of the prompt before the history, where a marker ends there; 0 without one. */
export function markedHead(observation: Observation): number {
  return observation.markers.some(({ section }) => HEAD.includes(section)) ? headShare(observation) : 0;
}

/** 0..1: the part of the prompt before the history, in characters: an estimate of its tokens. */
export function headShare({ sections }: Observation): number {
  return shareOf(HEAD, sections);
}

function shareOf(names: readonly Section[], sections: Observation["sections"]): number {
  const chars = (of: readonly Section[]) => of.reduce((sum, name) => sum + sections[name].chars, 0);
  const all = chars([...HEAD, "history"]);
  return all === 0 ? 0 : chars(names) / all;
}

/**
 * Caches that are automatic keep what stands before the change. With markers only what ends at one is kept: of a change in
 * the history the marked head, of one in the prompt the marked tools.
 */
export function readableBefore(divergence: Divergence, observation: Observation): number {
  const { markers, sections, shape } = observation;
  if (markers.length === 0) return needsMarkers(shape) ? 0 : divergence.shareBefore;
  if (divergence.section === "history") return markedHead(observation);
  const kept = HEAD.slice(0, HEAD.indexOf(divergence.section));
  return markers.some(({ section }) => kept.includes(section)) ? shareOf(kept, sections) : 0;
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
