import type { Pricer } from "../usage/cost.ts";
import type { Turn } from "../usage/turn.ts";
import { NO_USAGE, promptTokens, type Usage } from "../usage/usage.ts";
import type { Outcome } from "./evidence.ts";

/** Tokens at and below which a miss is granularity of breakpoints, not a break (Pi's own noise floor). */
export const NOISE_TOKENS = 1_024;

/** Prompt tokens of the previous request that this one did not read: Pi's definition, never negative. */
export function missedTokens(previous: Usage, usage: Usage): number {
  return Math.max(0, Math.min(promptTokens(previous), promptTokens(usage)) - usage.cacheRead);
}

/** How much of what could have been read was read. */
export function outcomeOf(previous: Usage, usage: Usage): Extract<Outcome, "hit" | "partial" | "miss"> {
  if (missedTokens(previous, usage) <= NOISE_TOKENS) return "hit";
  return usage.cacheRead * 2 >= Math.min(promptTokens(previous), promptTokens(usage)) ? "partial" : "miss";
}

/**
 * US dollars of missed tokens: times the rate that was paid for what was not read (input and writes, from the row's own
 * cost) less the rate of reading. Null where one of the two is not known.
 */
export function missedCost(turn: Turn, missed: number, price: Pricer): number | null {
  const { usage, cost } = turn.row;
  if (usage === null || cost === null) return null;
  const [paidTokens, paid] = [usage.input + usage.cacheWrite, cost.input + cost.cacheWrite];
  // Where all is free, or only a total is given, there is no price to reckon with.
  if (cost.total <= 0 || (paidTokens >= 1 && paid <= 0)) return null;
  if (missed === 0 || paidTokens < 1) return 0;
  const readRate = rateOf(turn, "cacheRead", price);
  return readRate === null ? null : missed * Math.max(0, paid / paidTokens - readRate);
}

/** Dollars per token that a turn paid in one bucket, or would have paid by its model's price; null when unknown. */
export function rateOf(turn: Turn, bucket: "input" | "cacheRead" | "cacheWrite", price: Pricer): number | null {
  const { usage, cost } = turn.row;
  // A fraction of a token is no measure for a price.
  if (usage !== null && cost !== null && usage[bucket] >= 1 && cost[bucket] > 0) return cost[bucket] / usage[bucket];
  // As many tokens as the prompt has: prices can depend on its length.
  const tokens = usage === null ? 0 : promptTokens(usage);
  if (tokens < 1) return null;
  const priced = price(turn.provider, turn.model, { ...NO_USAGE, [bucket]: tokens });
  // Nobody reads or writes for nothing: a price of zero is one that is not known.
  return priced === null || priced[bucket] <= 0 ? null : priced[bucket] / tokens;
}
