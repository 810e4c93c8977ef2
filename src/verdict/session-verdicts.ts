import type { Pricer } from "../usage/cost.ts";
import { type EntryFact, entryId, entryTime, type RefreshOf, readEntry } from "../usage/entry.ts";
import { inclusiveInputRate } from "../usage/inclusive-input.ts";
import type { ModelId, Turn } from "../usage/turn.ts";
import { promptTokens, type Usage } from "../usage/usage.ts";
import { type addBreaks, ModelBreaks } from "./breaks.ts";
import { type CacheClock, cacheClock, NO_CLOCK } from "./clock.ts";
import { Course, type Opened } from "./course.ts";
import type { Verdict } from "./evidence.ts";
import { type LiveFacts, NOT_SEEN, type TurnFacts } from "./facts.ts";
import { judge, unmeasured, unreported } from "./judge.ts";
import { type Lifetimes, lifetimeSeconds, retentionOf } from "./lifetime.ts";
import { Money, type MoneySums } from "./money.ts";
import { type PastRequest, PastRequests } from "./past-requests.ts";
import { Streak } from "./streak.ts";

/** Verdicts kept; older ones are judged again when a view wants them. Sums are kept apart and lose nothing. */
export const VERDICTS_KEPT = 2_000;

/** What a session's verdicts are made with. */
export interface VerdictSource {
  readonly price: Pricer;
  readonly lifetimes: Lifetimes;
  /** What the live stream knew about a turn; null for one that was not watched. `entryId` is null for a foreign entry. */
  readonly live: (entryId: string | null, turn: Turn) => LiveFacts | null;
  readonly opened: Opened | null;
}

interface Judged {
  readonly model: ModelId;
  readonly verdict: Verdict;
  readonly seen: boolean;
}

/**
 * The verdicts of a session: a fold over its entries in the order of the file, since a provider's cache knows no branches.
 * Everything but the live facts comes from Pi's own entries, so it is the same after resume and for a file on disk.
 */
export class SessionVerdicts {
  readonly #source: VerdictSource;
  readonly #kept: number;
  #past = new PastRequests();
  #course: Course;
  #streak = new Streak();
  #byEntry = new Map<string, Judged>();
  #newest: Judged | null = null;
  #breaks = new ModelBreaks();
  #money = new Money();

  constructor(source: VerdictSource, kept: number = VERDICTS_KEPT) {
    this.#source = source;
    this.#kept = kept;
    this.#course = new Course(source.opened);
  }

  /** Everything so far is void: the entries come again from the first. */
  startOver(): void {
    this.#past = new PastRequests();
    this.#course = new Course(this.#source.opened);
    this.#streak = new Streak();
    this.#byEntry = new Map();
    this.#newest = null;
    this.startWindow();
  }

  /** Sums start from here; what was judged stays. */
  startWindow(): void {
    this.#breaks = new ModelBreaks();
    this.#money = new Money();
  }

  /** The next entry, with what it says about usage, and whether the sums count it. */
  entry(entry: unknown, fact: EntryFact | null, inWindow: boolean): void {
    const position = this.#course.pass(entry);
    if (fact === null) return;
    if (inWindow) this.#money.add(fact, this.#source.price);
    if (fact.kind === "turn") this.#judge(entry, fact.turn, position, inWindow);
    else if (fact.kind === "refresh" && fact.warms !== null && fact.row.usage !== null) {
      this.#refresh(fact.warms, fact.row.usage, position);
    }
  }

  /** The verdict of a turn by its entry; undefined when it is not kept. */
  of(entry: string): Verdict | undefined {
    const judged = this.#byEntry.get(entry);
    return judged === undefined ? undefined : this.#shown(judged);
  }

  /** Whether a turn was judged without what the live stream knew of it. */
  wasUnseen(entry: string): boolean {
    return this.#byEntry.get(entry)?.seen === false;
  }

  /** The newest verdict on a measured turn; null before any. */
  get newest(): Verdict | null {
    return this.#newest === null ? null : this.#shown(this.#newest);
  }

  /** Breaks in the window, of the models that report their cache. */
  get breaks(): ReturnType<typeof addBreaks> {
    return this.#breaks.sum((model) => this.#past.isReporting(model));
  }

  get money(): MoneySums {
    return this.#money.sums;
  }

