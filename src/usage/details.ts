import type { Speed } from "../speed/speed.ts";
import type { LiveFacts } from "../verdict/facts.ts";

const NOTHING_KNOWN: TurnDetail = Object.freeze({ speed: null, live: null });

/** Turns whose details stay in memory; the oldest are dropped first. Totals are kept elsewhere and lose nothing. */
export const DETAILS_KEPT = 2_000;

/** What only the live stream knew about a turn and the session file does not hold. */
export interface TurnDetail {
  readonly speed: Speed | null;
  /** Null for a turn whose request was not watched. */
  readonly live: LiveFacts | null;
}

/** The details of the newest turns, by entry id. Bounded, so that a run of any length stays small. */
export class TurnDetails {
  readonly #byEntry = new Map<string, TurnDetail>();
  readonly #kept: number;

  constructor(kept: number = DETAILS_KEPT) {
    this.#kept = kept;
  }

  add(entryId: string, detail: TurnDetail): void {
    this.#byEntry.delete(entryId);
    this.#byEntry.set(entryId, detail);
    if (this.#byEntry.size <= this.#kept) return;
    for (const oldest of this.#byEntry.keys()) {
      this.#byEntry.delete(oldest);
      return;
    }
  }

  /** Nothing for turns of earlier processes and for turns dropped since. */
  of(entryId: string | null): TurnDetail {
    return (entryId === null ? undefined : this.#byEntry.get(entryId)) ?? NOTHING_KNOWN;
  }

  get size(): number {
    return this.#byEntry.size;
  }
}
