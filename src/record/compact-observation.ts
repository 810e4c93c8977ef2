import type { SectionState } from "../prefix/compare.ts";
import type { Divergence } from "../prefix/divergence.ts";
import type { Observation } from "../prefix/observation.ts";
import { SECTIONS, type Section } from "../prefix/snapshot.ts";
import { isRecord } from "../unknown.ts";
import { compactPlace, fullPlace } from "./compact-place.ts";

/**
 * An observation as a record keeps it. It is written for every turn of every session, so keys are short and what is usual is
 * left out: null, empty lists, that a request continues the last one, and what is as in `UsualObservation`.
 */
export interface CompactObservation extends Partial<UsualObservation> {
  /** Relation, where it is not `extended`. */
  readonly r?: Observation["relation"];
  /** The history, as one of the sections in `s`. */
  readonly h: CompactSection;
  /** Markers: so many of the usual ones, and those that follow them. */
  readonly m?: readonly (number | CompactMarker)[];
  /** Reason. */
  readonly w?: string;
  /** Divergences, and the branch point. */
  readonly d?: readonly Partial<Divergence>[];
  readonly n?: Partial<Divergence>;
  /** Other divergences by section. */
  readonly x?: Observation["otherDivergences"];
  /** The head came back. */
  readonly f?: 1;
  /** Blocks since the last marker. */
  readonly k?: number;
}

/** What nearly all requests of a conversation have in common: said once, and where it differs. */
export interface UsualObservation {
  /** Sections before the history, in their order. */
  readonly s: readonly CompactSection[];
  /** Markers. */
  readonly m: readonly (number | CompactMarker)[];
  /** Shape. */
  readonly p: string | null;
  /** Chars of the blocks project_instructions and available_skills. */
  readonly b: readonly (number | null)[];
  /** Retention. */
  readonly t: Observation["retention"];
}

/** State (left out where the relation tells it), items, chars and a reason if any; 0 for an absent section. */
type CompactSection = 0 | readonly (string | number)[];
/** Section (its place in the order), index, block and lifetime, without nulls at the end. */
type CompactMarker = readonly (string | number | null)[];

/** One letter for each state of a section. */
const STATES = {
  baseline: "b",
  stable: "s",
  extended: "e",
  changed: "c",
  empty: "o",
  unknown: "u",
  skipped: "k",
  disabled: "d",
  absent: "a",
} as const;
const STATE_OF: ReadonlyMap<unknown, string> = new Map(
  Object.entries(STATES).map(([state, letter]) => [letter, state]),
);

/** Makes an observation small enough for a session file; `usual` is said elsewhere. */
export function compactObservation(observation: Observation, usual: UsualObservation | null): CompactObservation {
  const { relation, sections, reason, divergences, branchPoint } = observation;
  const { otherDivergences, flap, blocksSinceMarker } = observation;
  const own = usualOf(observation, usualState(relation, "tools"));
  const isUsual = (key: keyof UsualObservation): boolean => JSON.stringify(own[key]) === JSON.stringify(usual?.[key]);
  return {
    ...(relation === "extended" ? {} : { r: relation }),
    ...(isUsual("s") ? {} : { s: own.s }),
    h: compactSection(sections.history, usualState(relation, "history")),
    ...(isUsual("m") ? {} : { m: markersBeside(usual?.m ?? [], own.m) }),
    ...(isUsual("p") ? {} : { p: own.p }),
    ...(reason === null ? {} : { w: reason }),
    ...(isUsual("b") ? {} : { b: own.b }),
    ...(divergences.length === 0 ? {} : { d: divergences.map(compactPlace) }),
    ...(branchPoint === null ? {} : { n: compactPlace(branchPoint) }),
    ...(Object.keys(otherDivergences).length === 0 ? {} : { x: otherDivergences }),
    ...(flap ? { f: 1 as const } : {}),
    ...(isUsual("t") ? {} : { t: own.t }),
    ...(blocksSinceMarker === null ? {} : { k: blocksSinceMarker }),
  };
}

/** What the requests after this one will have in common with it; their sections are stable. */
export function usualObservation(observation: Observation): UsualObservation {
  return usualOf(observation, observation.relation === "baseline" ? "baseline" : "stable");
}

