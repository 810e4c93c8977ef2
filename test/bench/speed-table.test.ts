import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import json from "../../bench/figures.json" with { type: "json" };
import type { Figure } from "../../bench/measure.ts";
import { BEGIN, END, shownOf, speedTable, withTable } from "../../bench/speed-table.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";

const figures: readonly Figure[] = json;
const text = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), "utf8");

describe("the speed table of the READMEs", () => {
  it("is what the benchmarks measured last, in both languages", () => {
    for (const [path, language] of [
      ["README.md", "en"],
      ["README.zh-CN.md", "zh"],
    ] as const) {
      const readme = text(path);
      expect(withTable(readme, speedTable(figures, language))).toBe(readme);
    }
  });

  it("has no figure above its limit", () => {
    expect(figures.filter(({ value, limit }) => value > limit)).toEqual([]);
  });

  it("says of each figure above its limit that it is", () => {
    const [one] = figures;
    const all = (value: number) => figures.map((figure) => (figure === one ? { ...figure, value } : figure));
    for (const [language, words] of [
      ["en", "over the limit"],
      ["zh", "超出上限"],
    ] as const) {
      const count = (of: readonly Figure[]): number => speedTable(of, language).split(words).length - 1;
      const others = figures.filter((figure) => figure !== one && figure.value > figure.limit).length;
      expect([count(all(0)), count(all(1_000)), count(figures) >= others]).toEqual([others, others + 1, true]);
    }
  });

  it("shows the limits that the benchmarks hold themselves to today", () => {
    const sources = readdirSync(join(PACKAGE_ROOT, "bench"))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => text(`bench/${name}`))
      .join("\n");
    for (const { what, limit, unit } of figures) {
      // A name with a size or a number of turns in it is put together: its end tells which check it is.
      const end = what.split(/400 KB|10 MB|10,000 turns|100,000 entries|100,000 turns/).at(-1) ?? "";
      const checks = sources.split("limits.check(").filter((check) => check.includes(end));
      expect([what, checks.length]).not.toEqual([what, 0]);
      const limits = checks.map((check) => check.slice(0, 200));
      const isOfSize = limits.some((check) => check.includes("size.limit"));
      expect([what, isOfSize || limits.some((check) => check.includes(`, ${limit}, "${unit}"`))]).toEqual([what, true]);
    }
  });

  it("fails to be made where a figure was not measured, or a README has no place for it", () => {
    expect(() => shownOf(figures.slice(1))).toThrow("No benchmark has measured");
    for (const readme of ["", BEGIN, `${END} ${BEGIN}`]) expect(() => withTable(readme, "x")).toThrow("no place");
    expect(withTable(`a ${BEGIN} old ${END} b`, "new")).toBe(`a ${BEGIN}\n\nnew\n\n${END} b`);
  });
});
