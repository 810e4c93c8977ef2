import { blocksSinceMarker, retentionAsked } from "./caching.ts";
import type { Comparison, SectionState } from "./compare.ts";
import { promptText } from "./compare.ts";
import type { Divergence } from "./divergence.ts";
import { soleBlockChars } from "./prompt-sections.ts";
import { itemCount, type Marker, SECTIONS, type Section, type Snapshot, sectionChars } from "./snapshot.ts";

/** How a request relates to the one before it in its conversation. */
export type Relation =
  | "baseline"
  | "identical"
  | "extended"
  | "shortened"
  | "branched"
  | "changed"
  | "unknown"
  | "skipped"
  | "disabled";

/** One section of a request, without its content. `chars` are UTF-16 code units. */
export interface SectionReport {
  readonly state: SectionState;
  readonly reason: string | null;
  readonly count: number;
  readonly chars: number;
}

/** What one request looked like beside the one before it: names, positions, lengths; never text. */
export interface Observation {
  readonly relation: Relation;
  /** Why not more is known; null where there is nothing to say. */
  readonly reason: string | null;
  readonly shape: string | null;
  readonly sections: Readonly<Record<Section, SectionReport>>;
  readonly blocks: { readonly project_instructions: number | null; readonly available_skills: number | null };
  readonly divergence: Divergence | null;
  /** The first difference of each section that differs, in sending order; of the parameters each one. */
  readonly divergences: readonly Divergence[];
  /** Where a request that `branched` leaves the one before; null otherwise. */
  readonly branchPoint: Divergence | null;
  readonly otherDivergences: Readonly<Partial<Record<Section, number>>>;
  readonly markers: readonly Marker[];
  /** The head is one that this conversation had before the last: A → B → A. */
  readonly flap: boolean;
  /** Which lifetime the request asks for; null where it was not read. */
  readonly retention: "short" | "long" | null;
  /** Content blocks between the last request's marker in the history and the nearest of this one; null without. */
  readonly blocksSinceMarker: number | null;
}

/** An observation of a request that was not read. */
export function unread(relation: "unknown" | "skipped" | "disabled", reason: string): Observation {
  const section = { state: relation, reason: null, count: 0, chars: 0 } as const;
  return {
    relation,
    reason,
    shape: null,
    sections: forAll(() => section),
    blocks: { project_instructions: null, available_skills: null },
    divergence: null,
    divergences: [],
    branchPoint: null,
    otherDivergences: {},
    markers: [],
    flap: false,
    retention: null,
    blocksSinceMarker: null,
  };
}

/** What an observation is made of beside the request and its comparison. */
export interface ObservedBeside {
  /** The user moved in the tree or compacted since the last answer. */
  readonly moved: boolean;
  readonly flap: boolean;
  readonly blocks: Observation["blocks"];
  /** The request it was compared with. */
  readonly previous: Snapshot | null;
}

/** The observation of a request that was read, compared or not. */
export function observationOf(
  snapshot: Snapshot,
  comparison: Comparison | null,
  { moved, flap, blocks, previous }: ObservedBeside,
): Observation {
  const sections = forAll((name) => sectionReport(snapshot, comparison, name));
  const divergences = comparison?.divergences ?? [];
  const onlyHistory = divergences[0]?.section === "history";
  const branched = moved && onlyHistory;
  const relation = comparison === null ? firstRelation(sections) : branched ? "branched" : comparison.relation;
  const disabled = sections.history.state === "disabled" && relation === "identical";
  return {
    // Without the history's bodies it is not known whether the request continues the last one.
    relation: disabled ? "unknown" : relation,
    reason: disabled
      ? "history-not-read"
      : relation === "skipped"
        ? skipReason(sections)
        : (comparison?.reason ?? null),
    shape: snapshot.shape,
    sections,
    blocks,
    divergence: branched ? null : (divergences[0] ?? null),
    divergences: branched ? [] : divergences,
    branchPoint: branched ? (divergences[0] ?? null) : null,
    otherDivergences: branched ? {} : (comparison?.otherDivergences ?? {}),
    markers: snapshot.markers,
    flap,
    retention: retentionAsked(snapshot),
    blocksSinceMarker: previous === null ? null : blocksSinceMarker(previous, snapshot),
  };
}

function skipReason(sections: Observation["sections"]): string | null {
  return SECTIONS.map((name) => sections[name].reason).find((reason) => reason !== null) ?? null;
}

function firstRelation(sections: Observation["sections"]): Relation {
  return SECTIONS.some((name) => sections[name].state === "skipped") ? "skipped" : "baseline";
}

function sectionReport(snapshot: Snapshot, comparison: Comparison | null, name: Section): SectionReport {
  const section = snapshot.sections[name];
  if (section === undefined) return { state: comparison?.states[name] ?? "absent", reason: null, count: 0, chars: 0 };
  const count = itemCount(section);
  const chars = sectionChars(section);
  if (section.skipped) return { state: "skipped", reason: section.skipped, count: 0, chars: 0 };
  if (section.unreadCount !== null) return { state: "disabled", reason: null, count, chars: 0 };
  const fresh = count === 0 ? "empty" : "baseline";
  return { state: comparison?.states[name] ?? fresh, reason: null, count, chars };
}

/** Lengths of the two blocks of Pi's prompt that users fill themselves, where exactly one well-formed block exists. */
export function blockLengths(snapshot: Snapshot): Observation["blocks"] {
  const text = (["system", "developer", "instructions"] as const)
    .flatMap((name) => {
      const section = snapshot.sections[name];
      return section === undefined ? [] : [promptText(section)];
    })
    .join("\n");
  return {
    project_instructions: soleBlockChars(text, "project_instructions", true),
    available_skills: soleBlockChars(text, "available_skills", false),
  };
}

function forAll<T>(report: (name: Section) => T): Record<Section, T> {
  return Object.fromEntries(SECTIONS.map((name) => [name, report(name)])) as Record<Section, T>;
}
