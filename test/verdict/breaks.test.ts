import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addBreaks, Breaks, ModelBreaks, type Standing } from "../../src/verdict/breaks.ts";
import { CAUSES } from "../../src/verdict/cause.ts";
import { isBreak, type Verdict } from "../../src/verdict/evidence.ts";
import { verdict } from "../support/verdicts.ts";

function breaksOf(...verdicts: readonly Verdict[]): Breaks {
  const breaks = new Breaks();
  for (const one of verdicts) breaks.add(one);
  return breaks;
}

const NONE = { count: 0, missedTokens: 0, missedCost: null };
const tools = (missedTokens: number, missedCost: number | null) =>
  verdict({ cause: "tools-changed", missedTokens, missedCost });

describe("the breaks of a cause", () => {
  it("are none before any", () => {
    expect(new Breaks().of("expired")).toEqual(NONE);
    expect(addBreaks([]).total).toEqual(NONE);
    expect(Object.keys(addBreaks([]).byCause)).toEqual([...CAUSES]);
  });

  it("count partial and full misses, with their tokens and dollars", () => {
    const breaks = breaksOf(tools(2_000, 0.5), { ...tools(3_000, 0.25), outcome: "partial" });
    expect(breaks.of("tools-changed")).toEqual({ count: 2, missedTokens: 5_000, missedCost: 0.75 });
    expect(breaks.of("system-changed")).toEqual(NONE);
  });

  it.each(["hit", "expected-rebuild", "unmeasured"] as const)("are not made by what is %s", (outcome) => {
    expect(breaksOf({ ...tools(2_000, 1), outcome }).of("tools-changed")).toEqual(NONE);
  });

  it("know no price while none of them has one, and otherwise that of those that have", () => {
    expect(breaksOf(tools(2_000, null), tools(2_000, null)).of("tools-changed").missedCost).toBeNull();
    expect(breaksOf(tools(2_000, null), tools(2_000, 0.5)).of("tools-changed").missedCost).toBe(0.5);
    expect(breaksOf(tools(2_000, 0.5), tools(2_000, null)).of("tools-changed").missedCost).toBe(0.5);
    expect(breaksOf(tools(2_000, 0)).of("tools-changed").missedCost).toBe(0);
  });

  it("are part of the sum of all causes", () => {
    expect(new Breaks().total).toEqual(NONE);
    const breaks = breaksOf(tools(2_000, null), verdict({ cause: "expired", missedTokens: 7_000, missedCost: 2 }));
    expect(breaks.total).toEqual({ count: 2, missedTokens: 9_000, missedCost: 2 });
  });

  it("are not changed in what was handed out", () => {
    const breaks = breaksOf(tools(2_000, 1));
    const before = breaks.of("tools-changed");
    breaks.add(tools(2_000, 1));
    expect(before.count).toBe(1);
  });
});

describe("several sums of breaks", () => {
  it("add up, by cause and together", () => {
    const sum = addBreaks([
      breaksOf(tools(2_000, 1), verdict({ cause: "expired", missedTokens: 7_000, missedCost: 2 })),
      breaksOf(tools(3_000, null)),
    ]);
    expect(sum.total).toEqual({ count: 3, missedTokens: 12_000, missedCost: 3 });
    expect(sum.byCause["tools-changed"]).toEqual({ count: 2, missedTokens: 5_000, missedCost: 1 });
    expect(sum.byCause.expired).toEqual({ count: 1, missedTokens: 7_000, missedCost: 2 });
    expect(sum.byCause.evicted).toEqual(NONE);
  });

  it("lose no break, whatever the verdicts", () => {
    const any = fc.record({
      outcome: fc.constantFrom("hit", "partial", "miss", "expected-rebuild", "unmeasured"),
      cause: fc.constantFrom(...CAUSES),
      missedTokens: fc.nat(),
      missedCost: fc.option(fc.nat({ max: 1_000 })),
    });
    fc.assert(
      fc.property(fc.array(fc.array(any)), (lists) => {
        const { total, byCause } = addBreaks(lists.map((list) => breaksOf(...list.map(verdict))));
        const broken = lists.flat().filter(isBreak);
        const causes = Object.values(byCause);
        expect(total.count).toBe(broken.length);
        expect(causes.reduce((sum, { count }) => sum + count, 0)).toBe(broken.length);
        expect(total.missedTokens).toBe(broken.reduce((sum, { missedTokens }) => sum + missedTokens, 0));
        const costs = broken.flatMap(({ missedCost }) => (missedCost === null ? [] : [missedCost]));
        expect(total.missedCost).toBe(costs.length === 0 ? null : costs.reduce((a, b) => a + b));
      }),
    );
  });
});

describe("breaks apart by model", () => {
  const a = { provider: "p", api: "x", model: "m" };
  const standing = (one: Partial<Standing>): Standing => ({ model: a, isSilent: false, ...one });
  const isA = (model: object) => JSON.stringify(model) === JSON.stringify(a);

  it("are those of the models that are counted", () => {
    const breaks = new ModelBreaks();
    const others = [
      { ...a, provider: "q" },
      { ...a, api: "y" },
      { ...a, model: "n" },
    ];
    for (const model of [a, a, ...others]) breaks.add(standing({ model }), tools(2_000, 1));
    expect(breaks.sum(() => true).total.count).toBe(5);
    expect(breaks.sum(() => false).total.count).toBe(0);
    expect(breaks.sum(({ model }) => isA(model)).total.count).toBe(2);
    for (const other of others) {
      expect(breaks.sum(({ model }) => JSON.stringify(model) === JSON.stringify(other)).total.count).toBe(1);
    }
  });

  it("are told apart by whether their model was silent until then", () => {
    const breaks = new ModelBreaks();
    breaks.add(standing({}), tools(3_000, 1));
    breaks.add(standing({}), tools(3_000, 1));
    breaks.add(standing({ isSilent: true }), tools(4_000, 1));
    const sum = (isSilent: boolean) => breaks.sum((one) => one.isSilent === isSilent).total;
    expect(sum(false)).toMatchObject({ count: 2, missedTokens: 6_000 });
    expect(sum(true)).toMatchObject({ count: 1, missedTokens: 4_000 });
  });

  it("do not ask about a model that broke nothing", () => {
    const breaks = new ModelBreaks();
    breaks.add(standing({}), verdict({ outcome: "hit", cause: null }));
    breaks.sum(() => {
      throw new Error("asked");
    });
  });
});
