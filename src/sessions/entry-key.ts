import { field, finiteOrNull, isRecord, textOrNull } from "../unknown.ts";

/**
 * What tells an entry from all others, over all files: its id and time, which Pi keeps when it copies a session's entries into
 * a fork, as 52 bits. Among a million entries two different ones share a key with a chance of one in ten thousand. Null for
 * an entry without an id or a time: it cannot be told from others.
 */
export function entryKey(entry: unknown): number | null {
  if (!isRecord(entry)) return null;
  const id = textOrNull(entry.id);
  const time = textOrNull(entry.timestamp) ?? finiteOrNull(field(entry.message, "timestamp"));
  return id === null || time === null ? null : keyOf(id, String(time));
}

const HALF = 2 ** 26;

function keyOf(id: string, time: string): number {
  let [a, b] = [0x811c9dc5, id.length];
  for (const text of [id, time]) {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b, 31) + unit;
    }
    b = Math.imul(b ^ (b >>> 15), 0x2c1b3c6d);
  }
  a = Math.imul(a ^ (a >>> 16), 0x7feb352d);
  // Never 0, which stands for nothing in a set of numbers.
  return ((a ^ (a >>> 15)) >>> 6) * HALF + (((b ^ (b >>> 13)) >>> 6) | 1);
}
