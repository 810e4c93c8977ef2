const SMALLEST = 1_024;

/**
 * A set of whole numbers from 1 to 2^53 - 1, in 16 to 32 bytes each: it holds plain numbers, where a `Set` holds an object for
 * each of this size.
 */
export class NumberSet {
  /** 0 is an empty place. At least half of them are. */
  #places = new Float64Array(SMALLEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(value: number): boolean {
    return this.#places[this.#placeOf(value)] === value;
  }

  add(value: number): void {
    const place = this.#placeOf(value);
    if (this.#places[place] === value) return;
    this.#places[place] = value;
    this.#size += 1;
    if (this.#size * 2 > this.#places.length) this.#grow();
  }

  /** Where a value stands, or would stand. */
  #placeOf(value: number): number {
    const last = this.#places.length - 1;
    let place = (value ^ (value / 2 ** 26)) & last;
    while (this.#places[place] !== 0 && this.#places[place] !== value) place = (place + 1) & last;
    return place;
  }

  #grow(): void {
    const before = this.#places;
    this.#places = new Float64Array(before.length * 2);
    for (const value of before) if (value !== 0) this.#places[this.#placeOf(value)] = value;
  }
}
