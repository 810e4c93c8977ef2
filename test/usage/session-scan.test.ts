import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { field, isRecord, textOrNull } from "../../src/unknown.ts";
import type { Aggregate } from "../../src/usage/ledger.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import type { Totals } from "../../src/usage/totals.ts";
import type { Usage } from "../../src/usage/usage.ts";
import {
  branchSummary,
  type Counts,
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

function scanOf(session: MemorySession): SessionScan {
  const scan = new SessionScan(noPrice);
  scan.update(session);
  return scan;
}

function rate(scan: SessionScan): number | null {
  return scan.window.ledger.aggregate().hitRate;
}

describe("the session scope", () => {
  it("is the whole file until it is reset", () => {
    const scan = scanOf(new MemorySession(turn([50, 1, 0, 50]), userMessage(), turn([0, 1, 100, 0])));
    expect(rate(scan)).toBe(0.5);
    expect(scan.isReset).toBe(false);
    expect(scan.window).toBe(scan.file);
  });

  it("counts the whole tree, also the branches that were left (case C59)", () => {
    const session = new MemorySession(turn([3, 10, 0, 9000]));
    session.append(turn([9100, 10, 0, 0]));
    session.moveTo("e1");
    session.append(turn([3, 10, 9000, 100]));
    const scan = scanOf(session);
    expect(scan.file.ledger.aggregate().turns).toBe(3);
    expect(rate(scan)).toBeCloseTo(0.3308, 4);
  });

  it("starts after the last entry of now when it is reset, and the file's totals go on", () => {
    const session = new MemorySession(turn([100, 1, 0, 100]));
    const scan = scanOf(session);
    scan.reset(session);
    expect(scan.isReset).toBe(true);
    expect(rate(scan)).toBeNull();
    expect(scan.latest).toBeNull();
    session.append(turn([0, 1, 200, 0]));
    scan.update(session);
    expect(rate(scan)).toBe(1);
    expect(scan.file.ledger.aggregate().hitRate).toBe(0.5);
  });

  it("counts what arrived before a reset that no look had seen yet as before the reset", () => {
    const session = new MemorySession(turn([100, 1, 0, 100]));
    const scan = scanOf(session);
    session.append(turn([0, 1, 200, 0]));
    scan.reset(session);
    expect(scan.window.ledger.aggregate().turns).toBe(0);
    expect(scan.file.ledger.aggregate().turns).toBe(2);
  });

  it("starts again at a second reset", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]));
    const scan = scanOf(session);
    scan.reset(session);
    session.append(turn([1, 1, 1, 1]));
    scan.reset(session);
    session.append(turn([1, 1, 1, 1]));
    scan.update(session);
    expect(scan.window.ledger.aggregate().turns).toBe(1);
    expect(scan.file.ledger.aggregate().turns).toBe(3);
  });

  it("can be reset before the first entry", () => {
    const session = new MemorySession();
    const scan = scanOf(session);
    scan.reset(session);
    session.append(turn([50, 1, 50, 0]));
    scan.update(session);
    expect(rate(scan)).toBe(0.5);
    expect(scan.latest).not.toBeNull();
  });

  it("falls back to n/a when the session is shorter than the reset mark", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]), turn([1, 1, 1, 1]), turn([1, 1, 1, 1]));
    const scan = scanOf(session);
    scan.reset(session);
    session.truncate(1);
    scan.update(session);
    expect(rate(scan)).toBeNull();
    expect(scan.latest).toBeNull();
    expect(scan.file.ledger.aggregate().turns).toBe(1);
  });

  it("is read anew when the file is not the continuation of what was read", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]), turn([1, 1, 1, 1]), turn([1, 1, 1, 1]));
    const scan = scanOf(session);
    session.truncate(1);
    session.appendForeign({ type: "newer", id: "other-1" });
    session.appendForeign({ type: "newer", id: "other-2" });
    for (let index = 0; index < 3; index++) session.append(turn([0, 1, 5, 0]));
    scan.update(session);
    expect(scan.file.ledger.aggregate().turns).toBe(4);
  });

  it("is read anew when the file was cut behind a line that is no entry", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]), turn([1, 1, 1, 1]));
    session.appendForeign({ type: "from_elsewhere" });
    const scan = scanOf(session);
    session.truncate(1);
    scan.update(session);
    expect(scan.file.ledger.aggregate().turns).toBe(1);
  });

  it("of another session has nothing of the one before it, and no reset mark", () => {
    const session = new MemorySession(turn([100, 1, 0, 100]), turn([100, 1, 0, 100]));
    const scan = scanOf(session);
    scan.reset(session);
    session.open("session-2");
    scan.update(session);
    expect(scan.file.ledger.aggregate().turns).toBe(0);
    expect(scan.isReset).toBe(false);
    session.append(turn([0, 1, 10, 0]));
    session.append(turn([0, 1, 10, 0]));
    scan.update(session);
    expect(rate(scan)).toBe(1);
  });

  it("tells sessions apart whose leaves have the same id", () => {
    const session = new MemorySession(turn([100, 1, 0, 100]));
    const scan = scanOf(session);
    session.open("session-2");
    session.append(turn([0, 1, 10, 0]));
    expect(scan.update(session)).toBe(true);
    expect(rate(scan)).toBe(1);
  });
});

