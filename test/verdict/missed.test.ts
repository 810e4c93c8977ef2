import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTurn } from "../../src/usage/turn.ts";
import { promptTokens } from "../../src/usage/usage.ts";
import { missedCost, missedTokens, NOISE_TOKENS, outcomeOf, rateOf } from "../../src/verdict/missed.ts";
import { assistant, type Counts, found, noPrice, usage } from "../support/entries.ts";
import { price, turnOf, unpriced, usageOf } from "../support/verdicts.ts";

const outcome = (previous: Counts, now: Counts) => outcomeOf(usageOf(previous), usageOf(now));
const missed = (previous: Counts, now: Counts) => missedTokens(usageOf(previous), usageOf(now));

describe("missed tokens", () => {
  it("are what of the shorter of the two prompts was not read", () => {
    expect(missed([0, 9, 4_000, 6_000], [500, 9, 7_000, 4_000])).toBe(3_000);
    expect(missed([0, 9, 0, 10_000], [1_000, 9, 2_000, 1_000])).toBe(2_000);
    expect(missed([1_000, 9, 2_000, 7_000], [10_000, 9, 0, 0])).toBe(10_000);
  });

  it("are never less than none", () => {
    expect(missed([0, 9, 0, 1_000], [0, 9, 5_000, 0])).toBe(0);
  });
});

describe("an outcome", () => {
  it("is a hit up to 1,024 missed tokens, and not one token further", () => {
    expect(NOISE_TOKENS).toBe(1_024);
    expect(outcome([0, 9, 0, 10_000], [1_024, 9, 8_976, 0])).toBe("hit");
    expect(outcome([0, 9, 0, 10_000], [1_025, 9, 8_975, 0])).toBe("partial");
    expect(outcome([0, 9, 0, 1_024], [9_000, 9, 0, 0])).toBe("hit");
    expect(outcome([0, 9, 0, 1_025], [9_000, 9, 0, 0])).toBe("miss");
  });

  it("is partial where exactly half was read, and a miss with a token less", () => {
    expect(outcome([0, 9, 0, 10_000], [6_000, 9, 5_000, 0])).toBe("partial");
    expect(outcome([0, 9, 0, 10_000], [6_000, 9, 4_999, 0])).toBe("miss");
  });

  it("measures half by the shorter prompt, whichever that is", () => {
    expect(outcome([0, 9, 0, 40_000], [4_000, 9, 4_000, 0])).toBe("partial");
    expect(outcome([0, 9, 0, 8_000], [36_000, 9, 4_000, 0])).toBe("partial");
    expect(outcome([0, 9, 0, 8_002], [36_000, 9, 4_000, 0])).toBe("miss");
  });
});

describe("missed dollars", () => {
  const paid = (counts: Counts, cost: object) => turnOf(counts, { usage: usage(counts, { cost }) });

  it("are the rate that was paid for what was not read, less the rate of reading", () => {
    const turn = paid([6_000, 9, 2_000, 2_000], { input: 0.024, cacheRead: 0.002, cacheWrite: 0.01, total: 0.04 });
    // 0.034 dollars for 8,000 tokens, and a millionth for each that was read.
    expect(missedCost(turn, 4_000, price)).toBeCloseTo(4_000 * (0.034 / 8_000 - 1e-6), 12);
  });

  it("take the rate of reading from the model's price where the row read nothing", () => {
    const turn = paid([10_000, 9, 0, 0], { input: 0.04, total: 0.04 });
    expect(missedCost(turn, 5_000, price)).toBeCloseTo(5_000 * 3e-6, 12);
    expect(missedCost(turn, 5_000, noPrice)).toBeNull();
  });

  it("are unknown without a cost, and without usage", () => {
    const counts: Counts = [10_000, 9, 0, 0];
    expect(missedCost(turnOf(counts, unpriced(counts)), 5_000, noPrice)).toBeNull();
    expect(missedCost(turnOf(counts, unpriced(counts)), 0, noPrice)).toBeNull();
    expect(missedCost(turnOf(counts, { usage: null }), 5_000, price)).toBeNull();
    expect(missedCost(turnOf(counts, { usage: null }), 0, price)).toBeNull();
  });

  it("are nothing for nothing missed, where nothing else was paid, and where reading is dearer", () => {
    expect(missedCost(paid([10_000, 9, 0, 0], { input: 0.04 }), 0, noPrice)).toBe(0);
    expect(missedCost(paid([0, 9, 5_000, 0], { cacheRead: 0.04 }), 500, price)).toBe(0);
    expect(missedCost(paid([5_000, 9, 5_000, 0], { input: 0.001, cacheRead: 0.04 }), 500, price)).toBe(0);
  });

  it("are unknown where all was free, also for nothing missed: a catalogue's zero is no price", () => {
    const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
    for (const missed of [0, 500]) {
      expect(missedCost(paid([5_000, 9, 5_000, 0], free), missed, price)).toBeNull();
      expect(missedCost(paid([0, 9, 5_000, 0], free), missed, price)).toBeNull();
    }
  });

  it("are unknown where only a total was given for what was paid", () => {
    for (const missed of [0, 500]) {
      expect(missedCost(paid([5_000, 9, 5_000, 0], { total: 0.5 }), missed, price)).toBeNull();
      expect(missedCost(paid([5_000, 9, 5_000, 0], { cacheRead: 0.04, total: 0.5 }), missed, price)).toBeNull();
    }
  });

  it("take the rate of reading from the model's price where the row gives none for what it read, if there is one", () => {
    const turn = paid([6_000, 9, 4_000, 0], { input: 0.024, cacheRead: 0, total: 0.024 });
    expect(missedCost(turn, 2_000, price)).toBeCloseTo(2_000 * 3e-6, 12);
    const free: typeof price = (...args) => {
      const cost = price(...args);
      return cost === null ? null : { ...cost, cacheRead: 0 };
    };
    expect(missedCost(turn, 2_000, free)).toBeNull();
  });
});

