import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { Host } from "../../src/host.ts";
import { Monitor } from "../../src/monitor.ts";
import { reportNow } from "../../src/report/report-now.ts";
import type { Report } from "../../src/report/schema.ts";
import { reports400 } from "../../src/unclassified-400.ts";
import { isRecord } from "../../src/unknown.ts";
import { readBranch } from "../../src/usage/branch.ts";
import { readCost } from "../../src/usage/cost.ts";
import { formatHitRate, hitRate } from "../../src/usage/hit-rate.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import { promptTokens } from "../../src/usage/usage.ts";
import {
  assistant,
  casesOf,
  compaction,
  countsIn,
  type Fields,
  found,
  MemorySession,
  noPrice,
  numberIn,
  recordsIn,
  toolResult,
  turn,
  usage,
} from "../support/entries.ts";

/** The one input of a kind in a case, with what the case expects. */
function caseOf(kind: string, id: string): { readonly input: Fields; readonly expected: Fields } {
  const { input } = found(casesOf(kind).find(({ name }) => name.startsWith(`${id} `)));
  const expected = input.expect;
  if (!isRecord(expected)) throw new Error("The case expects nothing.");
  return { input, expected };
}

/** A case's entry as Pi would have saved it. */
function bodyOf(entry: Fields): Fields {
  if (entry.type === "compaction") return compaction(countsIn(entry.usage));
  if (entry.type === "toolResult") return toolResult(isRecord(entry.usage) ? entry.usage : undefined);
  return turn(countsIn(entry.u));
}

function scanOf(session: MemorySession): SessionScan {
  const scan = new SessionScan(noPrice);
  scan.update(session);
  return scan;
}

function expectPercent(rate: number | null | undefined, expected: unknown): void {
  expect(Math.abs((rate ?? Number.NaN) * 100 - numberIn(expected))).toBeLessThan(0.0051);
}

function hostOf(session: MemorySession): Host {
  return {
    mode: "rpc",
    columns: () => null,
    sessionId: () => session.sessionId(),
    leafId: () => session.leafId(),
    entryCount: () => session.entryCount(),
    entries: () => session.entries(),
    entry: (id) => session.entry(id),
    branch: () => session.branch(),
    sessionFile: () => null,
    sessionName: () => null,
    cwd: () => "/",
    home: () => null,
    model: () => null,
    thinkingLevel: () => null,
    contextUse: () => null,
    autoCompaction: () => true,
    subscription: () => false,
    paidBySubscription: () => false,
    toolOwner: () => null,
    isCommandShared: () => false,
    experimental: () => false,
  };
}

function reportOf(monitor: Monitor, session: MemorySession): Report {
  return reportNow(monitor, hostOf(session), null, Date.UTC(2026, 0, 1));
}

/** A response that ends and is saved: what Pi does at `message_end` and `turn_end`. */
function complete(monitor: Monitor, session: MemorySession, message: Fields): void {
  monitor.responseEnded(message, 2000);
  const id = session.append({ type: "message", message });
  monitor.turnEnded(message, id, Date.UTC(2026, 0, 1));
}

describe("case C39, a compaction between turns", () => {
  const { input, expected } = caseOf("session", "C39");
  const scan = scanOf(new MemorySession(...recordsIn(input.entries).map(bodyOf)));

  it("is no turn, and the turns keep their rates", () => {
    expect(scan.window.ledger.aggregate().turns).toBe(expected.turns);
    const rates = recordsIn(input.entries)
      .filter((entry) => entry.type === "assistant")
      .map((entry) => found(scanOf(new MemorySession(bodyOf(entry))).latest))
      .map((one) => scan.window.ledger.rateOf(one));
    const turnRates: readonly unknown[] = Array.isArray(expected.turnRates) ? expected.turnRates : [];
    expect(rates).toHaveLength(turnRates.length);
    for (const [index, rate] of rates.entries()) expectPercent(rate, turnRates[index]);
  });

  it("adds its usage to the totals of the file, on a line of its own", () => {
    expect(expected.totalsIncludeSummary).toBe(true);
    expect(scan.window.side.compaction).toMatchObject({ input: 40987, output: 900 });
    expect(scan.window.everything.usage.input).toBe(2344 + 40987 + 21163 + 420);
    expect(scan.window.ledger.aggregate().usage.input).toBe(2344 + 21163 + 420);
  });
});

