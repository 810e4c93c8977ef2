import fc from "fast-check";
import { Value } from "typebox/value";
import { describe, expect, it } from "vitest";
import { buildReport, REPORT_TURNS, type ReportSource } from "../../src/report/build.ts";
import { type Report, ReportSchema } from "../../src/report/schema.ts";
import { isRecord } from "../../src/unknown.ts";
import { readBranch } from "../../src/usage/branch.ts";
import { TurnDetails } from "../../src/usage/details.ts";
import { Ledger } from "../../src/usage/ledger.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import { readTurn } from "../../src/usage/turn.ts";
import { VERSION } from "../../src/version.ts";
import {
  assistant,
  branchSummary,
  compaction,
  type Fields,
  found,
  MemorySession,
  noPrice,
  refresh,
  toolResult,
  turn,
  usage,
  userMessage,
} from "../support/entries.ts";

const NOW = Date.UTC(2026, 10, 30, 12);

function sourceOf(
  session: MemorySession,
  scan = new SessionScan(noPrice),
  more: Partial<ReportSource> = {},
): ReportSource {
  scan.update(session);
  return {
    now: NOW,
    piVersion: "1.6.0",
    enabled: true,
    session: { id: session.sessionId(), file: null },
    run: new Ledger(),
    scan,
    branch: readBranch(scan, session, noPrice),
    details: new TurnDetails(),
    verdicts: null,
    isSubscription: () => false,
    prefix: null,
    refusals: [],
    invalidConfig: [],
    unreadableRecords: 0,
    internalErrors: 0,
    ...more,
  };
}

function reportOf(
  session: MemorySession,
  scan?: SessionScan,
  more?: Partial<ReportSource>,
  lastTurns?: number,
): Report {
  return buildReport(sourceOf(session, scan, more), lastTurns);
}

