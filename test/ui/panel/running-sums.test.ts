import { describe, expect, it } from "vitest";
import { runningSums } from "../../../src/ui/panel/running-sums.ts";
import { ROOT, TurnList } from "../../../src/usage/turn-list.ts";
import type { Verdict } from "../../../src/verdict/evidence.ts";
import { unmeasured } from "../../../src/verdict/judge.ts";
import { type Counts, noPrice, turn } from "../../support/entries.ts";

function sumsOf(
  rows: readonly Counts[],
  verdicts: readonly (Partial<Verdict> | null)[] = [],
  silent: readonly number[] = [],
) {
  const list = new TurnList(noPrice);
  let place = ROOT;
  for (const counts of rows) place = list.add(turn(counts), place);
  return runningSums(
    list.turns,
    ({ number }) => !silent.includes(number),
    ({ number }) => {
      const verdict = verdicts[number - 1];
      return verdict == null ? null : { ...unmeasured(), ...verdict };
    },
  );
}

describe("sums so far", () => {
  it("grow with every turn, and the rate is that of the sums", () => {
    expect(
      sumsOf([
        [100, 5, 0, 900],
        [50, 5, 950, 0],
      ]),
    ).toMatchObject([
      { read: 0, written: 900, fresh: 100, rate: 0 },
      { read: 950, written: 900, fresh: 150, rate: 950 / 2_000 },
    ]);
  });

  it("are nothing, and no rate of 0%, before anything was measured", () => {
    expect(
      sumsOf([
        [0, 0, 0, 0],
        [10, 1, 90, 0],
      ]).map(({ rate }) => rate),
    ).toEqual([null, 0.9]);
  });

  it("leave out models that do not report their cache", () => {
    expect(
      sumsOf(
        [
          [100, 5, 0, 0],
          [10, 1, 90, 0],
        ],
        [],
        [1],
      ).at(-1),
    ).toMatchObject({ read: 90, fresh: 10, rate: 0.9 });
  });

  it("add up what breaks missed, and nothing else", () => {
    const rows: Counts[] = Array.from({ length: 5 }, () => [10, 1, 90, 0]);
    const sums = sumsOf(rows, [
      { outcome: "miss", missedTokens: 1_000, missedCost: null },
      { outcome: "expected-rebuild", missedTokens: 5_000, missedCost: 1 },
      null,
      { outcome: "partial", missedTokens: 2_000, missedCost: 0.5 },
      { outcome: "miss", missedTokens: 3_000, missedCost: 0.25 },
    ]);
    expect(sums.map(({ missedTokens }) => missedTokens)).toEqual([1_000, 1_000, 1_000, 3_000, 6_000]);
    expect(sums.map(({ missedCost }) => missedCost)).toEqual([null, null, null, 0.5, 0.75]);
  });
});
