import { addDollars } from "../usage/cost.ts";
import { type ModelId, modelKey } from "../usage/turn.ts";
import { CAUSES, type Cause } from "./cause.ts";
import { isBreak, type Verdict } from "./evidence.ts";

/** Breaks of one cause, or of all. */
export interface BreakSum {
  readonly count: number;
  readonly missedTokens: number;
  /** US dollars; null when none of them has a price. */
  readonly missedCost: number | null;
}

const NONE: BreakSum = Object.freeze({ count: 0, missedTokens: 0, missedCost: null });

/** Sums of breaks by cause. They never lose a turn, whatever is forgotten of its details. */
export class Breaks {
  readonly #byCause = new Map<Cause, BreakSum>();

  /** Counts a partial or full miss; every other verdict is none. */
  add(verdict: Verdict): void {
    if (!isBreak(verdict) || verdict.cause === null) return;
    const { missedTokens, missedCost } = verdict;
    this.#byCause.set(verdict.cause, addBreakSums(this.of(verdict.cause), { count: 1, missedTokens, missedCost }));
  }

  of(cause: Cause): BreakSum {
    return this.#byCause.get(cause) ?? NONE;
  }

  get total(): BreakSum {
    return [...this.#byCause.values()].reduce(addBreakSums, NONE);
  }
}

/** What a turn's zeros mean depends on its model, and on how much was known of it by then: only time tells. */
export interface Standing {
  readonly model: ModelId;
  /** Without cache activity, of a model that had shown none before. */
  readonly isSilent: boolean;
}

/** Breaks apart by the standing of their turns, so that it can be told later which of them count. */
export class ModelBreaks {
  readonly #shares = new Map<string, { readonly standing: Standing; readonly breaks: Breaks }>();

  add(standing: Standing, verdict: Verdict): void {
    if (!isBreak(verdict)) return;
    const key = `${standing.isSilent} ${modelKey(standing.model)}`;
    const share = this.#shares.get(key) ?? { standing, breaks: new Breaks() };
    share.breaks.add(verdict);
    this.#shares.set(key, share);
  }

  /** Those that are counted, together. */
  sum(isCounted: (standing: Standing) => boolean): BreakSums {
    const counted = [...this.#shares.values()].filter(({ standing }) => isCounted(standing));
    return addBreaks(counted.map(({ breaks }) => breaks));
  }
}

/** Breaks in all, and by cause: every cause is there. */
export interface BreakSums {
  readonly total: BreakSum;
  readonly byCause: Readonly<Record<Cause, BreakSum>>;
}

/** Several sums as one. */
export function addBreaks(all: Iterable<Pick<Breaks, "of">>): BreakSums {
  const sums = [...all];
  const entries = CAUSES.map(
    (cause) => [cause, sums.reduce((sum, breaks) => addBreakSums(sum, breaks.of(cause)), NONE)] as const,
  );
  const byCause = Object.fromEntries(entries) as Record<Cause, BreakSum>;
  return { total: entries.reduce((sum, [, one]) => addBreakSums(sum, one), NONE), byCause };
}

/** Two sums as one. */
export function addBreakSums(a: BreakSum, b: BreakSum): BreakSum {
  return {
    count: a.count + b.count,
    missedTokens: a.missedTokens + b.missedTokens,
    missedCost: addDollars(a.missedCost, b.missedCost),
  };
}
