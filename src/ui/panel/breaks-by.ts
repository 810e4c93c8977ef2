import { modelKey } from "../../usage/turn.ts";
import type { ListedTurn } from "../../usage/turn-list.ts";
import { type BreakSum, Breaks } from "../../verdict/breaks.ts";
import { CAUSES, type Cause } from "../../verdict/cause.ts";
import { isBreak, type Verdict } from "../../verdict/evidence.ts";

/** Breaks of one cause with the newest turn that broke so. */
export interface CauseRow extends BreakSum {
  readonly cause: Cause;
  /** Index in the range. */
  readonly newest: number;
}

/** The breaks of a range of turns, by cause and by model. */
export interface BreaksBy {
  /** Most missed tokens first. */
  readonly causes: readonly CauseRow[];
  readonly total: BreakSum;
  /** Of a provider+api+model, by `modelKey`. */
  readonly ofModel: (key: string) => BreakSum;
  /** Index of the newest turn of a model; -1 without one. */
  readonly newestOf: (key: string) => number;
}

/** Sums the breaks of a range; verdicts that are not known yet are none. */
export function breaksBy(turns: readonly ListedTurn[], verdictOf: (turn: ListedTurn) => Verdict | null): BreaksBy {
  const all = new Breaks();
  const byModel = new Map<string, Breaks>();
  const newest = new Map<string, number>();
  const newestByCause = new Map<Cause, number>();
  turns.forEach((listed, index) => {
    const key = modelKey(listed.turn);
    newest.set(key, index);
    const verdict = verdictOf(listed);
    if (verdict === null || verdict.cause === null || !isBreak(verdict)) return;
    newestByCause.set(verdict.cause, index);
    all.add(verdict);
    const own = byModel.get(key) ?? new Breaks();
    own.add(verdict);
    byModel.set(key, own);
  });
  const causes = CAUSES.flatMap((cause) => {
    const index = newestByCause.get(cause);
    return index === undefined ? [] : [{ ...all.of(cause), cause, newest: index }];
  });
  const none = new Breaks();
  return {
    causes: causes.sort((a, b) => b.missedTokens - a.missedTokens),
    total: all.total,
    ofModel: (key) => (byModel.get(key) ?? none).total,
    newestOf: (key) => newest.get(key) ?? -1,
  };
}
