import { isRecord } from "../unknown.ts";

/** The type of our entries in Pi's session files. */
export const RECORD_TYPE = "cache-stats";

/** Whether a session entry says that it is one of ours. */
export function isRecordEntry(entry: unknown): boolean {
  return isRecord(entry) && entry.type === "custom" && entry.customType === RECORD_TYPE;
}