/** Every number in a value as JSON carries it, with where it was found. */
function numbersIn(value: unknown, path = "$"): readonly { readonly path: string; readonly number: number }[] {
  if (typeof value === "number") return [{ path, number: value }];
  if (Array.isArray(value)) return value.flatMap((one, index) => numbersIn(one, `${path}[${index}]`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => numbersIn(one, `${path}.${key}`));
}

function expectContract(report: Report): void {
  expect([...Value.Errors(ReportSchema, report)]).toEqual([]);
  expect(Value.Check(ReportSchema, report)).toBe(true);
  expect(numbersIn(report).filter(({ number }) => !Number.isFinite(number))).toEqual([]);
  // JSON turns what is not finite into null and drops what is undefined: nothing may be lost on the way.
  const parsed: unknown = JSON.parse(JSON.stringify(report));
  expect(Value.Check(ReportSchema, parsed)).toBe(true);
  expect(numbersIn(parsed)).toHaveLength(numbersIn(report).length);
}

function manyTurns(count: number): MemorySession {
  return new MemorySession(...Array.from({ length: count }, (_none, index) => turn([1, 1, index, 1])));
}

describe("a report", () => {
  it("says what it is, of what, and when", () => {
    const report = reportOf(new MemorySession(), undefined, {
      session: { id: "abc", file: "/tmp/abc.jsonl" },
      enabled: false,
      invalidConfig: ["PI_CACHE_STATS_FOOTER"],
      internalErrors: 3,
    });
    expect(report).toMatchObject({
      schema: "pi-cache-stats/report@1",
      generatedAt: "2026-11-30T12:00:00.000Z",
      versions: { piCacheStats: VERSION, pi: "1.6.0" },
      enabled: false,
      session: { id: "abc", file: "/tmp/abc.jsonl" },
      invalidConfig: ["PI_CACHE_STATS_FOOTER"],
      internalErrors: 3,
    });
    expectContract(report);
  });

  it("says how the export of metrics goes, and null where none is asked for", () => {
    const metrics = { state: "exporting", exported: 3, dropped: 1 } as const;
    const report = reportOf(new MemorySession(), undefined, { metrics });
    expect(report.metrics).toEqual(metrics);
    expectContract(report);
    const off = { state: "off", exported: 0, dropped: 0 } as const;
    expect(reportOf(new MemorySession(), undefined, { metrics: off }).metrics).toBeNull();
    expect(reportOf(new MemorySession()).metrics).toBeNull();
  });

  it("of an empty session has no rate, no turn and no cost", () => {
    const report = reportOf(new MemorySession());
    for (const scope of [report.run, report.window, report.branch]) {
      expect(scope).toMatchObject({ turns: 0, hitRate: null, cost: null });
    }
    expect(report).toMatchObject({ latest: { turn: null, hitRate: null }, models: [], turns: [], flags: [] });
    expectContract(report);
  });

  it("keeps run, session and branch apart", () => {
    const session = new MemorySession(turn([3, 10, 0, 9000]));
    session.append(turn([9100, 10, 0, 0]));
    session.moveTo("e1");
    session.append(turn([3, 10, 9000, 100]));
    const run = new Ledger();
    run.add(found(readTurn(assistant([10, 1, 90, 0]), noPrice)));
    const report = reportOf(session, undefined, { run });
    expect(report.run).toMatchObject({ turns: 1, hitRate: 0.9 });
    expect(report.window).toMatchObject({ turns: 3, hitRate: 9000 / 27206, scope: "session" });
    expect(report.branch).toMatchObject({ turns: 2, hitRate: 9000 / 18106 });
    expect(report.latest).toEqual({ turn: 2, hitRate: 9000 / 9103 });
    expect(report.turns.map(({ entryId }) => entryId)).toEqual(["e1", "e3"]);
  });

  it("describes a turn with its names, time, usage, rate, cost, speed and flags", () => {
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.5 };
    const details = new TurnDetails();
    details.add("e1", { speed: { tokensPerSecond: 45, timeToFirstTokenMs: 300, basis: "stream" }, live: null });
    const row = usage([-5, 20, 90, 10], { cost, reasoning: 7, cacheWrite1h: 4 });
    const session = new MemorySession(turn([0, 0, 0, 0], { usage: row, thinkingLevel: "high", timestamp: NOW - 5000 }));
    expect(reportOf(session, undefined, { details }).turns).toEqual([
      {
        turn: 1,
        entryId: "e1",
        at: "2026-11-30T11:59:55.000Z",
        provider: "acme",
        api: "anthropic-messages",
        model: "m1",
        thinkingLevel: "high",
        stopReason: "stop",
        usage: { input: 0, output: 20, cacheRead: 90, cacheWrite: 10, cacheWrite1h: 4, reasoning: 7 },
        promptTokens: 100,
        hitRate: 0.9,
        cost: 0.5,
        prefix: null,
        verdict: {
          outcome: "unmeasured",
          cause: null,
          also: [],
          certainty: "unknown",
          evidence: [],
          missedTokens: 0,
          missedCost: null,
        },
        tokensPerSecond: 45,
        timeToFirstTokenMs: 300,
        speedBasis: "stream",
        flags: ["input-negative"],
      },
    ]);
  });

  it("has null, not 0, for what was not measured of a turn", () => {
    const session = new MemorySession(turn([0, 0, 0, 0], { usage: undefined, timestamp: undefined }));
    expect(reportOf(session).turns[0]).toMatchObject({
      at: null,
      usage: null,
      promptTokens: null,
      hitRate: null,
      cost: null,
      thinkingLevel: null,
      tokensPerSecond: null,
      timeToFirstTokenMs: null,
      speedBasis: null,
      flags: ["usage-missing"],
    });
  });

  it("has null for a time that no date can hold", () => {
    expect(reportOf(new MemorySession(turn([1, 1, 1, 1], { timestamp: 1e20 }))).turns[0]?.at).toBeNull();
  });

  it("has no latest rate when the newest turn has no prompt tokens, but its number", () => {
    const session = new MemorySession(turn([10, 1, 90, 0]), turn([0, 0, 0, 0], { stopReason: "aborted" }));
    expect(reportOf(session).latest).toEqual({ turn: 2, hitRate: null });
  });

  it("lists each model with its sums, whether it reports its cache, and its suspected rate", () => {
    const session = new MemorySession(
      turn([138900, 700, 132608, 0]),
      turn([139407, 1046, 133376, 0]),
      turn([50, 1, 0, 0], { provider: "local", model: "llama" }),
    );
    const report = reportOf(session);
    expect(report.models).toMatchObject([
      { provider: "acme", api: "anthropic-messages", model: "m1", turns: 2, reporting: true },
      { provider: "local", model: "llama", turns: 1, reporting: false, hitRate: null, inclusiveRate: null },
    ]);
    expect(report.models[0]?.inclusiveRate).toBeCloseTo(0.9567, 4);
    expect(report.flags.toSorted()).toEqual(["inclusive-input-suspected", "not-reporting"]);
    expect(report.turns.map(({ flags }) => flags)).toEqual([[], ["inclusive-input-suspected"], []]);
  });

  it("lists refreshes, summaries and nested usage apart from the turns", () => {
    const session = new MemorySession(
      refresh([1, 0, 100, 0], { usage: usage([1, 0, 100, 0], { cost: { total: 0.25 } }) }),
      compaction([2, 0, 0, 0]),
      branchSummary([3, 0, 0, 0]),
      toolResult(usage([4, 0, 0, 0])),
      userMessage(),
    );
    const report = reportOf(session);
    expect(report.turns).toEqual([]);
    expect(report.refreshes).toMatchObject({ count: 1, usage: { input: 1, cacheRead: 100 }, cost: 0.25 });
    expect(report.side).toMatchObject({ compaction: { input: 2 }, branchSummary: { input: 3 }, nested: { input: 4 } });
    expectContract(report);
  });

  it("sums the cost of everything in the window apart from that of the turns, and knows none where nothing told it", () => {
    const priced = (total: number) => usage([1, 1, 1, 1], { cost: { total } });
    const session = new MemorySession(turn([0, 0, 0, 0], { usage: priced(0.5) }));
    expect(reportOf(session)).toMatchObject({ totalCost: 0.5, window: { cost: 0.5 } });
    session.append(refresh([0, 0, 0, 0], { usage: priced(0.25) }));
    session.append({ ...compaction(), usage: priced(0.125) });
    session.append(toolResult(priced(0.0625)));
    const scan = new SessionScan(noPrice);
    const report = reportOf(session, scan);
    expect(report).toMatchObject({ totalCost: 0.9375, window: { cost: 0.5 } });
    expectContract(report);
    scan.reset(session);
    expect(reportOf(session, scan).totalCost).toBeNull();
    const unpriced = turn([0, 0, 0, 0], { usage: usage([1, 1, 1, 1], { cost: undefined }) });
    expect(reportOf(new MemorySession(unpriced)).totalCost).toBeNull();
  });

  it("says that its dollars are notional where a subscription pays for any of its models, asked by all their names", () => {
    const session = new MemorySession(turn([10, 1, 90, 0]), turn([10, 1, 90, 0], { provider: "other", model: "m2" }));
    const asked: string[] = [];
    const notional = (paid: (provider: string, model: string) => boolean) =>
      reportOf(session, undefined, {
        isSubscription: ({ provider, api, model }) => {
          asked.push([provider, api, model].join("/"));
          return paid(provider, model);
        },
      }).money.notional;
    expect(notional(() => false)).toBe(false);
    expect([...asked].sort()).toEqual(["acme/anthropic-messages/m1", "other/anthropic-messages/m2"]);
    expect(notional((provider, model) => provider === "other" && model === "m2")).toBe(true);
    expect(notional((provider, model) => provider === "acme" && model === "m1")).toBe(true);
    expect(reportOf(new MemorySession(), undefined, { isSubscription: () => true }).money.notional).toBe(false);
  });

  it("tells how many measured turns each rate is made of", () => {
    const session = new MemorySession(
      turn([10, 1, 90, 0]),
      turn([50, 1, 0, 0], { provider: "local", model: "llama" }),
      turn([0, 0, 0, 0], { stopReason: "error" }),
    );
    const { window, branch, models } = reportOf(session);
    for (const scope of [window, branch]) expect(scope).toMatchObject({ turns: 3, measuredTurns: 2, ratedTurns: 1 });
    expect(models.map(({ ratedTurns }) => ratedTurns)).toEqual([1, 0]);
  });

  it("lists refusals with time, provider and model", () => {
    const refusals = [{ at: NOW, provider: "acme", model: "m1" }];
    expect(reportOf(new MemorySession(), undefined, { refusals }).unclassified400).toEqual([
      { at: "2026-11-30T12:00:00.000Z", provider: "acme", model: "m1" },
    ]);
  });

  it("never carries text of the conversation or of an error", () => {
    const secret = "canary-7f3a";
    const session = new MemorySession(
      { type: "message", message: { role: "user", content: secret } },
      turn([1, 1, 1, 1], { content: [{ type: "text", text: secret }], responseId: secret }),
      turn([0, 0, 0, 0], { stopReason: "error", errorMessage: `400 ${secret}` }),
      { ...compaction([1, 1, 1, 1]), summary: secret },
      toolResult(usage([1, 1, 1, 1], { note: secret })),
    );
    expect(JSON.stringify(reportOf(session))).not.toContain(secret);
  });
});