describe("the revision of a scan", () => {
  it("grows with what a look finds and with a reset, and stays when nothing moved", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]));
    const scan = new SessionScan(noPrice);
    const seen = [scan.revision];
    const look = (change: () => unknown) => {
      change();
      scan.update(session);
      seen.push(scan.revision);
    };
    look(() => {});
    look(() => {});
    look(() => session.append(userMessage()));
    look(() => scan.reset(session));
    expect(seen.map((revision, index) => revision > (seen[index - 1] ?? revision))).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
  });
});

describe("the entries of the file", () => {
  it("are all of them, with the first of the window: the first of all, until a reset", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]), userMessage());
    const scan = scanOf(session);
    expect(scan.fileEntries(session)).toEqual({ entries: session.entries(), windowStart: 0 });
    scan.reset(session);
    session.append(turn([1, 1, 1, 1]));
    expect(scan.fileEntries(session)).toEqual({ entries: session.entries(), windowStart: 2 });
  });
});

describe("the entries of the branch", () => {
  it("are all of it until a reset, and then those behind it, with the turns before them", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]), userMessage(), turn([1, 1, 1, 1]));
    const scan = scanOf(session);
    expect(scan.branchEntries(session)).toEqual({ entries: session.branch(), turnsBefore: 0 });
    scan.reset(session);
    session.append(userMessage());
    session.append(turn([1, 1, 1, 1]));
    expect(scan.branchEntries(session)).toEqual({ entries: session.branch().slice(3), turnsBefore: 2 });
  });

  it("are none after a move to before the reset, behind all turns of that branch", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]), turn([1, 1, 1, 1]), turn([1, 1, 1, 1]));
    const scan = scanOf(session);
    scan.reset(session);
    session.moveTo("e2");
    expect(scan.branchEntries(session)).toEqual({ entries: [], turnsBefore: 2 });
  });
});

describe("the latest turn", () => {
  it("is the newest turn of the active branch, past everything that is no turn", () => {
    const session = new MemorySession(
      turn([1, 1, 2, 0]),
      toolResult(),
      userMessage(),
      refresh([9, 9, 9, 9]),
      compaction(),
    );
    expect(scanOf(session).latest?.row.usage?.cacheRead).toBe(2);
  });

  it("is a failed turn when that is the newest, not the turn before it (case C13)", () => {
    const session = new MemorySession(turn([4, 250, 41889, 260]), turn([0, 0, 0, 0], { stopReason: "error" }));
    const scan = scanOf(session);
    const latest = found(scan.latest);
    expect(latest.stopReason).toBe("error");
    expect(scan.window.ledger.rateOf(latest)).toBeNull();
  });

  it("follows a move in the tree", () => {
    const session = new MemorySession(turn([1, 1, 2, 0]), turn([1, 1, 3, 0]));
    const scan = scanOf(session);
    session.moveTo("e1");
    scan.update(session);
    expect(scan.latest?.row.usage?.cacheRead).toBe(2);
    session.moveTo(null);
    scan.update(session);
    expect(scan.latest).toBeNull();
  });

  it("is none when the user moved to before the reset", () => {
    const session = new MemorySession(turn([1, 1, 2, 0]));
    const scan = scanOf(session);
    scan.reset(session);
    session.append(turn([1, 1, 3, 0]));
    scan.update(session);
    expect(scan.latest?.row.usage?.cacheRead).toBe(3);
    session.moveTo("e1");
    scan.update(session);
    expect(scan.latest).toBeNull();
  });

  it("does not look for ever in a file whose entries point at each other", () => {
    const session = new MemorySession();
    const entries = new Map<string, unknown>([
      ["a", { type: "custom", id: "a", parentId: "b" }],
      ["b", { type: "custom", id: "b", parentId: "a" }],
    ]);
    const scan = new SessionScan(noPrice);
    scan.update({
      sessionId: () => session.sessionId(),
      leafId: () => "a",
      entryCount: () => entries.size,
      entries: () => [...entries.values()],
      entry: (id) => entries.get(id),
      branch: () => [],
    });
    expect(scan.latest).toBeNull();
  });
});

