import { describe, expect, it } from "vitest";
import { checkGate } from "../../src/cli/gate.ts";
import { EXIT } from "../../src/cli/terminal.ts";
import { summaryOf } from "../../src/sessions/session-summary.ts";
import { cliWords } from "../../src/ui/words/cli-en.ts";
import { fakeTerminal } from "../support/command-line.ts";
import type { Counts } from "../support/entries.ts";
import { chain, judged, MISSED, READ, turns, WRITTEN } from "../support/session-files.ts";

const NOTHING = { format: "text", output: null, since: null, limit: null, turns: false, why: null } as const;

function gate(rows: readonly Counts[], limits: { readonly failUnder?: number; readonly maxBreaks?: number }) {
  const { terminal, written } = fakeTerminal();
  const asked = { ...NOTHING, failUnder: null, maxBreaks: null, ...limits };
  const exit = checkGate(summaryOf(judged(chain(turns(...rows)))), { asked, cli: cliWords, terminal });
  return [exit, written.err];
}

/** A rate of exactly nine tenths, in which a break is hidden. */
const NINE_TENTHS: readonly Counts[] = [[1_000, 5, 9_000, 0]];
const BROKEN: readonly Counts[] = [WRITTEN, READ, MISSED];

describe("a gate", () => {
  it("lets everything through without a limit", () => {
    expect(gate(BROKEN, {})).toEqual([EXIT.ok, ""]);
    expect(gate([], {})).toEqual([EXIT.ok, ""]);
  });

  it("lets a rate through that is just the limit, and none below it", () => {
    expect(gate(NINE_TENTHS, { failUnder: 0.9 })).toEqual([EXIT.ok, ""]);
    expect(gate(NINE_TENTHS, { failUnder: 0.901 })).toEqual([
      EXIT.overLimit,
      "--fail-under: the hit rate 90.0% is under 90.1%\n",
    ]);
  });

  it("has nothing to check where no rate was measured, which is no success", () => {
    expect(gate([MISSED], { failUnder: 0 })).toEqual([EXIT.unusable, `${cliWords.nothingMeasured}\n`]);
    expect(gate([], { failUnder: 0.5, maxBreaks: 0 })).toEqual([EXIT.unusable, `${cliWords.nothingMeasured}\n`]);
  });

  it("takes a rate of nothing for measured, once there was a cache", () => {
    expect(gate([WRITTEN], { failUnder: 0 })).toEqual([EXIT.ok, ""]);
    expect(gate([WRITTEN], { failUnder: 0.01 })[0]).toBe(EXIT.overLimit);
  });

  it("lets as many breaks through as it is told, and no more", () => {
    expect(gate(BROKEN, { maxBreaks: 1 })).toEqual([EXIT.ok, ""]);
    expect(gate(BROKEN, { maxBreaks: 0 })).toEqual([EXIT.overLimit, "--max-breaks: 1 break, more than 0\n"]);
    expect(gate([MISSED], { maxBreaks: 0 })).toEqual([EXIT.ok, ""]);
  });

  it("says of both limits that they were passed", () => {
    const [exit, err] = gate(BROKEN, { failUnder: 0.99, maxBreaks: 0 });
    expect(exit).toBe(EXIT.overLimit);
    expect(String(err).split("\n")).toHaveLength(3);
  });
});
