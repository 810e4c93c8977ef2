import type { Host } from "../../host.ts";
import type { Monitor } from "../../monitor.ts";
import { turnReport } from "../../report/build.ts";
import { hitRate } from "../../usage/hit-rate.ts";
import { modelKey } from "../../usage/turn.ts";
import type { TurnList } from "../../usage/turn-list.ts";
import { isBreak } from "../../verdict/evidence.ts";
import { type BreaksBy, breaksBy } from "./breaks-by.ts";
import type { CauseShare } from "./cause-columns.ts";
import type { ChartTurn } from "./chart.ts";
import type { ModelRow } from "./model-columns.ts";
import { runningSums, type SumsSoFar } from "./running-sums.ts";
import { type Range, SessionTurns } from "./session-turns.ts";
import type { TurnRow } from "./turn-columns.ts";
import type { OpenTurn } from "./turn-detail.ts";
import { marksOf } from "./turn-note.ts";
import { partsOf } from "./turn-parts.ts";

/**
 * What the panel shows, made when it is asked for: rows for those turns that are on the screen, sums of a whole range once
 * per change.
 */
export class PanelContent {
  readonly #monitor: Monitor;
  readonly #host: Host;
  readonly #turns: SessionTurns;
  readonly #sums = new Map<Range, readonly SumsSoFar[]>();
  readonly #breaks = new Map<Range, BreaksBy>();

  constructor(monitor: Monitor, host: Host) {
    this.#monitor = monitor;
    this.#host = host;
    this.#turns = new SessionTurns(monitor, host);
  }

  /** Takes in what came since the last call. Returns whether anything changed. */
  update(): boolean {
    const changed = this.#turns.update();
    if (changed) this.forgetSums();
    return changed;
  }

  get isJudged(): boolean {
    return this.#turns.isJudged;
  }

  /** Goes on with verdicts that are not known yet, until the clock says stop. */
  judgeOlder(isOver: () => boolean): void {
    this.#turns.judgeOlder(isOver);
  }

  list(range: Range): TurnList {
    return this.#turns.of(range);
  }

  row(range: Range, index: number, withSums: boolean): TurnRow | null {
    const listed = this.list(range).turns[index];
    if (listed === undefined) return null;
    return {
      listed,
      rate: this.#turns.rateOf(listed),
      verdict: this.#turns.verdictOf(listed),
      tokensPerSecond: this.#monitor.detailOf(listed.entryId).speed?.tokensPerSecond ?? null,
      isOnBranch: range === "branch" || this.#turns.isOnBranch(listed),
      sums: withSums ? (this.#sumsOf(range)[index] ?? null) : null,
    };
  }

  /** One turn of the chart: its own prompt and rate, or the sums so far. */
  chartTurn(range: Range, index: number, withSums: boolean): ChartTurn | null {
    const listed = this.list(range).turns[index];
    if (listed === undefined) return null;
    const mark = marksOf(listed, this.#turns.verdictOf(listed)).slice(0, 1);
    const sums = withSums ? this.#sumsOf(range)[index] : undefined;
    if (sums !== undefined) return { parts: sums, rate: sums.rate, mark };
    return { parts: partsOf(listed), rate: this.#turns.rateOf(listed), mark };
  }

  models(range: Range): readonly ModelRow[] {
    const breaks = this.#breaksOf(range);
    return this.list(range).ledger.models.map((model) => {
      const key = modelKey(model);
      // By what the session knows of the model, as the rates of single turns are.
      const rate = this.#turns.isReporting(model) ? hitRate(model.usage) : null;
      return { model, rate, breaks: breaks.ofModel(key), newest: breaks.newestOf(key) };
    });
  }

  causes(range: Range): readonly CauseShare[] {
    const { causes, total } = this.#breaksOf(range);
    const { turns } = this.list(range);
    return causes.map((cause) => ({
      ...cause,
      share: total.missedTokens > 0 ? cause.missedTokens / total.missedTokens : 0,
      newestTurn: turns[cause.newest]?.number ?? 0,
    }));
  }

  /**
   * Index of the next turn from `index` on that broke, in a direction; null without one. Where that depends on verdicts that
   * are not known yet, they are made first.
   */
  nextBreak(range: Range, index: number, direction: -1 | 1): number | null {
    const { turns } = this.list(range);
    for (let at = index + direction; at >= 0 && at < turns.length; at += direction) {
      const listed = turns[at];
      if (listed === undefined) return null;
      if (this.#turns.verdictOf(listed) === null) this.judgeOlder(() => false);
      const verdict = this.#turns.verdictOf(listed);
      if (verdict !== null && isBreak(verdict)) return at;
    }
    return null;
  }

  open(range: Range, index: number): OpenTurn | null {
    const listed = this.list(range).turns[index];
    if (listed === undefined) return null;
    const verdict = this.#turns.verdictOf(listed);
    const { scan } = this.#monitor;
    const details = { of: (entryId: string | null) => this.#monitor.detailOf(entryId) };
    const { provider, model } = listed.turn;
    return {
      turn: turnReport(listed, { scan, details, verdicts: { of: () => verdict ?? undefined } }),
      verdict,
      notional: this.#host.paidBySubscription(provider, model),
    };
  }

  /** Whether a subscription pays for any model of the session: its dollars are what the tokens would cost. */
  get isNotional(): boolean {
    const { models } = this.#monitor.scan.window.ledger;
    return models.some(({ provider, model }) => this.#host.paidBySubscription(provider, model));
  }

  #sumsOf(range: Range): readonly SumsSoFar[] {
    const { turns } = this.list(range);
    return remembered(this.#sums, range, () =>
      runningSums(
        turns,
        ({ turn }) => this.#turns.isReporting(turn),
        (turn) => this.#turns.verdictOf(turn),
      ),
    );
  }

  #breaksOf(range: Range): BreaksBy {
    return remembered(this.#breaks, range, () =>
      breaksBy(this.list(range).turns, (turn) => this.#turns.verdictOf(turn)),
    );
  }

  /** Sums are made again when they are next asked for: more verdicts are known than they were made of. */
  forgetSums(): void {
    this.#sums.clear();
    this.#breaks.clear();
  }
}

function remembered<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
