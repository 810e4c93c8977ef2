import { FilesAhead, type Lines } from "./files-ahead.ts";
import { type Counting, judgeFile } from "./judged-file.ts";
import { LineReader } from "./line-reader.ts";
import { NumberSet } from "./number-set.ts";
import { isSessionFile, readSessionFile, type UnreadFile } from "./session-file.ts";
import { addSums, type SessionSummary, type Sums, summaryOf } from "./session-summary.ts";

/** Sessions of one or several files. */
export interface Sessions {
  readonly sums: Sums;
  /** Those with anything that counts, in the order of their files. */
  readonly sessions: readonly SessionSummary[];
  /** Files that hold nothing but what others hold too. */
  readonly copies: number;
  readonly unread: readonly UnreadFile[];
}

/** What is asked of the files. */
export interface ReadingOptions {
  /** Milliseconds since the epoch; null for everything. */
  readonly since: number | null;
  readonly onProgress?: (done: number, all: number) => void;
}

/**
 * Reads files in their order, one after another. What several of them hold is counted in the first. Memory grows by some
 * hundred bytes a session and by 16 to 32 bytes a turn.
 */
export async function readSessions(paths: readonly string[], { since, onProgress }: ReadingOptions): Promise<Sessions> {
  const files = new FilesAhead(new LineReader());
  const counted = new NumberSet();
  const all: SessionSummary[] = [];
  const unread: UnreadFile[] = [];
  let coming = files.begin(paths[0]);
  for (const [index, path] of paths.entries()) {
    const lines = await coming;
    coming = files.begin(paths[index + 1]);
    const read = readSession(path, lines, { since, counted, sumsOnly: true });
    if ("summary" in read) {
      const { summary, keys } = read;
      for (const key of keys) counted.add(key);
      all.push(summary);
    } else {
      unread.push(read);
    }
    onProgress?.(index + 1, paths.length);
  }
  const sessions = all.filter(holdsAnything);
  const copies = all.filter((summary) => summary.copiedTurns > 0 && !holdsAnything(summary)).length;
  return { sums: addSums(all), sessions, copies, unread };
}

/** A session may have paid for no turn, but for a refresh or a summary. */
function holdsAnything({ models, refreshes, totalCost }: SessionSummary): boolean {
  return models.length > 0 || refreshes.count > 0 || totalCost !== null;
}

/** One file that nobody thought of must not cost the others. */
function readSession(
  path: string,
  lines: Lines,
  counting: Counting,
): { readonly summary: SessionSummary; readonly keys: readonly number[] } | UnreadFile {
  try {
    const file = readSessionFile(path, lines);
    if (!isSessionFile(file)) return file;
    const judged = judgeFile(file, counting);
    return { summary: summaryOf(judged), keys: judged.keys };
  } catch {
    return { path, code: "UNREADABLE" };
  }
}