describe("the turns of a report", () => {
  it("are the last 500 of the branch, numbered from 1 along it", () => {
    const { turns, latest, branch } = reportOf(manyTurns(REPORT_TURNS + 100));
    expect(turns).toHaveLength(500);
    expect([turns[0]?.turn, turns.at(-1)?.turn]).toEqual([101, 600]);
    expect(latest.turn).toBe(600);
    expect(branch.turns).toBe(600);
  });

  it.each([
    [1, [12]],
    [3, [10, 11, 12]],
    [12, [1, 12]],
    [5000, [1, 12]],
  ])("are the last %i when so many are asked for", (asked, numbers) => {
    const turns = reportOf(manyTurns(12), undefined, {}, asked).turns.map(({ turn: number }) => number);
    expect(turns).toHaveLength(Math.min(asked, 12));
    expect([turns[0], turns.at(-1)]).toEqual([numbers[0], numbers.at(-1)]);
  });

  it("are never more than 500, however many are asked for", () => {
    const session = manyTurns(REPORT_TURNS + 1);
    expect(reportOf(session, undefined, {}, 501).turns).toHaveLength(500);
    expect(reportOf(session, undefined, {}, Number.POSITIVE_INFINITY).turns).toHaveLength(500);
  });

  it.each([0, -1, -600, Number.NaN, 0.5])("are the default number when %d is asked for, which is no count", (asked) => {
    expect(reportOf(manyTurns(REPORT_TURNS + 100), undefined, {}, asked).turns).toHaveLength(500);
  });

  it("keep their numbers after a reset, which leaves only the later ones", () => {
    const session = manyTurns(3);
    const scan = new SessionScan(noPrice);
    scan.reset(session);
    expect(reportOf(session, scan)).toMatchObject({
      turns: [],
      latest: { turn: null },
      window: { scope: "since-reset" },
    });
    session.append(turn([10, 1, 90, 0]));
    const report = reportOf(session, scan);
    expect(report.turns.map(({ turn: number }) => number)).toEqual([4]);
    expect(report.latest).toEqual({ turn: 4, hitRate: 0.9 });
    expect(report.window).toMatchObject({ turns: 1, scope: "since-reset", hitRate: 0.9 });
    expect(report.branch).toMatchObject({ turns: 1 });
  });

  it("have the rate that their model's cache activity in the window allows", () => {
    const session = new MemorySession(turn([100, 1, 0, 0]));
    expect(reportOf(session).turns[0]?.hitRate).toBeNull();
    session.append(turn([0, 1, 100, 0]));
    expect(reportOf(session).turns.map(({ hitRate }) => hitRate)).toEqual([0, 1]);
  });
});

