import { charsOf, type Kind, textOf } from "./difference.ts";
import { contextFileAt, tagAt } from "./prompt-sections.ts";
import type { Pair, SectionChange } from "./section-change.ts";
import { Shape, sameShape } from "./shape.ts";
import {
  itemIndex,
  itemPath,
  SECTIONS,
  type Section,
  type SectionRecord,
  type Snapshot,
  sectionChars,
} from "./snapshot.ts";
import { type Node, readNode, type Token } from "./tape.ts";
import { firstTextDifference } from "./text-place.ts";

/** The first place where a request differs from the one before: names, places and lengths, never text. */
export interface Divergence {
  readonly section: Section;
  readonly kind: Kind;
  readonly index: number | null;
  /** Of a tool, a parameter, a part of the prompt that is sent by name, or the context file that the text is from. */
  readonly name: string | null;
  readonly role: string | null;
  readonly path: string | null;
  readonly tag: string | null;
  readonly line: number | null;
  readonly char: number | null;
  readonly before: { readonly chars: number } | null;
  readonly after: { readonly chars: number } | null;
  /** Which extension owns the tool, where Pi tells. */
  readonly owner: string | null;
  /** 0..1: the part of the request before the difference, an upper bound of what can still be read from the cache. */
  readonly shareBefore: number;
}

const LONGEST_NAME = 200;

/** The path inside a history item, in the payload's own indexes. */
function historyPath({ old, now, oldSection, nowSection }: Pair, change: SectionChange): string {
  const [snapshot, section] = change.inOld ? [old, oldSection] : [now, nowSection];
  // What was taken out of a list stood in the old request, at the old one's index.
  const own = change.kind === "removed" && change.innerPath !== "" ? old : snapshot;
  if (!own.markersAreElements) return withoutContentKeys(change.innerPath);
  const index = itemIndex(section, change.item);
  const gaps = own.markers.filter((marker) => marker.section === "history" && marker.index === index);
  const shifted = change.innerPath.replace(/^\.content\[(\d+)\]/, (_, at) => {
    const place = gaps.reduce((sum, { block }) => (block !== null && block <= sum ? sum + 1 : sum), Number(at));
    return `.content[${place}]`;
  });
  return withoutContentKeys(shifted);
}

