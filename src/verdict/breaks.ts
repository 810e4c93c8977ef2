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
    this.#byCause.set(verdict.cause, plus(this.of(verdict.cause), { count: 1, missedTokens, missedCost }));
  }

  of(cause: Cause): BreakSum {
    return this.#byCause.get(cause) ?? NONE;
  }
}

/**
 * Breaks apart by model, and of each the first request after a switch to it: of a model that never reports its cache they
 * are none, which only time tells.
 */
export class ModelBreaks {
  readonly #byModel = new Map<string, Share>();

  add({ provider, api, model }: ModelId, isFirst: boolean, verdict: Verdict): void {
    if (!isBreak(verdict)) return;
    const id = { provider, api, model };
    const key = `${isFirst} ${modelKey(id)}`;
    const known = this.#byModel.get(key) ?? { model: id, isFirst, breaks: new Breaks() };
    known.breaks.add(verdict);
    this.#byModel.set(key, known);
  }

  /** The breaks of the models that are counted, together. */
  sum(isCounted: (model: ModelId, isFirst: boolean) => boolean): ReturnType<typeof addBreaks> {
    const counted = [...this.#byModel.values()].filter(({ model, isFirst }) => isCounted(model, isFirst));
    return addBreaks(counted.map(({ breaks }) => breaks));
  }
}

interface Share {
  readonly model: ModelId;
  readonly isFirst: boolean;
  readonly breaks: Breaks;
}

/** Several sums as one. */
export function addBreaks(all: Iterable<Breaks>): {
  readonly total: BreakSum;
  readonly byCause: Readonly<Record<Cause, BreakSum>>;
} {
  const sums = [...all];
  const entries = CAUSES.map(
    (cause) => [cause, sums.reduce((sum, breaks) => plus(sum, breaks.of(cause)), NONE)] as const,
  );
  const byCause = Object.fromEntries(entries) as Record<Cause, BreakSum>;
  return { total: entries.reduce((sum, [, one]) => plus(sum, one), NONE), byCause };
}

function plus(a: BreakSum, b: BreakSum): BreakSum {
  const missedCost = a.missedCost === null ? b.missedCost : a.missedCost + (b.missedCost ?? 0);
  return { count: a.count + b.count, missedTokens: a.missedTokens + b.missedTokens, missedCost };
}
