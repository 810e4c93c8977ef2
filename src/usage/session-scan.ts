import type { Pricer } from "./cost.ts";
import { type EntryFact, entryId, parentId, readEntry } from "./entry.ts";
import type { SessionView } from "./session-view.ts";
import { Totals } from "./totals.ts";
import { type Turn, VIRTUAL_API } from "./turn.ts";

/** What reads the session along with its totals, entry by entry. */
export interface EntryFollower {
  /** Everything so far is void: the entries come again from the first. */
  startOver(): void;
  /** The window starts after the last entry. */
  startWindow(): void;
  /** The next entry in the order of the file, what it says about usage, and whether it lies in the window. */
  entry(entry: unknown, fact: EntryFact | null, inWindow: boolean): void;
}

/**
 * The session scope: totals of all entries of the file, and of those appended after the reset mark. Incremental: when
 * the leaf has moved, only entries it has not seen are read; when nothing moved, nothing is read. Derived from Pi's own
 * entries, so it is right after resume, fork and reload without any state of its own.
 */
export class SessionScan {
  readonly #price: Pricer;
  #sessionId: string | null = null;
  #leafId: string | null = null;
  #entryCount: number | null = null;
  #scanned = 0;
  #lastId: string | null = null;
  /** Entries before this index do not count in the window; null without a reset. */
  #mark: number | null = null;
  #file = new Totals();
  #window = this.#file;
  #follower: EntryFollower | null = null;
  #answer: Turn | null = null;
  #latest: Turn | null = null;
  #latestId: string | null = null;
  #revision = 0;

  constructor(price: Pricer) {
    this.#price = price;
  }

  /** Whether `reset` has moved the start of the window. */
  get isReset(): boolean {
    return this.#mark !== null;
  }

  /** All entries of the file. */
  get file(): Totals {
    return this.#file;
  }

  /** The session scope: the whole file, or what came after the reset mark. */
  get window(): Totals {
    return this.#window;
  }

  /** The newest turn of the active branch inside the window, failed and aborted ones included; null without one. */
  get latest(): Turn | null {
    return this.#latest;
  }

  /** The entry of `latest`. */
  get latestId(): string | null {
    return this.#latestId;
  }

  /** The newest answer of a physical model on the active branch, before or after the reset mark; null without one. */
  get answer(): Turn | null {
    return this.#answer;
  }

  /** Grows with every change that an update found and with every reset: who remembers it need not ask what changed. */
  get revision(): number {
    return this.#revision;
  }

  /** From the next update on, `follower` reads along, from the first entry. */
  follow(follower: EntryFollower): void {
    this.#follower = follower;
    this.readAgain();
  }

  /** The next update reads everything again. */
  readAgain(): void {
    this.#startOver();
    this.#leafId = null;
    this.#entryCount = -1;
  }

  /** Brings the totals up to date. Returns whether anything had changed since the last call. */
  update(view: SessionView): boolean {
    const sessionId = view.sessionId();
    const leafId = view.leafId();
    const entryCount = view.entryCount();
    if (sessionId === this.#sessionId && leafId === this.#leafId && entryCount === this.#entryCount) return false;
    const entries = view.entries();
    // A mark belongs to the session it was set in.
    if (this.#sessionId !== null && sessionId !== this.#sessionId) this.#mark = null;
    if (sessionId !== this.#sessionId || !this.#continues(entries)) this.#startOver();
    this.#sessionId = sessionId;
    this.#readUpTo(entries);
    const newest = this.#walkUp(view, () => true);
    // From the end: right after an append the turn is among the last entries.
    const inWindow = this.#mark === null || entries.lastIndexOf(newest?.entry) >= this.#mark;
    this.#latest = inWindow ? (newest?.turn ?? null) : null;
    this.#latestId = this.#latest === null ? null : entryId(newest?.entry);
    this.#answer =
      newest !== null && isAnswer(newest.turn) ? newest.turn : (this.#walkUp(view, isAnswer)?.turn ?? null);
    this.#revision += 1;
    // Last: after a fault on the way the next call tries again.
    this.#leafId = leafId;
    this.#entryCount = entryCount;
    return true;
  }

  /** Starts the window after the last entry of now. A session that is shorter than the mark has an empty window. */
  reset(view: SessionView): void {
    this.update(view);
    this.#revision += 1;
    this.#mark = this.#scanned;
    this.#window = new Totals();
    this.#follower?.startWindow();
    this.#latest = null;
    this.#latestId = null;
  }

  /** All entries of the file in its order, and the index of the first that lies in the window. */
  fileEntries(view: SessionView): { readonly entries: readonly unknown[]; readonly windowStart: number } {
    return { entries: view.entries(), windowStart: this.#mark ?? 0 };
  }

  /** The entries of the active branch that lie in the window, with their position on the branch among all turns. */
  branchEntries(view: SessionView): { readonly entries: readonly unknown[]; readonly turnsBefore: number } {
    const branch = view.branch();
    if (!this.isReset) return { entries: branch, turnsBefore: 0 };
    const inWindow = new Set(view.entries().slice(this.#mark ?? 0));
    const start = branch.findIndex((entry) => inWindow.has(entry));
    const before = start < 0 ? branch : branch.slice(0, start);
    const turnsBefore = before.filter((entry) => readEntry(entry, this.#price)?.kind === "turn").length;
    return { entries: start < 0 ? [] : branch.slice(start), turnsBefore };
  }

  #continues(entries: readonly unknown[]): boolean {
    return (
      entries.length >= this.#scanned && (this.#scanned === 0 || entryId(entries[this.#scanned - 1]) === this.#lastId)
    );
  }

  #startOver(): void {
    this.#scanned = 0;
    this.#lastId = null;
    this.#file = new Totals();
    this.#window = this.#mark === null ? this.#file : new Totals();
    this.#follower?.startOver();
  }

  #readUpTo(entries: readonly unknown[]): void {
    while (this.#scanned < entries.length) {
      const index = this.#scanned;
      const entry = entries[index];
      // What may throw comes first: after a fault the next call goes on at this entry, and none counts twice.
      const fact = readEntry(entry, this.#price);
      this.#scanned += 1;
      this.#lastId = entryId(entry);
      const isAfterMark = this.#mark !== null && index >= this.#mark;
      if (fact !== null) {
        this.#file.addFact(fact);
        if (isAfterMark) this.#window.addFact(fact);
      }
      this.#follower?.entry(entry, fact, this.#mark === null || isAfterMark);
    }
  }

  /**
   * Walks up from the leaf to the nearest turn that fits. The walk is over entry links, not over the file, so that after
   * moving in the tree it is the newest turn the user looks at.
   */
  #walkUp(view: SessionView, fits: (turn: Turn) => boolean): { readonly turn: Turn; readonly entry: unknown } | null {
    const seen = new Set<string>();
    let id = view.leafId();
    while (id !== null && !seen.has(id)) {
      seen.add(id);
      const entry = view.entry(id);
      const fact = readEntry(entry, this.#price);
      if (fact?.kind === "turn" && fits(fact.turn)) return { turn: fact.turn, entry };
      id = parentId(entry);
    }
    return null;
  }
}

/** As Pi decides which response a virtual model was routed to: neither failed nor aborted, and by a physical model. */
function isAnswer({ stopReason, api }: Turn): boolean {
  return stopReason !== "error" && stopReason !== "aborted" && api !== VIRTUAL_API;
}
