import { finiteOrNull, isRecord } from "../unknown.ts";
import type { Usage } from "./usage.ts";

/** What one response cost, in US dollars, by bucket. `total` may be the billed figure and differ from the sum. */
export interface Cost {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly total: number;
}

/** Prices a response whose row carries no cost; null when the model has no known price. */
export type Pricer = (provider: string, model: string, usage: Usage) => Cost | null;

/**
 * Reads the `cost` object of a usage row. Null when it is missing or has no finite `total` and no finite part, so that
 * an unknown cost is never shown as $0. A missing part counts as 0, a missing total is the sum of the parts.
 */
export function readCost(raw: unknown): Cost | null {
  if (!isRecord(raw)) return null;
  const [input, output] = [amountOrNull(raw.input), amountOrNull(raw.output)];
  const [cacheRead, cacheWrite] = [amountOrNull(raw.cacheRead), amountOrNull(raw.cacheWrite)];
  const total = amountOrNull(raw.total);
  if ((total ?? input ?? output ?? cacheRead ?? cacheWrite) === null) return null;
  return {
    input: input ?? 0,
    output: output ?? 0,
    cacheRead: cacheRead ?? 0,
    cacheWrite: cacheWrite ?? 0,
    total: total ?? (input ?? 0) + (output ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0),
  };
}

/** Beyond this no amount is money, and sums of many would stop being finite. */
const LARGEST_AMOUNT = 1e12;

function amountOrNull(value: unknown): number | null {
  const amount = finiteOrNull(value);
  return amount !== null && Math.abs(amount) <= LARGEST_AMOUNT ? amount : null;
}

/** Sum of costs in which an unknown one adds nothing; null only when none is known. */
export function addCost(sum: number | null, cost: Cost | null): number | null {
  return addDollars(sum, cost?.total ?? null);
}

/** Sum of amounts of which either may be unknown; null only when both are. */
export function addDollars(a: number | null, b: number | null): number | null {
  return b === null ? a : (a ?? 0) + b;
}
