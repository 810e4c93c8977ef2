import { describe, expect, it } from "vitest";
import type { Pricer } from "../../src/usage/cost.ts";
import { readEntry } from "../../src/usage/entry.ts";
import { Money } from "../../src/verdict/money.ts";
import { branchSummary, type Fields, found, noPrice, refresh, toolResult, turn, usage } from "../support/entries.ts";
import { price, unpriced } from "../support/verdicts.ts";

function sumsOf(entries: readonly Fields[], pricer: Pricer = price) {
  const money = new Money();
  for (const entry of entries) money.add(found(readEntry(entry, pricer)), pricer);
  return money.sums;
}

const costing = (total: number) => ({ usage: usage([1, 1, 1, 1], { cost: { total } }) });
const compacting = (total: number) => ({ type: "compaction", ...costing(total) });
const UNKNOWN = { readSavings: null, writePremium: null, warmingCost: null, compactionCost: null, net: null };

describe("the money of a range", () => {
  it("is unknown before anything has a price", () => {
    expect(new Money().sums).toEqual(UNKNOWN);
    expect(sumsOf([turn([10, 1, 90, 5], unpriced([10, 1, 90, 5]))], noPrice)).toEqual(UNKNOWN);
    expect(sumsOf([turn([0, 0, 0, 0], { usage: null })])).toEqual(UNKNOWN);
    expect(sumsOf([turn([0, 5, 0, 0], unpriced([0, 5, 0, 0]))])).toEqual(UNKNOWN);
  });

  it("is unknown of a turn whose row had no cost when it was read", () => {
    const money = new Money();
    money.add(found(readEntry(turn([10, 1, 90, 5], unpriced([10, 1, 90, 5])), noPrice)), price);
    expect(money.sums).toEqual(UNKNOWN);
  });

  it("is unknown of rows that were free in all, whatever their model's price", () => {
    const free = { cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
    expect(sumsOf([turn([10, 1, 90, 5], { usage: usage([10, 1, 90, 5], free) })])).toEqual(UNKNOWN);
  });

  it("is what rows with a price say, while free ones among them add nothing", () => {
    const counts = [10_000, 50, 80_000, 20_000] as const;
    const own = turn(counts, unpriced(counts));
    const free = turn(counts, { usage: usage(counts) });
    expect(sumsOf([free, own, free])).toEqual(sumsOf([own]));
  });

  it("is unknown where the price of input is zero in the catalogue", () => {
    const counts = [0, 50, 80_000, 0] as const;
    const free: Pricer = (...args) => {
      const cost = price(...args);
      return cost === null ? null : { ...cost, input: 0 };
    };
    expect(sumsOf([turn(counts, unpriced(counts))], free)).toEqual(UNKNOWN);
  });

  it("is unknown of rows that cost nothing in total, whatever their parts say", () => {
    const counts = [10_000, 50, 80_000, 20_000] as const;
    const waived = { cost: { input: 0.04, cacheRead: 0.08, cacheWrite: 0.1, total: 0 } };
    expect(sumsOf([turn(counts, { usage: usage(counts, waived) })])).toEqual(UNKNOWN);
  });

  it("is unknown of rows that give a total only", () => {
    const counts = [10_000, 50, 80_000, 20_000] as const;
    expect(sumsOf([turn(counts, { usage: usage(counts, { cost: { total: 0.5 } }) })])).toEqual(UNKNOWN);
  });

  it("is what reading saved against input, and what writing cost beyond it", () => {
    const counts = [10_000, 50, 80_000, 20_000] as const;
    const { readSavings, writePremium, net } = sumsOf([turn(counts, unpriced(counts))]);
    expect(readSavings).toBeCloseTo(80_000 * 3e-6, 12);
    expect(writePremium).toBeCloseTo(20_000 * 1e-6, 12);
    expect(net).toBeCloseTo(0.24 - 0.02, 12);
  });

  it("takes the rates from the row's own cost before the model's price", () => {
    const counts = [1_000, 50, 2_000, 500] as const;
    const own = { cost: { input: 1, cacheRead: 0.5, cacheWrite: 1, total: 2.5 } };
    const { readSavings, writePremium } = sumsOf([turn(counts, { usage: usage(counts, own) })]);
    expect(readSavings).toBeCloseTo(2 - 0.5, 12);
    expect(writePremium).toBeCloseTo(1 - 0.5, 12);
  });

  it("adds up over turns", () => {
    const counts = [10_000, 50, 80_000, 20_000] as const;
    const one = turn(counts, unpriced(counts));
    const { readSavings, writePremium } = sumsOf([one, one]);
    expect(readSavings).toBeCloseTo(0.48, 12);
    expect(writePremium).toBeCloseTo(0.04, 12);
  });

  it("counts one-hour writes as they were billed", () => {
    const counts = [0, 50, 0, 10_000] as const;
    const { writePremium } = sumsOf([turn(counts, unpriced(counts, { cacheWrite1h: 10_000 }))]);
    expect(writePremium).toBeCloseTo(10_000 * 4e-6, 12);
  });

  it("counts the refreshes that keep a cache warm, and no other usage", () => {
    const others = [refresh([1, 1, 1, 1], { kind: "title", ...costing(4) }), branchSummary([1, 1, 1, 1])];
    expect(sumsOf([refresh([1, 1, 1, 1], costing(1)), refresh([1, 1, 1, 1], costing(2)), ...others])).toEqual({
      ...{ ...UNKNOWN, warmingCost: 3 },
    });
  });

  it("counts compactions, and neither branch summaries nor subagents", () => {
    const nested = toolResult(usage([1, 1, 1, 1], { cost: { total: 8 } }));
    const summary = { type: "branch_summary", ...costing(16) };
    expect(sumsOf([compacting(1), compacting(2), nested, summary])).toEqual({ ...UNKNOWN, compactionCost: 3 });
  });

  it("is net of writes, warming and compactions", () => {
    const counts = [10_000, 50, 80_000, 20_000] as const;
    const sums = sumsOf([turn(counts, unpriced(counts)), refresh([1, 1, 1, 1], costing(0.5)), compacting(0.25)]);
    expect(sums.net).toBeCloseTo(0.24 - 0.02 - 0.5 - 0.25, 12);
    expect(sums).toMatchObject({ warmingCost: 0.5, compactionCost: 0.25 });
  });

  it("is not changed in what was handed out", () => {
    const money = new Money();
    const before = money.sums;
    money.add(found(readEntry(compacting(1), price)), price);
    expect(before).toEqual(UNKNOWN);
  });
});
