import type { Speed } from "../speed/speed.ts";

/** Turns whose details stay in memory; the oldest are dropped first. Totals are kept elsewhere and lose nothing. */
export const DETAILS_KEPT = 2_000;

/**
 * What only the live stream knew about a turn and the session file does not hold, by entry id. Bounded, so that a run of
 * any length stays small.
 */
export class TurnDetails {
  readonly #speeds = new Map<string, Speed>();
  readonly #kept: number;

  constructor(kept: number = DETAILS_KEPT) {
    this.#kept = kept;
  }

  add(entryId: string, speed: Speed): void {
    this.#speeds.delete(entryId);
    this.#speeds.set(entryId, speed);
    if (this.#speeds.size <= this.#kept) return;
    for (const oldest of this.#speeds.keys()) {
      this.#speeds.delete(oldest);
      return;
    }
  }

  /** Null for turns of earlier processes and for turns dropped since. */
  speed(entryId: string | null): Speed | null {
    return entryId === null ? null : (this.#speeds.get(entryId) ?? null);
  }

  get size(): number {
    return this.#speeds.size;
  }

  clear(): void {
    this.#speeds.clear();
  }
}
