import type { Shortfall } from "./contract.ts";
import type { Closest } from "./sent-prefixes.ts";

/** What the cache does for one request. Counts are tokens. */
export interface Account {
  promptTokens: number;
  readTokens: number;
  writtenTokens: number;
  /** The part of the written tokens that lives for the long lifetime. */
  longWrittenTokens: number;
  freshTokens: number;
  shortfall: Shortfall;
  /** Stores the entries; called once when the response begins, never for a failed request. */
  commit(): void;
}

/** A request the cache rules do not allow; answered with status 400. */
export interface Refusal {
  refused: string;
}

/** What dead, hidden or unreachable entries would have added, and why they did not. */
export interface EntryLoss {
  tokens: number;
  cause: Shortfall;
}

/**
 * Names the larger of two losses, see `Shortfall`. `commonTokens` are the tokens of the prefix shared with the closest
 * earlier request, `steps` the prefix steps of the new request.
 */
export function nameShortfall(closest: Closest, commonTokens: number, steps: number, entries: EntryLoss): Shortfall {
  const { request, common } = closest;
  // Nothing is lost when the new prompt ends, or the cached part of the earlier one ended, before the two part.
  const changed = common < steps ? Math.max(0, request.cachedTokens - commonTokens) : 0;
  if (changed > 0 && changed >= entries.tokens) return "changed";
  if (entries.tokens > 0) return entries.cause;
  return request.unwritten ?? "none";
}