describe("case C57, a new session after others", () => {
  const { input } = caseOf("session", "C57");

  it("starts from its own entries alone: a cold start is 0%, not the rate of last month", () => {
    const session = new MemorySession(turn([1_000_000, 1, 76_000_000, 0]));
    const monitor = new Monitor(readConfig({}), noPrice);
    expectPercent(reportOf(monitor, session).window.hitRate, 98.7013);
    session.open("session-2");
    monitor.sessionStarted();
    expect(formatHitRate(reportOf(monitor, session).window.hitRate, 0)).toBe("n/a");
    for (const entry of recordsIn(input.entries)) session.append(bodyOf(entry));
    const report = reportOf(monitor, session);
    expect(formatHitRate(report.window.hitRate, 0)).toBe("0%");
    expect(report.window.turns).toBe(1);
    expect(report.run.turns).toBe(0);
  });
});

describe("case C58, subagents that report through tool results", () => {
  const { input, expected } = caseOf("session", "C58");
  const scan = scanOf(new MemorySession(...recordsIn(input.entries).map(bodyOf)));

  it("do not change the rate of the session", () => {
    expectPercent(scan.window.ledger.aggregate().hitRate, expected.mainSession);
    expect(scan.latest?.row.usage).toMatchObject({ cacheRead: 40300 });
  });

  it("are listed on a line of their own", () => {
    const { nested } = scan.window.side;
    if (!isRecord(expected.nested)) throw new Error("The case expects nothing of nested usage.");
    expect(promptTokens(nested)).toBe(expected.nested.prompt);
    expectPercent(hitRate(nested), expected.nested.rate);
  });
});

describe("case C59, a tree with two branches", () => {
  const { input, expected } = caseOf("session", "C59");
  const { usage: rows, tree } = input;
  if (!isRecord(rows) || !isRecord(tree)) throw new Error("No tree in this case.");
  const session = new MemorySession();
  const ids = new Map<string, string>();
  for (const [parent, children] of Object.entries(tree)) {
    for (const child of Array.isArray(children) ? children.map(String) : []) {
      session.moveTo(ids.get(parent) ?? null);
      ids.set(child, session.append(turn(countsIn(rows[child]))));
    }
  }
  session.moveTo(found(ids.get(String(input.leaf))));
  const scan = scanOf(session);

  it("has the whole file as its session scope", () => {
    if (!isRecord(expected.file)) throw new Error("The case expects nothing of the file.");
    const totals = scan.window.ledger.aggregate();
    expect(totals.turns).toBe(expected.file.turns);
    expectPercent(totals.hitRate, expected.file.rate);
  });

  it("has the active branch beside it", () => {
    if (!isRecord(expected.branch)) throw new Error("The case expects nothing of the branch.");
    const totals = readBranch(scan, session, noPrice).ledger.aggregate();
    expect(totals.turns).toBe(expected.branch.turns);
    expectPercent(totals.hitRate, expected.branch.rate);
  });

  it("has the newest turn of the active branch as latest, not the newest of the file", () => {
    expectPercent(scan.window.ledger.rateOf(found(scan.latest)), expected.latest);
  });
});

