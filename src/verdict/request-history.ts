import type { Pricer } from "../usage/cost.ts";
import { entryTime, type RefreshOf } from "../usage/entry.ts";
import { inclusiveInputRate } from "../usage/inclusive-input.ts";
import { type ModelId, ModelKeys, type Turn } from "../usage/turn.ts";
import { hasCacheActivity, promptTokens, type Usage } from "../usage/usage.ts";
import type { Standing } from "./breaks.ts";
import { type CacheClock, cacheClock, NO_CLOCK } from "./clock.ts";
import { Course, type Opened } from "./course.ts";
import type { LiveFacts, TurnFacts } from "./facts.ts";
import { type Lifetimes, lifetimeSeconds, retentionOf } from "./lifetime.ts";
import { answeringModel, type PastRequest, PastRequests, refreshed, startedBy } from "./past-requests.ts";

/** What came before a request in a session: what it is measured against, and what happened in between. */
export class RequestHistory {
  readonly #past = new PastRequests();
  readonly #course: Course;
  readonly #lifetimes: Lifetimes;
  readonly #keys = new ModelKeys();
  /** Usage of each model's last turn, also where it is no measure for the next: a suspicion needs two in a row. */
  readonly #usages = new Map<string, Usage>();

  constructor(opened: Opened | null, lifetimes: Lifetimes) {
    this.#course = new Course(opened);
    this.#lifetimes = lifetimes;
  }

  /** The next entry of the file. Returns its position, from 0. */
  pass(entry: unknown): number {
    return this.#course.pass(entry);
  }

  /** Whether the facts of any turn were asked so far. */
  get hasMeasured(): boolean {
    return this.#usages.size > 0;
  }

  /** Whether a model has shown cache activity so far: until then its zeros mean nothing. */
  isReporting(model: ModelId): boolean {
    return this.#past.isReporting(model);
  }

  /**
   * Whether a turn's verdict counts: its model has shown cache activity so far. Not while it was silent, of a model that
   * says what it writes: there was nothing yet to be missed.
   */
  counts({ model, isSilent }: Standing): boolean {
    return this.#past.isReporting(model) && !(isSilent && this.#past.isWriting(model));
  }

  /** How a turn stands whose facts were asked last. */
  standing({ turn: { provider, api, model }, usage }: TurnFacts): Standing {
    const id = { provider, api, model };
    return { model: id, isSilent: !hasCacheActivity(usage) && !this.#past.isReporting(id) };
  }

  /** The facts of a measured turn whose entry was passed last. */
  facts(turn: Turn, usage: Usage, live: LiveFacts, entry: unknown): TurnFacts {
    this.#past.noteActivity(turn, usage);
    const last = this.#past.before(turn, live.endpoint);
    const own = last === null ? null : startedBy(last, turn.at);
    const previous = own ?? this.#past.newest;
    const isElsewhere = this.#past.isElsewhere(turn, live.endpoint);
    const key = this.#keys.of(turn);
    const suspected = inclusiveInputRate(turn.row, this.#usages.get(key) ?? null) !== null;
    this.#usages.set(key, usage);
    return {
      turn,
      usage,
      flags: suspected ? [...turn.row.flags, "inclusive-input-suspected"] : turn.row.flags,
      endedAt: entryTime(entry),
      live,
      previous,
      isFirstOf: previous === null || own !== null ? null : isElsewhere ? "endpoint" : "model",
      since: this.#course.since(previous?.position ?? Number.MAX_SAFE_INTEGER),
      lifetimeSeconds: previous === null ? null : this.#lifetimeOf(previous),
    };
  }

  /** The turn is what the next request is measured against. */
  remember(facts: TurnFacts, position: number): void {
    const request = pastRequest(facts, position);
    // A refresh while the turn was answered has kept its entry: the lifetime counts from there.
    const last = this.#past.before(request, request.endpoint);
    const refreshedAt = last === null || last.refreshOf === null ? null : last.startedAt;
    this.#past.add({ ...request, startedAt: later(request.startedAt, refreshedAt) });
  }

  /** A refresh repeats the last request of its model: it reads the same entry again, and keeps it. */
  refresh({ provider, model, at }: RefreshOf, usage: Usage): void {
    const last = this.#past.byName(provider, model);
    if (last === null || promptTokens(usage) === 0) return;
    // It keeps the place of what it repeats: what happened in the session since then still did.
    this.#past.add(refreshed(last, { ...last, usage, startedAt: at ?? last.startedAt, endedAt: at }));
  }

  /**
   * The cache clock of the selected model, or of the one that answered last under a virtual one (null). No clock runs after
   * a compaction: what the last request left is of no use any more.
   */
  clock(selected: { readonly provider: string; readonly id: string } | null, now: number, price: Pricer): CacheClock {
    const last = selected === null ? this.#past.newest : this.#past.byName(selected.provider, selected.id);
    if (last === null || this.#course.since(last.position).compacted || !this.#past.isReporting(last)) return NO_CLOCK;
    return cacheClock(last, this.#lifetimes(last.provider, last.model), now, price);
  }

  #lifetimeOf({ provider, model, retention }: PastRequest): number | null {
    return lifetimeSeconds(this.#lifetimes(provider, model), retention);
  }
}

/** A measured turn as what the next one is measured against. A read that was not seen keeps the lifetime that applied. */
function pastRequest({ turn, usage, live, previous, isFirstOf, endedAt }: TurnFacts, position: number): PastRequest {
  const own = isFirstOf === null ? previous : null;
  return {
    ...{ provider: turn.provider, api: turn.api, model: turn.model, endpoint: live.endpoint },
    answeredBy: answeringModel(turn),
    startedAt: turn.at,
    endedAt,
    usage,
    retention: retentionOf(usage, live.observation) ?? own?.retention ?? null,
    thinkingLevel: turn.thinkingLevel,
    observation: live.observation,
    position,
    refreshOf: null,
  };
}

/** The later of two times; the first where the other is not known. */
function later(time: number | null, other: number | null): number | null {
  return time !== null && other !== null && other > time ? other : time;
}
