import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import cacheStats from "../src/extension.ts";
import { field } from "../src/unknown.ts";
import cases from "./cases/cases.json" with { type: "json" };
import {
  assistant,
  at,
  FakeContext,
  FakePi,
  FakeSession,
  FakeUi,
  RunningPi,
  type Tokens,
  trap,
} from "./support/fake-pi.ts";

const OWN_VARIABLES = [
  ...["PI_CACHE_STATS_FOOTER", "PI_CACHE_STATS_PREFIX_DIAGNOSTICS", "PI_CACHE_STATS_VERBOSE"],
  ...["PI_CACHE_STATS_LANG", "PI_CACHE_STATS_ASCII", "NO_COLOR", "LC_ALL", "LC_MESSAGES", "LANG", "PI_EXPERIMENTAL"],
];
let root: string;
let agentDir: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cache-stats-extension-"));
  agentDir = join(root, "agent");
  for (const name of OWN_VARIABLES) vi.stubEnv(name, undefined);
  vi.stubEnv("PI_CODING_AGENT_DIR", agentDir);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

const started = (mode: "tui" | "rpc" | "print" | "json" = "tui", session = new FakeSession()): RunningPi => {
  const running = new RunningPi(cacheStats, mode, session);
  running.start();
  return running;
};
const plain = (lines: readonly string[] | null): string => stripVTControlCharacters((lines ?? []).join("\n"));
const summary = async (running: RunningPi): Promise<string> => (await running.command("")).join("\n");
const report = async (running: RunningPi): Promise<unknown> => JSON.parse((await running.command("json")).join("\n"));
/** The report of a TUI, which is written to a file. */
const reportFile = async (running: RunningPi): Promise<unknown> =>
  JSON.parse(readFileSync((await running.command("json")).join().replace("Report written to ", ""), "utf8"));
const caseOf = (id: string): unknown =>
  at(
    cases.cases.find((candidate) => candidate.id === id),
    "inputs",
    0,
  );
const tokensOf = (value: unknown): Tokens => {
  const [input, output, read, write] = Array.isArray(value) ? value.map(Number) : [];
  return [input ?? 0, output ?? 0, read ?? 0, write ?? 0];
};

describe("loading the extension", () => {
  it("subscribes and registers one command, and does nothing else", () => {
    const { pi, screen, context } = new RunningPi(cacheStats);
    expect(screen.shownCalls).toBe(0);
    expect(context.touched).toEqual([]);
    expect([...pi.commands.keys()]).toEqual(["cache-stats"]);
    expect(pi.settingsReads).toBe(0);
  });

  it("changes no environment variable, not even in a whole session", async () => {
    const before = JSON.stringify(process.env);
    const running = started("rpc");
    running.turn([10, 5, 90, 0]);
    await running.command("disable");
    running.shutdown();
    expect(JSON.stringify(process.env)).toBe(before);
  });
});

const EVENTS = [...new RunningPi(cacheStats).pi.handlers.keys()];
const HOSTILE: readonly (readonly [name: string, event: unknown])[] = [
  ["undefined", undefined],
  ["null", null],
  ["an empty object", {}],
  ["a text", "text"],
  ["a message that is missing", { message: undefined, assistantMessageEvent: undefined }],
  ["a message of another role", { message: { role: "custom" } }],
  ["a message whose usage is no object", { message: { role: "assistant", usage: "x" }, messageEntryId: 7 }],
  ["getters that throw", trap()],
  [
    "a message whose getters throw",
    { message: trap(), assistantMessageEvent: trap(), payload: trap(), status: trap() },
  ],
  ["a usage whose getters throw", { message: { role: "assistant", usage: trap() } }],
];
const GOOD: Readonly<Record<string, object>> = {
  session_start: { reason: "startup" },
  session_shutdown: { reason: "quit" },
  turn_start: { turnIndex: 0, timestamp: 1_700_000_000_000 },
  before_provider_request: { payload: { messages: [] } },
  after_provider_response: { status: 200, headers: {} },
  message_start: { message: assistant([10, 5, 90, 0]) },
  message_update: { message: assistant([0, 0, 0, 0]), assistantMessageEvent: { type: "text_delta", delta: "x" } },
  message_end: { message: assistant([10, 5, 90, 0]) },
  turn_end: { message: assistant([10, 5, 90, 0]), messageEntryId: "e1", toolResults: [] },
};

