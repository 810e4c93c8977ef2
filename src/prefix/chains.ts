import { Chain } from "./chain.ts";

/** Scopes kept; the least recently used goes first. */
export const SCOPES_KEPT = 8;

/** The chains of all scopes of an instance. */
export class Chains {
  readonly #salt: string;
  /** In order of use. */
  readonly #byScope = new Map<string, Chain>();

  constructor(salt: string) {
    this.#salt = salt;
  }

  /** The chain of a scope, which becomes the one used last. */
  of(scope: string): Chain {
    const chain = this.#byScope.get(scope) ?? new Chain(this.#salt);
    this.#byScope.delete(scope);
    this.#byScope.set(scope, chain);
    for (const oldest of this.#byScope.keys()) {
      if (this.#byScope.size <= SCOPES_KEPT) break;
      this.#byScope.delete(oldest);
    }
    return chain;
  }

  /** The user has moved: the next request of every scope may branch off. */
  moved(): void {
    for (const chain of this.#byScope.values()) chain.moved();
  }

  /** Breaks one scope's chain: its next request is a baseline. */
  break(scope: string): void {
    this.#byScope.delete(scope);
  }

  clear(): void {
    this.#byScope.clear();
  }
}
