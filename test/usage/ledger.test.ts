import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Aggregate, Ledger, type ModelAggregate } from "../../src/usage/ledger.ts";
import { readTurn, type Turn } from "../../src/usage/turn.ts";
import { assistant, type Counts, type Fields, found, noPrice, usage } from "../support/entries.ts";

function turnOf(counts: Counts, fields: Fields = {}): Turn {
  return found(readTurn(assistant(counts, fields), noPrice));
}

function ledgerOf(...turns: readonly Turn[]): Ledger {
  const ledger = new Ledger();
  for (const turn of turns) ledger.add(turn);
  return ledger;
}

function only(ledger: Ledger): ModelAggregate {
  expect(ledger.models).toHaveLength(1);
  return found(ledger.models[0]);
}

const LOCAL = { provider: "local", model: "llama" };

describe("the totals of a range", () => {
  it("are zero turns and no rate before any turn", () => {
    expect(new Ledger().aggregate()).toMatchObject({ turns: 0, measuredTurns: 0, hitRate: null, cost: null });
    expect(new Ledger().flags).toEqual([]);
  });

  it("divide the sum of what was read by the sum of the prompts, and are no mean of rates (case C15)", () => {
    const small = turnOf([2, 5, 0, 0]);
    const { hitRate } = ledgerOf(small, small, small, turnOf([500, 900, 99000, 500])).aggregate();
    expect(hitRate).toBeCloseTo(99000 / 100006, 12);
  });

  it("count failed and aborted responses as turns, but not as measured ones", () => {
    const failed = turnOf([0, 0, 0, 0], { stopReason: "error" });
    const withoutUsage = turnOf([0, 0, 0, 0], { usage: undefined });
    const totals = ledgerOf(turnOf([10, 1, 90, 0]), failed, withoutUsage).aggregate();
    expect(totals).toMatchObject({ turns: 3, measuredTurns: 1, hitRate: 0.9 });
  });

  it("count an aborted response that carries real usage", () => {
    const paid = turnOf([2, 0, 0, 98], { stopReason: "aborted" });
    expect(ledgerOf(paid, turnOf([2, 0, 98, 0])).aggregate()).toMatchObject({ measuredTurns: 2, hitRate: 0.49 });
  });

  it("have no rate while no model has shown cache activity, and never a made-up 0", () => {
    const totals = ledgerOf(turnOf([19, 13, 0, 0]), turnOf([40, 10, 0, 0])).aggregate();
    expect(totals).toMatchObject({ measuredTurns: 2, hitRate: null });
    expect(totals.usage.input).toBe(59);
    expect(totals.rated.input).toBe(0);
  });

  it("tell the measured turns that the rate is made of from those of silent models", () => {
    const failed = turnOf([0, 0, 0, 0], { stopReason: "error" });
    const ledger = ledgerOf(turnOf([900, 1, 0, 0], LOCAL), turnOf([10, 1, 0, 0]), failed);
    expect(ledger.aggregate()).toMatchObject({ turns: 3, measuredTurns: 2, ratedTurns: 0 });
    ledger.add(turnOf([10, 1, 90, 0]));
    expect(ledger.aggregate()).toMatchObject({ turns: 4, measuredTurns: 3, ratedTurns: 2 });
    expect(ledger.models.map(({ measuredTurns, ratedTurns }) => [measuredTurns, ratedTurns])).toEqual([
      [1, 0],
      [2, 2],
    ]);
  });

  it("have a real rate of 0 when something was written and nothing read", () => {
    expect(ledgerOf(turnOf([3, 25, 0, 2504])).aggregate().hitRate).toBe(0);
  });

  it("count a model's earlier zero turns once it has shown cache activity", () => {
    const totals = ledgerOf(turnOf([100, 1, 0, 0]), turnOf([0, 1, 100, 0])).aggregate();
    expect(totals.hitRate).toBe(0.5);
    expect(totals.rated).toEqual(totals.usage);
  });

  it("do not let the zeros of a model without a cache dilute the rate of another", () => {
    const ledger = ledgerOf(turnOf([10, 1, 90, 0]), turnOf([900, 1, 0, 0], LOCAL));
    expect(ledger.aggregate().hitRate).toBe(0.9);
    expect(ledger.aggregate().usage.input).toBe(910);
    expect(ledger.aggregate().rated).toMatchObject({ input: 10, cacheRead: 90 });
    expect(ledger.models.map(({ model, reporting, hitRate }) => ({ model, reporting, hitRate }))).toEqual([
      { model: "m1", reporting: true, hitRate: 0.9 },
      { model: "llama", reporting: false, hitRate: null },
    ]);
    expect(ledger.flags).toContain("not-reporting");
  });

  it("tell models apart by provider, api and model together", () => {
    const ledger = ledgerOf(
      turnOf([1, 1, 1, 1]),
      turnOf([1, 1, 1, 1], { provider: "other" }),
      turnOf([1, 1, 1, 1], { api: "openai-completions" }),
      turnOf([1, 1, 1, 1], { model: "m2" }),
      turnOf([1, 1, 1, 1]),
    );
    expect(ledger.models.map(({ turns }) => turns)).toEqual([2, 1, 1, 1]);
  });

  it("know no cost while no turn has one, and otherwise the sum of those that have", () => {
    const free = turnOf([1, 1, 1, 1], { usage: { ...usage([1, 1, 1, 1]), cost: undefined } });
    const paid = (total: number, fields: Fields = {}) =>
      turnOf([1, 1, 1, 1], { usage: usage([1, 1, 1, 1], { cost: { total } }), ...fields });
    expect(ledgerOf(free).aggregate().cost).toBeNull();
    expect(ledgerOf(free, paid(0.25), paid(0.5), paid(2, LOCAL)).aggregate().cost).toBe(2.75);
  });

  it("are not what a caller does to a value it was given", () => {
    const ledger = ledgerOf(turnOf([10, 1, 90, 0]));
    const before = structuredClone(ledger.aggregate());
    const first = ledger.aggregate();
    ledger.add(turnOf([90, 1, 10, 0]));
    expect(first).toEqual(before);
  });
});

