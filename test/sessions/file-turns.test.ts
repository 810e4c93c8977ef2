import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exportedTurns } from "../../src/export/turns.ts";
import { buildReport } from "../../src/report/build.ts";
import type { Report, TurnReport } from "../../src/report/schema.ts";
import { sourceOf } from "../../src/sessions/file-turns.ts";
import { viewOf } from "../../src/sessions/file-view.ts";
import { judgeFile } from "../../src/sessions/judged-file.ts";
import { readBranch } from "../../src/usage/branch.ts";
import { TurnDetails } from "../../src/usage/details.ts";
import { Ledger } from "../../src/usage/ledger.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import type { DeclaredLifetimes } from "../../src/verdict/lifetime.ts";
import { SessionVerdicts } from "../../src/verdict/session-verdicts.ts";
import {
  branchSummary,
  type Counts,
  compaction,
  type Fields,
  refresh,
  toolResult,
  turn,
  usage,
  userMessage,
} from "../support/entries.ts";
import { anyEntry } from "../support/session-entries.ts";
import { chain, MISSED, readSession, sessionOf, TempFolder, turns, WRITTEN } from "../support/session-files.ts";
import { LIFETIMES, price, START, usageOf } from "../support/verdicts.ts";

let folder: TempFolder;

beforeEach(() => {
  folder = new TempFolder();
});
afterEach(() => folder.remove());

const NOW = START + 86_400_000;

/** The report that an instance gives which has just opened the session and saw none of its requests: it knows all prices. */
function reportInPi(entries: readonly unknown[], lifetimes: DeclaredLifetimes = { short: null, long: null }): Report {
  const session = viewOf(sessionOf(entries));
  const verdicts = new SessionVerdicts({ price, lifetimes: () => lifetimes, live: () => null, opened: null });
  const scan = new SessionScan(price);
  scan.follow(verdicts);
  scan.update(session);
  const { breaks, money } = verdicts;
  return buildReport({
    ...{ now: NOW, piVersion: null, enabled: true, session: { id: "session-1", file: null } },
    ...{ run: new Ledger(), scan, branch: readBranch(scan, session, price), details: new TurnDetails() },
    verdicts: { breaks, money, clock: verdicts.clock(null, NOW), of: (entry) => verdicts.of(entry) },
    isSubscription: () => false,
    ...{ prefix: null, refusals: [], invalidConfig: [], unreadableRecords: 0, internalErrors: 0 },
  });
}

/** Prices that were divided out of rows may differ in the last digit. */
function rounded(report: Report): unknown {
  return JSON.parse(
    JSON.stringify(report, (_, value) => (typeof value === "number" ? Number(value.toFixed(9)) : value)),
  );
}

function reportOfFile(entries: readonly unknown[]): Report {
  const judged = judgeFile(readSession(folder.session("one.jsonl", entries)));
  const report = buildReport(sourceOf(judged, "branch", NOW));
  return { ...report, session: { ...report.session, file: null } };
}

const paid = (counts: Counts, fields: Fields = {}): Fields =>
  turn(counts, { usage: usage(counts, { cost: price("", "", usageOf(counts)) }), ...fields });

/** Something of everything; every kind of token has been paid for before a turn misses. */
const MIXED: readonly Fields[] = [
  userMessage(),
  paid([20, 5, 0, 9_000]),
  toolResult(usage([7, 1, 0, 0])),
  paid([20, 5, 9_000, 400]),
  refresh([3, 1, 9_400, 0]),
  paid(MISSED),
  {
    type: "message",
    message: { role: "system", content: "", sections: { memory: "new", rules: null }, toolsAdded: [{}] },
  },
  paid([500, 5, 0, 10_000], { model: "m2", thinkingLevel: "high" }),
  compaction([2_000, 100, 0, 0]),
  paid([500, 5, 0, 3_000]),
  turn([0, 0, 0, 0], { stopReason: "aborted", usage: undefined }),
  paid([10, 5, 3_000, 100], { responseModel: "m1-mini" }),
  paid([10, 5, 3_000, 100], { model: "m2" }),
];