describe("a report that was given away", () => {
  const full = () =>
    new MemorySession(
      turn([10, 1, 90, 0]),
      compaction([5, 1, 0, 0]),
      toolResult(usage([5, 1, 0, 0])),
      refresh([1, 1, 1, 1]),
    );

  it("does not change when the session goes on", () => {
    const session = full();
    const scan = new SessionScan(noPrice);
    const report = reportOf(session, scan);
    const copy = structuredClone(report);
    for (const body of [turn([90, 1, 10, 0]), compaction([7, 1, 0, 0]), refresh([1, 1, 1, 1])]) session.append(body);
    scan.update(session);
    expect(report).toEqual(copy);
  });

  // Reflect.set, because a value that cannot be written to is as good as a copy.
  it("can have its sums written to without changing the next report of this or of another instance", () => {
    const before = structuredClone(reportOf(full()));
    const { usage: empty } = reportOf(new MemorySession()).run;
    Reflect.set(empty, "input", 1000);
    try {
      expect(reportOf(full())).toEqual(before);
    } finally {
      // Whatever is shared must not reach the other tests.
      Reflect.set(empty, "input", 0);
    }
  });

  it("can have its verdicts written to without changing the next report of this or of another instance", () => {
    const before = structuredClone(reportOf(full()));
    const { evidence } = found(reportOf(full()).turns[0]).verdict;
    Reflect.set(evidence, 0, "written by a reader");
    try {
      expect(reportOf(full())).toEqual(before);
    } finally {
      Reflect.set(evidence, "length", 0);
    }
  });
});

