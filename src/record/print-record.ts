import { headDigest } from "../prefix/conversation.ts";
import { digestText } from "../prefix/digest.ts";
import { type Recalled, recallable, sectionsOf, type TagLines } from "../prefix/recalled.ts";
import { commonItems } from "../prefix/section-change.ts";
import { SECTIONS, type Section, type SectionRecord, type Snapshot } from "../prefix/snapshot.ts";
import { compactMarker } from "./compact-observation.ts";

/** One section of a request without its text: each item as its digest, a text of the prompt as one digest a line. */
export interface SectionPrint {
  /** Base path of its list, and the index of the first item in it. */
  readonly b: string;
  readonly f: number;
  /** Role that carried it. */
  readonly r?: string;
  /** A list that begins with two numbers keeps so many lines at the start and at the end of the item in the record before. */
  readonly i: readonly (string | readonly (string | number)[])[];
  /** UTF-16 code units of each item. */
  readonly c: readonly number[];
  readonly n?: readonly (string | null)[];
  readonly p?: readonly string[];
  /** Tagged parts of each item by their lines. */
  readonly g?: readonly (readonly TagLines[])[];
}

/** The last answered request of a run, as far as it differs from the one recorded before on the same branch. */
export interface PrintRecord {
  /** Salted digest of its scope. */
  readonly scope: string;
  readonly shape: string;
  /** Markers stand among the elements of its lists. */
  readonly e?: 1;
  /** Its markers, where they are not those of the last turn in the same record. */
  readonly m?: readonly (readonly (string | number | null)[])[];
  /** Sections other than the history that are not those of the record before; left out where all are. */
  readonly head?: Partial<Readonly<Record<Section, SectionPrint | null>>>;
  /** History items that are those of the record before; `history` holds what follows them. */
  readonly from: number;
  readonly history?: SectionPrint;
}

/** A request that was answered, and its scope. */
export interface Answered {
  readonly scope: string;
  readonly snapshot: Snapshot;
}

/** Makes each run's print out of what came since the last one. */
export class PrintKeeper {
  #last: (Answered & { readonly head: string | null; readonly prints: NonNullable<PrintRecord["head"]> }) | null = null;

  /** The next record does not follow the last one on its branch: it holds everything. */
  forget(): void {
    this.#last = null;
  }

  /** The print of a request, as it continues the last one; null where it was not read whole. */
  next({ scope, snapshot }: Answered, salt: string): PrintRecord | null {
    if (sectionsOf(snapshot).some(([, section]) => section.skipped !== null || section.unreadCount !== null))
      return null;
    const last = this.#last?.scope === scope ? this.#last : null;
    const head = headDigest(salt, snapshot);
    const from = last === null ? 0 : sharedHistory(last.snapshot, snapshot);
    const isSameHead = last !== null && head !== null && last.head === head;
    const { sections, tags } = digested(snapshot, from, isSameHead, salt);
    const { history, ...others } = sections;
    const prints = isSameHead ? last.prints : printsOf(others, tags);
    this.#last = { scope, snapshot, head, prints };
    return {
      ...{ scope: digestText(salt, scope), shape: snapshot.shape, from },
      ...(snapshot.markersAreElements ? { e: 1 as const } : {}),
      m: snapshot.markers.map(compactMarker),
      ...(isSameHead ? {} : { head: changedPrints(last?.prints ?? {}, prints) }),
      ...(history === undefined ? {} : { history: printOf(history) }),
    };
  }
}

function sharedHistory(old: Snapshot, now: Snapshot): number {
  const [oldSection, nowSection] = [old.sections.history, now.sections.history];
  if (oldSection === undefined || nowSection === undefined) return 0;
  return commonItems({ old, now, oldSection, nowSection });
}

/** Only what will be written is hashed. */
function digested(snapshot: Snapshot, from: number, isSameHead: boolean, salt: string) {
  const { history } = snapshot.sections;
  const sections = isSameHead ? {} : { ...snapshot.sections };
  if (history !== undefined)
    sections.history = { ...history, items: history.items.slice(from), charsAt: history.charsAt.slice(from) };
  const { snapshot: short, tags } = recallable({ ...snapshot, sections }, salt);
  return { sections: short.sections, tags };
}

function printsOf(
  sections: Recalled["snapshot"]["sections"],
  tags: Recalled["tags"],
): NonNullable<PrintRecord["head"]> {
  const prints: Partial<Record<Section, SectionPrint>> = {};
  for (const [name, section] of sectionsOf({ sections })) {
    const own = tags[name];
    prints[name] = { ...printOf(section), ...(own === undefined ? {} : { g: own }) };
  }
  return prints;
}

function printOf({ base, first, role, items, charsAt, names, paths }: SectionRecord): SectionPrint {
  return {
    ...{ b: base, f: first },
    ...(role === null ? {} : { r: role }),
    // A list is written as its lines: what stands before them is how long it is.
    i: items.map((item) => (item.length === 1 ? String(item[0]) : item.slice(2).map(String))),
    c: items.map((_, at) => (charsAt[at + 1] ?? 0) - (charsAt[at] ?? 0)),
    ...(names === null ? {} : { n: names }),
    ...(paths === null ? {} : { p: paths }),
  };
}

/** The sections that differ from those of the record before; of a text of the prompt only the lines that do. */
function changedPrints(
  before: NonNullable<PrintRecord["head"]>,
  now: NonNullable<PrintRecord["head"]>,
): NonNullable<PrintRecord["head"]> {
  const changed: Partial<Record<Section, SectionPrint | null>> = {};
  for (const name of SECTIONS) {
    const [old, print] = [before[name], now[name]];
    if (print === undefined || print === null) {
      // Null says that it is gone: left out it would be the one of before.
      if (old !== undefined && old !== null) changed[name] = null;
    } else if (JSON.stringify(old) !== JSON.stringify(print)) {
      changed[name] = { ...print, i: print.i.map((item, at) => spliced(old?.i[at], item)) };
    }
  }
  return changed;
}

type Item = SectionPrint["i"][number];

function spliced(before: Item | undefined, now: Item): Item {
  if (typeof before !== "object" || typeof now !== "object") return now;
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === now.at(-1 - end)) end += 1;
  return start + end === 0 ? now : [start, end, ...now.slice(start, now.length - end)];
}