/** The observation again, not yet checked: a record may have been edited. Null for what cannot be one at all. */
export function fullObservation(compact: unknown, usual: UsualObservation | null): unknown {
  if (!isRecord(compact)) return null;
  const { r = "extended", w = null, d, n, x = {}, f, k = null } = compact;
  const { p = usual?.p ?? null, b = usual?.b, t = usual?.t ?? null, s = usual?.s } = compact;
  const [project = null, skills = null] = listOf(b);
  const divergences = listOf(d).map(fullPlace);
  return {
    relation: r,
    reason: w,
    shape: p,
    retention: t,
    blocksSinceMarker: k,
    flap: f === 1,
    otherDivergences: x,
    sections: fullSections(listOf(s), compact.h, r),
    blocks: { project_instructions: project, available_skills: skills },
    divergence: divergences[0] ?? null,
    divergences,
    branchPoint: n === undefined ? null : fullPlace(n),
    markers: fullMarkers(compact.m, usual),
  };
}

/** The markers of a compact observation, not yet checked. */
export function fullMarkers(markers: unknown, usual: UsualObservation | null): readonly unknown[] {
  const common: readonly unknown[] = usual?.m ?? [];
  if (markers === undefined) return common.map(fullMarker);
  const [kept, ...others] = listOf(markers);
  return [...common.slice(0, typeof kept === "number" ? kept : 0), ...others].map(fullMarker);
}

const HISTORY = SECTIONS.indexOf("history");

function usualOf(observation: Observation, state: SectionState): UsualObservation {
  const { sections, markers, shape, blocks, retention } = observation;
  return {
    s: SECTIONS.slice(0, HISTORY).map((name) => compactSection(sections[name], state)),
    m: markers.map(compactMarker),
    p: shape,
    b: [blocks.project_instructions, blocks.available_skills],
    t: retention,
  };
}

/** The state that a section has in most requests with this relation. */
function usualState(relation: unknown, section: Section): SectionState {
  if (relation === "baseline") return "baseline";
  return section === "history" ? "extended" : "stable";
}

function compactSection(
  { state, count, chars, reason }: Observation["sections"]["tools"],
  usual: SectionState,
): CompactSection {
  if (state === "absent" && count === 0 && chars === 0 && reason === null) return 0;
  const sizes = reason === null ? [count, chars] : [count, chars, reason];
  return state === usual ? sizes : [STATES[state], ...sizes];
}

/** In a loop and without lists in between: a long session has tens of thousands of them. */
function fullSections(head: readonly unknown[], history: unknown, relation: unknown): object {
  const sections: Partial<Record<Section, object>> = {};
  for (const [place, name] of SECTIONS.entries()) {
    sections[name] = fullSection(place === HISTORY ? history : head[place], usualState(relation, name));
  }
  return sections;
}

const ABSENT = Object.freeze({ state: "absent", count: 0, chars: 0, reason: null });

function fullSection(compact: unknown, usual: SectionState): object {
  if (compact === 0) return ABSENT;
  const [first, second, third, fourth = null] = listOf(compact);
  // Without a letter the state is the usual one, and the rest stands one place earlier.
  if (typeof first === "number") return { state: usual, count: first, chars: second, reason: third ?? null };
  return { state: STATE_OF.get(first), count: second, chars: third, reason: fourth };
}

function markersBeside(usual: UsualObservation["m"], own: UsualObservation["m"]): NonNullable<CompactObservation["m"]> {
  const differs = own.findIndex((marker, at) => JSON.stringify(marker) !== JSON.stringify(usual[at]));
  const kept = differs < 0 ? own.length : differs;
  return [kept, ...own.slice(kept)];
}

/** A marker as section (its place in the order), index, block and lifetime, without nulls at the end. */
export function compactMarker({ section, index, block, ttl }: Observation["markers"][number]): CompactMarker {
  const place = [SECTIONS.indexOf(section), index];
  if (ttl !== null) return [...place, block, ttl];
  return block === null ? place : [...place, block];
}

/** The marker again, not yet checked. */
export function fullMarker(values: unknown): unknown {
  const [place, index, block = null, ttl = null] = listOf(values);
  return { section: typeof place === "number" ? SECTIONS[place] : undefined, index, block, ttl };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
