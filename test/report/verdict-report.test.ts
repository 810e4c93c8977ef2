import { Value } from "typebox/value";
import { describe, expect, it } from "vitest";
import { ReportSchema } from "../../src/report/schema.ts";
import { breaksReport, clockReport, verdictReport } from "../../src/report/verdict-report.ts";
import { addBreaks, Breaks } from "../../src/verdict/breaks.ts";
import { CAUSES } from "../../src/verdict/cause.ts";
import { NO_CLOCK } from "../../src/verdict/clock.ts";
import { EVIDENCE, START, verdict } from "../support/verdicts.ts";

const { breaks, clock, turns } = ReportSchema.properties;

describe("a verdict in the report", () => {
  it("has its evidence in sentences, all of it, in order", () => {
    const report = verdictReport(verdict({ evidence: [{ kind: "flap" }, { kind: "silent" }] }));
    expect(report.evidence).toEqual([
      ...["this head was there before: it changes back and forth", "this model has reported no cache numbers so far"],
    ]);
  });

  it("keeps to the contract with any cause and evidence", () => {
    for (const cause of [null, ...CAUSES]) {
      const one = verdict({ cause, also: [...CAUSES], evidence: EVIDENCE, missedTokens: 5_000, missedCost: 0.5 });
      const report = verdictReport(one);
      expect(Value.Check(turns.items.properties.verdict, report)).toBe(true);
      expect({ ...report, evidence: [] }).toEqual({ ...one, evidence: [] });
    }
  });

  it("is the reader's own: changing it changes no verdict", () => {
    const one = verdict({ also: ["expired"], evidence: [{ kind: "flap" }] });
    const report = verdictReport(one);
    report.also.pop();
    report.evidence.pop();
    expect(one).toMatchObject({ also: ["expired"], evidence: [{ kind: "flap" }] });
  });
});

describe("the breaks in the report", () => {
  it("have all causes, and their sums", () => {
    const all = new Breaks();
    all.add(verdict({ cause: "expired", missedTokens: 5_000, missedCost: 0.5 }));
    const report = breaksReport(addBreaks([all]));
    expect(Object.keys(report.byCause)).toEqual([...CAUSES]);
    expect(report).toMatchObject({ count: 1, missedTokens: 5_000, missedCost: 0.5 });
    expect(report.byCause.expired).toEqual({ count: 1, missedTokens: 5_000, missedCost: 0.5 });
    expect(Value.Check(breaks, report)).toBe(true);
    expect(Value.Check(breaks, breaksReport(addBreaks([])))).toBe(true);
  });
});

describe("the clock in the report", () => {
  it("has its times as the contract writes them", () => {
    const running = { ...NO_CLOCK, observed: true, lastStart: START, expiresAt: START + 300_000, warm: true };
    const report = clockReport({ ...running, lifetimeSeconds: 300, tokensIfCold: 10_000, costIfCold: 0.5 });
    expect(report).toMatchObject({ lastStart: "2026-11-30T12:00:00.000Z", expiresAt: "2026-11-30T12:05:00.000Z" });
    expect(Value.Check(clock, report)).toBe(true);
  });

  it("has none where none runs, and none that no date can hold", () => {
    expect(clockReport(NO_CLOCK)).toEqual(NO_CLOCK);
    expect(clockReport({ ...NO_CLOCK, lastStart: 1e300, expiresAt: 1e300 })).toEqual(NO_CLOCK);
  });

  it("keeps to the contract with a lifetime that is no whole number of seconds", () => {
    expect(Value.Check(clock, clockReport({ ...NO_CLOCK, lifetimeSeconds: 0.5 }))).toBe(true);
  });
});
