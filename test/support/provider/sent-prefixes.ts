/** An earlier request as far as the comparison with later ones needs it. */
export interface SentRequest {
  /** Tokens of the prefix that is cached since then; 0 when it cached nothing. */
  cachedTokens: number;
  /** Why it cached nothing at all, or null. */
  unwritten: "below-minimum" | "no-marker" | null;
}

/** The closest earlier request and how far it agrees with a new one. */
export interface Closest {
  request: SentRequest;
  /** Prefix steps (blocks or steps of 128 tokens) both have in common. */
  common: number;
}

/**
 * Remembers which prefixes were ever sent to one model, and by whom last. Only chained names are kept, so a prefix costs
 * a short string and a reference however long its text is.
 */
export class SentPrefixes {
  readonly #newestThrough = new Map<string, SentRequest>();
  #newest: SentRequest | null = null;

  /** Remembers a request by the names of its prefixes, shortest first. */
  add(names: readonly string[], request: SentRequest): void {
    for (const name of names) this.#newestThrough.set(name, request);
    this.#newest = request;
  }

  /**
   * The earlier request with the longest common prefix, the newest of several; null when nothing was sent.
   * Without any common prefix it is the newest request.
   */
  closest(names: readonly string[]): Closest | null {
    if (this.#newest === null) return null;
    let request = this.#newest;
    let common = 0;
    for (const name of names) {
      const through = this.#newestThrough.get(name);
      if (through === undefined) break;
      request = through;
      common += 1;
    }
    return { request, common };
  }
}
