import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Branches } from "../../src/record/branches.ts";

describe("what holds behind the entries of a tree", () => {
  it("is what was said of an id last, and nothing for one that is not there", () => {
    const id = fc.integer({ min: 0, max: 80 }).map(String);
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ add: id, value: fc.nat() }) },
      fc.record({ behind: fc.oneof(id, fc.constant(null)) }),
      fc.record({ has: id }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: "max" }), (steps) => {
        const branches = new Branches<number>(-1);
        const map = new Map<string, number>();
        for (const one of steps) {
          if ("add" in one) {
            branches.add(one.add, one.value);
            map.set(one.add, one.value);
          } else if ("has" in one) expect(branches.has(one.has)).toBe(map.has(one.has));
          else expect(branches.behind(one.behind)).toBe(one.behind === null ? -1 : (map.get(one.behind) ?? -1));
        }
      }),
    );
  });

  it("is found however far back the entry stands", () => {
    const branches = new Branches("root");
    for (let at = 0; at < 1_000; at++) branches.add(`e${at}`, `b${at}`);
    expect([branches.has("e0"), branches.has("e999"), branches.has("e1000")]).toEqual([true, true, false]);
    expect([branches.behind("e1"), branches.behind("e999"), branches.behind("x")]).toEqual(["b1", "b999", "root"]);
  });
});