describe("every handler", () => {
  it("belongs to an event that this test knows", () => {
    expect(EVENTS).toEqual(expect.arrayContaining(Object.keys(GOOD)));
    expect(EVENTS.length).toBeGreaterThanOrEqual(Object.keys(GOOD).length + 5);
  });

  it.each(EVENTS)("returns nothing for a good event: %s", async (type) => {
    const running = started();
    for (const result of running.emit(type, GOOD[type])) expect(await result).toBeUndefined();
  });

  it.each(EVENTS)("returns nothing and does not throw for hostile events and contexts: %s", async (type) => {
    const stale = new FakeContext();
    stale.replace();
    for (const [name, event] of HOSTILE) {
      for (const ctx of [new FakeContext().ctx, stale.ctx, undefined, {}, trap()]) {
        const running = started();
        for (const result of running.pi.emit(type, event, ctx)) expect(await result, name).toBeUndefined();
      }
    }
  });

  it.each(EVENTS)("does not throw before a session began: %s", async (type) => {
    const running = new RunningPi(cacheStats);
    for (const [, event] of HOSTILE) {
      for (const result of running.pi.emit(type, event, running.context.ctx)) expect(await result).toBeUndefined();
    }
  });

  it("leaves event, message, usage and payload as they were", () => {
    const running = started();
    const freeze = (value: unknown): unknown => {
      if (typeof value === "object" && value !== null) {
        for (const inner of Object.values(value)) freeze(inner);
        Object.freeze(value);
      }
      return value;
    };
    freeze(GOOD);
    for (const type of EVENTS) if (type !== "session_shutdown") running.emit(type, GOOD[type]);
    expect(plain(running.frame())).not.toBe("");
  });

  it("counts its faults, which the summary shows without their text", async () => {
    const running = started("rpc");
    expect(await summary(running)).not.toContain("internal errors");
    running.pi.emit("message_end", undefined, running.context.ctx);
    running.pi.emit("turn_end", trap(), running.context.ctx);
    const text = await summary(running);
    expect(text).toContain("internal errors: 2");
    expect(text).not.toContain("SECRET");
    expect(at(await report(running), "internalErrors")).toBe(2);
  });

  it("goes on measuring after a fault", async () => {
    const running = started("rpc");
    running.pi.emit("turn_end", trap(), running.context.ctx);
    running.turn([10, 5, 90, 0]);
    expect(await summary(running)).toMatch(/^ {2}current run +90\.0%/m);
  });
});

describe("two instances in one process", () => {
  it("do not see each other", async () => {
    const first = started("rpc");
    const second = started("rpc");
    first.turn([10, 5, 90, 0]);
    first.turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 no" });
    first.pi.emit("turn_end", undefined, first.context.ctx);
    await first.command("disable");
    second.turn([50, 5, 50, 0]);
    expect(await report(second)).toMatchObject({
      ...{ enabled: true, internalErrors: 0, unclassified400: [] },
      run: { turns: 1, hitRate: 0.5 },
    });
    await first.command("reset");
    expect(at(await report(second), "window", "scope")).toBe("session");
  });
});

describe("what is shown while a response streams", () => {
  it("is the last completed value; only the end of the response changes it (C12)", () => {
    const given = caseOf("C12");
    vi.stubEnv("PI_CACHE_STATS_FOOTER", "status");
    const session = new FakeSession();
    session.appendTurn([3, 5, 97, 0]);
    const running = started("rpc", session);
    const expected = (key: string): string =>
      String(at(given, ...(key === "previousFooter" ? [key] : ["expect", key]))).replace(" %", "%");
    expect(running.screen.ownStatus).toBe(expected("previousFooter"));
    const events = at(given, "events");
    if (!Array.isArray(events)) throw new Error("C12 has another shape");
    running.beginTurn();
    for (const event of events) {
      const message = assistant(tokensOf(at(event, "u")));
      if (at(event, "e") === "message_end") running.endTurn(message);
      else {
        running.emit(String(at(event, "e")), { message, assistantMessageEvent: { type: "text_delta", delta: "x" } });
        expect(running.screen.ownStatus).toBe(expected("footerDuring"));
      }
    }
    expect(running.screen.ownStatus).toBe(expected("footerAfter"));
  });

  it("is the same frame at every delta, and no delta asks for one", () => {
    const running = started();
    running.turn([10, 5, 90, 0]);
    const before = plain(running.frame());
    const { length } = running.screen.renderRequests;
    for (let index = 0; index < 200; index++) {
      running.emit("message_update", {
        message: assistant([index, index, 0, 0]),
        assistantMessageEvent: { type: "text_delta", delta: "x" },
      });
      expect(plain(running.frame())).toBe(before);
    }
    expect(running.screen.renderRequests).toHaveLength(length);
  });

  it("counts one response once, with its final usage (C16)", async () => {
    const given = caseOf("C16");
    const running = started("rpc");
    const events = at(given, "events");
    if (!Array.isArray(events)) throw new Error("C16 has another shape");
    for (const event of events) {
      const message = assistant(tokensOf(at(event, "u")), { responseId: at(event, "id") });
      if (at(event, "e") === "message_end") running.endTurn(message);
      else running.emit("message_update", { message, assistantMessageEvent: { type: "text_delta", delta: "x" } });
    }
    const { run, window } = { run: at(await report(running), "run"), window: at(await report(running), "window") };
    for (const scope of [run, window]) {
      expect(at(scope, "turns")).toBe(at(given, "expect", "rows"));
      const row = ["input", "output", "cacheRead", "cacheWrite"].map((name) => at(scope, "usage", name));
      expect(row).toEqual(at(given, "expect", "row"));
    }
  });

  it("pushes a status only when its text changed (C54)", () => {
    const given = caseOf("C54");
    vi.stubEnv("PI_CACHE_STATS_FOOTER", "status");
    const running = started("rpc");
    const before = running.screen.statusCalls.length;
    const sequence = at(given, "sequence");
    if (!Array.isArray(sequence)) throw new Error("C54 has another shape");
    for (const step of sequence.map(String)) {
      const rate = Number(/hit (\d+)/.exec(step)?.[1]);
      const updates = Number(/x(\d+)/.exec(step)?.[1] ?? 0);
      for (let index = 0; index < updates; index++) {
        running.emit("message_update", { assistantMessageEvent: { type: "text_delta", delta: "x" } });
      }
      if (updates === 0) running.turn([100 - rate, 5, rate, 0]);
    }
    expect(running.screen.statusCalls.length - before).toBe(at(given, "expect", "setStatusCalls"));
  });
});

