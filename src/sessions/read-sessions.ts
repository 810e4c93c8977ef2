import { availableParallelism } from "node:os";
import { setImmediate as afterMessages } from "node:timers/promises";
import { NumberSet } from "./number-set.ts";
import { SecondThread } from "./second-thread.ts";
import type { UnreadFile } from "./session-file.ts";
import { addSums, NO_SUMS, type SessionSummary, type Sums } from "./session-summary.ts";
import { isSummarised, type Summarised, Summariser } from "./summarise.ts";

/** Sessions of one or several files. */
export interface Sessions {
  readonly sums: Sums;
  /** Those with a turn that counts, in the order of their files. */
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
  /** Whether another thread may help; it does with many files on more than one core. */
  readonly alone?: boolean;
}

/** Fewer files are read before another thread has started. */
const WORTH_A_THREAD = 16;

/**
 * Reads files in their order. What several of them hold is counted in the first. Memory grows by some hundred bytes a session
 * and eight bytes a turn.
 */
export async function readSessions(
  paths: readonly string[],
  { since, onProgress, alone = false }: ReadingOptions,
): Promise<Sessions> {
  const files = new Summariser(since);
  const merged = new Merged(paths, files);
  const isShared = !alone && paths.length >= WORTH_A_THREAD && availableParallelism() > 1;
  const thread = isShared ? new SecondThread(since, (path, result) => merged.add(path, result)) : null;
  const open = [...paths].reverse();
  try {
    while (open.length > 0 || thread?.isIdle === false) {
      open.push(...(thread?.takeBack() ?? []));
      while (open.length > 1 && thread?.hasRoom === true) thread.give(open.pop() ?? "");
      const own = open.pop();
      if (own !== undefined) merged.add(own, files.read(own));
      onProgress?.(merged.done, paths.length);
      if (thread !== null) await afterMessages();
    }
  } finally {
    await thread?.end();
  }
  return merged.sessions;
}

/** Puts results together in the order of the files, in whichever order they come. */
class Merged {
  readonly #paths: readonly string[];
  readonly #files: Summariser;
  readonly #early = new Map<string, Summarised | UnreadFile>();
  readonly #counted = new NumberSet();
  readonly #sessions: SessionSummary[] = [];
  readonly #unread: UnreadFile[] = [];
  #sums = NO_SUMS;
  #copies = 0;
  #next = 0;

  constructor(paths: readonly string[], files: Summariser) {
    this.#paths = paths;
    this.#files = files;
  }

  get done(): number {
    return this.#next + this.#early.size;
  }

  get sessions(): Sessions {
    return { sums: this.#sums, sessions: this.#sessions, copies: this.#copies, unread: this.#unread };
  }

  add(path: string, result: Summarised | UnreadFile): void {
    this.#early.set(path, result);
    for (;;) {
      const next = this.#paths[this.#next];
      const ready = next === undefined ? undefined : this.#early.get(next);
      if (next === undefined || ready === undefined) return;
      this.#early.delete(next);
      this.#next += 1;
      if (isSummarised(ready)) this.#merge(next, ready);
      else this.#unread.push(ready);
    }
  }

  #merge(path: string, result: Summarised): void {
    const isShared = result.keys.some((key) => this.#counted.has(key));
    // Its sums hold what was counted already: it is read once more, knowing what that is.
    const own = isShared ? this.#files.read(path, this.#counted) : result;
    if (!isSummarised(own)) {
      this.#unread.push(own);
      return;
    }
    for (const key of own.keys) this.#counted.add(key);
    const { summary } = own;
    this.#sums = addSums(this.#sums, summary);
    if (summary.models.length > 0) this.#sessions.push(summary);
    else if (summary.copiedTurns > 0) this.#copies += 1;
  }
}
