import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NumberSet } from "../../src/sessions/number-set.ts";

/** Numbers as keys are, and numbers that want the same places. */
const value = fc.oneof(
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  fc.integer({ min: 1, max: 50 }),
  fc.integer({ min: 1, max: 50 }).map((count) => count * 2 ** 26 + 1),
  fc.integer({ min: 1, max: 50 }).map((count) => count * 2 ** 32),
);

describe("a set of numbers", () => {
  it("holds what a Set holds", () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 300 }), fc.array(value, { maxLength: 50 }), (added, asked) => {
        const [numbers, set] = [new NumberSet(), new Set<number>()];
        for (const one of added) {
          numbers.add(one);
          set.add(one);
          expect(numbers.size).toBe(set.size);
        }
        for (const one of [...added, ...asked]) expect(numbers.has(one)).toBe(set.has(one));
      }),
    );
  });

  it("is empty at first", () => {
    const numbers = new NumberSet();
    expect([numbers.size, numbers.has(1)]).toEqual([0, false]);
  });

  it("loses none when it grows, also of those that want one place", () => {
    const numbers = new NumberSet();
    const all = Array.from({ length: 5_000 }, (_, index) => (index + 1) * 2 ** 20 + 1);
    for (const one of all) numbers.add(one);
    expect(numbers.size).toBe(all.length);
    expect(all.every((one) => numbers.has(one))).toBe(true);
    expect(all.some((one) => numbers.has(one + 1))).toBe(false);
  });
});
