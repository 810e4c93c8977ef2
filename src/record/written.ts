import { isRecord } from "../unknown.ts";

/** No field of an entry: no file can hold it. */
const WRITTEN = Symbol("written");

/** Notes on an entry of a file the text of its `data`, as it stands there. */
export function noteWritten(entry: Record<string | symbol, unknown>, text: string): void {
  entry[WRITTEN] = text;
}

/** That text; null for an entry that was not read from a file by this package. */
export function writtenOf(entry: unknown): string | null {
  const text = isRecord(entry) ? Reflect.get(entry, WRITTEN) : null;
  return typeof text === "string" ? text : null;
}
