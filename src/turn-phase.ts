/**
 * Where a turn is, by Pi's events: it begins, its request goes out, the response streams, is complete, and the turn ends.
 * Requests also go out at other times (cache-warming replays), and statistics can be switched off in the middle.
 */
export class TurnPhase {
  #phase: "between" | "awaiting" | "responding" = "between";
  #watched = true;
  #counted = false;

  /** A response is awaited and has not begun. */
  get isAwaiting(): boolean {
    return this.#phase === "awaiting";
  }

  /** No response is awaited or streams: what comes from a provider belongs to no turn. */
  get isBetween(): boolean {
    return this.#phase === "between";
  }

  get isResponding(): boolean {
    return this.#phase === "responding";
  }

  /** Whether the turn has been measured from its start. */
  get isWatched(): boolean {
    return this.#watched;
  }

  /** A session or turn begins; `enabled`: it is measured. */
  begin(phase: "between" | "awaiting", enabled: boolean): void {
    this.#phase = phase;
    this.#watched = enabled;
    this.#counted = false;
  }

  respond(): void {
    this.#phase = "responding";
  }

  /** The response is complete; tools may follow. */
  complete(): void {
    this.#phase = "between";
  }

  /** Switched off in the middle: this turn is not measured, also if it is switched on again before it ends. */
  stopWatching(): void {
    this.#watched = false;
  }

  /** Answers once per turn that its response is to be counted. */
  countOnce(): boolean {
    const first = !this.#counted;
    this.#counted = true;
    return first;
  }
}
