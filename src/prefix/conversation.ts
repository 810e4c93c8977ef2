import { digestAll, digestTokens } from "./digest.ts";
import { LIMITS } from "./limits.ts";
import { commonItems, type Pair, sameItem } from "./section-change.ts";
import { itemCount, SECTIONS, type Section, type Snapshot, sectionChars } from "./snapshot.ts";

const HEAD: readonly Section[] = SECTIONS.filter((name) => name !== "history");

/** Whether two requests begin alike: the same first history item, or the same head and no history on one side. */
export function beginAlike(old: Snapshot, now: Snapshot): boolean {
  const history = pairOf(old, now, "history");
  if (history !== null && sameItem(history, 0, 0)) return true;
  return kinship(old, now) >= 1;
}

/**
 * How closely two requests are related, `moved` when the user has moved or compacted in between: the number of history
 * items they share from the start; a half when they share only the head; a quarter when head and beginning differ but the
 * end of the old history goes on in the new; 0 when they have nothing in common. Two without any history are one
 * conversation when their heads agree.
 */
export function kinship(old: Snapshot, now: Snapshot, moved = false): number {
  const history = pairOf(old, now, "history");
  // A history that is not read cannot tell conversations apart.
  if (isUnread(old) || isUnread(now)) return 1;
  const shared = history === null ? 0 : commonItems(history);
  if (shared > 0) return shared;
  if (!sameHead(old, now)) return history !== null && continuesEnd(history) ? 0.25 : 0;
  if (history !== null && !moved && isNewStart(history)) return 0;
  const empty = history === null || itemCount(history.oldSection) === 0 || itemCount(history.nowSection) === 0;
  return empty ? 1 : 0.5;
}

/** Whether the last two items of the old history stand in the new one, next to each other: its beginning was rewritten. */
function continuesEnd(history: Pair): boolean {
  const oldCount = itemCount(history.oldSection);
  if (oldCount < 2) return false;
  for (let item = itemCount(history.nowSection) - 1; item >= 1; item--) {
    if (sameItem(history, oldCount - 1, item) && sameItem(history, oldCount - 2, item - 1)) return true;
  }
  return false;
}

/** Items of a conversation that has just begun. */
const SHORT_HISTORY = 3;

/** A short history after a longer one, and nothing of it was there: a side conversation that has just begun. */
function isNewStart(history: Pair): boolean {
  const [oldCount, nowCount] = [itemCount(history.oldSection), itemCount(history.nowSection)];
  if (nowCount === 0 || nowCount > SHORT_HISTORY || nowCount >= oldCount) return false;
  for (let item = 0; item < nowCount; item++) {
    for (let earlier = 0; earlier < oldCount; earlier++) if (sameItem(history, earlier, item)) return false;
  }
  return true;
}

function isUnread({ sections }: Snapshot): boolean {
  return (sections.history?.unreadCount ?? null) !== null;
}

/** Whether everything before the history is the same in two requests. */
export function sameHead(old: Snapshot, now: Snapshot): boolean {
  return HEAD.every((name) => {
    const pair = pairOf(old, now, name);
    if (pair === null) return old.sections[name] === undefined && now.sections[name] === undefined;
    const count = itemCount(pair.oldSection);
    return count === itemCount(pair.nowSection) && commonItems(pair) === count;
  });
}

function pairOf(old: Snapshot, now: Snapshot, name: Section): Pair | null {
  const [oldSection, nowSection] = [old.sections[name], now.sections[name]];
  return oldSection === undefined || nowSection === undefined ? null : { old, now, oldSection, nowSection };
}

/** A digest of everything before the history; null when the head is too long to be worth it. */
export function headDigest(salt: string, snapshot: Snapshot): string | null {
  const parts: string[] = [];
  let chars = 0;
  for (const name of HEAD) {
    const section = snapshot.sections[name];
    if (section === undefined) continue;
    chars += sectionChars(section);
    if (chars > LIMITS.hashedChars) return null;
    parts.push(name, ...section.items.map((item) => digestTokens(salt, item)));
  }
  return digestAll(salt, parts);
}
