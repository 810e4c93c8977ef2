import type { Pricer } from "../usage/cost.ts";
import { type EntryFact, entryId, readEntry } from "../usage/entry.ts";
import type { Turn } from "../usage/turn.ts";
import { promptTokens } from "../usage/usage.ts";
import { type BreakSums, ModelBreaks, type Standing } from "./breaks.ts";
import type { Cause } from "./cause.ts";
import type { CacheClock } from "./clock.ts";
import type { Opened } from "./course.ts";
import { isBreak, type Verdict } from "./evidence.ts";
import { type LiveFacts, NOT_SEEN, type TurnFacts } from "./facts.ts";
import { judge, unmeasured, unreported } from "./judge.ts";
import type { Lifetimes } from "./lifetime.ts";
import { Money, type MoneySums } from "./money.ts";
import { RequestHistory } from "./request-history.ts";
import { Streak } from "./streak.ts";

/**
 * Verdicts kept; older ones are judged again when a view wants them, from what the session file says: what the live stream
 * saw of them is gone by then. Sums are kept apart and lose nothing.
 */
export const VERDICTS_KEPT = 2_000;

/** What a session's verdicts are made with. */
export interface VerdictSource {
  readonly price: Pricer;
  readonly lifetimes: Lifetimes;
  /** What the live stream knew about a turn; null for one that was not watched. `entryId` is null for a foreign entry. */
  readonly live: (entryId: string | null, turn: Turn) => LiveFacts | null;
  /** Null for a session that this process began, and for one that is only read. */
  readonly opened: Opened | null;
}

interface Judged {
  /** Null for a turn that was not measured. */
  readonly standing: Standing | null;
  /** As if the model reports its cache. */
  readonly verdict: Verdict;
  /** The first measured turn of the session. */
  readonly isOpening: boolean;
  /** Whether the live facts of its turn were known. */
  readonly seen: boolean;
}

/**
 * The verdicts of a session: a fold over its entries in the order of the file, since a provider's cache knows no branches.
 * Everything but the live facts comes from Pi's own entries, so it is the same after resume and for a file on disk.
 */
export class SessionVerdicts {
  readonly #source: VerdictSource;
  readonly #kept: number;
  #history: RequestHistory;
  #streak = new Streak();
  #byEntry = new Map<string, Judged>();
  #newest: Judged | null = null;
  #breaks = new ModelBreaks();
  #money = new Money();

  constructor(source: VerdictSource, kept: number = VERDICTS_KEPT) {
    this.#source = source;
    this.#kept = kept;
    this.#history = new RequestHistory(source.opened, source.lifetimes);
  }

  /** Everything so far is void: the entries come again from the first. */
  startOver(): void {
    this.#history = new RequestHistory(this.#source.opened, this.#source.lifetimes);
    this.#streak = new Streak();
    this.#byEntry = new Map();
    this.startWindow();
  }

  /** Sums and the newest verdict start from here; what was judged stays. */
  startWindow(): void {
    this.#newest = null;
    this.#breaks = new ModelBreaks();
    this.#money = new Money();
  }

  /** The next entry, with what it says about usage, and whether the sums count it. */
  entry(entry: unknown, fact: EntryFact | null, inWindow: boolean): void {
    const position = this.#history.pass(entry);
    if (fact === null) return;
    if (inWindow) this.#money.add(fact, this.#source.price);
    if (fact.kind === "turn") this.#turn(entry, fact.turn, position, inWindow);
    else if (fact.kind === "refresh" && fact.warms !== null && fact.row.usage !== null) {
      this.#history.refresh(fact.warms, fact.row.usage);
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

  /** The newest verdict on a measured turn of the window; null before any. */
  get newest(): Verdict | null {
    return this.#newest === null ? null : this.#shown(this.#newest);
  }

  /** The verdict on a turn, or the newest of the window on a measured one where that tells nothing. */
  latest(entry: string): Verdict | null {
    const latest = this.of(entry);
    return latest !== undefined && latest.outcome !== "unmeasured" ? latest : this.newest;
  }

  /** What broke the latest turn; null for no break, and for one of which nothing can be said. */
  latestBreak(entry: string): Cause | null {
    const verdict = this.latest(entry);
    return verdict === null || !isBreak(verdict) || verdict.cause === "unknown" ? null : verdict.cause;
  }

  /** Breaks in the window, of the models that report their cache. */
  get breaks(): BreakSums {
    return this.#breaks.sum((standing) => this.#history.counts(standing));
  }

  get money(): MoneySums {
    return this.#money.sums;
  }

  /** The cache clock of the selected model, or of the one that answered last under a virtual one (null). */
  clock(selected: { readonly provider: string; readonly id: string } | null, now: number): CacheClock {
    return this.#history.clock(selected, now, this.#source.price);
  }

  /** A judge of the same session that has read nothing yet and forgets nothing: for turns that are no longer kept. */
  unbounded(): SessionVerdicts {
    return new SessionVerdicts(this.#source, Number.POSITIVE_INFINITY);
  }

  /** Reads an entry of its own session, as `entry` does. */
  read(entry: unknown): void {
    this.entry(entry, readEntry(entry, this.#source.price), true);
  }

  /** `unbounded`, over entries from the first. */
  overAll(entries: readonly unknown[]): SessionVerdicts {
    const all = this.unbounded();
    for (const entry of entries) all.read(entry);
    return all;
  }

  /** A model that never reported any cache activity cannot have missed; once it has, its earlier zeros are real. */
  #shown({ standing, verdict, isOpening }: Judged): Verdict {
    if (standing === null || this.#history.counts(standing)) return verdict;
    return unreported(verdict, this.#history.isReporting(standing.model), isOpening);
  }

  #turn(entry: unknown, turn: Turn, position: number, inWindow: boolean): void {
    const id = entryId(entry);
    const live = this.#source.live(id, turn);
    const { usage } = turn.row;
    const isMeasured = usage !== null && promptTokens(usage) > 0;
    const isOpening = isMeasured && !this.#history.hasMeasured;
    const facts = isMeasured ? this.#history.facts(turn, usage, live ?? NOT_SEEN, entry) : null;
    const verdict = facts === null ? withoutUsage(turn) : this.#measured(facts, position);
    const standing = facts === null ? null : this.#history.standing(facts);
    const judged: Judged = { standing, verdict, isOpening, seen: live !== null };
    if (id !== null) this.#keep(id, judged);
    if (standing === null || !inWindow) return;
    this.#newest = judged;
    this.#breaks.add(standing, verdict);
  }

  #measured(facts: TurnFacts, position: number): Verdict {
    const verdict = this.#streak.note(judge(facts, this.#source.price));
    // Counts that are not what the provider meant are no measure for the next turn.
    if (verdict.cause !== "malformed-usage") this.#history.remember(facts, position);
    return verdict;
  }

  #keep(id: string, judged: Judged): void {
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
  const flag = row.flags.find((name) => name !== "cost-missing") ?? "usage-missing";
  return unmeasured("malformed-usage", { kind: "bad-usage", flag });
}