describe("case C12, a response that streams", () => {
  const { input, expected } = caseOf("stream", "C12");

  it("shows the completed turn before it until it is complete itself", () => {
    const session = new MemorySession();
    const monitor = new Monitor(readConfig({}), noPrice);
    complete(monitor, session, assistant([3, 1, 97, 0]));
    const shown = () => `hit ${formatHitRate(reportOf(monitor, session).latest.hitRate, 0).replace("%", " %")}`;
    const during: string[] = [];
    for (const event of recordsIn(input.events)) {
      const message = assistant(countsIn(event.u));
      if (event.e === "message_start") monitor.responseStarted();
      else if (event.e === "message_update")
        monitor.streamed({ type: "text_delta", delta: "x", partial: message }, 1000);
      else complete(monitor, session, message);
      if (event.e !== "message_end") during.push(shown());
    }
    expect(during).toEqual([expected.footerDuring, expected.footerDuring, expected.footerDuring]);
    expect(shown()).toBe(expected.footerAfter);
  });
});

describe("case C16, several snapshots of one response", () => {
  const { input, expected } = caseOf("events", "C16");

  it("are one turn with the numbers of the end", () => {
    const session = new MemorySession();
    const monitor = new Monitor(readConfig({}), noPrice);
    monitor.requestStarted(0);
    for (const event of recordsIn(input.events)) {
      const message = assistant(countsIn(event.u), { responseId: event.id });
      if (event.e === "message_update") monitor.streamed({ type: "text_delta", delta: "x", partial: message }, 1000);
      else complete(monitor, session, message);
    }
    const { run, window, latest } = reportOf(monitor, session);
    for (const { turns, usage: all } of [run, window]) {
      expect(turns).toBe(expected.rows);
      expect([all.input, all.output, all.cacheRead, all.cacheWrite]).toEqual(expected.row);
    }
    expectPercent(latest.hitRate, expected.rate);
  });
});

describe("case C60, a request that the provider refuses", () => {
  const { input, expected } = caseOf("error", "C60");
  const text = String(input.error);

  it("is a 400 by its error text", () => {
    expect(reports400(text)).toBe(true);
  });

  it("is no miss: it has no rate and leaves the session rate as it was", () => {
    expect(expected.countsAsMiss).toBe(false);
    const session = new MemorySession(turn([10, 1, 90, 0]));
    session.append(turn([0, 0, 0, 0], { stopReason: "error", errorMessage: text }));
    const scan = scanOf(session);
    expect(scan.window.ledger.rateOf(found(scan.latest))).toBeNull();
    expect(scan.window.ledger.aggregate()).toMatchObject({ turns: 2, measuredTurns: 1, hitRate: 0.9 });
  });

  it("is recorded once, without its text, and no field is guessed", () => {
    const session = new MemorySession();
    const monitor = new Monitor(readConfig({}), noPrice);
    monitor.requestStarted(0);
    monitor.refused("acme", "m1", Date.UTC(2026, 0, 1));
    complete(monitor, session, assistant([0, 0, 0, 0], { stopReason: "error", errorMessage: text }));
    const report = reportOf(monitor, session);
    expect(report.unclassified400).toEqual([{ at: "2026-01-01T00:00:00.000Z", provider: "acme", model: "m1" }]);
    expect(JSON.stringify(report)).not.toContain("prompt_cache_retention");
  });
});

describe("case C63, rows with a cost of their own", () => {
  const { input, expected } = caseOf("cost", "C63");
  const rows = recordsIn(input.rows);
  const messages = rows.map((row) => turn(countsIn(row.u), { usage: usage(countsIn(row.u), { cost: row.cost }) }));

  it("are not priced again", () => {
    const scan = new SessionScan(() => {
      throw new Error("asked for a price");
    });
    scan.update(new MemorySession(...messages));
    const totals = rows.map((row) => found(readCost(row.cost)).total);
    expect(scan.window.ledger.aggregate().cost).toBeCloseTo(
      totals.reduce((a, b) => a + b),
      12,
    );
    expect(scan.window.everything.cost).toBeCloseTo(0.091929, 9);
  });

  it("have a real rate of 0, since the first of them wrote to the cache", () => {
    expect(expected.turnRates).toEqual([0, 0]);
    const { ledger } = scanOf(new MemorySession(...messages)).window;
    expect(ledger.aggregate().hitRate).toBe(expected.session);
  });
});