describe("the rate of one turn", () => {
  const silent = turnOf([100, 1, 0, 0]);

  it("is null until its model has shown cache activity in the range, then a real 0", () => {
    const ledger = ledgerOf(silent);
    expect(ledger.rateOf(silent)).toBeNull();
    ledger.add(turnOf([0, 1, 100, 0]));
    expect(ledger.rateOf(silent)).toBe(0);
  });

  it("is not made a 0 by the cache of another model", () => {
    const local = turnOf([100, 1, 0, 0], LOCAL);
    const ledger = ledgerOf(local, turnOf([0, 1, 100, 0]));
    expect(ledger.rateOf(local)).toBeNull();
    expect(ledger.isReporting(local)).toBe(false);
  });

  it("is null without usage and without prompt tokens, also where the model reports", () => {
    const ledger = ledgerOf(turnOf([0, 1, 100, 0]));
    expect(ledger.rateOf(turnOf([0, 0, 0, 0]))).toBeNull();
    expect(ledger.rateOf(turnOf([0, 0, 0, 0], { usage: null }))).toBeNull();
  });

  it("is null for a model that the range does not know", () => {
    expect(new Ledger().rateOf(turnOf([0, 1, 100, 0]))).toBeNull();
  });
});

describe("the flags of a range", () => {
  it("are those of its rows, each once", () => {
    const negative = turnOf([-1, 1, 1, 1]);
    expect(ledgerOf(negative, negative).flags).toEqual(["input-negative"]);
  });

  it("do not call a model silent of which nothing was measured", () => {
    expect(ledgerOf(turnOf([0, 0, 0, 0], { stopReason: "error" })).flags).toEqual([]);
  });

  it("name the suspicion of cache-inclusive input, and the model carries the rate that would be true", () => {
    const ledger = new Ledger();
    expect(ledger.add(turnOf([138900, 700, 132608, 0]))).toEqual([]);
    expect(ledger.add(turnOf([139407, 1046, 133376, 0]))).toEqual(["inclusive-input-suspected"]);
    expect(ledger.flags).toEqual(["inclusive-input-suspected"]);
    expect(only(ledger).inclusiveRate).toBeCloseTo(133376 / 139407, 12);
    expect(only(ledger).hitRate).toBeCloseTo(265984 / 544291, 12);
  });

  it("compare a turn with the one before it of the same model only", () => {
    const ledger = ledgerOf(turnOf([138900, 700, 132608, 0]));
    expect(ledger.add(turnOf([139407, 1046, 133376, 0], LOCAL))).toEqual([]);
    expect(ledger.add(turnOf([139407, 1046, 133376, 0]))).toEqual(["inclusive-input-suspected"]);
  });

  it("are not confused by a failed response between the two turns", () => {
    const ledger = ledgerOf(turnOf([138900, 700, 132608, 0]), turnOf([0, 0, 0, 0], { stopReason: "error" }));
    expect(ledger.add(turnOf([139407, 1046, 133376, 0]))).toContain("inclusive-input-suspected");
  });
});