/** What a model or a user wrote can be a field name too: a path goes no deeper than the arguments of a tool call. */
function withoutContentKeys(path: string): string {
  return path.replace(/(\.(?:input|args|arguments|json|response|output))[.[].*$/s, "$1");
}

const PROMPT_SECTIONS: ReadonlySet<Section> = new Set(["system", "developer", "instructions"]);

/** Describes a section's first change for people and programs. `ownerOf` answers which extension registered a tool. */
export function describeChange(
  section: Section,
  pair: Pair,
  change: SectionChange,
  ownerOf: (tool: string) => string | null,
): Divergence {
  const record = change.inOld ? pair.oldSection : pair.nowSection;
  const name = record.names?.[change.item] ?? null;
  const item = readNode(record.items[change.item] ?? []);
  const path = itemPath(record, change.item);
  return {
    section,
    kind: change.kind,
    // Parts of a prompt that are sent by name stand in no list.
    index: PROMPT_SECTIONS.has(section) && name !== null ? null : indexOf(record, change.item, path),
    name: name?.slice(0, LONGEST_NAME) ?? null,
    role: roleOf(section, record, item),
    path: path + (section === "history" ? historyPath(pair, change) : change.innerPath),
    tag: null,
    line: null,
    char: null,
    before: change.before === null ? null : { chars: charsOf(change.before) },
    after: change.after === null ? null : { chars: charsOf(change.after) },
    owner: section === "tools" && name !== null ? ownerOf(name) : null,
    shareBefore: shareBefore(section, pair, change),
    ...textPlace(section, record, change),
  };
}

/** Index in the payload's own list: the number at the end of the item's path; null for what stands in no list. */
function indexOf(record: SectionRecord, item: number, path: string): number | null {
  if (record.paths?.[item] === undefined) return itemIndex(record, item);
  const number = /\[(\d+)\]$/.exec(path)?.[1];
  return number === undefined ? null : Number(number);
}

function roleOf(section: Section, record: SectionRecord, item: Node): string | null {
  if (record.role !== null) return record.role;
  if (section !== "history" || item.kind !== "object") return null;
  const field = (key: string): string | null => textOf(item.fields.find(([name]) => name === key)?.[1] ?? null);
  return (field("role") ?? field("type"))?.slice(0, LONGEST_NAME) ?? null;
}

/** For changed text: line and character, and in a prompt the tagged part it lies in. */
function textPlace(section: Section, record: SectionRecord, change: SectionChange): Partial<Divergence> {
  const [before, after] = [textOf(change.before), textOf(change.after)];
  // Pi's own protocol sends each part of the prompt by name.
  const ownName = PROMPT_SECTIONS.has(section) ? (record.names?.[change.item]?.slice(0, LONGEST_NAME) ?? null) : null;
  const isTextChange = change.kind === "changed" || change.kind === "truncated";
  if (before === null || after === null || !isTextChange) return { tag: ownName };
  const { offset, line, char } = firstTextDifference(before, after);
  if (!PROMPT_SECTIONS.has(section) || ownName !== null) return { line, char, tag: ownName };
  const tagged = tagAt(before, after, offset);
  if (tagged === null) return { line, char };
  // Within the text something changed; of the tagged part itself it is known whether all of it came or went.
  const kind = tagged.kind === "changed" ? change.kind : tagged.kind;
  const file = contextFileAt(after, offset) ?? contextFileAt(before, offset);
  return { line, char, tag: tagged.tag.slice(0, LONGEST_NAME), kind, name: file?.slice(0, LONGEST_NAME) ?? null };
}

/** Order on the wire, in which parameters take no room. */
function before(section: Section): readonly Section[] {
  return SECTIONS.slice(0, SECTIONS.indexOf(section)).filter((name) => name !== "params");
}

function charsOfAll(snapshot: Snapshot, sections: readonly Section[]): number {
  return sections.reduce((sum, name) => {
    const record = snapshot.sections[name];
    return record === undefined ? sum : sum + sectionChars(record);
  }, 0);
}

function shareBefore(section: Section, pair: Pair, change: SectionChange): number {
  const { now, nowSection, oldSection } = pair;
  const total = charsOfAll(
    now,
    SECTIONS.filter((name) => name !== "params"),
  );
  if (total === 0) return 0;
  // A model shares no cache with another; other parameters lose at most what comes after the head.
  if (section === "params") {
    const name = nowSection.names?.[change.item] ?? null;
    return name === "model" || name === "modelId" ? 0 : Math.min(1, charsOfAll(now, before("history")) / total);
  }
  const start = nowSection.charsAt[Math.min(change.item, nowSection.charsAt.length - 1)] ?? 0;
  const upTo = charsOfAll(now, before(section)) + start - (nowSection.charsAt[0] ?? 0);
  const shared = change.inOld
    ? 0
    : sharedChars(oldSection.items[change.item] ?? [], nowSection.items[change.item] ?? []);
  return Math.min(1, (upTo + shared) / total);
}

/** UTF-16 code units that two items have in common before they part. */
function sharedChars(a: readonly Token[], b: readonly Token[]): number {
  let chars = 0;
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [left, right] = [a[at], b[at]];
    if (left === right || sameShape(left, right)) chars += tokenChars(left);
    else if (typeof left !== "string" || typeof right !== "string") return chars;
    else return chars + firstTextDifference(left, right).offset;
  }
  return chars;
}

function tokenChars(token: Token | undefined): number {
  if (token instanceof Shape) return token.keys.reduce((sum, key) => sum + key.length, 0);
  return typeof token === "string" ? token.length : 0;
}
