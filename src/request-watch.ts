import type { Observation } from "./prefix/observation.ts";
import type { LastChange, Observer, RequestContext } from "./prefix/observer.ts";
import { type ModelId, modelKey, type Turn } from "./usage/turn.ts";
import type { Cause } from "./verdict/cause.ts";
import type { LiveFacts } from "./verdict/facts.ts";

/**
 * The requests of one session: what was seen of them, and which response belongs to which. Without an observer, which is
 * loaded when it is first needed, nothing is seen.
 */
export class RequestWatch {
  #observer: Observer | null = null;
  #pending: LiveFacts | null = null;
  /** The last refresh of which no answer was seen. */
  #refresh: { readonly at: number; readonly model: string } | null = null;
  /** The response that the pending facts belong to, once it is complete. */
  #response: { readonly model: string; readonly at: number | null } | null = null;

  /** Requests are observed from now on with this observer, which belongs to the present session; null for none yet. */
  use(observer: Observer | null): void {
    this.#observer = observer;
  }

  get isObserving(): boolean {
    return this.#observer !== null;
  }

  /** What its digests are salted with; null while nothing is observed. */
  get salt(): string | null {
    return this.#observer?.salt ?? null;
  }

  /** The last request that was answered, for the record; null before any. */
  get lastAnswered(): Observer["lastAnswered"] {
    return this.#observer?.lastAnswered ?? null;
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
    const observation = this.#observer.request(payload, context);
    const endpoint = this.#observer.endpointOf(context);
    const { provider, model } = context.scope;
    const isOfModel = this.#refresh?.model === JSON.stringify([provider, model]);
    const refreshSentAt = isOfModel ? (this.#refresh?.at ?? null) : null;
    this.#pending = { observation, endpoint, diagnosis: null, refreshSentAt };
    this.#response = null;
    this.#refresh = null;
  }

  /** A cache-warming refresh is sent to an endpoint at `now`, in milliseconds since the epoch. */
  refreshSent(now: number, { scope: { provider, model } }: RequestContext): void {
    this.#refresh = { at: now, model: JSON.stringify([provider, model]) };
  }

  /** The provider has begun to answer the refresh, or refused it. */
  refreshAnswered(): void {
    this.#refresh = null;
  }

  /** The provider itself has said why the awaited response's prompt was not read from the cache. */
  diagnosed(cause: Cause): void {
    const unseen = { observation: null, endpoint: null, refreshSentAt: null };
    this.#pending = { ...(this.#pending ?? unseen), diagnosis: cause };
  }

  /** The awaited response is complete; its turn goes on while tools run. */
  completed(turn: Pick<Turn, keyof ModelId | "at">): void {
    this.#response = { model: modelKey(turn), at: turn.at };
  }

  /** What was seen of the request of the turn that has not ended yet; null for any other turn. */
  factsOf(turn: Pick<Turn, keyof ModelId | "at">): LiveFacts | null {
    const response = this.#response;
    return response !== null && response.model === modelKey(turn) && response.at === turn.at ? this.#pending : null;
  }

  /** The awaited response has come: its request is what the next one is compared with. */
  answered(): void {
    this.#observer?.answered();
  }

  /** The user has moved in the tree or compacted: the next request of each scope may branch off. */
  moved(): void {
    this.#observer?.moved();
  }

  /** What was seen of the request of the turn that ends, once. */
  take(): LiveFacts | null {
    const facts = this.#pending;
    this.#pending = null;
    this.#response = null;
    return facts;
  }

  /** Everything starts anew: the next request has nothing to be compared with. */
  clear(): void {
    this.#observer?.clear();
    this.#pending = null;
    this.#refresh = null;
    this.#response = null;
  }
}
