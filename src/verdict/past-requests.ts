import type { Observation } from "../prefix/observation.ts";
import { type ModelId, ModelKeys, type Turn } from "../usage/turn.ts";
import { hasCacheActivity, promptTokens, type Usage } from "../usage/usage.ts";
import type { Retention } from "./evidence.ts";
import { minimumPrompt } from "./provider-rules.ts";

/** A measured request: one that can have left something in the cache for the next. */
export interface PastRequest extends ModelId {
  /** Salted digest of the endpoint; null where it was not seen. */
  readonly endpoint: string | null;
  /** The model that answered, which can be another than was asked. */
  readonly answeredBy: string;
  /** Milliseconds since the epoch; null when not recorded. Anthropic: a lifetime counts from the start of a request. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly usage: Usage;
  readonly retention: Retention | null;
  readonly thinkingLevel: string | null;
  readonly observation: Observation | null;
  /** Position of its entry in the session file. */
  readonly position: number;
  /** For a refresh the request that it came after: a turn that had started before it is measured against that. */
  readonly refreshOf: PastRequest | null;
}

/** The model that answered a turn. A dated version of the model that was asked is that model. */
export function answeringModel({ model, responseModel }: Pick<Turn, "model" | "responseModel">): string {
  if (responseModel === null) return model;
  const isVersion = responseModel.startsWith(model) && VERSION.test(responseModel.slice(model.length));
  return isVersion ? model : responseModel;
}

/** What providers put behind a model's name: nothing, a date, a number of four digits, or "latest". */
const VERSION = /^(?:[-@:](?:\d{4}(?:-?\d{2}-?\d{2})?|latest))?$/;

/** The last of a request and what it refreshed that had started by then; the request itself where times do not tell. */
export function startedBy(request: PastRequest, time: number | null): PastRequest {
  let before = request;
  while (before.refreshOf !== null && time !== null && before.startedAt !== null && before.startedAt > time) {
    before = before.refreshOf;
  }
  return before;
}

/** Endpoints of one model; the one used longest ago is forgotten first. */
const ENDPOINTS_KEPT = 8;

/** Refreshes remembered in a row: Pi sends them for an hour at most. */
const REFRESHES = 32;

/** A request as the newest refresh of another, with the row of refreshes before it bounded. */
export function refreshed(last: PastRequest, refresh: Omit<PastRequest, "refreshOf">): PastRequest {
  let row = 0;
  for (let one: PastRequest | null = last; one !== null; one = one.refreshOf) row += 1;
  return { ...refresh, refreshOf: row > REFRESHES ? last.refreshOf : last };
}

/**
 * The last measured request of each provider+api+model+endpoint. It keeps one request for each, so it stays small however
 * long a session gets.
 */
export class PastRequests {
  /** By model, one request of each endpoint; the one used last stands last. */
  readonly #byModel = new Map<string, readonly PastRequest[]>();
  readonly #keys = new ModelKeys();
  readonly #active = new Set<string>();
  readonly #writing = new Set<string>();

  /** The last measured request of any model. */
  get newest(): PastRequest | null {
    return newestOf(this.#all());
  }

  /** Whether this model has shown any cache activity. Until then its zeros mean nothing. */
  isReporting(id: ModelId): boolean {
    return this.#active.has(this.#keys.of(id));
  }

  /** Whether this model has said what it writes: then a request of it without cache activity has left nothing. */
  isWriting(id: ModelId): boolean {
    return this.#writing.has(this.#keys.of(id));
  }

  /** The last request that can have left an entry for this one; an endpoint that was not seen may be any. */
  before(id: ModelId, endpoint: string | null): PastRequest | null {
    const requests = this.#byModel.get(this.#keys.of(id)) ?? [];
    return requests.findLast((request) => isSameEndpoint(request.endpoint, endpoint)) ?? null;
  }

  /** Whether this model has answered at another endpoint only. */
  isElsewhere(id: ModelId, endpoint: string | null): boolean {
    return this.#byModel.has(this.#keys.of(id)) && this.before(id, endpoint) === null;
  }

  /** The last measured request of a model by the two names that a refresh entry carries. */
  byName(provider: string, model: string): PastRequest | null {
    return newestOf(
      this.#all().filter((last) => last.provider === provider && [last.model, last.answeredBy].includes(model)),
    );
  }

  /** Notes what a turn said of its model's cache; call it before `before` is asked for that turn. */
  noteActivity(id: ModelId, usage: Usage): void {
    const key = this.#keys.of(id);
    if (hasCacheActivity(usage)) this.#active.add(key);
    if (usage.cacheWrite > 0 && !this.#writing.has(key)) {
      this.#writing.add(key);
      // It says what it writes: those of its requests that wrote and read nothing have left nothing.
      const left = (this.#byModel.get(key) ?? []).filter((request) => hasCacheActivity(request.usage));
      if (left.length > 0) this.#byModel.set(key, left);
      else this.#byModel.delete(key);
    }
  }

  /** A request was measured. One that can have left nothing in the cache changes nothing. */
  add(request: PastRequest): void {
    const key = this.#keys.of(request);
    if (!hasCacheActivity(request.usage)) {
      if (this.#writing.has(key) || promptTokens(request.usage) < minimumPrompt(request).tokens) return;
    }
    const requests = this.#byModel.get(key) ?? [];
    const others = requests.filter(({ endpoint }) => !isSameEndpoint(endpoint, request.endpoint));
    others.push(request);
    this.#byModel.set(key, others.length > ENDPOINTS_KEPT ? others.slice(-ENDPOINTS_KEPT) : others);
  }

  #all(): readonly PastRequest[] {
    return [...this.#byModel.values()].flat();
  }
}

function newestOf(requests: readonly PastRequest[]): PastRequest | null {
  return requests.reduce<PastRequest | null>((a, b) => (a === null || b.position > a.position ? b : a), null);
}

function isSameEndpoint(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b;
}
