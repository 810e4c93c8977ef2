import { promptTokens, type Usage } from "./usage.ts";

/**
 * cacheRead over prompt tokens, 0..1: the formula of Pi's own `CH`. Null when there were no prompt tokens; a rate that
 * was not measured is null everywhere, never 0.
 */
export function hitRate(usage: Usage): number | null {
  const prompt = promptTokens(usage);
  return prompt > 0 ? usage.cacheRead / prompt : null;
}

// 29 / 100 * 100 is 28.999… in binary, off by less than this; one token of 10^12 is more.
const ROUNDING_SLACK = 1e-11;

/**
 * A rate as people read it, with 0 or 1 decimals, rounded down: 100% only when every prompt token was read, `<0.1%` for
 * the smallest reads, `n/a` for what was not measured.
 */
export function formatHitRate(rate: number | null, decimals: 0 | 1): string {
  if (rate === null) return "n/a";
  if (rate > 0 && rate < 0.001) return "<0.1%";
  if (decimals === 0) return `${Math.floor(rate * 100 + ROUNDING_SLACK)}%`;
  return `${(Math.floor(rate * 1000 + ROUNDING_SLACK) / 10).toFixed(1)}%`;
}
