import { sameHead } from "../prefix/conversation.ts";
import { recallable, sectionsOf, type TagLines } from "../prefix/recalled.ts";
import { recordedScope } from "../prefix/scope.ts";
import { commonItems } from "../prefix/section-change.ts";
import { itemCount, SECTIONS, type Section, type SectionRecord, type Snapshot } from "../prefix/snapshot.ts";
import { compactMarker } from "./compact-observation.ts";
import { packDigests } from "./packed-digests.ts";
import { lengthsOf, type SectionPrint, sectionPrint } from "./section-print.ts";

/**
 * The last answered request of a run. It continues the one of the record before on the same branch, and holds what is new or
 * different; one with a scope holds everything.
 */
export interface PrintRecord {
  /** Salted digest of its scope, and its shape. */
  readonly a?: string;
  readonly s?: string;
  /** Markers stand among the elements of its lists. */
  readonly e?: 1;
  /** Its markers, where they are not those of the last turn in the same record. */
  readonly m?: readonly (readonly (string | number | null)[])[];
  /** Sections other than the history that are not those of the record before; null for one that is gone. */
  readonly h?: Partial<Readonly<Record<Section, SectionPrint | null>>>;
  /** Base path, first index and role of the history where they are not those of the record before; null without one. */
  readonly l?: readonly (string | number)[] | null;
  /** History items that are those of the record before, where not all of them are. */
  readonly k?: number;
  /** The history items that follow them: their digests in a row, and their UTF-16 code units. */
  readonly i?: string;
  readonly c?: readonly number[];
}

/** A request that was answered, and its scope. */
export interface Answered {
  readonly scope: string;
  readonly snapshot: Snapshot;
}

/** The digested sections before the history, and the tagged parts in them. */
interface Head {
  readonly sections: Partial<Readonly<Record<Section, SectionRecord>>>;
  readonly tags: Partial<Readonly<Record<Section, readonly (readonly TagLines[])[]>>>;
}

/** Makes each run's print out of what came since the last one. */
export class PrintKeeper {
  #last: (Answered & { readonly head: Head }) | null = null;

  /** The next record does not follow the last one on its branch: it holds everything. */
  forget(): void {
    this.#last = null;
  }

  /** The print of a request, as it continues the last one; null where it was not read whole. */
  next({ scope, snapshot }: Answered, salt: string): PrintRecord | null {
    if (sectionsOf(snapshot).some(([, section]) => section.skipped !== null || section.unreadCount !== null))
      return null;
    const isOfLast = this.#last?.scope === scope && this.#last.snapshot.shape === snapshot.shape;
    const last = isOfLast ? this.#last : null;
    const kept = last === null ? 0 : sharedHistory(last.snapshot, snapshot);
    const known = last !== null && sameHead(last.snapshot, snapshot) ? last.head : null;
    const { history, ...head } = digested(snapshot, kept, known, salt);
    this.#last = { scope, snapshot, head };
    return {
      ...(last === null ? { a: recordedScope(scope, salt), s: snapshot.shape } : {}),
      ...(snapshot.markersAreElements ? { e: 1 as const } : {}),
      m: snapshot.markers.map(compactMarker),
      ...(known === null ? { h: changedSections(last?.head ?? null, head) } : {}),
      ...placeOf(last?.snapshot.sections.history, snapshot.sections.history),
      ...(kept < historyItems(last?.snapshot) ? { k: kept } : {}),
      ...(history === undefined || history.items.length === 0 ? {} : itemsOf(history)),
    };
  }
}

function sharedHistory(old: Snapshot, now: Snapshot): number {
  const [oldSection, nowSection] = [old.sections.history, now.sections.history];
  if (oldSection === undefined || nowSection === undefined) return 0;
  return commonItems({ old, now, oldSection, nowSection });
}

function historyItems(snapshot: Snapshot | undefined): number {
  const history = snapshot?.sections.history;
  return history === undefined ? 0 : itemCount(history);
}

/** Only what will be written is hashed: the head where it is not the known one, the history behind what was kept. */
function digested(snapshot: Snapshot, kept: number, known: Head | null, salt: string) {
  const { history, ...others } = snapshot.sections;
  const fresh = history && {
    history: { ...history, items: history.items.slice(kept), charsAt: history.charsAt.slice(kept) },
  };
  const { snapshot: short, tags } = recallable(
    { ...snapshot, sections: { ...(known === null ? others : {}), ...fresh } },
    salt,
  );
  const { history: items, ...sections } = short.sections;
  return { history: items, ...(known ?? { sections, tags }) };
}

/** Where the history stands, unless it stands where the one before did. */
function placeOf(before: SectionRecord | undefined, now: SectionRecord | undefined): Pick<PrintRecord, "l"> {
  const [old, own] = [before, now].map((section) => {
    if (section === undefined) return null;
    const { base, first, role } = section;
    return role === null ? [base, first] : [base, first, role];
  });
  return own === undefined || JSON.stringify(old) === JSON.stringify(own) ? {} : { l: own };
}

function itemsOf({ items, charsAt }: SectionRecord): Pick<PrintRecord, "i" | "c"> {
  return { i: packDigests(items.map(([digest]) => String(digest))), c: lengthsOf(charsAt) };
}

/** The sections that differ from those of the record before; of a text of the prompt only the lines that do. */
function changedSections(before: Head | null, now: Head): NonNullable<PrintRecord["h"]> {
  const changed: Partial<Record<Section, SectionPrint | null>> = {};
  for (const name of SECTIONS) {
    const [old, section] = [before?.sections[name] ?? null, now.sections[name]];
    if (section === undefined) {
      // Null says that it is gone: left out it would be the one of before.
      if (old !== null) changed[name] = null;
      continue;
    }
    const print = sectionPrint(name, section, now.tags[name], null);
    const isSame =
      old !== null && JSON.stringify(sectionPrint(name, old, before?.tags[name], null)) === JSON.stringify(print);
    if (!isSame) changed[name] = sectionPrint(name, section, now.tags[name], old);
  }
  return changed;
}
