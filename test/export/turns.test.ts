import { describe, expect, it } from "vitest";
import { exportedTurns } from "../../src/export/turns.ts";
import { compaction, refresh } from "../support/entries.ts";
import { sourceOf, turnAt } from "./sessions.ts";

describe("the exported turns", () => {
  it("are all of the branch, each with its verdict as facts and as sentences", () => {
    const turns = exportedTurns(sourceOf([turnAt(0, [100, 5, 0, 9_900]), turnAt(9, [100, 5, 9_900, 0])]));
    expect(turns.map(({ report, verdict }) => [report.turn, verdict.outcome, report.verdict.outcome])).toEqual([
      [1, "expected-rebuild", "expected-rebuild"],
      [2, "hit", "hit"],
    ]);
    for (const { report, verdict } of turns) expect(report.verdict.evidence).toHaveLength(verdict.evidence.length);
  });

  it("say what happened before each", () => {
    const turns = exportedTurns(
      sourceOf([
        turnAt(0, [100, 5, 0, 9_900]),
        { body: compaction() },
        { body: refresh([1, 1, 9_000, 0]) },
        { body: refresh([1, 1, 9_000, 0]) },
        turnAt(9, [100, 5, 0, 9_900], { model: "m2" }),
      ]),
    );
    expect(turns.map(({ before }) => before)).toEqual([
      { compactions: 0, refreshes: 0, modelSwitched: false },
      { compactions: 1, refreshes: 2, modelSwitched: true },
    ]);
  });

  it("are unmeasured without a judge, and notional where a subscription pays", () => {
    const source = sourceOf([turnAt(0, [100, 5, 0, 9_900])], { subscription: true });
    expect(exportedTurns({ ...source, verdicts: null })).toMatchObject([
      { verdict: { outcome: "unmeasured", cause: null }, notional: true },
    ]);
  });
});
