/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  /** A whole number; others are cut to 32 bits. */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** One of them. Throws on an empty list. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.between(0, values.length - 1)];
    if (value === undefined) throw new Error("There is nothing to pick from.");
    return value;
  }
}

/** Cards that are dealt in a random order, each as often as it is in the deck before any comes again. */
export class Deck<T> {
  readonly #cards: readonly T[];
  readonly #random: Random;
  #left: T[] = [];

  constructor(cards: readonly T[], random: Random) {
    this.#cards = cards;
    this.#random = random;
  }

  deal(): T {
    if (this.#left.length === 0) this.#left = [...this.#cards];
    const [card] = this.#left.splice(this.#random.between(0, this.#left.length - 1), 1);
    if (card === undefined) throw new Error("The deck is empty.");
    return card;
  }
}
