import { isRecordEntry } from "../record/record-entry.ts";
import { isRecord } from "../unknown.ts";

/** What a line holds: an entry or a header without its text, nothing for a blank line, or no JSON object at all. */
export type Line = Readonly<Record<string, unknown>> | "blank" | "damaged";

/**
 * The beginning of a line as Pi writes a message that says nothing of a cache: what the user typed, and most results of
 * tools. They are most of a session's bytes, and are not parsed.
 */
const SILENT_MESSAGE =
  /^\{"type":"message","id":"([!#-[\]-~]{1,100})","parentId":(?:null|"([!#-[\]-~]{1,100})"),"timestamp":"[!#-[\]-~]{1,40}","message":\{"role":"(user|toolResult)"/;
/** Longer than what is matched above, usually. */
const HEAD_BYTES = 200;

/** Text of JSON has its quotation marks escaped, so these bytes are no text. */
const USAGE = Buffer.from('"usage":');
const BRACE = 125;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = "\ufeff";

/** Reads one line of a session file. */
export function readLine(bytes: Buffer, start: number, end: number): Line {
  return silentMessage(bytes, start, end) ?? parsed(bytes.toString("utf8", start, end));
}

/**
 * A message without usage, told by its first bytes; null for what has to be parsed. That is also a line that is cut off, and
 * one that lacks its end before an answer's: damage that leaves the form of such a line whole, and loses no number, is not seen.
 */
function silentMessage(bytes: Buffer, start: number, end: number): Line | null {
  const head = SILENT_MESSAGE.exec(bytes.toString("latin1", start, Math.min(end, start + HEAD_BYTES)));
  if (head === null) return null;
  const [begin, id, parentId = null, role] = head;
  const last = bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
  if (bytes[last - 1] !== BRACE || bytes[last - 2] !== BRACE) return null;
  if (bytes.subarray(start + begin.length, last).includes(USAGE)) return null;
  return { type: "message", id, parentId, message: { role } };
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
  if (entry.type === "custom" && !isRecordEntry(entry)) clear(entry, ["data"]);
  const { message } = entry;
  if (!isBag(message)) return entry;
  clear(message, MESSAGE_TEXT);
  if (message.role === "system") keepNames(message);
  return entry;
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

/** An object that `JSON.parse` has made and nobody else holds. */
function isBag(value: unknown): value is Record<string, unknown> {
  return isRecord(value);
}