describe("the newest answer", () => {
  const VIRTUAL = { api: "pi-virtual", model: "router" };

  it("is none before any turn", () => {
    expect(new SessionScan(noPrice).answer).toBeNull();
    expect(scanOf(new MemorySession(userMessage())).answer).toBeNull();
  });

  it("is the newest turn where that is an answer of a physical model", () => {
    const scan = scanOf(new MemorySession(turn([1, 1, 2, 0]), turn([1, 1, 3, 0]), toolResult()));
    expect(scan.answer?.row.usage?.cacheRead).toBe(3);
    expect(scan.answer).toEqual(scan.latest);
  });

  it.each([
    ["failed", { stopReason: "error" }],
    ["was aborted", { stopReason: "aborted" }],
    ["is of the virtual model itself", VIRTUAL],
  ])("is the one before a turn that %s, while that turn is the latest", (_, fields) => {
    const scan = scanOf(new MemorySession(turn([1, 1, 2, 0]), turn([1, 1, 3, 0], fields)));
    expect(scan.answer?.row.usage?.cacheRead).toBe(2);
    expect(scan.latest?.row.usage?.cacheRead).toBe(3);
  });

  it("is none where no turn is an answer", () => {
    expect(scanOf(new MemorySession(turn([1, 1, 2, 0], { stopReason: "error" }))).answer).toBeNull();
  });

  it("is an answer cut at its length, or one that calls tools", () => {
    for (const stopReason of ["length", "toolUse", "stop"]) {
      expect(scanOf(new MemorySession(turn([1, 1, 2, 0], { stopReason }))).answer).not.toBeNull();
    }
  });

  it("follows a move in the tree", () => {
    const session = new MemorySession(turn([1, 1, 2, 0]), turn([1, 1, 3, 0]));
    const scan = scanOf(session);
    session.moveTo("e1");
    scan.update(session);
    expect(scan.answer?.row.usage?.cacheRead).toBe(2);
    session.moveTo(null);
    scan.update(session);
    expect(scan.answer).toBeNull();
  });

  it("may be from before a reset, and is not from another session", () => {
    const session = new MemorySession(turn([1, 1, 2, 0]));
    const scan = scanOf(session);
    scan.reset(session);
    expect(scan.answer).not.toBeNull();
    session.open("session-2");
    scan.update(session);
    expect(scan.answer).toBeNull();
  });
});

