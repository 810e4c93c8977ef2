import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeFile } from "../../src/sessions/judged-file.ts";
import { summaryOf } from "../../src/sessions/session-summary.ts";
import { turnsOfInterest } from "../../src/sessions/turns-of-interest.ts";
import { readEntry } from "../../src/usage/entry.ts";
import { brokenSession } from "../support/broken-session.ts";
import type { Counts } from "../support/entries.ts";
import { noPrice } from "../support/entries.ts";
import { chain, MISSED, READ, sessionOf, turns, WRITTEN } from "../support/session-files.ts";

const interest = (...counts: readonly Counts[]): readonly string[] => {
  const entries = chain(turns(...counts));
  return [
    ...turnsOfInterest(
      entries,
      entries.map((entry) => readEntry(entry, noPrice)),
    ),
  ].sort();
};

describe("the turns whose requests have a say in sums", () => {
  it("are those that did not read nearly all, and the three before them", () => {
    expect(interest(WRITTEN)).toEqual(["e1"]);
    expect(interest(READ, READ, READ, READ, READ)).toEqual([]);
    expect(interest(READ, READ, READ, READ, MISSED, READ)).toEqual(["e2", "e3", "e4", "e5"]);
  });

  it("are enough: the sums are those of all that was recorded", () => {
    const step = fc.record({
      tool: fc.constantFrom(null, null, "alpha", "beta", "gamma"),
      counts: fc.constantFrom<Counts>(WRITTEN, READ, READ, MISSED, [10, 5, 0, 0], [2_000, 5, 9_000, 0]),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const counts = (turn: number): Counts => steps[turn - 1]?.counts ?? WRITTEN;
        const entries = brokenSession(
          "s",
          steps.map(({ tool }) => tool),
          counts,
        );
        const [all, few] = [false, true].map((sumsOnly) => summaryOf(judgeFile(sessionOf(entries), { sumsOnly })));
        expect(few).toEqual(all);
      }),
      { numRuns: 300 },
    );
  });
});