/** A session that was left at its second turn and went on there. */
function branched(): readonly Fields[] {
  const other = chain([branchSummary([9, 1, 0, 0]), userMessage(), paid([100, 5, 9_000, 500])], {
    ...{ prefix: "b", after: "e4", start: START + 3_600_000 },
  });
  return [...chain(MIXED), ...other];
}

/** A session in which the last turn hangs on one that stands before its own parent. */
function outOfOrder(): readonly Fields[] {
  const [first = {}, second = {}, third = {}] = chain([
    paid([20, 5, 0, 9_000]),
    paid([20, 5, 9_000, 400]),
    paid(MISSED),
  ]);
  return [second, first, third];
}

describe("a report on a file", () => {
  it.each([
    ["a mixed session", chain(MIXED)],
    ["a session with branches", branched()],
    ["one whose entries stand before what they hang on", outOfOrder()],
    ["an empty one", []],
    ["one without any cache", chain(turns(MISSED, MISSED))],
  ])("is the one that Pi shows of %s", (_, entries) => {
    expect(rounded(reportOfFile(entries))).toEqual(rounded(reportInPi(entries)));
  });

  it("is so for entries of any kind, also where rows have no price of their own, but for the price", () => {
    const unpriced = (report: Report) =>
      JSON.parse(JSON.stringify(report, (key, value) => (/cost|money/i.test(key) ? null : value)));
    const entries = fc.array(fc.oneof(anyEntry, fc.constantFrom(...MIXED)), { maxLength: 12 });
    fc.assert(
      fc.property(entries, (bodies) => {
        const session = chain(bodies);
        expect(unpriced(reportOfFile(session))).toEqual(unpriced(reportInPi(session)));
      }),
      { numRuns: 200 },
    );
  });

  it("differs where Pi knows how long an entry lives, which a file does not say", () => {
    const session = chain([paid(WRITTEN)]);
    expect(reportInPi(session, LIFETIMES).clock).toMatchObject({ lifetimeSeconds: 300, warm: false });
    expect(reportOfFile(session).clock).toMatchObject({ lifetimeSeconds: null, warm: null });
  });

  it("lacks the price of what nobody paid for in the session, which Pi knows", () => {
    const session = chain([paid(WRITTEN), paid(MISSED)]);
    expect(reportInPi(session).breaks.missedCost).toBeCloseTo(10_000 * 3e-6, 9);
    expect(reportOfFile(session).breaks.missedCost).toBeNull();
  });
});

describe("the turns of a file", () => {
  const numbers = (all: readonly { readonly report: TurnReport }[]) =>
    all.map(({ report }) => [report.entryId, report.turn]);

  it("are those of the branch that Pi would open, or of all, each with its number on its own branch", () => {
    const judged = judgeFile(sessionOf(branched()));
    expect(numbers(exportedTurns(sourceOf(judged, "branch", NOW)))).toEqual([
      ["e2", 1],
      ["e4", 2],
      ["b3", 3],
    ]);
    expect(numbers(exportedTurns(sourceOf(judged, "file", NOW)))).toEqual([
      ["e2", 1],
      ["e4", 2],
      ["e6", 3],
      ["e8", 4],
      ["e10", 5],
      ["e11", 6],
      ["e12", 7],
      ["e13", 8],
      ["b3", 3],
    ]);
  });

  it("say what lies before them on their branch, not in the file", () => {
    const all = exportedTurns(sourceOf(judgeFile(sessionOf(branched())), "file", NOW));
    const before = Object.fromEntries(all.map(({ report, before }) => [report.entryId, before]));
    expect(before).toMatchObject({
      e6: { refreshes: 1, compactions: 0, modelSwitched: false },
      e8: { modelSwitched: true },
      e10: { compactions: 1, modelSwitched: true },
      b3: { refreshes: 0, compactions: 0, modelSwitched: false },
    });
  });

  it("from a time on keep their numbers, and the report says that it is of a part", () => {
    const judged = judgeFile(sessionOf(chain(MIXED)), { since: START + 400_000 });
    const report = buildReport(sourceOf(judged, "branch", NOW));
    expect(report.turns.map(({ turn }) => turn)).toEqual([4, 5, 6, 7, 8]);
    expect([report.window.scope, report.window.turns]).toEqual(["since-reset", 5]);
  });
});
