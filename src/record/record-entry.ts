import { field } from "../unknown.ts";

/** The type of our entries in Pi's session files. */
export const RECORD_TYPE = "cache-stats";

/** Whether a session entry says that it is one of ours. */
export function isRecordEntry(entry: unknown): boolean {
  return field(entry, "type") === "custom" && field(entry, "customType") === RECORD_TYPE;
}
