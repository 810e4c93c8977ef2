import { Value } from "typebox/value";
import { describe, expect, it } from "vitest";
import { fullReport, jsonText } from "../../src/export/json.ts";
import { exportedTurns } from "../../src/export/turns.ts";
import { REPORT_TURNS } from "../../src/report/build.ts";
import { ReportSchema } from "../../src/report/schema.ts";
import { sourceOf, turnAt, workingSession } from "./sessions.ts";

const reportOf = (source: Parameters<typeof exportedTurns>[0]) => fullReport(source, exportedTurns(source));

describe("the full report", () => {
  it("is the machine contract with every turn, also beyond those that a report lists", () => {
    const source = workingSession(REPORT_TURNS + 200);
    const report = reportOf(source);
    expect([...Value.Errors(ReportSchema, report)]).toEqual([]);
    expect(report.turns.map(({ turn }) => turn)).toEqual(
      Array.from({ length: REPORT_TURNS + 200 }, (_, index) => index + 1),
    );
    expect(report.turns.every(({ verdict }) => verdict.outcome !== "unmeasured" || verdict.cause === null)).toBe(true);
    expect(report.turns.some(({ verdict }) => verdict.cause === "tools-changed")).toBe(true);
  });

  it("adds up: the breaks of its turns are the breaks it counts", () => {
    const report = reportOf(workingSession(900));
    const broken = report.turns.filter(({ verdict }) => verdict.outcome === "miss" || verdict.outcome === "partial");
    expect(broken).toHaveLength(report.breaks.count);
    expect(broken.reduce((sum, { verdict }) => sum + verdict.missedTokens, 0)).toBe(report.breaks.missedTokens);
  });

  it("has no turns for a session without any", () => {
    expect(reportOf(sourceOf([]))).toMatchObject({ turns: [], latest: { turn: null, hitRate: null } });
  });

  it("is a file of lines that reads back as it was, with an end to its last line", () => {
    const report = reportOf(sourceOf([turnAt(0, [100, 5, 0, 9_900], { model: 'a"\u2028\n模型' })]));
    const text = jsonText(report);
    expect(JSON.parse(text)).toEqual(report);
    expect(text).toMatch(/^\{\n {2}"schema": "pi-cache-stats\/report@1",\n/);
    expect(text.endsWith("}\n")).toBe(true);
  });

  it("holds no text of a message", () => {
    const content = [{ type: "text", text: "PLANTED-ANSWER" }];
    const message = { content, stopReason: "error", errorMessage: "400 PLANTED-ERROR" };
    expect(jsonText(reportOf(sourceOf([turnAt(0, [1, 1, 1, 1], message)])))).not.toContain("PLANTED");
  });
});