describe("the cost of looking", () => {
  it("is one copy of the entries per leaf, and none when nothing moved", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]));
    const scan = new SessionScan(noPrice);
    expect(scan.update(session)).toBe(true);
    expect(session.calls.entries).toBe(1);
    for (let look = 0; look < 100; look++) expect(scan.update(session)).toBe(false);
    expect(session.calls).toEqual({ entries: 1, branch: 0 });
    session.append(turn([1, 1, 1, 1]));
    expect(scan.update(session)).toBe(true);
    expect(scan.update(session)).toBe(false);
    session.moveTo("e1");
    expect(scan.update(session)).toBe(true);
    expect(session.calls).toEqual({ entries: 3, branch: 0 });
  });

  it("is nothing for an empty session after the first look", () => {
    const session = new MemorySession();
    const scan = scanOf(session);
    for (let look = 0; look < 10; look++) scan.update(session);
    expect(session.calls.entries).toBe(1);
  });

  it("is to read only the entries that are new", () => {
    const session = new MemorySession(...Array.from({ length: 50 }, () => turn([1, 1, 1, 1], { usage: { input: 1 } })));
    let priced = 0;
    const scan = new SessionScan(() => {
      priced += 1;
      return null;
    });
    scan.update(session);
    const afterFirst = priced;
    expect(afterFirst).toBeGreaterThanOrEqual(50);
    session.append(turn([1, 1, 1, 1], { usage: { input: 1 } }));
    scan.update(session);
    // One for the new entry, one for finding the latest turn, one for finding the newest answer.
    expect(priced - afterFirst).toBeLessThanOrEqual(3);
  });
});

describe("a look that failed", () => {
  it("on Pi's side changes nothing, and the next one is complete", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]));
    const scan = scanOf(session);
    session.append(turn([1, 1, 1, 1]));
    const failing = {
      sessionId: () => session.sessionId(),
      leafId: () => session.leafId(),
      entryCount: () => session.entryCount(),
      entries: () => {
        throw new Error("the session was replaced");
      },
      entry: (id: string) => session.entry(id),
      branch: () => session.branch(),
    };
    expect(() => scan.update(failing)).toThrow();
    expect(scan.file.ledger.aggregate().turns).toBe(1);
    scan.update(session);
    expect(scan.file.ledger.aggregate().turns).toBe(2);
  });

  it("while pricing does not make the next one count entries twice", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]));
    let failing = false;
    const scan = new SessionScan(() => {
      if (failing) throw new Error("no catalogue");
      return null;
    });
    scan.update(session);
    session.append(turn([1, 1, 1, 1]));
    session.append(turn([1, 1, 1, 1], { usage: { input: 1 } }));
    failing = true;
    expect(() => scan.update(session)).toThrow();
    failing = false;
    scan.update(session);
    expect(scan.file.ledger.aggregate().turns).toBe(3);
  });
});

// An independent, naive reading of the same entries: everything is recomputed from the list every time.

interface Plain {
  readonly turns: number;
  readonly measuredTurns: number;
  readonly ratedTurns: number;
  readonly usage: Usage;
  readonly rated: Usage;
  readonly hitRate: number | null;
  readonly cost: number | null;
}

const COLUMNS = ["input", "output", "cacheRead", "cacheWrite", "cacheWrite1h", "reasoning"] as const;

function tokens(raw: unknown, name: string): number {
  const value = field(raw, name);
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}

function sums(rows: readonly unknown[]): Usage {
  const of = (name: string) => rows.reduce<number>((sum, row) => sum + tokens(row, name), 0);
  return {
    input: of("input"),
    output: of("output"),
    cacheRead: of("cacheRead"),
    cacheWrite: of("cacheWrite"),
    cacheWrite1h: of("cacheWrite1h"),
    reasoning: of("reasoning"),
  };
}

function prompt(row: unknown): number {
  return tokens(row, "input") + tokens(row, "cacheRead") + tokens(row, "cacheWrite");
}

function costs(rows: readonly unknown[]): readonly number[] {
  return rows.map((row) => field(field(row, "cost"), "total")).filter((total) => typeof total === "number");
}

function total(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b);
}

function isTurn(entry: unknown): boolean {
  return field(entry, "type") === "message" && field(field(entry, "message"), "role") === "assistant";
}

function plainTurns(entries: readonly unknown[]): Plain {
  const messages = entries.filter(isTurn).map((entry) => field(entry, "message"));
  const id = (message: unknown) => `${field(message, "provider")} ${field(message, "api")} ${field(message, "model")}`;
  const rows = messages.map((message) => field(message, "usage"));
  const reporting = new Set(
    messages
      .filter((message) => {
        const row = field(message, "usage");
        return tokens(row, "cacheRead") + tokens(row, "cacheWrite") > 0;
      })
      .map(id),
  );
  const ratedRows = messages.filter((message) => reporting.has(id(message))).map((message) => field(message, "usage"));
  const rated = sums(ratedRows);
  const ratedPrompt = rated.input + rated.cacheRead + rated.cacheWrite;
  return {
    turns: messages.length,
    measuredTurns: rows.filter((row) => prompt(row) > 0).length,
    ratedTurns: ratedRows.filter((row) => prompt(row) > 0).length,
    usage: sums(rows),
    rated,
    hitRate: ratedPrompt === 0 ? null : rated.cacheRead / ratedPrompt,
    cost: total(costs(rows)),
  };
}

