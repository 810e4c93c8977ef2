import { isRecord } from "../unknown.ts";

/**
 * The beginning of a line as Pi writes a message: what the user typed, the result of a tool, or an answer. Their text is most
 * of a session's bytes, and is not parsed.
 */
const HEAD =
  /^\{"type":"message","id":"([!#-[\]-~]{1,100})","parentId":(?:null|"([!#-[\]-~]{1,100})"),"timestamp":"[!#-[\]-~]{1,40}","message":\{"role":"(?:(user|toolResult)"|assistant","content":\[)/;
/** Longer than what is matched above, usually. */
const HEAD_BYTES = 200;

/** Text of JSON has its quotation marks escaped, so these bytes are no text. */
const USAGE = Buffer.from('"usage":');
const MESSAGE = Buffer.from('{"type":"message"');
/** The end of a list and Pi's next field of an answer: the end of its content, or of a list inside of that. */
const AFTER_CONTENT = Buffer.from('],"api":');
const BRACE = 125;
const CARRIAGE_RETURN = 13;

/**
 * A message without its text, told by its first bytes and, for an answer, by what follows its content; null for what has to be
 * parsed as a whole. That is also a line that is cut off, and one that lacks its end before an answer's: damage that leaves
 * the form of such a line whole, and loses no number, is not seen.
 */
export function readMessageLine(bytes: Buffer, start: number, end: number): Record<string, unknown> | null {
  const head = HEAD.exec(bytes.toString("latin1", start, Math.min(end, start + HEAD_BYTES)));
  if (head === null) return null;
  const last = bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
  if (bytes[last - 1] !== BRACE || bytes[last - 2] !== BRACE) return null;
  const [begin, id, parentId = null, role] = head;
  const from = start + begin.length;
  if (role === undefined) return answer(begin, bytes, from, last);
  if (bytes.subarray(from, last).includes(USAGE)) return null;
  return { type: "message", id, parentId, message: { role } };
}

/**
 * An answer with its content cut out. It is cut at the right place where the rest is JSON, holds all that Pi writes behind the
 * content, and is of this entry: no other begins before.
 */
function answer(begin: string, bytes: Buffer, from: number, last: number): Record<string, unknown> | null {
  // Searched to the end of the buffer: what is looked for is soon found, in this line or in the next.
  const close = bytes.indexOf(AFTER_CONTENT, from);
  if (close < 0 || close >= last) return null;
  const other = bytes.indexOf(MESSAGE, from);
  if (other >= 0 && other < last) return null;
  const entry = object(begin + bytes.toString("utf8", close, last));
  const message = entry?.message;
  return isBag(message) && BEHIND_CONTENT.every((name) => message[name] !== undefined) ? entry : null;
}

/** Fields of every answer, behind its content. */
const BEHIND_CONTENT = ["provider", "model", "usage", "stopReason", "timestamp"] as const;

function object(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isBag(value) ? value : null;
  } catch {
    return null;
  }
}

/** An object that `JSON.parse` has made and nobody else holds. */
export function isBag(value: unknown): value is Record<string, unknown> {
  return isRecord(value);
}
