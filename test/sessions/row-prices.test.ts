import { describe, expect, it } from "vitest";
import { RowPrices } from "../../src/sessions/row-prices.ts";
import type { Counts, Fields } from "../support/entries.ts";
import { found, noPrice, usage } from "../support/entries.ts";
import { price, turnOf, usageOf } from "../support/verdicts.ts";

/** A turn that paid what its tokens cost by the price list of the tests. */
function paid(counts: Counts, fields: Fields = {}) {
  return turnOf(counts, { usage: usage(counts, { cost: price("", "", usageOf(counts)) }), ...fields });
}

function pricesOf(...turns: readonly ReturnType<typeof paid>[]) {
  const prices = new RowPrices();
  for (const turn of turns) prices.learn(turn);
  return (counts: Counts, provider = "acme", model = "m1") => prices.price(provider, model, usageOf(counts));
}

describe("prices that the rows of a session show", () => {
  it("are what a token of each kind cost, so that other counts have a price", () => {
    const ask = pricesOf(paid([1_000, 50, 0, 9_000]), paid([200, 50, 9_000, 0]));
    const counts: Counts = [123, 45, 6_789, 10];
    const [own, expected] = [found(ask(counts)), found(price("", "", usageOf(counts)))];
    for (const bucket of ["input", "output", "cacheRead", "cacheWrite", "total"] as const) {
      expect(own[bucket]).toBeCloseTo(expected[bucket], 12);
    }
  });

  it("are not known for a kind that no row paid for, and not guessed", () => {
    const ask = pricesOf(paid([1_000, 50, 0, 9_000]));
    expect(ask([10, 5, 1, 0])).toBeNull();
    expect(ask([10, 5, 0, 1])).not.toBeNull();
  });

  it("are not known of a model or provider that did not answer, whatever its API", () => {
    const ask = pricesOf(paid([10, 5, 10, 10], { api: "another" }));
    expect(ask([1, 1, 1, 1])).not.toBeNull();
    expect(ask([1, 1, 1, 1], "acme", "m2")).toBeNull();
    expect(ask([1, 1, 1, 1], "other", "m1")).toBeNull();
    expect(pricesOf()([0, 0, 0, 0])).toBeNull();
  });

  it("are the newest that were paid", () => {
    const dear = usage([1_000, 0, 0, 0], { cost: { input: 8, output: 0, cacheRead: 0, cacheWrite: 0, total: 8 } });
    const ask = pricesOf(paid([1_000, 0, 0, 0]), turnOf([1_000, 0, 0, 0], { usage: dear }));
    expect(ask([1_000, 0, 0, 0])?.total).toBeCloseTo(8, 12);
  });

  it("are not learned from a row without a cost, of nothing, or of less than a token", () => {
    const zero = turnOf([1_000, 5, 0, 0]);
    const unknown = turnOf([1_000, 5, 0, 0], { usage: usage([1_000, 5, 0, 0], { cost: undefined }) }, noPrice);
    const half = usage([0.5, 0, 0, 0], { cost: { input: 1, total: 1 } });
    const ask = pricesOf(
      zero,
      unknown,
      turnOf([1, 0, 0, 0], { usage: undefined }),
      turnOf([0, 0, 0, 0], { usage: half }),
    );
    expect(ask([1, 0, 0, 0])).toBeNull();
  });

  it("of a free model stay unknown, and leave those of others alone", () => {
    const ask = pricesOf(paid([1_000, 5, 0, 0]), turnOf([1_000, 5, 0, 0]));
    expect(ask([1_000, 0, 0, 0])?.total).toBeCloseTo(0.004, 12);
  });
});
