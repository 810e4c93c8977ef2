import type { Divergence } from "../prefix/divergence.ts";
import type { Observation } from "../prefix/observation.ts";
import { SECTIONS } from "../prefix/snapshot.ts";
import { isRecord } from "../unknown.ts";

/**
 * An observation as a record keeps it. It is written for every turn of every session, so keys are short and what is usual is
 * left out: null, empty lists, absent sections, that a request continues the last one and asks for the short lifetime.
 */
export interface CompactObservation {
  /** Relation, where it is not `extended`. */
  readonly r?: Observation["relation"];
  /** Sections in their order, each as state (left out for `stable`), items, chars and a reason if any; 0 for an absent one. */
  readonly s: readonly (0 | readonly (string | number)[])[];
  /** Markers as section (its place in the order), index, block and lifetime, without nulls at the end. */
  readonly m?: readonly (readonly (string | number | null)[])[];
  /** Shape. */
  readonly p?: string;
  /** Reason. */
  readonly w?: string;
  /** Chars of the blocks project_instructions and available_skills. */
  readonly b?: readonly (number | null)[];
  /** Divergences, and the branch point. */
  readonly d?: readonly Partial<Divergence>[];
  readonly n?: Partial<Divergence>;
  /** Other divergences by section. */
  readonly x?: Observation["otherDivergences"];
  /** The head came back. */
  readonly f?: 1;
  /** Retention, where it is not `short`, and blocks since the last marker. */
  readonly t?: Observation["retention"];
  readonly k?: number;
}

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

/** A divergence without what it does not say. */
const NO_PLACE = {
  ...{ index: null, name: null, role: null, path: null, tag: null, line: null, char: null },
  ...{ before: null, after: null, owner: null },
};

/** Makes an observation small enough for a session file. */
export function compactObservation(observation: Observation): CompactObservation {
  const { relation, sections, markers, shape, reason, blocks, divergences, branchPoint } = observation;
  const { otherDivergences, flap, retention, blocksSinceMarker } = observation;
  const { project_instructions: project, available_skills: skills } = blocks;
  return {
    ...(relation === "extended" ? {} : { r: relation }),
    s: SECTIONS.map((name) => compactSection(sections[name])),
    ...(markers.length === 0 ? {} : { m: markers.map(compactMarker) }),
    ...(shape === null ? {} : { p: shape }),
    ...(reason === null ? {} : { w: reason }),
    ...(project === null && skills === null ? {} : { b: [project, skills] }),
    ...(divergences.length === 0 ? {} : { d: divergences.map(compactPlace) }),
    ...(branchPoint === null ? {} : { n: compactPlace(branchPoint) }),
    ...(Object.keys(otherDivergences).length === 0 ? {} : { x: otherDivergences }),
    ...(flap ? { f: 1 as const } : {}),
    ...(retention === "short" ? {} : { t: retention }),
    ...(blocksSinceMarker === null ? {} : { k: blocksSinceMarker }),
  };
}

/** The observation again, not yet checked: a record may have been edited. Null for what cannot be one at all. */
export function fullObservation(compact: unknown): unknown {
  if (!isRecord(compact)) return null;
  const { r = "extended", p = null, w = null, b, n, x = {}, f, t = "short", k = null } = compact;
  const [project = null, skills = null] = listOf(b);
  const divergences = listOf(compact.d).map(fullPlace);
  return {
    ...{ relation: r, reason: w, shape: p, retention: t, blocksSinceMarker: k, flap: f === 1, otherDivergences: x },
    sections: fullSections(listOf(compact.s)),
    blocks: { project_instructions: project, available_skills: skills },
    ...{ divergence: divergences[0] ?? null, divergences, branchPoint: n === undefined ? null : fullPlace(n) },
    markers: listOf(compact.m).map(fullMarker),
  };
}

function compactSection({
  state,
  count,
  chars,
  reason,
}: Observation["sections"]["tools"]): CompactObservation["s"][number] {
  if (state === "absent") return 0;
  const sizes = reason === null ? [count, chars] : [count, chars, reason];
  return state === "stable" ? sizes : [STATES[state], ...sizes];
}

function fullSections(sections: readonly unknown[]): object {
  return Object.fromEntries(
    SECTIONS.map((name, place) => {
      const values = listOf(sections[place]);
      const [letter = "a", count = 0, chars = 0, reason = null] =
        typeof values[0] === "number" ? ["s", ...values] : values;
      const state = Object.entries(STATES).find(([, short]) => short === letter)?.[0];
      return [name, { state, count, chars, reason }];
    }),
  );
}

/** A marker as section (its place in the order), index, block and lifetime, without nulls at the end. */
export function compactMarker({
  section,
  index,
  block,
  ttl,
}: Observation["markers"][number]): (string | number | null)[] {
  const place = [SECTIONS.indexOf(section), index];
  if (ttl !== null) return [...place, block, ttl];
  return block === null ? place : [...place, block];
}

/** The marker again, not yet checked. */
export function fullMarker(values: unknown): unknown {
  const [place, index, block = null, ttl = null] = listOf(values);
  return { section: typeof place === "number" ? SECTIONS[place] : undefined, index, block, ttl };
}

function compactPlace(place: Divergence): Partial<Divergence> {
  const told = Object.entries(place).filter(([, value]) => value !== null);
  // Four digits tell as much as an estimate in characters can.
  return { ...Object.fromEntries(told), shareBefore: Number(place.shareBefore.toFixed(4)) };
}

function fullPlace(place: unknown): unknown {
  return isRecord(place) ? { ...NO_PLACE, ...place } : place;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
