import { isRecordEntry, RECORD_TYPE } from "../record/record-entry.ts";
import { noteWritten } from "../record/written.ts";
import { isRecord } from "../unknown.ts";

/** What a line holds: an entry or a header without its text, nothing for a blank line, or no JSON object at all. */
export type Line = Readonly<Record<string, unknown>> | "blank" | "damaged";

/** The fields of every entry as Pi writes them: its id, that of the entry before it, and its time. */
const FIELDS = String.raw`"id":"([!#-[\]-~]{1,100})","parentId":(?:null|"([!#-[\]-~]{1,100})"),"timestamp":"([!#-[\]-~]{1,40})"`;

/**
 * The beginning of a line as Pi writes a message. Of what the user typed, and of most results of tools, it is all there is to
 * know: they are most of a session's bytes, and are not parsed. Of an answer all but its text is.
 */
const MESSAGE = new RegExp(
  String.raw`^\{"type":"message",${FIELDS},"message":\{"role":"(?:(user|toolResult)"|assistant","content":\[)`,
);
/** No shorter than what is matched above. */
const HEAD_BYTES = 400;

/** Text of JSON has its quotation marks escaped, so this is no text. */
const USAGE = '"usage":';
/** The end of an array before a field: in an answer as Pi writes it, most often the end of its text. */
const END_OF_ARRAY = '],"';
/** What follows the text of an answer as Pi writes it. */
const AFTER_TEXT =
  /\],"api":"[^"\\]*","provider":"[^"\\]*","model":"[^"\\]*",(?:"providerThinkingLevel":"[^"\\]*",)?"usage":\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\},"stopReason":"[^"\\]*","timestamp":\d/y;
/** The end of the text; within it this may be anything. */
const END_OF_BLOCKS = "}]";
/** A second message in a line was appended to one without an end. */
const MESSAGE_FIELD = '"message":{';
/** All that is kept of messages without usage. */
const QUESTION = Object.freeze({ role: "user" });
const RESULT = Object.freeze({ role: "toolResult" });
const BYTE_ORDER_MARK = "\ufeff";

/** Reads one line of a session file. */
export function readLine(bytes: Buffer, start: number, end: number): Line {
  // Of a text of its own: what is taken out of it, and is kept, holds the whole of it in memory.
  const head = MESSAGE.exec(bytes.toString("latin1", start, Math.min(end, start + HEAD_BYTES)));
  if (head === null) return parsed(bytes.toString("utf8", start, end));
  // Each byte is a character of this, so that places in it are places in the line; beyond ASCII it is not the text.
  const line = bytes.toString("latin1", start, end);
  const known = head[4] === undefined ? answer(head, line, bytes, start) : silent(head, line);
  return known ?? parsed(bytes.toString("utf8", start, end));
}

/**
 * A message without usage; null for what has to be parsed. That is also a line that is cut off, and one that lacks its end
 * before an answer's: damage that leaves the form of such a line whole, and loses no number, is not seen.
 */
function silent([, id, parentId, , role]: RegExpExecArray, line: string): Line | null {
  if (closeLength(line) === 0 || line.includes(USAGE)) return null;
  return { type: "message", id, parentId: parentId ?? null, message: role === "user" ? QUESTION : RESULT };
}

/**
 * An answer without its text; null where it does not look as usual. As Pi writes JSON, without white space, nothing but the text is left
 * out: no array ends in it, so no field follows it unseen. Where it was a tool's arguments that looked like the rest of an
 * answer, brackets are left over. Damage inside the text, which loses no number, is not seen.
 */
function answer(head: RegExpExecArray, line: string, bytes: Buffer, start: number): Line | null {
  const [{ length }, id, parentId = null, timestamp] = head;
  const at = line.indexOf(END_OF_ARRAY, length);
  AFTER_TEXT.lastIndex = at;
  if (at < 0 || closeLength(line) === 0 || !AFTER_TEXT.test(line)) return null;
  const text = line.slice(length, at);
  if (text.startsWith("]") || text.includes(END_OF_BLOCKS) || text.includes(MESSAGE_FIELD)) return null;
  const rest = bytes.toString("utf8", start + at + "],".length, start + line.length - closeLength(line));
  const message = jsonOf(`{"role":"assistant",${rest}`);
  return message === null ? null : withoutText({ type: "message", id, parentId, timestamp, message });
}

/** Length of what closes an entry behind its message; 0 where something else stands there. */
function closeLength(line: string): number {
  if (line.endsWith("}}")) return 1;
  return line.endsWith("}}\r") ? 2 : 0;
}

function parsed(line: string): Line {
  const text = line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line;
  if (text.trim() === "") return "blank";
  const entry = jsonOf(text);
  if (entry === null) return "damaged";
  const data = isRecordEntry(entry) ? dataIn(text) : null;
  if (data !== null) noteWritten(entry, data);
  return withoutText(entry);
}

/** The object that a text is as JSON; null for any other. Nobody else holds it. */
function jsonOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isBag(value) ? value : null;
  } catch {
    return null;
  }
}

/** What stands before the data of a record as Pi writes it. */
const RECORD = new RegExp(String.raw`^\{"type":"custom",${FIELDS},"customType":"${RECORD_TYPE}","data":`);

/** The text of a record's data, its last field; null where the line has another form. */
function dataIn(line: string): string | null {
  const head = RECORD.exec(line);
  return head === null ? null : line.slice(head[0].length, -1);
}

/**
 * Takes text and other tools' data out of an entry that was just parsed, so that a long session takes little memory: they tell
 * nothing of a cache. The rest stays as it is. Field by field, since this runs for every answer of a session.
 */
function withoutText(entry: Record<string, unknown>): Record<string, unknown> {
  if (entry.summary !== undefined) entry.summary = null;
  if (entry.content !== undefined) entry.content = null;
  if (entry.details !== undefined) entry.details = null;
  if (entry.replacement !== undefined) entry.replacement = null;
  if (entry.systemMessage !== undefined) entry.systemMessage = null;
  if (entry.type === "custom" && entry.data !== undefined && !isRecordEntry(entry)) entry.data = null;
  const { message } = entry;
  if (!isBag(message)) return entry;
  if (message.content !== undefined) message.content = null;
  if (message.details !== undefined) message.details = null;
  if (message.role === "system") keepNames(message);
  return entry;
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
