import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addCost, type Cost, readCost } from "../../src/usage/cost.ts";

const parts = { input: 1, output: 2, cacheRead: 4, cacheWrite: 8 };
const dollars = fc.double({ min: 0, max: 1e6, noNaN: true });

function costing(total: number): Cost {
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total };
}

describe("the cost of a row", () => {
  it("keeps a total that differs from the sum of its parts, since it may be the billed figure", () => {
    expect(readCost({ ...parts, total: 3 })).toEqual({ ...parts, total: 3 });
  });

  it("is the sum of the parts when no total is given", () => {
    expect(readCost(parts)).toEqual({ ...parts, total: 15 });
    expect(readCost({ ...parts, total: Number.NaN })).toEqual({ ...parts, total: 15 });
  });

  it("counts a missing part as 0", () => {
    expect(readCost({ output: 2 })).toEqual({ input: 0, output: 2, cacheRead: 0, cacheWrite: 0, total: 2 });
  });

  it("is known from a total alone", () => {
    expect(readCost({ total: 0.5 })).toEqual({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.5 });
  });

  it.each([
    undefined,
    null,
    3,
    "0.5",
    [],
    {},
    { total: "0.5" },
    { input: Number.NaN, total: Number.POSITIVE_INFINITY },
  ])("is unknown, not a cost of zero, for %j", (raw) => {
    expect(readCost(raw)).toBeNull();
  });

  it("never throws, and every part it gives is a finite number", () => {
    const keys = fc.constantFrom("input", "output", "cacheRead", "cacheWrite", "total");
    const amount = fc.oneof(fc.double({ min: -1e300, max: 1e300 }), fc.anything());
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(keys, amount)), (raw) => {
        for (const part of Object.values(readCost(raw) ?? {})) expect(Number.isFinite(part)).toBe(true);
      }),
    );
  });

  it("takes no amount beyond a million million dollars for money, in either direction", () => {
    expect(readCost({ total: 1e12 })?.total).toBe(1e12);
    expect(readCost({ input: -1e12 })?.total).toBe(-1e12);
    expect(readCost({ total: 1.01e12 })).toBeNull();
    expect(readCost({ input: -1.01e12 })).toBeNull();
  });

  it("stays finite when its parts are too large to be added up", () => {
    const cost = readCost({ input: 1e308, output: 1e308 });
    expect(cost === null || Number.isFinite(cost.total)).toBe(true);
  });
});

describe("a sum of costs", () => {
  it("stays unknown while no cost is known", () => {
    expect(addCost(null, null)).toBeNull();
  });

  it("becomes known with the first known cost, also one of $0", () => {
    expect(addCost(null, costing(0))).toBe(0);
    expect(addCost(null, costing(2))).toBe(2);
  });

  it("is left alone by an unknown cost", () => {
    expect(addCost(5, null)).toBe(5);
  });

  it("adds up the totals of the known ones, in any mixture with unknown ones", () => {
    fc.assert(
      fc.property(fc.array(fc.option(dollars)), (totals) => {
        const known = totals.filter((total) => total !== null);
        const sum = totals.reduce<number | null>((all, one) => addCost(all, one === null ? null : costing(one)), null);
        if (known.length === 0) expect(sum).toBeNull();
        else
          expect(sum).toBeCloseTo(
            known.reduce((a, b) => a + b),
            3,
          );
      }),
    );
  });
});
