import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration } from "../src/duration.ts";

describe("a time span", () => {
  it.each([
    [0, "0.0 s"],
    [2.2, "2.2 s"],
    [2.29, "2.2 s"],
    [9.99, "9.9 s"],
    [10, "10 s"],
    [59.999, "59 s"],
    [60, "1 m"],
    [61, "1 m 1 s"],
    [119.9, "1 m 59 s"],
    [380, "6 m 20 s"],
    [3_599, "59 m 59 s"],
    [3_600, "1 h"],
    [3_659, "1 h"],
    [3_660, "1 h 1 m"],
    [9 * 3_600, "9 h"],
    [86_399, "23 h 59 m"],
    [86_400, "1 d"],
    [86_400 + 3_599, "1 d"],
    [3 * 86_400 + 4 * 3_600 + 59, "3 d 4 h"],
  ])("of %d seconds reads %s", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it.each([-0.001, -60, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("of %d is none", (seconds) => {
    expect(formatDuration(seconds)).toBe("n/a");
  });

  it("below ten seconds loses no tenth to binary fractions", () => {
    for (let tenths = 0; tenths < 100; tenths++) {
      expect(formatDuration(tenths / 10)).toBe(`${(tenths / 10).toFixed(1)} s`);
    }
  });

  it("is never rounded up, and has at most two units", () => {
    const SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1 };
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (seconds) => {
        const text = formatDuration(seconds);
        expect(text).toMatch(/^\d+(?:\.\d)? [dhms](?: [1-9]\d? [hms])?$/);
        const parts = [...text.matchAll(/([\d.]+) ([dhms])/g)];
        const shown = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (SECONDS[unit ?? ""] ?? 0), 0);
        expect(shown).toBeLessThanOrEqual(seconds + 1e-9);
        const last = SECONDS[parts.at(-1)?.[2] ?? ""] ?? 0;
        const coarsest = parts.length === 1 && seconds >= 60 ? last : seconds < 10 ? 0.1 : last;
        expect(seconds - shown).toBeLessThan(coarsest + 1e-9);
      }),
    );
  });
});