describe("the rate of a bucket", () => {
  it("is what the row paid for it, and otherwise its model's price", () => {
    const counts: Counts = [1_000, 9, 0, 500];
    const turn = turnOf(counts, { usage: usage(counts, { cost: { input: 0.5, cacheWrite: 1, total: 1.5 } }) });
    expect(rateOf(turn, "input", price)).toBe(0.0005);
    expect(rateOf(turn, "cacheWrite", price)).toBe(0.002);
    expect(rateOf(turn, "cacheRead", price)).toBeCloseTo(1e-6, 15);
    expect(rateOf(turn, "cacheRead", noPrice)).toBeNull();
  });

  it("is unknown where the catalogue says zero: nobody reads or writes for nothing", () => {
    const nothing: typeof price = () => ({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 });
    for (const bucket of ["input", "cacheRead", "cacheWrite"] as const) {
      expect(rateOf(turnOf([1_000, 9, 200, 300]), bucket, nothing)).toBeNull();
      expect(rateOf(turnOf([1_000, 9, 200, 300]), bucket, price)).not.toBeNull();
    }
  });

  it("is asked for a prompt as long as the turn's, since prices can depend on it", () => {
    const asked: number[] = [];
    rateOf(turnOf([1_000, 9, 200, 0]), "cacheWrite", (_provider, _model, of) => {
      asked.push(of.cacheWrite, promptTokens(of));
      return null;
    });
    expect(asked).toEqual([1_200, 1_200]);
  });

  it("is asked by the names of the turn's model", () => {
    const names: string[] = [];
    rateOf(turnOf([1_000, 9, 0, 0]), "cacheRead", (provider, model) => {
      names.push(provider, model);
      return null;
    });
    expect(names).toEqual(["acme", "m1"]);
  });

  it("is unknown of a turn without usage or without a prompt", () => {
    expect(rateOf(turnOf([0, 9, 0, 0]), "input", price)).toBeNull();
    expect(rateOf(turnOf([0, 9, 0, 0], { usage: null }), "input", price)).toBeNull();
  });

  it("is not taken from a fraction of a token", () => {
    const row = (input: number) =>
      turnOf([0, 0, 0, 0], { usage: { input, output: 1, cacheRead: 9, cacheWrite: 0, cost: { input: 2, total: 2 } } });
    expect(rateOf(row(1), "input", price)).toBe(2);
    expect(rateOf(row(0.5), "input", price)).toBeCloseTo(4e-6, 15);
    // Nothing was paid for what it read, so the model's price of a millionth counts.
    expect(missedCost(row(1), 3, price)).toBeCloseTo(3 * (2 - 1e-6), 12);
    expect(missedCost(row(0.5), 3, price)).toBe(0);
  });

  it("is unknown of a prompt shorter than a token", () => {
    const row = (cacheRead: number) =>
      turnOf([0, 0, 0, 0], { usage: { input: 0, output: 1, cacheRead, cacheWrite: 0, cost: { cacheRead: 2 } } });
    expect(rateOf(row(0.5), "input", price)).toBeNull();
    expect(rateOf(row(1), "input", price)).not.toBeNull();
  });

  it("is the model's where the row has no cost", () => {
    const counts: Counts = [1_000, 9, 500, 0];
    expect(rateOf(turnOf(counts, unpriced(counts)), "input", price)).toBeCloseTo(4e-6, 15);
  });
});

describe("any two measured turns", () => {
  const counts = fc.tuple(fc.nat({ max: 1e6 }), fc.nat(), fc.nat({ max: 1e6 }), fc.nat({ max: 1e6 }));

  it("miss at most the shorter prompt, and cost no less than nothing", () => {
    fc.assert(
      fc.property(counts, counts, (before, now) => {
        const tokens = missed(before, now);
        expect(tokens).toBeGreaterThanOrEqual(0);
        expect(tokens).toBeLessThanOrEqual(Math.min(promptTokens(usageOf(before)), promptTokens(usageOf(now))));
        const cost = missedCost(found(readTurn(assistant(now, unpriced(now)), price)), tokens, price);
        expect(cost).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(cost)).toBe(true);
        expect(outcome(before, now) === "hit").toBe(tokens <= 1_024);
      }),
    );
  });
});
