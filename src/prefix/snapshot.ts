import type { SkipReason } from "./limits.ts";
import type { Token } from "./tape.ts";

/** The parts of a request, in the order in which they are compared, which is also the order of "first". */
export const SECTIONS = ["tools", "system", "developer", "instructions", "params", "history"] as const;
export type Section = (typeof SECTIONS)[number];

/** One section of a request: tools, text blocks, parameters or history items, each as tokens, in the order sent. */
export interface SectionRecord {
  readonly items: readonly (readonly Token[])[];
  /** UTF-16 code units before each item within the whole request; one more at the end. */
  readonly charsAt: readonly number[];
  /** The payload's own path of the list, such as `messages`; items of other lists carry their path in `paths`. */
  readonly base: string;
  /** Index of the first item in that list: 1 for a history after a system message. */
  readonly first: number;
  /** Own path of each item where it is not `base[index]`; null otherwise. */
  readonly paths: readonly string[] | null;
  /** Name of each item where items have one: tools and parameters. */
  readonly names: readonly (string | null)[] | null;
  /** Role that carried the items, where it is the same for all; null otherwise. */
  readonly role: string | null;
  /** Why the section could not be read; its items are then empty. */
  readonly skipped: SkipReason | null;
  /** Not read because it was switched off: then this is the number of items, and `items` is empty; null otherwise. */
  readonly unreadCount: number | null;
}

/** A cache marker: not content, tracked on its own. */
export interface Marker {
  readonly section: Section;
  /** In the payload's own array. */
  readonly index: number;
  readonly block: number | null;
  readonly ttl: string | null;
}

/** One request, read. Strings among the tokens are references to the payload's own; nothing is copied. */
export interface Snapshot {
  /** The payload family that recognised it, such as `anthropic`. */
  readonly shape: string;
  /** Size of all items together. */
  readonly tokens: number;
  /** Sections the payload has; an absent one is missing. */
  readonly sections: Partial<Readonly<Record<Section, SectionRecord>>>;
  readonly markers: readonly Marker[];
  /** The markers are elements of the lists they stand in: left out of the items, they count in the payload's own indexes. */
  readonly markersAreElements: boolean;
  /** UTF-16 code units of the whole request. */
  readonly chars: number;
}

/** Number of items in a section. */
export function itemCount(section: SectionRecord): number {
  return section.unreadCount ?? section.items.length;
}

/** UTF-16 code units of a section. */
export function sectionChars(section: SectionRecord): number {
  return (section.charsAt.at(-1) ?? 0) - (section.charsAt[0] ?? 0);
}

/** An item's index in the payload's own list. */
export function itemIndex(section: SectionRecord, item: number): number {
  return section.first + item;
}

/** An item's path in the payload, such as `messages[3]`. */
export function itemPath(section: SectionRecord, item: number): string {
  return section.paths?.[item] ?? `${section.base}[${itemIndex(section, item)}]`;
}
