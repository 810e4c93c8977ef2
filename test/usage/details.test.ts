import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DETAILS_KEPT, type TurnDetail, TurnDetails } from "../../src/usage/details.ts";

function speed(tokensPerSecond: number): TurnDetail {
  return { speed: { tokensPerSecond, timeToFirstTokenMs: null, basis: "stream" }, live: null };
}

const NOTHING: TurnDetail = { speed: null, live: null };

describe("the details of turns", () => {
  it("are found by the turn's entry, and nothing for others and for a turn without an entry", () => {
    const details = new TurnDetails();
    details.add("e1", speed(40));
    expect(details.of("e1")).toEqual(speed(40));
    expect(details.of("e2")).toEqual(NOTHING);
    expect(details.of(null)).toEqual(NOTHING);
  });

  it("are those of the last report when an entry is reported twice", () => {
    const details = new TurnDetails();
    details.add("e1", speed(40));
    details.add("e1", speed(50));
    expect(details.of("e1").speed?.tokensPerSecond).toBe(50);
    expect(details.size).toBe(1);
  });

  it("are kept for 2,000 turns", () => {
    const details = new TurnDetails();
    for (let turn = 0; turn <= DETAILS_KEPT; turn++) details.add(`e${turn}`, speed(turn));
    expect(DETAILS_KEPT).toBe(2000);
    expect(details.size).toBe(2000);
    expect(details.of("e0")).toEqual(NOTHING);
    expect(details.of("e1").speed?.tokensPerSecond).toBe(1);
    expect(details.of("e2000").speed?.tokensPerSecond).toBe(2000);
  });

  it("never outgrow their bound and keep exactly the newest, after any additions", () => {
    const ids = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 60, size: "max" });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), ids, (kept, added) => {
        const details = new TurnDetails(kept);
        for (const [index, id] of added.entries()) {
          details.add(`e${id}`, speed(index));
          expect(details.size).toBeLessThanOrEqual(kept);
        }
        const newest = [...new Set(added.toReversed())].slice(0, kept);
        expect(details.size).toBe(newest.length);
        for (let id = 0; id <= 12; id++) {
          const expected = newest.includes(id) ? speed(added.lastIndexOf(id)) : NOTHING;
          expect(details.of(`e${id}`)).toEqual(expected);
        }
      }),
    );
  });
});
