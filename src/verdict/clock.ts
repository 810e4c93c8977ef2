import type { Pricer } from "../usage/cost.ts";
import { NO_USAGE, promptTokens } from "../usage/usage.ts";
import type { DeclaredLifetimes } from "./lifetime.ts";
import { lifetimeSeconds } from "./lifetime.ts";
import type { PastRequest } from "./past-requests.ts";

/** How long what the last request left in the cache stays warm. Times are milliseconds since the epoch. */
export interface CacheClock {
  /** Whether this process saw the request, so that it is known which lifetime it asked for. */
  readonly observed: boolean;
  /** Anthropic: a lifetime counts from the start of the request that last wrote or read the entry. */
  readonly lastStart: number | null;
  /** Null where the model declares none. */
  readonly lifetimeSeconds: number | null;
  readonly expiresAt: number | null;
  readonly warm: boolean | null;
  /** Prompt tokens that have to be paid in full again if it goes cold, and US dollars beyond the price of reading them. */
  readonly tokensIfCold: number | null;
  readonly costIfCold: number | null;
}

/** Nothing is known to be warm. */
export const NO_CLOCK: CacheClock = Object.freeze({
  observed: false,
  lastStart: null,
  lifetimeSeconds: null,
  expiresAt: null,
  warm: null,
  tokensIfCold: null,
  costIfCold: null,
});

/**
 * The clock of the last measured request of a model, as of `now`; a refresh counts as one. A clock that went backwards
 * since then leaves open whether it is warm.
 */
export function cacheClock(last: PastRequest, declared: DeclaredLifetimes, now: number, price: Pricer): CacheClock {
  const seconds = lifetimeSeconds(declared, last.retention);
  const expiresAt = last.startedAt === null || seconds === null ? null : last.startedAt + seconds * 1_000;
  const isAhead = last.startedAt !== null && now < last.startedAt;
  return {
    observed: last.observation !== null && last.observation.retention !== null,
    lastStart: last.startedAt,
    lifetimeSeconds: seconds,
    expiresAt,
    warm: expiresAt === null || isAhead ? null : now < expiresAt,
    tokensIfCold: promptTokens(last.usage),
    costIfCold: costIfCold(last, price),
  };
}

/** A provider that reports writes charges the price of writing, the others that of input. */
function costIfCold({ provider, model, usage, retention }: PastRequest, price: Pricer): number | null {
  const tokens = promptTokens(usage);
  const bucket = usage.cacheWrite > 0 || usage.cacheRead === 0 ? "cacheWrite" : "input";
  const writes = { ...NO_USAGE, cacheWrite: tokens, cacheWrite1h: retention === "long" ? tokens : 0 };
  const written = price(provider, model, writes);
  const fresh = price(provider, model, { ...NO_USAGE, input: tokens });
  const read = price(provider, model, { ...NO_USAGE, cacheRead: tokens });
  if (written === null || fresh === null || read === null) return null;
  // A model without a price for writing pays input instead; one without a price for reading has no known price at all.
  const paid = bucket === "cacheWrite" && written.cacheWrite > 0 ? written.cacheWrite : fresh.input;
  return read.cacheRead <= 0 ? null : Math.max(0, paid - read.cacheRead);
}
