import { finiteOrNull, isRecord } from "../unknown.ts";
import { type Cost, type Pricer, readCost } from "./cost.ts";
import type { Usage } from "./usage.ts";

/** What can be odd about a usage row or a report. A closed set; `/cache-stats` explains each. */
export const FLAGS = [
  "usage-missing",
  "usage-malformed",
  "input-negative",
  "inclusive-input-suspected",
  "not-reporting",
  "cost-missing",
] as const;
export type Flag = (typeof FLAGS)[number];

/** One usage object, made safe: numbers are finite and not negative, oddities are flagged, nothing is guessed. */
export interface Row {
  /** Null when the response carried no usage at all. */
  readonly usage: Usage | null;
  /** US dollars; null when neither the row nor the model's price says. */
  readonly cost: Cost | null;
  /** The row's own `totalTokens`, which tells whether `input` contains the cache; null when absent. */
  readonly totalTokens: number | null;
  readonly flags: readonly Flag[];
}

/**
 * Reads a usage object of unknown origin. A missing, non-numeric or non-finite field counts as 0 and flags the row
 * `usage-malformed`; a negative `input` is clamped to 0 and flagged `input-negative`; any other negative count is
 * malformed, and so is one beyond what a sum can hold. The two optional fields may be absent without a flag.
 */
export function readRow(raw: unknown, price: (usage: Usage) => Cost | null = () => null): Row {
  if (!isRecord(raw)) return { usage: null, cost: null, totalTokens: null, flags: ["usage-missing"] };
  const flags: Flag[] = [];
  const usage: Usage = {
    input: inputCount(raw.input, flags),
    output: count(raw.output, flags),
    cacheRead: count(raw.cacheRead, flags),
    cacheWrite: count(raw.cacheWrite, flags),
    cacheWrite1h: raw.cacheWrite1h === undefined ? 0 : count(raw.cacheWrite1h, flags),
    reasoning: raw.reasoning === undefined ? 0 : count(raw.reasoning, flags),
  };
  const own = readCost(raw.cost);
  if (own === null) flags.push("cost-missing");
  return { usage, cost: own ?? price(usage), totalTokens: finiteOrNull(raw.totalTokens), flags };
}

function inputCount(value: unknown, flags: Flag[]): number {
  const number = finiteOrNull(value);
  if (number === null || number >= 0) return count(value, flags);
  flags.push("input-negative");
  return 0;
}

function count(value: unknown, flags: Flag[]): number {
  const number = finiteOrNull(value);
  if (number !== null && number >= 0 && number <= Number.MAX_SAFE_INTEGER) return number;
  if (!flags.includes("usage-malformed")) flags.push("usage-malformed");
  return 0;
}

/** `readRow` for a row that names its model, priced by the model where the row has no cost of its own. */
export function readPricedRow(raw: unknown, provider: string, model: string, price: Pricer): Row {
  return readRow(raw, (usage) => price(provider, model, usage));
}
