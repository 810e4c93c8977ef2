import type { Report } from "../../report/schema.ts";
import { gradeOf } from "../../usage/grade.ts";
import { promptTokens, type Usage } from "../../usage/usage.ts";
import type { Glyphs } from "../glyphs.ts";
import { rateBar, sparkline } from "../rate-charts.ts";
import type { Words } from "../words/words.ts";

const BAR_COLUMNS = 12;
/** Turns in the sparkline: with bar and word it stays within one line. */
const TREND_TURNS = 16;

type Row = readonly [label: string, rate: string, text: string];

/**
 * The session's rate as a bar, a word, and the rates of the last turns; nothing where nothing was measured. The word leaves
 * expected rebuilds out: a first request has nothing to read, which is neither good nor poor.
 */
export function trendRows({ window, turns }: Report, words: Words, glyphs: Glyphs): readonly Row[] {
  const { hitRate } = window;
  if (hitRate === null) return [];
  const grade = gradeOf(rateWithoutRebuilds(turns));
  const parts = [rateBar(hitRate, BAR_COLUMNS, glyphs.bar)];
  if (grade !== null) parts.push(words.grades[grade]);
  const rates = turns.slice(-TREND_TURNS).map((turn) => turn.hitRate);
  if (rates.length > 1) parts.push(`${sparkline(rates, glyphs.spark)} ${words.lastTurns(rates.length)}`);
  return [[`  ${words.trend}`, "", parts.join("  ")]];
}

function rateWithoutRebuilds(turns: Report["turns"]): number | null {
  const judged = turns.filter(({ verdict, hitRate }) => hitRate !== null && verdict.outcome !== "expected-rebuild");
  const sum = (of: (usage: Usage) => number) =>
    judged.reduce((total, { usage }) => total + (usage === null ? 0 : of(usage)), 0);
  const prompt = sum(promptTokens);
  return prompt > 0 ? sum(({ cacheRead }) => cacheRead) / prompt : null;
}