function plainTotals(entries: readonly unknown[]) {
  const ofType = (type: string) => entries.filter((entry) => field(entry, "type") === type);
  const rowsOf = (list: readonly unknown[]) => list.map((entry) => field(entry, "usage")).filter(isRecord);
  const messages = ofType("message").map((entry) => field(entry, "message"));
  const ofRole = (role: string) => rowsOf(messages.filter((message) => field(message, "role") === role));
  const refreshes = rowsOf(ofType("usage"));
  const [compactions, summaries, nested] = [
    rowsOf(ofType("compaction")),
    rowsOf(ofType("branch_summary")),
    ofRole("toolResult"),
  ];
  const all = [...ofRole("assistant"), ...refreshes, ...compactions, ...summaries, ...nested];
  return {
    turns: plainTurns(entries),
    refreshes: { count: ofType("usage").length, usage: sums(refreshes), cost: total(costs(refreshes)) },
    side: { compaction: sums(compactions), branchSummary: sums(summaries), nested: sums(nested) },
    everything: { usage: sums(all), cost: total(costs(all)) },
  };
}

function plainLatest(session: MemorySession, mark: number): unknown {
  const entries = session.entries();
  for (let id = session.leafId(); id !== null; ) {
    const index = entries.findIndex((entry) => field(entry, "id") === id);
    const entry = entries[index];
    if (isTurn(entry)) return index >= mark ? field(entry, "message") : null;
    id = textOrNull(field(entry, "parentId"));
  }
  return null;
}

function plainAnswer(session: MemorySession): unknown {
  const answers = session.branch().filter((entry) => {
    const message = field(entry, "message");
    const failed = field(message, "stopReason") === "error" || field(message, "stopReason") === "aborted";
    return isTurn(entry) && !failed && field(message, "api") !== "pi-virtual";
  });
  return field(answers.at(-1), "message") ?? null;
}

function read(totals: Totals) {
  const { turns, measuredTurns, ratedTurns, usage: all, rated, hitRate, cost }: Aggregate = totals.ledger.aggregate();
  return {
    turns: { turns, measuredTurns, ratedTurns, usage: all, rated, hitRate, cost },
    refreshes: totals.refreshes,
    side: totals.side,
    everything: totals.everything,
  };
}

// Dollars in powers of two, so that sums are exact in whatever order they are made.
const count = fc.oneof(fc.constant(0), fc.nat({ max: 5000 }));
const counts: fc.Arbitrary<Counts> = fc.tuple(count, count, count, count);
const row = fc
  .record({ counts, cents: fc.nat({ max: 64 }), priced: fc.boolean() })
  .map(({ counts: [...all], cents, priced }) => {
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: cents / 64 };
    return usage(all, { cost: priced ? cost : undefined });
  });
const oddRow = fc.oneof(
  { weight: 6, arbitrary: row },
  { weight: 1, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.record(
      Object.fromEntries(
        COLUMNS.map((name) => [name, fc.oneof(fc.nat({ max: 99 }), fc.constantFrom(-4, "5", null, Number.NaN))]),
      ),
    ),
  },
);
const body: fc.Arbitrary<Fields> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({
        row: oddRow,
        model: fc.constantFrom("a", "b"),
        api: fc.constantFrom("x", "y", "pi-virtual"),
        stopReason: fc.constantFrom("stop", "toolUse", "error", "aborted"),
      })
      .map(({ row: one, ...names }) => turn([0, 0, 0, 0], { usage: one, ...names })),
  },
  { weight: 1, arbitrary: row.map((one) => refresh([0, 0, 0, 0], { usage: one, kind: "other" })) },
  { weight: 1, arbitrary: row.map(toolResult) },
  { weight: 1, arbitrary: counts.map(compaction) },
  { weight: 1, arbitrary: counts.map(branchSummary) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Fields>(
      userMessage(),
      toolResult(),
      compaction(),
      { type: "custom", customType: "x" },
      { type: "of-the-future", usage: usage([1, 1, 1, 1]) },
    ),
  },
);

