import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FLAGS, readPricedRow, readRow } from "../../src/usage/row.ts";
import type { Usage } from "../../src/usage/usage.ts";
import { found, usage } from "../support/entries.ts";

const FIELDS = ["input", "output", "cacheRead", "cacheWrite"] as const;
const whole = usage([10, 20, 30, 40], { cacheWrite1h: 5, reasoning: 7 });

/** A usage object without one of its fields. */
function without(name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
}

describe("a usage row", () => {
  it("gives the counts as they stand and no flag when it is whole", () => {
    const row = readRow(whole);
    expect(row.usage).toEqual({ input: 10, output: 20, cacheRead: 30, cacheWrite: 40, cacheWrite1h: 5, reasoning: 7 });
    expect(row.totalTokens).toBe(100);
    expect(row.flags).toEqual([]);
  });

  it.each(FIELDS)("counts a missing %s as 0, keeps the others and flags the row", (name) => {
    const row = readRow(without(name));
    expect(row.flags).toEqual(["usage-malformed"]);
    expect(row.usage).toEqual({ ...found(readRow(whole).usage), [name]: 0 });
  });

  it.each(
    FIELDS.flatMap((name) => [Number.NaN, Number.POSITIVE_INFINITY, "12", null, [3], {}].map((bad) => ({ name, bad }))),
  )("counts $name of $bad as 0 and flags the row", ({ name, bad }) => {
    const row = readRow({ ...whole, [name]: bad });
    expect(row.usage?.[name]).toBe(0);
    expect(row.flags).toEqual(["usage-malformed"]);
  });

  it("may lack the two optional counts without a flag", () => {
    const row = readRow(usage([1, 2, 3, 4]));
    expect(row.usage).toMatchObject({ cacheWrite1h: 0, reasoning: 0 });
    expect(row.flags).toEqual([]);
  });

  it.each(["cacheWrite1h", "reasoning"])("is flagged when its optional %s is there and no number", (name) => {
    expect(readRow({ ...whole, [name]: "many" }).flags).toEqual(["usage-malformed"]);
  });

  it("clamps a negative input to 0 and says so by a flag of its own", () => {
    const row = readRow(usage([-5, 1, 90, 10]));
    expect(row.usage).toMatchObject({ input: 0, cacheRead: 90, cacheWrite: 10 });
    expect(row.flags).toEqual(["input-negative"]);
  });

  it.each(["output", "cacheRead", "cacheWrite"])("counts a negative %s as 0 and flags the row as malformed", (name) => {
    const row = readRow({ ...whole, [name]: -1 });
    expect(row.usage).toMatchObject({ [name]: 0 });
    expect(row.flags).toEqual(["usage-malformed"]);
  });

  it("names each oddity once, however many fields have it", () => {
    expect(readRow({ input: -1, cacheRead: "x", cost: { total: 1 } }).flags.toSorted()).toEqual([
      "input-negative",
      "usage-malformed",
    ]);
  });

  it.each([undefined, null, 7, "usage", true, [1, 2]])("is missing, not zero, when usage is %j", (raw) => {
    expect(readRow(raw)).toEqual({ usage: null, cost: null, totalTokens: null, flags: ["usage-missing"] });
  });

  it("has no total when its total is no finite number", () => {
    expect(readRow({ ...whole, totalTokens: "100" }).totalTokens).toBeNull();
    expect(readRow({ ...whole, totalTokens: Number.NaN }).totalTokens).toBeNull();
  });

  it("uses its own cost and never asks for a price then", () => {
    const own = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, total: 9.5 };
    const row = readRow(usage([1, 1, 1, 1], { cost: own }), () => {
      throw new Error("asked for a price");
    });
    expect(row.cost).toEqual(own);
    expect(row.flags).toEqual([]);
  });

  it("takes a cost of 0 for a cost, not for a missing one", () => {
    expect(readRow(usage([1, 1, 1, 1])).cost?.total).toBe(0);
  });

  it("is priced by its model when it has no cost, and flagged, since the price is not the row's own", () => {
    const asked: unknown[] = [];
    const priced = { input: 1, output: 0, cacheRead: 0, cacheWrite: 0, total: 1 };
    const row = readPricedRow(without("cost"), "acme", "m1", (provider, model, counts: Usage) => {
      asked.push([provider, model, counts.input]);
      return priced;
    });
    expect(asked).toEqual([["acme", "m1", 10]]);
    expect(row.cost).toEqual(priced);
    expect(row.flags).toEqual(["cost-missing"]);
  });

  it("has an unknown cost, not one of zero, when neither the row nor the model's price says", () => {
    expect(readRow(without("cost")).cost).toBeNull();
  });

  it("is safe whatever it was: it never throws, counts are finite and not negative, flags are of the closed set", () => {
    const value = fc.oneof(fc.anything(), fc.double(), fc.integer(), fc.constantFrom("12", Number.NaN, 1e308, -1e308));
    const keys = ["input", "output", "cacheRead", "cacheWrite", "cacheWrite1h", "reasoning", "totalTokens", "cost"];
    const record = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: keys.length });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue(), record), (raw) => {
        const row = readRow(raw);
        for (const count of Object.values(row.usage ?? {})) {
          expect(Number.isFinite(count) && count >= 0).toBe(true);
        }
        for (const flag of row.flags) expect(FLAGS).toContain(flag);
        expect(new Set(row.flags).size).toBe(row.flags.length);
        expect(row.usage === null).toBe(row.flags.includes("usage-missing"));
        expect(row.cost === null || Number.isFinite(row.cost.input)).toBe(true);
        expect(row.totalTokens === null || Number.isFinite(row.totalTokens)).toBe(true);
      }),
    );
  });

  it("keeps every well-formed count exactly, beside any rubbish in the other fields", () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIELDS), fc.nat(), fc.anything(), (name, count, rubbish) => {
        const others = Object.fromEntries(FIELDS.map((field) => [field, rubbish]));
        expect(readRow({ ...others, [name]: count }).usage?.[name]).toBe(count);
      }),
    );
  });
});
