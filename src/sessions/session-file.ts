import { isRecordEntry } from "../record/record-entry.ts";
import { field, finiteOrNull, isRecord, textOrNull } from "../unknown.ts";
import type { Lines } from "./files-ahead.ts";
import { type Line, readLine } from "./lean-entry.ts";

/** The newest version of Pi's session files that is known here; newer ones are read as far as they can be. */
const NEWEST_VERSION = 3;

/** A session file as it was read, without the text in it. */
export interface SessionFile {
  readonly path: string;
  readonly id: string;
  /** Of the file's format; 1 where the header does not say, as Pi takes it. */
  readonly version: number;
  /** Whether the format is newer than what is known here. */
  readonly isNewer: boolean;
  /** All entries in the order of the file, with ids also where version 1 had none. */
  readonly entries: readonly unknown[];
  /** Those of them that this package wrote. */
  readonly records: readonly unknown[];
  /** Lines that are no JSON object, cut off, or too long. They are left out. */
  readonly damagedLines: number;
}

/** Why a file was not read: the file system's own code, or `NOT_A_SESSION`. */
export interface UnreadFile {
  readonly path: string;
  readonly code: string;
}

/** Neither Pi's header nor anything else that Pi would open. */
export const NOT_A_SESSION = "NOT_A_SESSION";

/** Lines after which a reader is told how far it is. */
const TOLD_AFTER = 8_192;

/**
 * Reads a session file, a line at a time. A file that is none, or cannot be read, is told by its code. `onLines` is told now and
 * then how many lines were read.
 */
export function readSessionFile(
  path: string,
  reader: Lines,
  onLines: (lines: number) => void = () => undefined,
): SessionFile | UnreadFile {
  const lines: Exclude<Line, string>[] = [];
  const records: unknown[] = [];
  let damagedLines = 0;
  let read = 0;
  let isSession = true;
  try {
    const tooLong = reader.read(path, (bytes, start, end) => {
      read += 1;
      if (read % TOLD_AFTER === 0) onLines(read);
      const line = readLine(bytes, start, end);
      if (line === "damaged") damagedLines += 1;
      else if (line !== "blank") lines.push(line);
      if (isRecordEntry(line)) records.push(line);
      const first = lines[0];
      // A large file of another kind is not read to its end.
      isSession = first === undefined ? damagedLines <= MOST_BEFORE_HEADER : isHeader(first);
      return isSession;
    });
    damagedLines += tooLong;
  } catch (error) {
    return { path, code: textOrNull(field(error, "code")) ?? "unknown" };
  }
  const [header, ...entries] = lines;
  const id = textOrNull(field(header, "id"));
  if (!isSession || header === undefined || id === null) return { path, code: NOT_A_SESSION };
  const version = finiteOrNull(header.version) ?? 1;
  return {
    ...{ path, id, version, isNewer: version > NEWEST_VERSION },
    entries: version < 2 ? linked(entries) : entries,
    records,
    damagedLines,
  };
}

/** Damaged lines before the header; Pi skips them too. */
const MOST_BEFORE_HEADER = 100;

function isHeader(line: Exclude<Line, string>): boolean {
  return line.type === "session" && typeof line.id === "string";
}

/** Entries of version 1 follow one another and have no ids. Their places make ids that are the same in every copy. */
function linked(entries: readonly Exclude<Line, string>[]): readonly unknown[] {
  return entries.map((entry, index) =>
    isRecord(entry) && textOrNull(entry.id) === null
      ? { ...entry, id: `line-${index + 1}`, parentId: index === 0 ? null : `line-${index}` }
      : entry,
  );
}

/** Whether a file was read. */
export function isSessionFile(file: SessionFile | UnreadFile): file is SessionFile {
  return "entries" in file;
}
