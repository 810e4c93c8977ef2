import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type JudgedFile, judgeFile } from "../../src/sessions/judged-file.ts";
import { LineReader } from "../../src/sessions/line-reader.ts";
import { isSessionFile, readSessionFile, type SessionFile } from "../../src/sessions/session-file.ts";
import { isRecord } from "../../src/unknown.ts";
import { type Counts, type Fields, turn } from "./entries.ts";
import { START } from "./verdicts.ts";

/** A session's first line, as Pi writes it. */
export function header(id = "session-1", fields: Fields = {}): Fields {
  return { type: "session", version: 3, id, timestamp: new Date(START).toISOString(), cwd: "/project", ...fields };
}

/** What tells the entries of one session from those of others, and where it goes on. */
export interface ChainOptions {
  /** Before the number that makes an entry's id. */
  readonly prefix?: string;
  /** The entry that the first one follows. */
  readonly after?: string | null;
  /** Milliseconds since the epoch. */
  readonly start?: number;
}

/** Entries that follow one another, a minute apart: each gets an id, a parent and a time, which a field of its own replaces. */
export function chain(bodies: readonly Fields[], { prefix = "e", after = null, start = START }: ChainOptions = {}) {
  let parentId = after;
  return bodies.map((body, index): Fields => {
    const [id, at] = [`${prefix}${index + 1}`, start + index * 60_000];
    const { type, ...rest } = body;
    const timed = isRecord(rest.message) ? { ...rest, message: { ...rest.message, timestamp: at } } : rest;
    const entry = { type, id, parentId, timestamp: new Date(at + 2_000).toISOString(), ...timed };
    parentId = id;
    return entry;
  });
}

/** A prompt that is written, one that is read, and one of which nothing is read although it was there. */
export const WRITTEN: Counts = [0, 5, 0, 10_000];
export const READ: Counts = [500, 5, 10_000, 0];
export const MISSED: Counts = [11_000, 5, 0, 0];

/** The turns of a session, in their order. */
export function turns(...rows: readonly Counts[]): readonly Fields[] {
  return rows.map((counts) => turn(counts));
}

/** Lines as they stand in a file. */
export function jsonl(...lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The text of a session's file. */
export function sessionText(entries: readonly unknown[], id?: string, fields?: Fields): string {
  return jsonl(header(id, fields), ...entries);
}

/** A folder that is gone after the test. */
export class TempFolder {
  readonly path = mkdtempSync(join(tmpdir(), "cache-stats-files-"));

  /** Writes a file, with the folders it lies in; returns its path. */
  write(name: string, content: string | Buffer): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /** Writes a session; returns its path. */
  session(name: string, entries: readonly unknown[], id?: string, fields?: Fields): string {
    return this.write(name, sessionText(entries, id, fields));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** A session as it is read from its file; an error where it is none. */
export function readSession(path: string): SessionFile {
  const file = readSessionFile(path, new LineReader());
  if (!isSessionFile(file)) throw new Error(`Not read: ${file.code}`);
  return file;
}

/** A session of these entries as it would be read from a file, without one. */
export function sessionOf(entries: readonly unknown[], fields: Partial<SessionFile> = {}): SessionFile {
  return {
    ...{ path: "/sessions/one.jsonl", id: "session-1", version: 3, isNewer: false, damagedLines: 0 },
    ...{ entries, records: [], ...fields },
  };
}

/** The same, judged. */
export function judged(entries: readonly unknown[], counting: Parameters<typeof judgeFile>[1] = {}): JudgedFile {
  return judgeFile(sessionOf(entries), counting);
}
