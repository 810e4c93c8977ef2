import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compactTokens,
  dollars,
  dollarsIn,
  fullTokens,
  shortTokens,
  tokensIn,
  tokensPerSecond,
} from "../../src/ui/numbers.ts";

// As Pi's own footer words token counts.
function piFormat(count: number): string {
  if (count < 1000) return count.toString();
  if (count < 10000) return `${(count / 1000).toFixed(1)}k`;
  if (count < 1000000) return `${Math.round(count / 1000)}k`;
  if (count < 10000000) return `${(count / 1000000).toFixed(1)}M`;
  return `${Math.round(count / 1000000)}M`;
}

describe("numbers", () => {
  it.each([
    [0, "0"],
    [950, "950"],
    [1_200, "1.2k"],
    [45_400, "45k"],
    [1_240_000, "1.2M"],
    [12_400_000, "12M"],
  ])("a footer writes %d tokens as %s", (count, text) => {
    expect(compactTokens(count)).toBe(text);
  });

  it("a footer words every count as Pi's own footer does", () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), (count) => {
        expect(compactTokens(count)).toBe(piFormat(count));
      }),
    );
  });

  it("a report writes counts in full with grouped thousands, whatever the locale", () => {
    expect(fullTokens(10_207)).toBe("10,207");
    expect(fullTokens(0)).toBe("0");
    expect(fullTokens(1_234_567.6)).toBe("1,234,568");
  });

  it("dollars have three decimals, and more where three would hide the amount", () => {
    expect(dollars(0)).toBe("$0.000");
    expect(dollars(1.2345)).toBe("$1.234");
    expect(dollars(0.0004)).toBe("$0.000400");
    expect(dollars(0.001)).toBe("$0.001");
  });

  it("dollars below zero have their sign before the currency", () => {
    expect(dollars(-0.69)).toBe("-$0.690");
    expect(dollars(-1_234.5)).toBe("-$1234.500");
    expect(dollars(-0.0004)).toBe("-$0.000400");
    expect(dollars(-0)).toBe("$0.000");
  });

  it("no amount that is not zero is written as zero down to a millionth of a dollar", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.000001, max: 1_000, noNaN: true }), (amount) => {
        expect(Number(dollars(amount).slice(1))).toBeGreaterThan(0);
      }),
    );
  });

  it("speeds are whole above 10 and have one decimal below", () => {
    expect(tokensPerSecond(45.4)).toBe("45 t/s");
    expect(tokensPerSecond(10)).toBe("10 t/s");
    expect(tokensPerSecond(9.94)).toBe("9.9 t/s");
    expect(tokensPerSecond(0.25)).toMatch(/^0\.[23] t\/s$/);
  });
});

describe("token counts in a column", () => {
  it("are in full where they fit, and in short where they do not", () => {
    expect([tokensIn(1_234_567, 9), tokensIn(1_234_567, 8), tokensIn(0, 1)]).toEqual(["1,234,567", "1.2M", "0"]);
  });
});

describe("counts and dollars that are too wide", () => {
  it("are never cut: any count fits five columns, and dollars lose decimals first", () => {
    expect([15_000_000_000, 27_000_000_000_000, Number.MAX_SAFE_INTEGER].map((count) => shortTokens(count, 5))).toEqual(
      ["15G", "27T", "9P"],
    );
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (count) => {
        expect(shortTokens(count, 5).length).toBeLessThanOrEqual(5);
      }),
    );
    expect([dollarsIn(1.5, 8), dollarsIn(12_345.678, 8), dollarsIn(123_456_789, 8)]).toEqual([
      "$1.500",
      "$12346",
      "$123M",
    ]);
  });
});
