import { isRecord } from "../unknown.ts";
import { entryId, parentId } from "../usage/entry.ts";
import type { Since } from "./facts.ts";
import { PromptRecords } from "./prompt-records.ts";

/** Entries that were there when this process opened the session, and why it did, in Pi's words. */
export interface Opened {
  readonly entries: number;
  readonly reason: string;
}

/** The course of a session by its entries: where it was compacted, where the user moved in its tree, where it was opened. */
export class Course {
  readonly #opened: Opened | null;
  #position = -1;
  #lastId: string | null = null;
  #compactedAt = -1;
  #navigatedAt = -1;
  readonly #records = new PromptRecords();

  /** `opened` is null for a session that this process began, and for one that is only read. */
  constructor(opened: Opened | null) {
    this.#opened = opened;
  }

  /** The next entry, in the order of the file. Returns its position, from 0. */
  pass(entry: unknown): number {
    this.#position += 1;
    const id = entryId(entry);
    // Every append hangs on the leaf, so an entry that hangs elsewhere follows a move in the tree. A foreign line is no entry.
    if (id !== null) {
      if (this.#lastId !== null && parentId(entry) !== this.#lastId) this.#navigatedAt = this.#position;
      this.#lastId = id;
    }
    const type = isRecord(entry) ? entry.type : undefined;
    if (type === "compaction") this.#compactedAt = this.#position;
    if (type === "branch_summary") this.#navigatedAt = this.#position;
    if (type === "message") this.#records.note(entry, this.#position);
    return this.#position;
  }

  /** What happened between the request at `position` and the entry passed last. */
  since(position: number): Since {
    const opened = this.#opened;
    const isReopened = opened !== null && position < opened.entries && this.#position >= opened.entries;
    return {
      compacted: this.#compactedAt > position,
      navigated: this.#navigatedAt > position,
      resumed: isReopened ? opened.reason : null,
      prompt: this.#records.since(position),
    };
  }
}
