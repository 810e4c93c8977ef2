import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gradeOf } from "../../src/usage/grade.ts";

describe("the word for a rate", () => {
  it("is good from 80%, watch from 50%, poor below", () => {
    expect([1, 0.8].map(gradeOf)).toEqual(["good", "good"]);
    expect([0.7999, 0.5].map(gradeOf)).toEqual(["watch", "watch"]);
    expect([0.4999, 0].map(gradeOf)).toEqual(["poor", "poor"]);
  });

  it("is none for a rate that was not measured", () => {
    expect(gradeOf(null)).toBeNull();
  });

  it("never gets worse as the rate grows", () => {
    const order = ["poor", "watch", "good"];
    const rank = (rate: number) => order.indexOf(gradeOf(rate) ?? "");
    const rate = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(fc.property(rate, rate, (a, b) => rank(Math.min(a, b)) <= rank(Math.max(a, b))));
  });
});
