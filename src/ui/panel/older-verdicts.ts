import type { SessionVerdicts } from "../../verdict/session-verdicts.ts";

/** Entries judged between two looks at the clock. */
const ENTRIES_AT_ONCE = 200;

/**
 * Verdicts of turns that the session's judge no longer keeps, made again from the session file in small steps, so that no
 * key press waits for a long session.
 */
export class OlderVerdicts {
  readonly #judge: SessionVerdicts;
  #entries: readonly unknown[] = [];
  #read = 0;

  constructor(session: SessionVerdicts) {
    this.#judge = session.unbounded();
  }

  /** The entries of the whole file, of which the first may have been read before. */
  feed(entries: readonly unknown[]): void {
    this.#entries = entries;
  }

  get isComplete(): boolean {
    return this.#read >= this.#entries.length;
  }

  /** Reads on until the clock says stop; `isOver` is asked every few hundred entries. Returns whether it is complete. */
  work(isOver: () => boolean): boolean {
    while (!this.isComplete) {
      const until = Math.min(this.#entries.length, this.#read + ENTRIES_AT_ONCE);
      for (; this.#read < until; this.#read++) this.#judge.read(this.#entries[this.#read]);
      if (isOver()) break;
    }
    return this.isComplete;
  }

  of(entryId: string) {
    return this.#judge.of(entryId);
  }
}
