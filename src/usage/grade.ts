/** A rate in a word. */
export type Grade = "good" | "watch" | "poor";

/** Public measurements of coding agents: the median agent day lies at 84%; below about 80% something breaks the cache. */
const GOOD = 0.8;
const WATCH = 0.5;

/** The word for a rate (0..1); null for one that was not measured. A cold start has no word: callers leave it out. */
export function gradeOf(rate: number | null): Grade | null {
  if (rate === null) return null;
  if (rate >= GOOD) return "good";
  return rate >= WATCH ? "watch" : "poor";
}