describe("a cache-warming replay", () => {
  it("in mid-stream changes neither the speed nor the time to the first token", async () => {
    vi.useFakeTimers({ toFake: ["performance", "Date"] });
    const running = started("rpc");
    const message = assistant([10, 100, 90, 0]);
    running.beginTurn();
    vi.advanceTimersByTime(500);
    running.emit("message_start", { message });
    vi.advanceTimersByTime(500);
    running.emit("message_update", { assistantMessageEvent: { type: "text_delta", delta: "x" } });
    vi.advanceTimersByTime(1_000);
    running.emit("before_provider_request", { payload: {} });
    running.emit("after_provider_response", { status: 200, headers: {} });
    vi.advanceTimersByTime(1_000);
    running.endTurn(message);
    expect(at(await report(running), "turns", 0)).toMatchObject({ tokensPerSecond: 50, timeToFirstTokenMs: 1_000 });
  });

  it("between turns is no turn and gives no start to the next response", async () => {
    vi.useFakeTimers({ toFake: ["performance", "Date"] });
    const running = started("rpc");
    running.turn([10, 5, 90, 0]);
    running.emit("before_provider_request", { payload: {} });
    vi.advanceTimersByTime(60_000);
    const message = assistant([10, 100, 90, 0]);
    running.beginTurn();
    vi.advanceTimersByTime(1_000);
    running.emit("message_start", { message });
    running.emit("message_update", { assistantMessageEvent: { type: "text_delta", delta: "x" } });
    vi.advanceTimersByTime(2_000);
    running.endTurn(message);
    expect(at(await report(running), "run", "turns")).toBe(2);
    expect(at(await report(running), "turns", 1)).toMatchObject({ tokensPerSecond: 50, timeToFirstTokenMs: 1_000 });
  });
});

describe("a report while tools run", () => {
  const toolsRunning = (running: RunningPi): { message: object; messageEntryId: string } => {
    const message = assistant([10, 5, 90, 0], { stopReason: "toolUse" });
    running.beginTurn();
    running.emit("message_start", { message });
    running.emit("message_end", { message });
    const messageEntryId = running.session.append({ type: "message", message });
    running.emit("tool_execution_start", {});
    return { message, messageEntryId };
  };

  it("has the turn in the run as in the session, and once when it ends", async () => {
    const running = started("rpc");
    const ended = toolsRunning(running);
    expect(await report(running)).toMatchObject({ run: { turns: 1 }, window: { turns: 1 } });
    running.emit("turn_end", ended);
    expect(await report(running)).toMatchObject({ run: { turns: 1 }, window: { turns: 1 } });
  });

  it("has nothing of the turn once it was reset, also after the turn's end", async () => {
    const running = started("rpc");
    const ended = toolsRunning(running);
    await running.command("reset");
    running.emit("turn_end", ended);
    expect(await report(running)).toMatchObject({ run: { turns: 0 }, window: { turns: 0 } });
  });
});

