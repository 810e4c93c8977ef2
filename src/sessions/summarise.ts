import { judgeFile } from "./judged-file.ts";
import { LineReader } from "./line-reader.ts";
import type { NumberSet } from "./number-set.ts";
import { isSessionFile, readSessionFile, type UnreadFile } from "./session-file.ts";
import { type SessionSummary, summaryOf } from "./session-summary.ts";

/** A file on its own: its sums, and the keys of its entries with usage, to tell what another file holds too. */
export interface Summarised {
  readonly summary: SessionSummary;
  readonly keys: Float64Array<ArrayBuffer>;
}

/** Reads and judges files, one after another. */
export class Summariser {
  readonly #reader = new LineReader();
  readonly #since: number | null;

  /** `since`: milliseconds since the epoch; null for everything. */
  constructor(since: number | null) {
    this.#since = since;
  }

  /** `counted` are keys of other files; without them all of it counts. */
  read(path: string, counted?: Pick<NumberSet, "has">): Summarised | UnreadFile {
    const file = readSessionFile(path, this.#reader);
    if (!isSessionFile(file)) return file;
    const judged = judgeFile(file, { since: this.#since, ...(counted === undefined ? {} : { counted }) });
    return { summary: summaryOf(judged), keys: Float64Array.from(judged.keys) };
  }
}

/** Whether a file was read. */
export function isSummarised(result: Summarised | UnreadFile): result is Summarised {
  return "summary" in result;
}