describe("whatever the session file holds", () => {
  const moderate = fc.oneof(
    fc.nat({ max: 300_000 }),
    fc.double({ min: -1e12, max: 1e12 }),
    fc.constantFrom("5", null, Number.NaN, Number.POSITIVE_INFINITY, -3, {}),
  );
  const cost = fc.oneof(
    fc.record(
      { input: moderate, output: moderate, cacheRead: moderate, cacheWrite: moderate, total: moderate },
      { requiredKeys: [] },
    ),
    fc.constantFrom(undefined, null, 7, "free"),
  );
  const names = ["input", "output", "cacheRead", "cacheWrite", "cacheWrite1h", "reasoning", "totalTokens"];
  const rowOf = (count: fc.Arbitrary<unknown>) =>
    fc.record({ ...Object.fromEntries(names.map((name) => [name, count])), cost }, { requiredKeys: [] });
  const name = fc.oneof(
    fc.string({ unit: "binary", maxLength: 5 }),
    fc.constantFrom("acme", "local", "__proto__", null, 5),
  );
  const entryOf = (row: fc.Arbitrary<unknown>): fc.Arbitrary<Fields> =>
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .record({
            usage: row,
            provider: name,
            api: name,
            model: name,
            stopReason: name,
            thinkingLevel: name,
            timestamp: fc.oneof(fc.double(), fc.integer(), fc.constantFrom(null, "now")),
          })
          .map((fields) => turn([0, 0, 0, 0], fields)),
      },
      { weight: 1, arbitrary: row.map((one) => refresh([0, 0, 0, 0], { usage: one })) },
      { weight: 1, arbitrary: row.map((one) => ({ ...compaction(), usage: one })) },
      { weight: 1, arbitrary: row.map((one) => ({ type: "message", message: { role: "toolResult", usage: one } })) },
      { weight: 1, arbitrary: fc.dictionary(fc.string(), fc.jsonValue()) },
    );
  const refusals = fc.array(
    // Times of our own clock: any that a date can hold.
    fc.record({ at: fc.integer({ min: 0, max: 8.64e15 }), provider: fc.string(), model: fc.string() }),
    {
      maxLength: 3,
    },
  );
  const speed = fc.record({
    tokensPerSecond: fc.option(fc.double({ min: 1, max: 1000, noNaN: true })),
    timeToFirstTokenMs: fc.option(fc.nat()),
    basis: fc.constantFrom("stream", "request"),
  });

  it("the report keeps the contract, with finite numbers and rates from 0 to 1", () => {
    const row = fc.oneof(rowOf(moderate), fc.constantFrom(null, undefined, "usage", [1]));
    const asked = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.array(entryOf(row), { maxLength: 20, size: "max" }),
        fc.option(fc.nat({ max: 20 })),
        fc.nat({ max: 20 }),
        asked,
        refusals,
        speed,
        (entries, resetAt, leaf, lastTurns, refused, measured) => {
          const session = new MemorySession();
          const scan = new SessionScan(noPrice);
          const run = new Ledger();
          const details = new TurnDetails();
          for (const [index, body] of entries.entries()) {
            const id = session.append(body);
            details.add(id, { speed: measured, live: null });
            const response = readTurn(body.message, noPrice);
            if (response !== null) run.add(response);
            if (index === resetAt) scan.reset(session);
          }
          if (entries.length > 0) session.moveTo(`e${(leaf % entries.length) + 1}`);
          const report = reportOf(session, scan, { run, details, refusals: refused }, lastTurns);
          expectContract(report);
          expect(report.turns.length).toBeLessThanOrEqual(lastTurns ?? REPORT_TURNS);
          expect(report.latest.turn).toBe(report.turns.at(-1)?.turn ?? null);
          expect(report.turns.map(({ turn: number }) => number)).toEqual(
            report.turns.map((_turn, index) => (report.turns[0]?.turn ?? 0) + index),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ["one row's prompt", [turn([1e308, 0, 1e308, 0])]],
    ["the rows' sum", [turn([0, 0, 1e308, 0]), turn([0, 0, 1e308, 0])]],
    ["the refreshes' sum", [refresh([1e308, 0, 0, 0]), refresh([1e308, 0, 0, 0])]],
    [
      "the costs' sum",
      [1, 2].map(() => turn([1, 1, 1, 1], { usage: usage([1, 1, 1, 1], { cost: { total: 1e308 } }) })),
    ],
  ])("the report keeps the contract when %s is too large for a number", (_name, entries) => {
    expectContract(reportOf(new MemorySession(...entries)));
  });
});
