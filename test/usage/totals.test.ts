import { describe, expect, it } from "vitest";
import { Totals } from "../../src/usage/totals.ts";
import { NO_USAGE } from "../../src/usage/usage.ts";
import {
  branchSummary,
  compaction,
  type Fields,
  noPrice,
  refresh,
  toolResult,
  turn,
  usage,
  userMessage,
} from "../support/entries.ts";

function totalsOf(...entries: readonly Fields[]): Totals {
  const totals = new Totals();
  for (const entry of entries) totals.add(entry, noPrice);
  return totals;
}

describe("the totals of session entries", () => {
  it("are nothing at first", () => {
    const totals = new Totals();
    expect(totals.refreshes).toEqual({ count: 0, usage: NO_USAGE, cost: null });
    expect(totals.side).toEqual({ compaction: NO_USAGE, branchSummary: NO_USAGE, nested: NO_USAGE });
    expect(totals.everything).toEqual({ usage: NO_USAGE, cost: null });
  });

  it("keep everything that is no turn out of the turns and their rate", () => {
    const totals = totalsOf(
      turn([10, 1, 90, 0]),
      refresh([500, 1, 0, 0]),
      refresh([600, 1, 0, 0], { kind: "unheard_of" }),
      compaction([700, 1, 0, 0]),
      branchSummary([800, 1, 0, 0]),
      toolResult(usage([900, 1, 0, 0])),
      userMessage(),
    );
    expect(totals.ledger.aggregate()).toMatchObject({ turns: 1, hitRate: 0.9 });
    expect(totals.refreshes).toMatchObject({ count: 2, usage: { input: 1100 } });
    expect(totals.side.compaction.input).toBe(700);
    expect(totals.side.branchSummary.input).toBe(800);
    expect(totals.side.nested.input).toBe(900);
  });

  it("add up refreshes and side usage of the same kind", () => {
    const nested = toolResult(usage([1, 2, 3, 4]));
    const totals = totalsOf(nested, nested, compaction([1, 0, 0, 0]), compaction([1, 0, 0, 0]), refresh([0, 0, 5, 0]));
    expect(totals.side.nested).toMatchObject({ input: 2, output: 4, cacheRead: 6, cacheWrite: 8 });
    expect(totals.side.compaction.input).toBe(2);
    expect(totals.refreshes.usage.cacheRead).toBe(5);
  });

  it("sum every token and dollar of the range, as Pi's own footer does", () => {
    const cost = { cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.25 } };
    const totals = totalsOf(
      turn([1, 2, 3, 4], { usage: usage([1, 2, 3, 4], cost) }),
      refresh([1, 2, 3, 4], { usage: usage([1, 2, 3, 4], cost) }),
      toolResult(usage([1, 2, 3, 4], cost)),
      compaction([1, 2, 3, 4]),
      branchSummary([1, 2, 3, 4]),
    );
    expect(totals.everything.usage).toMatchObject({ input: 5, output: 10, cacheRead: 15, cacheWrite: 20 });
    expect(totals.everything.cost).toBe(0.75);
    expect(totals.refreshes.cost).toBe(0.25);
  });

  it("do not know the cost of refreshes of which none has a price", () => {
    const totals = totalsOf(refresh([1, 1, 1, 1], { usage: { ...usage([1, 1, 1, 1]), cost: undefined } }));
    expect(totals.refreshes).toMatchObject({ count: 1, cost: null });
    expect(totals.everything.cost).toBeNull();
  });

  it("know a cost of zero from one that nothing told", () => {
    const unpriced = turn([1, 1, 1, 1], { usage: { ...usage([1, 1, 1, 1]), cost: undefined } });
    expect(totalsOf(unpriced).everything.cost).toBeNull();
    expect(totalsOf(unpriced, turn([1, 1, 1, 1])).everything.cost).toBe(0);
  });

  it("price a refresh without a cost by the model it names", () => {
    const totals = new Totals();
    totals.add(refresh([1, 1, 1, 1], { usage: { input: 1 } }), (provider, model) =>
      provider === "acme" && model === "m1" ? { input: 3, output: 0, cacheRead: 0, cacheWrite: 0, total: 3 } : null,
    );
    expect(totals.refreshes.cost).toBe(3);
  });

  it("give back the flags of a turn, and null for what is none", () => {
    const totals = new Totals();
    expect(totals.add(turn([-1, 1, 1, 1]), noPrice)).toEqual(["input-negative"]);
    expect(totals.add(turn([1, 1, 1, 1]), noPrice)).toEqual([]);
    expect(totals.add(refresh([1, 1, 1, 1]), noPrice)).toBeNull();
    expect(totals.add(userMessage(), noPrice)).toBeNull();
    expect(totals.add("no entry", noPrice)).toBeNull();
  });

  it("that were read once stay as they were read when more is added", () => {
    const totals = totalsOf(compaction([1, 0, 0, 0]), refresh([1, 0, 0, 0]));
    const { side, refreshes, everything } = totals;
    totals.add(compaction([9, 0, 0, 0]), noPrice);
    totals.add(refresh([9, 0, 0, 0]), noPrice);
    expect(refreshes.usage.input).toBe(1);
    expect(everything.usage.input).toBe(2);
    expect(side.compaction.input).toBe(1);
  });
});
