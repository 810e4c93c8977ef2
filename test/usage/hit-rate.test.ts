import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatHitRate, hitRate } from "../../src/usage/hit-rate.ts";
import { hasCacheActivity, NO_USAGE, promptTokens, type Usage } from "../../src/usage/usage.ts";
import { found } from "../support/entries.ts";

/** Buckets of a prompt of less than 10^9 tokens: a hundred times the largest context window of today, or a long session. */
const tokens = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 300_000_000 }));
const prompts = fc.record({ input: tokens, cacheRead: tokens, cacheWrite: tokens });

function usageOf(counts: Partial<Usage>): Usage {
  return { ...NO_USAGE, ...counts };
}

/** The printed number in thousandths, read back as a person would; null for `<0.1%`. */
function thousandths(text: string): bigint | null {
  if (text === "<0.1%") return null;
  const [, whole, tenth] = found(/^(\d+)(?:\.(\d))?%$/.exec(text));
  return BigInt(found(whole)) * 10n + BigInt(tenth ?? "0");
}

describe("the hit rate", () => {
  it("is cacheRead over input + cacheRead + cacheWrite", () => {
    expect(hitRate(usageOf({ input: 1000, cacheRead: 8780, cacheWrite: 200 }))).toBeCloseTo(0.87976, 5);
    expect(hitRate(usageOf({ input: 7, cacheRead: 9900, cacheWrite: 300 }))).toBeCloseTo(0.96992, 5);
  });

  it("does not depend on output, reasoning or the share of one-hour writes", () => {
    const usage = usageOf({ input: 1, cacheRead: 2, cacheWrite: 1 });
    expect(hitRate({ ...usage, output: 99, reasoning: 50, cacheWrite1h: 1 })).toBe(0.5);
  });

  it("is null without prompt tokens, also when there is output", () => {
    expect(hitRate(NO_USAGE)).toBeNull();
    expect(hitRate(usageOf({ output: 10 }))).toBeNull();
  });

  it("is 0 for a prompt of which nothing was read", () => {
    expect(hitRate(usageOf({ input: 10 }))).toBe(0);
  });

  it("lies between 0 and 1, and is 1 only when nothing was new and nothing written", () => {
    fc.assert(
      fc.property(prompts, (counts) => {
        const rate = hitRate(usageOf(counts));
        if (rate === null) return expect(promptTokens(usageOf(counts))).toBe(0);
        expect(rate >= 0 && rate <= 1).toBe(true);
        expect(rate === 1).toBe(counts.input + counts.cacheWrite === 0);
        expect(rate > 0).toBe(counts.cacheRead > 0);
      }),
    );
  });

  it("stays the same when tokens move between input and cacheWrite (case C08)", () => {
    fc.assert(
      fc.property(prompts, fc.double({ min: 0, max: 1, noNaN: true }), ({ input, cacheRead, cacheWrite }, share) => {
        const moved = Math.floor(input * share);
        const other = usageOf({ input: input - moved, cacheRead, cacheWrite: cacheWrite + moved });
        expect(hitRate(other)).toBe(hitRate(usageOf({ input, cacheRead, cacheWrite })));
      }),
    );
  });
});

describe("cache activity", () => {
  it("is a read or a write", () => {
    expect(hasCacheActivity(usageOf({ cacheRead: 1 }))).toBe(true);
    expect(hasCacheActivity(usageOf({ cacheWrite: 1 }))).toBe(true);
    expect(hasCacheActivity(usageOf({ input: 9, output: 9, reasoning: 9 }))).toBe(false);
  });
});

describe("a printed hit rate", () => {
  it.each([
    [null, "n/a", "n/a"],
    [0, "0%", "0.0%"],
    [0.0001, "<0.1%", "<0.1%"],
    [0.00099999, "<0.1%", "<0.1%"],
    [0.001, "0%", "0.1%"],
    [0.005, "0%", "0.5%"],
    [0.29, "29%", "29.0%"],
    [0.57, "57%", "57.0%"],
    [0.875, "87%", "87.5%"],
    [0.8798, "87%", "87.9%"],
    [0.9997, "99%", "99.9%"],
    [0.999999, "99%", "99.9%"],
    [1, "100%", "100.0%"],
  ])("of %j is %s in the footer and %s in the report", (rate, footer, report) => {
    expect(formatHitRate(rate, 0)).toBe(footer);
    expect(formatHitRate(rate, 1)).toBe(report);
  });

  it.each([0, 1] as const)(
    "with %i decimals never exceeds the true rate and is less than one unit below it",
    (decimals) => {
      const unit = decimals === 0 ? 10n : 1n;
      fc.assert(
        fc.property(prompts, (counts) => {
          const usage = usageOf(counts);
          const prompt = BigInt(promptTokens(usage));
          const read = BigInt(usage.cacheRead);
          fc.pre(prompt > 0n);
          const printed = thousandths(formatHitRate(hitRate(usage), decimals));
          if (printed === null) {
            expect(read > 0n && read * 1000n < prompt).toBe(true);
            return;
          }
          expect(read === 0n || read * 1000n >= prompt).toBe(true);
          expect(printed * prompt <= read * 1000n).toBe(true);
          expect((printed + unit) * prompt > read * 1000n).toBe(true);
          expect(printed === 1000n).toBe(counts.input + counts.cacheWrite === 0);
        }),
        { numRuns: 1000 },
      );
    },
  );

  it("is the exact whole or tenth of a per cent for every rate that is one", () => {
    for (let tenths = 1; tenths <= 1000; tenths++) {
      const rate = hitRate(usageOf({ input: 1000 - tenths, cacheRead: tenths }));
      expect(formatHitRate(rate, 0)).toBe(`${Math.trunc(tenths / 10)}%`);
      expect(formatHitRate(rate, 1)).toBe(`${Math.trunc(tenths / 10)}.${tenths % 10}%`);
    }
  });

  it.each([1e9, 1e10, 1e12])(
    "is never the full hundred per cent when one token in %i was not read, as over a very long session",
    (prompt) => {
      const rate = hitRate(usageOf({ input: 1, cacheRead: prompt - 1 }));
      expect(formatHitRate(rate, 0)).toBe("99%");
      expect(formatHitRate(rate, 1)).toBe("99.9%");
    },
  );
});
