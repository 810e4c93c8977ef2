import { describe, expect, it } from "vitest";
import { glyphs } from "../../../src/ui/glyphs.ts";
import { REPORT_COLUMNS } from "../../../src/ui/text/columns.ts";
import { trendRows } from "../../../src/ui/text/trend-row.ts";
import { words as en } from "../../../src/ui/words/en.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";
import { MISS, reportOf, WRITE } from "../../support/summaries.ts";

const row = (report: Parameters<typeof trendRows>[0], words = en, ascii = false) =>
  trendRows(report, words, glyphs(ascii))[0]?.[2];

describe("the row of the trend", () => {
  it("is not there where nothing was measured", () => {
    expect(trendRows(reportOf(), en, glyphs(false))).toEqual([]);
    expect(trendRows(reportOf([100, 5, 0, 0]), en, glyphs(false))).toEqual([]);
  });

  it("has no word for a cold start, which is neither good nor poor", () => {
    expect(row(reportOf(WRITE))).toBe("░".repeat(12));
  });

  it("has bar, word and the rates of the last turns", () => {
    expect(row(reportOf(WRITE, [100, 5, 9_900, 0], [100, 5, 9_900, 0]))).toBe(
      `${"█".repeat(7)}${"░".repeat(5)}  good  ▁██ last 3 turns`,
    );
    expect(row(reportOf(WRITE, MISS, MISS))).toContain("  poor  ▁▁▁ last 3 turns");
  });

  it("has the word for all turns but expected rebuilds", () => {
    expect(row(reportOf(WRITE, [100, 5, 9_900, 0], MISS, [100, 5, 9_900, 0]))).toContain("  watch  ");
  });

  it("shows the last 16 turns at most, and fits its line in both languages", () => {
    const report = reportOf(WRITE, ...Array.from({ length: 60 }, () => [100, 5, 9_900, 0] as const));
    expect(row(report)).toContain(`good  ${"█".repeat(16)} last 16 turns`);
    for (const words of [en, zh]) expect(row(report, words)?.length).toBeLessThan(REPORT_COLUMNS - 26);
  });

  it("is plain where plain marks are asked for", () => {
    expect(row(reportOf(WRITE, MISS), en, true)).toMatch(/^[\x20-\x7e]+$/);
  });
});