describe("what Pi tells apart from messages", () => {
  it("a response with status 400 is recorded with the selected model, once with its error turn", async () => {
    const running = started("rpc");
    running.beginTurn();
    running.emit("after_provider_response", { status: 400, headers: {} });
    running.endTurn(assistant([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 no" }));
    expect(at(await report(running), "unclassified400")).toEqual([
      { at: expect.any(String), provider: "anthropic", model: "claude-sonnet" },
    ]);
  });

  it("a row without cost is priced from Pi's model catalogue", async () => {
    const running = started("rpc");
    const { model } = running.context;
    if (model !== undefined) model.cost = { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25 };
    running.turn([0, 0, 0, 0], { usage: { input: 1_000_000, output: 0, cacheRead: 1_000_000, cacheWrite: 0 } });
    expect(at(await report(running), "run", "cost")).toBeCloseTo(1.1, 6);
  });
});

describe("the footer in a session", () => {
  it("shows session rate, latest rate and speed after a turn", () => {
    vi.useFakeTimers({ toFake: ["performance", "Date"] });
    const running = started();
    const message = assistant([10, 100, 90, 0]);
    running.beginTurn();
    running.emit("message_start", { message });
    vi.advanceTimersByTime(1_000);
    running.emit("message_update", { assistantMessageEvent: { type: "text_delta", delta: "x" } });
    vi.advanceTimersByTime(2_000);
    running.emit("message_end", { message });
    vi.advanceTimersByTime(60_000);
    const messageEntryId = running.session.append({ type: "message", message });
    running.emit("turn_end", { message, messageEntryId });
    expect(plain(running.frame())).toContain("◆ 90% ◇ 90% ▲ 10.0%/200k (auto) ▸ 50 t/s");
  });

  it("and the table of turns have the speed of the same turn", async () => {
    vi.useFakeTimers({ toFake: ["performance", "Date"] });
    const running = started("rpc");
    const message = assistant([10, 100, 90, 0]);
    running.beginTurn();
    vi.advanceTimersByTime(2_000);
    running.endTurn(message);
    expect((await running.command("turns")).join()).toMatch(/50 t\/s$/m);
  });

  it.each([
    ...["turn_end", "tool_execution_start", "tool_execution_end", "agent_end"],
    ...["model_select", "thinking_level_select"],
  ])("is asked for without arguments at %s", (type) => {
    const running = started();
    const before = running.screen.renderRequests.length;
    running.emit(type, GOOD[type]);
    expect(running.screen.renderRequests.slice(before)).toEqual([[]]);
  });

  it("is asked for after a reset", async () => {
    const running = started();
    const before = running.screen.renderRequests.length;
    await running.command("reset");
    expect(running.screen.renderRequests.slice(before)).toEqual([[]]);
  });

  it("shows n/a for the latest turn after a turn without usage, and keeps the session's rate", () => {
    const running = started();
    running.turn([10, 5, 90, 0]);
    running.turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "500" });
    expect(plain(running.frame())).toContain("◆ 90% ◇ n/a");
  });

  it("counts a frame that fails as one internal error and keeps the last good one", async () => {
    const running = started();
    running.turn([10, 5, 90, 0]);
    const good = running.frame();
    running.session.failing = true;
    expect(running.frame()).toEqual(good);
    running.session.failing = false;
    expect(await summary(running)).toContain("internal errors: 1");
  });

  it("says in the summary that another extension took the footer", async () => {
    const running = started();
    expect(await summary(running)).not.toContain("another extension");
    running.screen.setForeignFooter();
    expect(await summary(running)).toContain("another extension has set the footer since");
  });

  it("comes back from another extension with enable, also while enabled, and nothing else takes it back", async () => {
    const running = started();
    running.screen.setForeignFooter();
    running.turn([10, 5, 90, 0]);
    await running.command("reset");
    expect(running.frame()).toEqual(["FOREIGN"]);
    running.turn([10, 5, 90, 0]);
    expect(await running.command("enable")).toEqual(["cache-stats is on."]);
    expect(plain(running.frame())).toContain("◆ 90%");
    expect(await summary(running)).not.toContain("another extension");
    expect(await running.command("enable")).toEqual(["cache-stats is on already."]);
    expect(at(await reportFile(running), "run", "turns")).toBe(1);
  });
});

describe("PI_CACHE_STATS_FOOTER", () => {
  it.each([
    ["unset", undefined],
    ["1", "1"],
  ])("%s: the full footer in the TUI, nothing on the screen in RPC and print", (_, value) => {
    vi.stubEnv("PI_CACHE_STATS_FOOTER", value);
    expect(plain(started("tui").frame())).toContain("◆ n/a");
    for (const mode of ["rpc", "print", "json"] as const) {
      const running = started(mode);
      running.turn([10, 5, 90, 0]);
      expect(running.screen.shownCalls, mode).toBe(0);
    }
  });

  it("status: a status in TUI and RPC, never a footer", () => {
    vi.stubEnv("PI_CACHE_STATS_FOOTER", "status");
    for (const mode of ["tui", "rpc"] as const) {
      const running = started(mode);
      running.turn([10, 5, 90, 0]);
      expect(running.screen.ownStatus, mode).toBe("hit 90%");
      expect(running.screen.footerCalls, mode).toEqual([]);
    }
    const printing = started("print");
    expect(printing.screen.footerCalls).toEqual([]);
    expect(printing.screen.notifications).toEqual([]);
  });

  it.each(["0", "false"])("%s: nothing on the screen in any mode, while commands answer", async (value) => {
    vi.stubEnv("PI_CACHE_STATS_FOOTER", value);
    for (const mode of ["tui", "rpc", "print", "json"] as const) {
      const running = started(mode);
      running.turn([10, 5, 90, 0]);
      expect(running.screen.shownCalls, mode).toBe(0);
    }
    expect(await summary(started("tui"))).toContain("Prompt cache");
  });

  it("with a value that is not understood is the default, and is named once in the summary", async () => {
    vi.stubEnv("PI_CACHE_STATS_FOOTER", "SECRET");
    const running = started("tui");
    expect(running.screen.footer).not.toBeNull();
    const text = await summary(running);
    expect(text.match(/PI_CACHE_STATS_FOOTER/g)).toHaveLength(1);
    expect(text).not.toContain("SECRET");
  });
});

describe("disable, enable and reset", () => {
  it("turns while disabled are not in the run; the session has them", async () => {
    const running = started("rpc");
    running.turn([10, 5, 90, 0]);
    await running.command("disable");
    running.turn([50, 5, 50, 0]);
    await running.command("enable");
    running.turn([30, 5, 70, 0]);
    expect(await report(running)).toMatchObject({
      run: { turns: 2, hitRate: 0.8 },
      window: { turns: 3, hitRate: 0.7 },
    });
  });

  it("disable gives Pi its own footer back, and enable brings ours", async () => {
    const running = started();
    await running.command("disable");
    expect(running.screen.footer).toBeNull();
    running.turn([10, 5, 90, 0]);
    expect(running.screen.footer).toBeNull();
    await running.command("enable");
    expect(plain(running.frame())).toContain("◆ 90%");
  });

  it.each([
    ["tui", "0"],
    ["tui", "status"],
    ["rpc", undefined],
    ["print", undefined],
  ] as const)("enable brings no footer in %s mode with PI_CACHE_STATS_FOOTER=%s", async (mode, footer) => {
    vi.stubEnv("PI_CACHE_STATS_FOOTER", footer);
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const running = started(mode);
    await running.command("disable");
    await running.command("enable");
    expect(running.screen.footerCalls).toEqual([]);
  });

  it("disable takes the status away, and nothing brings it back but enable", async () => {
    vi.stubEnv("PI_CACHE_STATS_FOOTER", "status");
    const running = started("rpc");
    await running.command("disable");
    expect(running.screen.ownStatus).toBeUndefined();
    running.turn([10, 5, 90, 0]);
    expect(running.screen.ownStatus).toBeUndefined();
    await running.command("enable");
    expect(running.screen.ownStatus).toBe("hit 90%");
  });

  it("disable never clears the footer of another extension", async () => {
    const running = started();
    running.screen.setForeignFooter();
    await running.command("disable");
    expect(running.frame()).toEqual(["FOREIGN"]);
  });

  it("a disabled extension says so in the summary", async () => {
    const running = started("rpc");
    await running.command("disable");
    expect(await summary(running)).toContain("off: turns are not counted in the current run");
    expect(await running.command("disable")).toEqual([expect.stringContaining("off already")]);
  });

  it("a turn within which it was switched off and on is not in the run; the session has it", async () => {
    const running = started("rpc");
    const message = assistant([10, 5, 90, 0]);
    running.beginTurn();
    running.emit("message_start", { message });
    await running.command("disable");
    await running.command("enable");
    running.endTurn(message);
    expect(await report(running)).toMatchObject({ run: { turns: 0 }, window: { turns: 1 } });
    running.turn([50, 5, 50, 0]);
    expect(await report(running)).toMatchObject({ run: { turns: 1, hitRate: 0.5 }, window: { turns: 2 } });
  });

  it("disable clears the speed: enabled again the footer shows none before the next response", async () => {
    const running = started();
    running.turn([10, 5, 90, 0]);
    expect(plain(running.frame())).toContain("▸");
    await running.command("disable");
    await running.command("enable");
    expect(plain(running.frame())).not.toContain("▸");
    running.turn([10, 5, 90, 0]);
    expect(plain(running.frame())).toContain("▸");
  });

  it("reset clears run, refused requests and speed, restarts the session scope and touches no session entry", async () => {
    const running = started("rpc");
    running.turn([10, 5, 90, 0]);
    running.turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 no" });
    const { leaf } = running.session;
    await running.command("reset");
    expect(running.session.leaf).toBe(leaf);
    expect(await report(running)).toMatchObject({
      ...{ run: { turns: 0 }, window: { turns: 0, scope: "since-reset" } },
      ...{ unclassified400: [], turns: [], latest: { hitRate: null } },
    });
    running.turn([50, 5, 50, 0]);
    expect(await report(running)).toMatchObject({ run: { turns: 1 }, window: { turns: 1, hitRate: 0.5 } });
  });

  it("reset shows on the footer at once, also the speed", async () => {
    const running = started();
    running.turn([10, 5, 90, 0]);
    expect(plain(running.frame())).toContain("▸");
    await running.command("reset");
    expect(plain(running.frame())).toContain("◆ n/a ◇ n/a");
    expect(plain(running.frame())).not.toContain("▸");
  });
});

describe("the start of a session", () => {
  it("starts the run from nothing and the session scope from its entries", async () => {
    const session = new FakeSession();
    session.appendTurn([10, 5, 90, 0]);
    const running = started("rpc", session);
    expect(await report(running)).toMatchObject({
      run: { turns: 0, hitRate: null },
      window: { turns: 1, hitRate: 0.9 },
    });
  });

  it("can come twice in one instance, as on older Pis: the run starts anew and the footer shows the new session", async () => {
    const running = started();
    running.turn([10, 5, 90, 0]);
    await running.command("reset");
    running.turn([10, 5, 90, 0]);
    const old = running.context;
    running.context = new FakeContext(running.screen, new FakeSession("another"));
    running.session.appendTurn([60, 5, 40, 0]);
    old.replace();
    running.start("new");
    expect(plain(running.frame())).toContain("◆ 40% ◇ 40%");
    expect(plain(running.frame())).not.toContain("▸");
    expect(running.screen.branchListeners).toBe(1);
    running.turn([40, 5, 60, 0]);
    expect(plain(running.frame())).toContain("◆ 50% ◇ 60%");
    expect(await summary(running)).toMatch(/^ {2}current run +60\.0% +1 turn/m);
    expect(await summary(running)).toMatch(/^◆ session +50\.0% +2 turns/m);
    expect(await summary(running)).not.toContain("internal errors");
  });
});

describe("after session_shutdown (C55)", () => {
  const late = (running: RunningPi): void => {
    const given = { ...GOOD, after_provider_response: { status: 400 } };
    for (const type of EVENTS) {
      if (type !== "session_start") running.emit(type, given[type as keyof typeof given]);
    }
  };

  it.each([undefined, "status", "0"])("late events do not throw and make no UI call (footer %s)", (footer) => {
    vi.stubEnv("PI_CACHE_STATS_FOOTER", footer);
    const running = started();
    running.turn([10, 5, 90, 0]);
    running.shutdown("reload");
    const before = running.screen.shownCalls;
    expect(() => late(running)).not.toThrow();
    expect(running.screen.shownCalls - before).toBe(at(caseOf("C55"), "expect", "uiCallsAfterShutdown"));
  });

  it("late events touch neither ctx nor session", () => {
    const running = started();
    running.turn([10, 5, 90, 0]);
    running.shutdown("reload");
    const before = [running.context.touched.length, running.session.calls.length];
    late(running);
    expect(running.context.touched.slice(before[0])).toEqual([]);
    expect(running.session.calls).toHaveLength(before[1] ?? 0);
  });

  it("a late frame does not throw and shows what was there", () => {
    const running = started();
    running.turn([10, 5, 90, 0]);
    const good = running.frame();
    running.shutdown("reload");
    expect(running.frame()).toEqual(good);
  });

  it("a late frame touches neither ctx nor session", () => {
    const running = started();
    running.turn([10, 5, 90, 0]);
    running.frame();
    running.shutdown("reload");
    const before = [running.context.touched.length, running.session.calls.length];
    running.frame();
    expect(running.context.touched.slice(before[0])).toEqual([]);
    expect(running.session.calls).toHaveLength(before[1] ?? 0);
  });

  it("Pi may dispose the old footer late", () => {
    const running = started();
    running.shutdown("reload");
    expect(() => running.screen.setForeignFooter()).not.toThrow();
    expect(running.screen.branchListeners).toBe(0);
    expect(running.frame()).toEqual(["FOREIGN"]);
  });

  it("a new instance shows its own footer on the same screen, and the old one does not take it back", () => {
    const old = started();
    old.shutdown("reload");
    const next = new FakePi();
    cacheStats(next.api);
    const context = new FakeContext(old.screen, old.session);
    next.emit("session_start", { reason: "reload" }, context.ctx);
    const footer = old.screen.footer;
    late(old);
    expect(old.screen.footer).toBe(footer);
    expect(plain(old.frame())).toContain("◆ n/a");
  });

  it("a command that was under way answers nothing and does not reject", async () => {
    const running = started("rpc");
    const pending = running.command("");
    running.shutdown("new");
    await expect(pending).resolves.toEqual([]);
  });

  it("a command asks the session of its own ctx", async () => {
    const running = started("rpc");
    running.turn([10, 5, 90, 0]);
    running.shutdown("new");
    running.context = new FakeContext(running.screen, new FakeSession("another"));
    expect(at(await report(running), "session", "id")).toBe("another");
  });

  it("it may come twice, and without a session", () => {
    const running = new RunningPi(cacheStats);
    expect(() => {
      running.emit("session_shutdown", { reason: "quit" });
      running.emit("session_shutdown", { reason: "quit" });
    }).not.toThrow();
    expect(running.screen.shownCalls).toBe(0);
  });
});

describe("Pi's own package", () => {
  afterEach(() => {
    vi.doUnmock("@earendil-works/pi-coding-agent");
    vi.resetModules();
  });

  it("is loaded by a command, not by the extension, its footer or a session", async () => {
    let loads = 0;
    vi.resetModules();
    vi.doMock("@earendil-works/pi-coding-agent", () => {
      loads += 1;
      return { VERSION: "9.9.9", getAgentDir: () => agentDir };
    });
    const { default: fresh } = await import("../src/extension.ts");
    const running = new RunningPi(fresh, "tui");
    await Promise.all(running.emit("session_start", { reason: "startup" }));
    running.turn([10, 5, 90, 0]);
    expect(plain(running.frame())).toContain("◆ 90%");
    expect(loads).toBe(0);
    expect(at(await reportFile(running), "versions", "pi")).toBe("9.9.9");
    expect(loads).toBe(1);
  });

  it("that cannot be loaded is one answer and one internal error", async () => {
    vi.resetModules();
    vi.doMock("@earendil-works/pi-coding-agent", () => {
      throw new Error("SECRET FAULT");
    });
    const { default: fresh } = await import("../src/extension.ts");
    const running = new RunningPi(fresh, "rpc");
    running.start();
    expect(await running.command("")).toEqual([expect.stringContaining("could not answer")]);
    expect(running.screen.notifications.map(({ level }) => level)).toEqual(["error"]);
    expect(JSON.stringify(running.screen.notifications)).not.toContain("SECRET");
  });
});

describe("the event of a turn", () => {
  const told = async (running: RunningPi) => {
    // What it needs is loaded in the background.
    await vi.waitFor(() => expect(running.pi.told.length).toBeGreaterThan(0));
    return running.pi.told;
  };

  it("tells each turn once, in order, with its number and entry, and no text", async () => {
    const running = started();
    running.turn([10, 5, 0, 9_000]);
    running.turn([10, 5, 9_000, 100]);
    await vi.waitFor(() => expect(running.pi.told).toHaveLength(2));
    expect(running.pi.told.map(({ channel }) => channel)).toEqual(["cache-stats:turn", "cache-stats:turn"]);
    expect(running.pi.told.map(({ data }) => field(data, "turn"))).toEqual([1, 2]);
    expect(running.pi.told.map(({ data }) => field(field(data, "verdict"), "outcome"))).toEqual([
      "expected-rebuild",
      "hit",
    ]);
    expect(JSON.stringify(await told(running))).not.toContain("SECRET");
  });

  it("is not sent while off, nor of a session that is gone", async () => {
    const running = started();
    await running.command("disable");
    running.turn([10, 5, 0, 9_000]);
    await running.command("enable");
    running.turn([10, 5, 9_000, 100]);
    expect((await told(running)).map(({ data }) => field(data, "turn"))).toEqual([2]);
    running.turn([10, 5, 9_000, 100]);
    running.emit("session_shutdown", { reason: "quit" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(running.pi.told).toHaveLength(1);
  });
});

describe("commands", () => {
  it.each(["", "turns", "turns 2", "turns 0", "turns x", "json", "json 1.5", "disable", "enable", "reset", "foo"])(
    "answer with exactly one message: %j",
    async (args) => {
      const running = started("rpc");
      running.turn([10, 5, 90, 0]);
      expect(await running.command(args)).toHaveLength(1);
    },
  );

  it("answer with exactly one message when Pi's session cannot be read, without the text of the fault", async () => {
    const running = started("rpc");
    running.session.failing = true;
    const messages = await running.command("");
    expect(messages).toHaveLength(1);
    expect(messages.join()).not.toContain("SECRET");
  });

  it("count a fault and never reject", async () => {
    const running = started("rpc");
    running.session.failing = true;
    await expect(running.command("")).resolves.toBeDefined();
    running.session.failing = false;
    expect(await summary(running)).toContain("internal errors: 1");
  });

  it("answer before a session began", async () => {
    const running = new RunningPi(cacheStats, "rpc");
    expect(await summary(running)).toContain("no turns in this range");
  });

  it("answer an unknown word with a usage line, as a warning", async () => {
    const running = started("rpc");
    await running.command("foo");
    expect(running.screen.notifications).toEqual([
      {
        text: "Unknown: foo. Usage: /cache-stats [turns [n] | why [turn] | prefix | diff | panel | export csv|json|html [path] | json [n] | enable | disable | reset]",
        level: "warning",
      },
    ]);
  });

  it("complete their words", async () => {
    const command = new RunningPi(cacheStats).pi.commands.get("cache-stats");
    expect(await command?.getArgumentCompletions("tu")).toEqual([
      { value: "turns", label: "turns", description: expect.any(String) },
    ]);
    expect(await command?.getArgumentCompletions("foo")).toBeNull();
    expect(command?.description).not.toBe("");
  });

  it("json is one line of JSON in RPC", async () => {
    const running = started("rpc");
    running.turn([10, 5, 90, 0]);
    const [text = ""] = await running.command("json");
    expect(text).not.toContain("\n");
    expect(at(JSON.parse(text), "run", "turns")).toBe(1);
    expect(existsSync(agentDir)).toBe(false);
  });

  it("json in the TUI is a file under the agent folder whose path is shown", async () => {
    const running = started("tui", new FakeSession("../../escape"));
    running.turn([10, 5, 90, 0]);
    const [text = ""] = await running.command("json");
    const path = text.replace("Report written to ", "");
    expect(path.startsWith(agentDir + sep)).toBe(true);
    expect(at(JSON.parse(readFileSync(path, "utf8")), "run", "turns")).toBe(1);
    expect(readdirSync(root)).toEqual(["agent"]);
  });

  it("json in the TUI says why it could not write, and leaves nothing", async () => {
    writeFileSync(agentDir, "in the way");
    const running = started("tui");
    const [text = ""] = await running.command("json");
    expect(text).toMatch(/could not be written to .* \(E[A-Z]+\)\.$/);
    expect(readdirSync(root)).toEqual(["agent"]);
  });

  it.each(["print", "json"] as const)(
    "go to standard error in %s mode, and nothing to standard output",
    async (mode) => {
      const errors: string[] = [];
      const running = started(mode);
      running.turn([10, 5, 90, 0]);
      vi.spyOn(process.stderr, "write").mockImplementation((text) => errors.push(String(text)) > 0);
      const stdout = vi.spyOn(process.stdout, "write").mockReturnValue(true);
      await running.command("");
      await running.command("json");
      expect(stdout).not.toHaveBeenCalled();
      vi.restoreAllMocks();
      expect(errors).toHaveLength(2);
      expect(errors[0]).toMatch(/^Prompt cache/);
      expect(at(JSON.parse(errors[1] ?? ""), "run", "turns")).toBe(1);
      expect(running.screen.shownCalls).toBe(0);
    },
  );

  it("never show text of a message, a delta or an error", async () => {
    const running = started("rpc");
    running.turn([10, 5, 90, 0]);
    running.turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 SECRET BODY" });
    for (const args of ["", "turns", "json"]) expect((await running.command(args)).join()).not.toContain("SECRET");
  });
});

describe("the language", () => {
  it.each([
    ["PI_CACHE_STATS_LANG", "zh"],
    ["LANG", "zh_CN.UTF-8"],
  ])("is Chinese with %s=%s", async (name, value) => {
    vi.stubEnv(name, value);
    const running = started("rpc");
    running.turn([10, 5, 90, 0]);
    expect(await summary(running)).toMatch(/^◆ 会话 +90\.0%/m);
    expect((await running.command("turns")).join()).toContain("命中率");
    expect((await running.command("foo")).join()).toMatch(/^未知：foo。/);
    const command = running.pi.commands.get("cache-stats");
    expect(command?.description).toMatch(/\p{Script=Han}/u);
    expect(JSON.stringify(await command?.getArgumentCompletions(""))).toMatch(/\p{Script=Han}/u);
  });

  it("is Chinese in the status too", () => {
    vi.stubEnv("PI_CACHE_STATS_LANG", "zh");
    vi.stubEnv("PI_CACHE_STATS_FOOTER", "status");
    const running = started("rpc");
    running.turn([10, 5, 90, 0]);
    expect(running.screen.ownStatus).toBe("命中 90%");
  });
});

describe("the look", () => {
  it("has no escape codes under NO_COLOR", () => {
    vi.stubEnv("NO_COLOR", "1");
    const running = started();
    running.turn([10, 5, 90, 0]);
    expect(running.frame()?.join()).not.toContain("\u001b");
  });

  it("has colours otherwise", () => {
    const running = started();
    running.turn([10, 5, 90, 0]);
    expect(running.frame()?.join()).toContain("\u001b[33m◇ 90%\u001b[0m");
  });

  it("is plain ASCII with PI_CACHE_STATS_ASCII=1", () => {
    vi.stubEnv("PI_CACHE_STATS_ASCII", "1");
    const running = started();
    running.turn([10, 5, 90, 0]);
    expect(plain(running.frame())).toMatch(/^[\x20-\x7e\n]+$/);
  });
});

describe("the fake screen of these tests", () => {
  it("disposes a footer when another replaces or clears it, as Pi does", () => {
    const screen = new FakeUi();
    const events: string[] = [];
    const footer = (name: string) => () => ({
      render: () => [],
      invalidate: () => undefined,
      dispose: () => void events.push(name),
    });
    screen.ui.setFooter(footer("first"));
    screen.ui.setFooter(footer("second"));
    screen.ui.setFooter(undefined);
    expect(events).toEqual(["first", "second"]);
    expect(screen.footer).toBeNull();
  });
});