  /**
   * The cache clock of the selected model, or of the one that answered last under a virtual one (null). No clock runs after
   * a compaction: what the last request left is of no use any more.
   */
  clock(selected: { readonly provider: string; readonly id: string } | null, now: number): CacheClock {
    const last = selected === null ? this.#past.newest : this.#past.byName(selected.provider, selected.id);
    if (last === null || this.#course.since(last.position).compacted || !this.#past.isReporting(last)) return NO_CLOCK;
    return cacheClock(last, this.#source.lifetimes(last.provider, last.model), now, this.#source.price);
  }

  /** The same judge without a bound on what it keeps, over entries from the first: for turns that are no longer kept. */
  overAll(entries: readonly unknown[]): SessionVerdicts {
    const all = new SessionVerdicts(this.#source, Number.POSITIVE_INFINITY);
    for (const entry of entries) all.entry(entry, readEntry(entry, this.#source.price), true);
    return all;
  }

  /** A model that never reported any cache activity cannot have missed; once it has, its earlier zeros are real. */
  #shown({ model, verdict }: Judged): Verdict {
    return this.#past.isReporting(model) ? verdict : unreported(verdict);
  }

  #judge(entry: unknown, turn: Turn, position: number, inWindow: boolean): void {
    const id = entryId(entry);
    const live = this.#source.live(id, turn);
    const { usage } = turn.row;
    const isMeasured = usage !== null && promptTokens(usage) > 0;
    const verdict = isMeasured
      ? this.#measured(this.#facts(turn, usage, live ?? NOT_SEEN, entry), position)
      : withoutUsage(turn);
    const { provider, api, model } = turn;
    const judged: Judged = { model: { provider, api, model }, verdict, seen: live !== null };
    this.#keep(id, judged);
    if (isMeasured) this.#newest = judged;
    if (inWindow) this.#breaks.add(turn, verdict);
  }

  #measured(facts: TurnFacts, position: number): Verdict {
    const verdict = this.#streak.note(judge(facts, this.#source.price));
    // Counts that are not what the provider meant are no measure for the next turn.
    if (verdict.cause !== "malformed-usage") this.#past.add(pastRequest(facts, position));
    return verdict;
  }

  #facts(turn: Turn, usage: Usage, live: LiveFacts, entry: unknown): TurnFacts {
    this.#past.noteActivity(turn, usage);
    const own = this.#past.before(turn, live.endpoint);
    const previous = own ?? this.#past.newest;
    const isElsewhere = this.#past.isElsewhere(turn, live.endpoint);
    const suspected = inclusiveInputRate(turn.row, own?.usage ?? null) !== null;
    return {
      turn,
      usage,
      flags: suspected ? [...turn.row.flags, "inclusive-input-suspected"] : turn.row.flags,
      endedAt: entryTime(entry),
      live,
      previous,
      isFirstOf: previous === null || own !== null ? null : isElsewhere ? "endpoint" : "model",
      since: this.#course.since(previous?.position ?? Number.MAX_SAFE_INTEGER),
      lifetimeSeconds:
        previous === null
          ? null
          : lifetimeSeconds(this.#source.lifetimes(previous.provider, previous.model), previous.retention),
    };
  }

  /** A refresh repeats the last request of its model: it reads the same entry again, and keeps it. */
  #refresh({ provider, model, at }: RefreshOf, usage: Usage, position: number): void {
    const last = this.#past.byName(provider, model);
    if (last === null || promptTokens(usage) === 0) return;
    this.#past.add({ ...last, usage, startedAt: at ?? last.startedAt, endedAt: at, position });
  }

  #keep(id: string | null, judged: Judged): void {
    if (id === null) return;
    this.#byEntry.set(id, judged);
    if (this.#byEntry.size <= this.#kept) return;
    for (const oldest of this.#byEntry.keys()) {
      this.#byEntry.delete(oldest);
      return;
    }
  }
}

/** A failed or aborted response has no usage to speak of; a complete one without any is a fault of the provider's. */
function withoutUsage({ stopReason, row }: Turn): Verdict {
  if (stopReason === "error" || stopReason === "aborted") return unmeasured();
  const [flag = "usage-missing"] = row.flags.filter((name) => name.startsWith("usage-") || name === "input-negative");
  return unmeasured("malformed-usage", { kind: "bad-usage", flag });
}

/** A measured turn as what the next one is measured against. A read that was not seen keeps the lifetime that applied. */
function pastRequest({ turn, usage, live, previous, isFirstOf, endedAt }: TurnFacts, position: number): PastRequest {
  const own = isFirstOf === null ? previous : null;
  return {
    ...{ provider: turn.provider, api: turn.api, model: turn.model, endpoint: live.endpoint },
    answeredBy: turn.responseModel ?? turn.model,
    startedAt: turn.at,
    endedAt,
    usage,
    retention: retentionOf(usage, live.observation) ?? own?.retention ?? null,
    thinkingLevel: turn.thinkingLevel,
    observation: live.observation,
    position,
  };
}
