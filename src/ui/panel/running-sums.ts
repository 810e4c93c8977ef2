import type { ListedTurn } from "../../usage/turn-list.ts";
import type { Verdict } from "../../verdict/evidence.ts";
import { isBreak } from "../../verdict/evidence.ts";

/** Sums from the first turn of a range to one of its turns. Tokens of models that do not report their cache are left out. */
export interface SumsSoFar {
  readonly read: number;
  readonly written: number;
  readonly fresh: number;
  /** 0..1; null before anything was measured. */
  readonly rate: number | null;
  readonly missedTokens: number;
  /** US dollars; null while no break had a price. */
  readonly missedCost: number | null;
}

const NOTHING: SumsSoFar = { read: 0, written: 0, fresh: 0, rate: null, missedTokens: 0, missedCost: null };

/**
 * Sums so far at every turn. `isRated` says whether a turn's model reports its cache; a verdict that is not known yet
 * misses nothing.
 */
export function runningSums(
  turns: readonly ListedTurn[],
  isRated: (turn: ListedTurn) => boolean,
  verdictOf: (turn: ListedTurn) => Verdict | null,
): readonly SumsSoFar[] {
  let sums = NOTHING;
  return turns.map((turn) => {
    sums = plus(sums, turn, isRated(turn), verdictOf(turn));
    return sums;
  });
}

function plus(sums: SumsSoFar, { turn }: ListedTurn, isRated: boolean, verdict: Verdict | null): SumsSoFar {
  const usage = isRated ? turn.row.usage : null;
  const read = sums.read + (usage?.cacheRead ?? 0);
  const written = sums.written + (usage?.cacheWrite ?? 0);
  const fresh = sums.fresh + (usage?.input ?? 0);
  const prompt = read + written + fresh;
  const missed = verdict !== null && isBreak(verdict) ? verdict : null;
  return {
    ...{ read, written, fresh },
    rate: prompt > 0 ? read / prompt : null,
    missedTokens: sums.missedTokens + (missed?.missedTokens ?? 0),
    missedCost: missed?.missedCost == null ? sums.missedCost : (sums.missedCost ?? 0) + missed.missedCost,
  };
}
