import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { charsOf } from "../../prefix/difference.ts";
import type { LastChange } from "../../prefix/observer.ts";
import type { Node } from "../../prefix/tape.ts";
import { firstTextDifference } from "../../prefix/text-place.ts";
import type { Words } from "../words/words.ts";
import { REPORT_COLUMNS } from "./columns.ts";
import { divergenceText } from "./divergence.ts";

/** Lines shown of either side, and of what stands around them. */
const LINES_SHOWN = 20;
const LINES_AROUND = 2;
/** UTF-16 code units shown of one line. */
const LINE_CHARS = 240;
/** Of a long line, so much is shown before the place where it differs. */
const CHARS_BEFORE = 60;

// Runs of base64 say nothing to a reader and may be a picture, also one that is broken into lines.
const DATA_URL = /data:[\w/+.;=-]*;base64,[\w+/=-]*/g;
const BASE64 = /[\w+/-]{40,}={0,2}/g;
/** Longer lines are searched for base64 only around what is shown of them. */
const SEARCHED_CHARS = 1_000_000;
const CONTROLS = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Parameters that name a cache or a session are told apart by digest only. */
const SECRET_PARAMS = /cache_?key|sessionId/i;

/** `/cache-stats diff`: the lines that differ at the first difference, old with `-`, new with `+`; bounded, no binary. */
export function diffText(change: LastChange | null, words: Words, columns = REPORT_COLUMNS): string {
  const divergence = change?.observation.divergence ?? null;
  if (change === null || divergence === null) return wrapTextWithAnsi(words.noDifference, columns).join("\n");
  const heading = [divergenceText(divergence, words), words.diffHeading].flatMap((line) =>
    wrapTextWithAnsi(line, columns),
  );
  if (divergence.section === "params" && SECRET_PARAMS.test(divergence.path ?? "")) {
    return [...heading, words.notShown].join("\n");
  }
  if (divergence.kind === "reordered" || divergence.kind === "key-order") {
    return [...heading, words.orderOnly].join("\n");
  }
  const before = change.changed.before === null ? [] : linesOf(change.changed.before);
  const after = change.changed.after === null ? [] : linesOf(change.changed.after);
  return [...heading, ...changedLines(before, after, words)].join("\n");
}

function changedLines(before: readonly string[], after: readonly string[], words: Words): readonly string[] {
  const shared = Math.min(before.length, after.length);
  let start = 0;
  while (start < shared && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shared - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const around = after.slice(Math.max(0, start - LINES_AROUND), start);
  const behind = tail === 0 ? [] : after.slice(after.length - tail, after.length - tail + LINES_AROUND);
  const [old, now] = aroundDifference(before[start] ?? "", after[start] ?? "");
  return [
    ...around.map((line) => `  ${shown(line)}`),
    ...bounded(before.slice(start, before.length - tail), "- ", old, words),
    ...bounded(after.slice(start, after.length - tail), "+ ", now, words),
    ...behind.map((line) => `  ${shown(line)}`),
  ];
}

/** `first` stands for the first line: it is shown around the place where it differs. */
function bounded(lines: readonly string[], mark: string, first: string, words: Words): readonly string[] {
  const some = lines.slice(0, LINES_SHOWN).map((line, index) => mark + (index === 0 ? first : shown(line)));
  return lines.length > LINES_SHOWN ? [...some, mark + words.moreLines(lines.length - LINES_SHOWN)] : some;
}

/** Two lines around the place where they part: in a long line that may be far from its beginning. */
function aroundDifference(before: string, after: string): readonly [string, string] {
  // Of an enormous line only the surroundings of the difference are cleaned.
  const at = firstTextDifference(before, after).offset;
  const base = Math.max(before.length, after.length) > SEARCHED_CHARS ? Math.max(0, at - LINE_CHARS) : 0;
  const [old, now] = [clean(before.slice(base)), clean(after.slice(base))];
  const from = Math.max(0, firstTextDifference(old, now).offset - CHARS_BEFORE);
  return [excerpt(old, from, base > 0), excerpt(now, from, base > 0)];
}

function shown(line: string): string {
  return excerpt(clean(line), 0, false);
}

/** A line without control characters and base64. */
function clean(line: string): string {
  return withoutBase64(line.slice(0, SEARCHED_CHARS)).replace(CONTROLS, " ");
}

/** Part of a clean line; what is left out at either end is marked. A character is never cut in two. */
function excerpt(line: string, from: number, isCut: boolean): string {
  const start = line.length <= LINE_CHARS ? 0 : Math.min(from, line.length - LINE_CHARS);
  const end = start + LINE_CHARS;
  const text = line.slice(start, end).toWellFormed();
  return `${start > 0 || isCut ? "…" : ""}${text}${line.length > end ? "…" : ""}`;
}

function withoutBase64(text: string): string {
  return text
    .replace(DATA_URL, (run) => `[base64, ${run.length} characters]`)
    .replace(BASE64, (run) => (looksEncoded(run) ? `[base64, ${run.length} characters]` : run));
}

/** Encoded bytes mix cases and digits; long names and paths seldom do. */
function looksEncoded(run: string): boolean {
  return run.length >= 200 || (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run));
}

/** A value as lines: text as it is, anything else by field. */
function linesOf(node: Node, indent = ""): readonly string[] {
  switch (node.kind) {
    case "leaf":
      return String(node.value)
        .split(/\r\n|\n|\r/)
        .map((line) => indent + line);
    case "bytes":
      // The beginning of the digest, so that two of one size can be told apart.
      return [`${indent}[binary, ${node.size} bytes, ${node.digest.slice(0, 6)}]`];
    case "array":
      return node.items.flatMap((item) => linesOf(item, `${indent}  `));
    case "object":
      return node.fields.flatMap(([key, value]) => {
        const [first = "", ...more] = isPicture(node) && key === "data" ? [hidden(value)] : linesOf(value, "");
        return [`${indent}${key}: ${first}`, ...more.map((line) => `${indent}  ${line}`)];
      });
  }
}

/** An object that carries encoded bytes beside their type, as every protocol writes pictures. */
function isPicture(node: Node): boolean {
  const names = ["media_type", "mimeType", "mime_type", "format"];
  return node.kind === "object" && node.fields.some(([key]) => names.includes(key));
}

function hidden(value: Node): string {
  return value.kind === "bytes" ? (linesOf(value)[0] ?? "") : `[base64, ${charsOf(value)} characters]`;
}
