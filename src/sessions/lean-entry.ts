import { RECORD_TYPE } from "../record/run-record.ts";
import { isBag, readMessageLine } from "./message-line.ts";

/** What a line holds: an entry or a header without its text, nothing for a blank line, or no JSON object at all. */
export type Line = Readonly<Record<string, unknown>> | "blank" | "damaged";

const BYTE_ORDER_MARK = "\ufeff";

/** Reads one line of a session file. */
export function readLine(bytes: Buffer, start: number, end: number): Line {
  const message = readMessageLine(bytes, start, end);
  return message === null ? parsed(bytes.toString("utf8", start, end)) : withoutText(message);
}

function parsed(line: string): Line {
  const text = line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line;
  if (text.trim() === "") return "blank";
  try {
    const entry: unknown = JSON.parse(text);
    return isBag(entry) ? withoutText(entry) : "damaged";
  } catch {
    return "damaged";
  }
}

/** Fields that hold text or another tool's data, and tell nothing of a cache. */
const ENTRY_TEXT = ["summary", "content", "details", "replacement", "systemMessage"] as const;
const MESSAGE_TEXT = ["content", "details"] as const;

/** Takes the text out of an entry that was just parsed, so that a long session takes little memory. The rest stays as it is. */
function withoutText(entry: Record<string, unknown>): Record<string, unknown> {
  clear(entry, ENTRY_TEXT);
  if (entry.type === "custom" && !isOwnRecord(entry)) clear(entry, ["data"]);
  const { message } = entry;
  if (!isBag(message)) return entry;
  clear(message, MESSAGE_TEXT);
  if (message.role === "system") keepNames(message);
  return entry;
}

/** Whether a line is a record of this package's. */
export function isOwnRecord(line: Line): boolean {
  return typeof line === "object" && line.type === "custom" && line.customType === RECORD_TYPE;
}

/** Assigning is much faster than leaving out, and this runs for every answer of a session. */
function clear(record: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) if (record[name] !== undefined) record[name] = null;
}

/** Of a change of the prompt the names of its sections, whether each was taken away, and how many tools came and went. */
function keepNames(message: Record<string, unknown>): void {
  const { sections } = message;
  if (isBag(sections))
    for (const name of Object.keys(sections)) if (typeof sections[name] === "string") sections[name] = "";
  for (const list of [message.toolsAdded, message.toolsRemoved]) if (Array.isArray(list)) list.fill(null);
}