describe("an aggregate over any turns", () => {
  const count = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 1_000_000 }), fc.constant(0));
  const row = fc.record({
    counts: fc.option(fc.tuple(count, count, count, count), { freq: 8 }),
    model: fc.constantFrom("a", "b", "c"),
    api: fc.constantFrom("x", "y"),
  });

  function sum(rows: readonly (readonly number[])[], ...columns: readonly number[]): number {
    return rows.reduce((all, one) => columns.reduce((part, column) => part + (one[column] ?? 0), all), 0);
  }

  it("is sum(read) / sum(prompt) of the models with cache activity, recomputed from scratch", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30, size: "max" }), (rows) => {
        const ledger = ledgerOf(
          ...rows.map(({ counts, model, api }) =>
            counts === null ? turnOf([0, 0, 0, 0], { model, api, usage: null }) : turnOf(counts, { model, api }),
          ),
        );
        const measured = rows.flatMap(({ counts, model, api }) =>
          counts === null ? [] : [{ counts, id: model + api }],
        );
        const active = new Set(measured.filter(({ counts }) => counts[2] + counts[3] > 0).map(({ id }) => id));
        const rated = measured.filter(({ id }) => active.has(id)).map(({ counts }) => counts);
        const all = measured.map(({ counts }) => counts);
        const prompt = sum(rated, 0, 2, 3);
        const totals = ledger.aggregate();
        expect(totals.turns).toBe(rows.length);
        expect(totals.measuredTurns).toBe(all.filter((counts) => sum([counts], 0, 2, 3) > 0).length);
        expect(totals.ratedTurns).toBe(rated.filter((counts) => sum([counts], 0, 2, 3) > 0).length);
        expect(totals.hitRate).toBe(prompt === 0 ? null : sum(rated, 2) / prompt);
        expect([totals.usage.input, totals.usage.output, totals.usage.cacheRead, totals.usage.cacheWrite]).toEqual(
          [0, 1, 2, 3].map((column) => sum(all, column)),
        );
        expect(totals.rated.cacheRead + totals.rated.input + totals.rated.cacheWrite).toBe(prompt);
      }),
    );
  });

  it("does not depend on the order of the turns", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
        const turns = rows.map(({ counts, model, api }) => turnOf(counts ?? [0, 0, 0, 0], { model, api }));
        expect(ledgerOf(...turns.toReversed()).aggregate()).toEqual(ledgerOf(...turns).aggregate());
      }),
    );
  });

  it("has finite sums and a rate from 0 to 1 whatever one row of the range holds", () => {
    const wild = fc.oneof(fc.double(), fc.constantFrom(1e308, Number.MAX_VALUE, -1e308, "7", null));
    const wildUsage = fc.record({ input: wild, output: wild, cacheRead: wild, cacheWrite: wild });
    fc.assert(
      fc.property(fc.array(fc.oneof(wildUsage, fc.anything()), { maxLength: 6 }), (rows) => {
        const ledger = ledgerOf(turnOf([10, 1, 90, 0]), ...rows.map((raw) => turnOf([0, 0, 0, 0], { usage: raw })));
        const ranges: readonly Aggregate[] = [ledger.aggregate(), ...ledger.models];
        for (const { hitRate, usage: all, rated, cost } of ranges) {
          expect(hitRate === null || (hitRate >= 0 && hitRate <= 1)).toBe(true);
          for (const number of [...Object.values(all), ...Object.values(rated), cost ?? 0]) {
            expect(Number.isFinite(number)).toBe(true);
          }
        }
      }),
      { examples: [[[usage([1e308, 0, 1e308, 0]), usage([1e308, 0, 1e308, 0])]]] },
    );
  });
});
