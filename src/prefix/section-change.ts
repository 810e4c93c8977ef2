import { type Difference, firstDifference, same } from "./difference.ts";
import { itemCount, itemPath, type SectionRecord, type Snapshot } from "./snapshot.ts";
import type { Node } from "./tape.ts";
import * as tape from "./tape.ts";

// Taken once: each look into a module costs a call in the loader that Pi runs TypeScript with.
const { readNode, sameTokens } = tape;

/** One section of two requests, side by side. */
export interface Pair {
  readonly old: Snapshot;
  readonly now: Snapshot;
  readonly oldSection: SectionRecord;
  readonly nowSection: SectionRecord;
}

/** The first item at which a section of two requests differs. */
export interface SectionChange {
  readonly kind: Difference["kind"];
  /** Position in the new section, or in the old one for what was removed. */
  readonly item: number;
  /** Whether `item` counts in the old section: what was there is gone. */
  readonly inOld: boolean;
  /** Below the item's own path; empty for the whole item. */
  readonly innerPath: string;
  readonly before: Node | null;
  readonly after: Node | null;
  /** Items that differ beside the first. */
  readonly others: number;
}

/** Whether an item of the old section equals one of the new. */
export function sameItem({ oldSection, nowSection }: Pair, oldItem: number, nowItem: number): boolean {
  const [a, b] = [oldSection.items[oldItem], nowSection.items[nowItem]];
  return a !== undefined && b !== undefined && sameTokens(a, b);
}

/** Items at the start of both sections that are the same. */
export function commonItems(pair: Pair): number {
  const shared = Math.min(itemCount(pair.oldSection), itemCount(pair.nowSection));
  let item = 0;
  while (item < shared && sameItem(pair, item, item)) item += 1;
  return item;
}

/** An item read back from its tokens. */
export function nodeOf(section: SectionRecord, item: number): Node {
  return readNode(section.items[item] ?? []);
}

/** The change at a place where items are told apart by position: text blocks and history items. */
export function changeByPosition(pair: Pair, at: number): SectionChange | null {
  const { oldSection, nowSection } = pair;
  const [oldCount, nowCount] = [itemCount(oldSection), itemCount(nowSection)];
  if (at >= oldCount && at >= nowCount) return null;
  const others = differingAfter(pair, at);
  if (at >= oldCount || (nowCount > oldCount && sameItem(pair, at, at + 1))) {
    return added(nowSection, at, others);
  }
  if (at >= nowCount || sameItem(pair, at + 1, at)) {
    return removed(oldSection, at, others);
  }
  return changeInside(pair, at, at, others);
}

/** The change where items are told apart by name: tools and parameters. A tool's place matters, a parameter's does not. */
export function changeByName(pair: Pair, ordered: boolean): SectionChange | null {
  const { oldSection, nowSection } = pair;
  const oldNames = namesOf(oldSection);
  const nowNames = namesOf(nowSection);
  const oldAt = new Map(oldNames.map((name, item) => [name, item]));
  const nowAt = new Map(nowNames.map((name, item) => [name, item]));
  const touched = (name: string): boolean => {
    const [before, after] = [oldAt.get(name), nowAt.get(name)];
    return before === undefined || after === undefined || !sameItem(pair, before, after);
  };
  const differing = [...new Set([...nowNames, ...oldNames])].filter(touched).length;
  const others = Math.max(0, differing - 1);
  for (let at = 0; at < Math.max(oldNames.length, nowNames.length); at++) {
    if (ordered && sameItem(pair, at, at)) continue;
    const [oldName, nowName] = [oldNames[at], nowNames[at]];
    if (nowName !== undefined && !oldAt.has(nowName)) {
      return added(nowSection, at, others);
    }
    if (oldName !== undefined && !nowAt.has(oldName)) {
      return removed(oldSection, at, others);
    }
    const before = nowName === undefined ? undefined : oldAt.get(nowName);
    if (before === undefined) continue;
    if (ordered && before !== at) {
      const node = nodeOf(nowSection, at);
      return { kind: "reordered", item: at, inOld: false, innerPath: "", before: node, after: node, others: differing };
    }
    if (!sameItem(pair, before, at)) return changeInside(pair, before, at, others);
  }
  return null;
}

/** Every change of items that are told apart by name and whose place does not matter: the parameters. */
export function changesByName(pair: Pair): readonly SectionChange[] {
  const { oldSection, nowSection } = pair;
  const oldNames = namesOf(oldSection);
  const nowNames = namesOf(nowSection);
  const others = changeByName(pair, false)?.others ?? 0;
  const inNew = nowNames.flatMap((name, item) => {
    const before = oldNames.indexOf(name);
    if (before < 0) return [added(nowSection, item, others)];
    return sameItem(pair, before, item) ? [] : [changeInside(pair, before, item, others)];
  });
  const gone = oldNames.flatMap((name, item) => (nowNames.includes(name) ? [] : [removed(oldSection, item, others)]));
  return [...inNew, ...gone];
}

function added(section: SectionRecord, item: number, others: number): SectionChange {
  const after = nodeOf(section, item);
  return { kind: "added", item, inOld: false, innerPath: "", before: null, after, others };
}

function removed(section: SectionRecord, item: number, others: number): SectionChange {
  const before = nodeOf(section, item);
  return { kind: "removed", item, inOld: true, innerPath: "", before, after: null, others };
}

function changeInside(pair: Pair, oldItem: number, nowItem: number, others: number): SectionChange {
  const before = nodeOf(pair.oldSection, oldItem);
  const after = nodeOf(pair.nowSection, nowItem);
  const inner = firstDifference(before, after) ?? { kind: "changed" as const, path: "", before, after };
  const { kind, path: innerPath } = inner;
  return { kind, item: nowItem, inOld: false, innerPath, before: inner.before, after: inner.after, others };
}

/** Items that differ behind the first, at their own place; what only the new section has is growth, not difference. */
function differingAfter(pair: Pair, first: number): number {
  const oldCount = itemCount(pair.oldSection);
  let count = 0;
  for (let item = first + 1; item < oldCount; item++) if (!sameItem(pair, item, item)) count += 1;
  return count;
}

// An item without a name is told apart by its place, one of several with the same name by its number among them, so that
// nothing is lost.
function namesOf(section: SectionRecord): readonly string[] {
  const seen = new Map<string, number>();
  return Array.from({ length: itemCount(section) }, (_, item) => {
    const name = section.names?.[item] ?? itemPath(section, item);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}\u0000${count}`;
  });
}

/** Whether `after` is `before` with blocks appended to its list of content and nothing else changed. */
export function isAppendedTo(before: Node, after: Node): boolean {
  if (before.kind !== "object" || after.kind !== "object" || before.fields.length !== after.fields.length) return false;
  return before.fields.every(([key, value], at) => {
    const [otherKey, other] = after.fields[at] ?? [];
    if (key !== otherKey || other === undefined) return false;
    const isContent = key === "content" || key === "parts";
    if (!isContent || value.kind !== "array" || other.kind !== "array") return same(value, other);
    return value.items.every((item, index) => {
      const counterpart = other.items[index];
      return counterpart !== undefined && same(item, counterpart);
    });
  });
}
