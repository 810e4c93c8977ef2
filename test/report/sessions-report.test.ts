import { Value } from "typebox/value";
import { describe, expect, it } from "vitest";
import { ReportSchema } from "../../src/report/schema.ts";
import { asReport, sessionsReport } from "../../src/report/sessions-report.ts";
import { SessionsSchema } from "../../src/report/sessions-schema.ts";
import type { Sessions } from "../../src/sessions/read-sessions.ts";
import { addSums, NO_SUMS, summaryOf } from "../../src/sessions/session-summary.ts";
import { VERSION } from "../../src/version.ts";
import { compaction, refresh, turn } from "../support/entries.ts";
import { chain, judged, MISSED, READ, turns, WRITTEN } from "../support/session-files.ts";
import { START } from "../support/verdicts.ts";

const MADE = { now: START, since: null };

function sessionsOf(...all: readonly ReturnType<typeof summaryOf>[]): Sessions {
  const unread = [{ path: "/x.jsonl", code: "EACCES" }];
  return { sums: addSums(all), sessions: all, copies: 2, unread };
}

const FIRST = summaryOf(judged(chain([...turns(WRITTEN, READ, MISSED), refresh(READ), compaction([9, 1, 0, 0])])));
const SECOND = {
  ...summaryOf(judged(chain([turn(READ, { timestamp: undefined })], { prefix: "b" }))),
  ...{ id: "session-2", isNewer: true, damagedLines: 3, copiedTurns: 4, unreadableRecords: 5 },
};
const REPORT = sessionsReport(sessionsOf(FIRST, SECOND), MADE);

describe("the report on several sessions", () => {
  it("fits its schema, also after a way through JSON, with a session or none", () => {
    for (const report of [REPORT, sessionsReport(sessionsOf(), { now: 0, since: START })]) {
      expect([...Value.Errors(SessionsSchema, report)]).toEqual([]);
      expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    }
  });

  it("says what was read, and what was not", () => {
    expect(REPORT).toMatchObject({
      ...{ schema: "pi-cache-stats/sessions@1", generatedAt: "2026-11-30T12:00:00.000Z", since: null },
      versions: { piCacheStats: VERSION },
      files: { sessions: 2, copies: 2, copiedTurns: 4, damagedLines: 3, unreadableRecords: 5, newer: 1 },
    });
    expect(REPORT.files.unread).toEqual([{ path: "/x.jsonl", code: "EACCES" }]);
    expect(sessionsReport(sessionsOf(), { now: 0, since: START }).since).toBe("2026-11-30T12:00:00.000Z");
  });

  it("has the sums of all, and of each session its own", () => {
    expect(REPORT.window).toMatchObject({ turns: 4, hitRate: 20_000 / 42_000 });
    expect(REPORT.breaks).toMatchObject({ count: 1, missedTokens: 10_500 });
    expect([REPORT.refreshes.count, REPORT.side.compaction.input, REPORT.models.length]).toEqual([1, 9, 1]);
    expect(REPORT.sessions.map(({ id, window, breaks }) => [id, window.turns, breaks.count])).toEqual([
      ["session-1", 3, 1],
      ["session-2", 1, 0],
    ]);
    expect(REPORT.sessions[0]).toMatchObject({
      firstAt: "2026-11-30T12:00:00.000Z",
      lastAt: "2026-11-30T12:02:00.000Z",
    });
    expect(REPORT.sessions[1]).toMatchObject({ damagedLines: 3, copiedTurns: 4, unreadableRecords: 5 });
  });

  it("names what cost most, each kind for itself", () => {
    expect(REPORT.top).toEqual([
      {
        kind: "cause",
        name: "unknown",
        count: 1,
        missedTokens: 10_500,
        missedCost: FIRST.breaks.total.missedCost,
        sessions: 1,
      },
    ]);
  });
});

describe("the same sums as a report on one session", () => {
  it("fit the schema of reports", () => {
    const report = asReport(sessionsOf(FIRST, SECOND).sums, MADE, "all");
    expect([...Value.Errors(ReportSchema, report)]).toEqual([]);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it("hold the same numbers, and nothing that only an open session has", () => {
    const report = asReport(sessionsOf(FIRST, SECOND).sums, MADE, "all");
    expect(report).toMatchObject({
      window: { ...REPORT.window, scope: "session" },
      breaks: REPORT.breaks,
      models: REPORT.models,
    });
    expect(report).toMatchObject({ session: { id: "all", file: null }, turns: [], run: { turns: 0 }, prefix: null });
    expect(report.clock.warm).toBeNull();
    expect(asReport(NO_SUMS, { now: 0, since: 5 }, "x").window).toMatchObject({ scope: "since-reset", hitRate: null });
  });
});
