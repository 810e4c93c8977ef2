import type { Observation } from "./prefix/observation.ts";
import type { LastChange, Observer, RequestContext } from "./prefix/observer.ts";

/**
 * The requests of one session: what was seen of them, and which response belongs to which. Without an observer, which is
 * loaded when it is first needed, nothing is seen.
 */
export class RequestWatch {
  #observer: Observer | null = null;
  #pending: Observation | null = null;

  /** Requests are observed from now on with this observer, which belongs to the present session; null for none yet. */
  use(observer: Observer | null): void {
    this.#observer = observer;
  }

  get isObserving(): boolean {
    return this.#observer !== null;
  }

  /** The newest observation of a request; null before any. */
  get last(): Observation | null {
    return this.#observer?.last ?? null;
  }

  /** The last difference that was seen, with its texts: for the user's own screen, on request. */
  get lastChange(): LastChange | null {
    return this.#observer?.lastChange ?? null;
  }

  /** A request is about to be sent; `awaited`: a turn waits for its response. */
  observe(payload: unknown, awaited: boolean, context: RequestContext): void {
    // A cache-warming replay is a request seen before: there is nothing to learn from it.
    if (this.#observer === null || !awaited) return;
    this.#pending = this.#observer.request(payload, context);
  }

  /** The awaited response has come: its request is what the next one is compared with. */
  answered(): void {
    this.#observer?.answered();
  }

  /** The user has moved in the tree or compacted: the next request of each scope may branch off. */
  moved(): void {
    this.#observer?.moved();
  }

  /** The observation of the turn that ends, once. */
  take(): Observation | null {
    const observation = this.#pending;
    this.#pending = null;
    return observation;
  }

  /** Everything starts anew: the next request has nothing to be compared with. */
  clear(): void {
    this.#observer?.clear();
    this.#pending = null;
  }
}
