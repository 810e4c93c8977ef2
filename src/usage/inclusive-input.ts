import type { Row } from "./row.ts";
import { promptTokens, type Usage } from "./usage.ts";

/** The request grew by less than this between two turns (spec: 5%). */
const GROWTH_LIMIT = 1.05;
/** "About doubles": cached tokens counted twice make the prompt at least this many times the true one. */
const DOUBLING = 1.8;

/**
 * Suspects a provider that counts cached tokens inside `input`, which about halves every rate. Returns the rate that
 * would then be true (0..1), or null where there is no reason to suspect. The numbers themselves are never changed.
 *
 * Two signs, either is enough:
 * - the row's own total is `input + output` although something was read from the cache;
 * - against the previous turn of the same model, `input` stayed about the same (the request hardly grew), the cache read
 *   grew and fits inside `input`, and the sum of the buckets is about twice what was sent. A static head that is read
 *   while all the rest misses does not look like this: its read does not grow.
 */
export function inclusiveInputRate(row: Row, previous: Usage | null): number | null {
  const { usage, totalTokens } = row;
  if (usage === null || usage.cacheRead === 0 || usage.input < usage.cacheRead) return null;
  const alternative = usage.cacheRead / usage.input;
  if (totalTokens !== null && totalTokens === usage.input + usage.output) return alternative;
  if (previous === null || previous.input === 0) return null;
  const growth = usage.input / previous.input;
  const hardlyGrew = growth >= 1 && growth < GROWTH_LIMIT;
  const readGrew = usage.cacheRead > previous.cacheRead && usage.cacheRead <= previous.input;
  const doubled = promptTokens(usage) >= DOUBLING * previous.input;
  return hardlyGrew && readGrew && doubled ? alternative : null;
}
