import type { Glyphs } from "./glyphs.ts";

/**
 * A rate (0..1) as a bar of so many columns. Rounded down, so that a full bar is a full rate; anything read shows at least
 * one step.
 */
export function rateBar(rate: number, columns: number, { full, empty }: Glyphs["bar"]): string {
  const steps = rate > 0 ? Math.max(1, Math.floor(rate * columns)) : 0;
  return full.repeat(steps) + empty.repeat(columns - steps);
}

/** Rates in order as one mark each; a turn without a rate is a gap. */
export function sparkline(rates: readonly (number | null)[], { steps, gap }: Glyphs["spark"]): string {
  return rates.map((rate) => (rate === null ? gap : (steps[stepOf(rate, steps.length)] ?? gap))).join("");
}

function stepOf(rate: number, steps: number): number {
  return Math.min(steps - 1, Math.max(0, Math.floor(rate * steps)));
}