type Step =
  | { readonly step: "append"; readonly bodies: readonly Fields[] }
  | { readonly step: "foreign"; readonly value: unknown }
  | { readonly step: "move"; readonly to: number }
  | { readonly step: "reset" }
  | { readonly step: "open"; readonly session: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ step: fc.constant("append"), bodies: fc.array(body, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("foreign"), value: fc.jsonValue() }) },
  { weight: 3, arbitrary: fc.record({ step: fc.constant("move"), to: fc.nat({ max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("reset") }) },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant("open"), session: fc.constantFrom("session-1", "session-2") }),
  },
);

/** The ids the user can move to, and null for before the first. */
function places(session: MemorySession): readonly (string | null)[] {
  const ids = session.entries().map((entry) => textOrNull(field(entry, "id")));
  return [null, ...ids.filter((id) => id !== null && session.entry(id) !== undefined)];
}

describe("an incremental scan", () => {
  it("equals a naive reading and a scan from scratch after any appends, moves, resets and session switches", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25, size: "max" }), (steps) => {
        const session = new MemorySession();
        const scan = new SessionScan(noPrice);
        scan.update(session);
        let mark = 0;
        let isReset = false;
        for (const one of steps) {
          const before = { id: session.sessionId(), leaf: session.leafId() };
          if (one.step === "append") for (const entry of one.bodies) session.append(entry);
          else if (one.step === "foreign") session.appendForeign(one.value);
          else if (one.step === "move") {
            const targets = places(session);
            session.moveTo(targets[one.to % targets.length] ?? null);
          } else if (one.step === "open") {
            session.open(one.session);
            if (one.session !== before.id) [mark, isReset] = [0, false];
          }
          const grown = one.step === "foreign";
          const moved = grown || before.id !== session.sessionId() || before.leaf !== session.leafId();
          const calls = session.calls.entries;
          if (one.step === "reset") {
            // A foreign line that no leaf announced lies before a reset for the user, and carries no usage.
            scan.reset(session);
            [mark, isReset] = [session.entries().length, true];
          } else {
            expect(scan.update(session)).toBe(moved);
            expect(session.calls.entries - calls).toBe(moved ? 1 : 0);
          }

          const entries = session.entries();
          expect(read(scan.file)).toEqual(plainTotals(entries));
          expect(read(scan.window)).toEqual(plainTotals(entries.slice(mark)));
          expect(scan.isReset).toBe(isReset);
          const latest = plainLatest(session, mark);
          expect(scan.latest === null).toBe(latest === null);
          if (scan.latest !== null) {
            expect(scan.latest.model).toBe(field(latest, "model"));
            const row = field(latest, "usage");
            expect(scan.latest.row.usage).toEqual(isRecord(row) ? sums([row]) : null);
          }

          const answer = plainAnswer(session);
          expect(scan.answer === null).toBe(answer === null);
          if (scan.answer !== null) {
            const { model, api, stopReason } = scan.answer;
            expect([model, api, stopReason]).toEqual(["model", "api", "stopReason"].map((key) => field(answer, key)));
          }

          const scratch = scanOf(session);
          expect(read(scan.file)).toEqual(read(scratch.file));
          expect(scan.file.ledger.models).toEqual(scratch.file.ledger.models);
          expect(scan.file.ledger.flags).toEqual(scratch.file.ledger.flags);
          if (!isReset) expect(scan.latest).toEqual(scratch.latest);
          expect(scan.answer).toEqual(scratch.answer);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("does not lose what was appended and left again between two looks", () => {
    const session = new MemorySession(turn([10, 1, 90, 0]));
    const scan = scanOf(session);
    session.append(turn([100, 1, 0, 0]));
    session.moveTo("e1");
    scan.update(session);
    expect(scan.file.ledger.aggregate()).toMatchObject({ turns: 2, hitRate: 0.45 });
  });
});
