/** Entries that are looked at one by one before all are: a record stands soon behind its turns. */
const NEAR = 32;

/**
 * What holds behind each entry of a session's tree, by the entries' ids. Entries come in the order of the file, where most hang
 * on the one before: the map of all ids is made only where one is asked for that is further back.
 */
export class Branches<T> {
  readonly #root: T;
  readonly #ids: string[] = [];
  readonly #values: T[] = [];
  readonly #byId = new Map<string, T>();
  /** Entries that are in the map. */
  #mapped = 0;

  /** `root` is what holds behind an entry that is not there. */
  constructor(root: T) {
    this.#root = root;
  }

  /** The next entry. What was said of its id before is void. */
  add(id: string, value: T): void {
    this.#ids.push(id);
    this.#values.push(value);
  }

  /** What holds behind an entry; null stands for the beginning. */
  behind(id: string | null): T {
    const last = this.#ids.length - 1;
    if (id !== null && id === this.#ids[last]) return this.#values[last] ?? this.#root;
    return id === null ? this.#root : (this.#all().get(id) ?? this.#root);
  }

  has(id: string): boolean {
    for (let at = this.#ids.length - 1; at >= Math.max(0, this.#ids.length - NEAR); at--) {
      if (this.#ids[at] === id) return true;
    }
    return this.#all().has(id);
  }

  #all(): ReadonlyMap<string, T> {
    for (; this.#mapped < this.#ids.length; this.#mapped++) {
      const [id, value] = [this.#ids[this.#mapped], this.#values[this.#mapped]];
      if (id !== undefined && value !== undefined) this.#byId.set(id, value);
    }
    return this.#byId;
  }
}
