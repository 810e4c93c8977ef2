import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { Monitor } from "../src/monitor.ts";
import { createHost } from "../src/pi-host.ts";
import { Observer } from "../src/prefix/observer.ts";
import { reportNow } from "../src/report/report-now.ts";
import cases from "./cases/cases.json" with { type: "json" };
import { assistant, at, FakeContext, FakePi, type Tokens, trap } from "./support/fake-pi.ts";

const NOW = 1_700_000_000_000;

function bench() {
  const { session, ctx } = new FakeContext();
  const host = createHost(new FakePi().api, ctx);
  const monitor = new Monitor(readConfig({}), () => null);
  const report = (lastTurns?: number) => reportNow(monitor, host, "1.6.0", NOW, lastTurns);
  /** One response of 100 tokens streamed over `seconds`, saved and ended. */
  const turn = (tokens: Tokens, rest: object = {}, seconds = 2): void => {
    const message = assistant(tokens, rest);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.responseStarted();
    monitor.streamed({ type: "text_delta", delta: "x" }, 1_000);
    monitor.responseEnded(message, 1_000 + seconds * 1_000);
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
  };
  return { session, host, monitor, report, turn };
}

const caseOf = (id: string): unknown =>
  at(
    cases.cases.find((candidate) => candidate.id === id),
    "inputs",
    0,
  );

function tokensOf(value: unknown): Tokens {
  const [input, output, read, write] = Array.isArray(value) ? value.map(Number) : [];
  return [input ?? 0, output ?? 0, read ?? 0, write ?? 0];
}

describe("the current run", () => {
  it("counts ended turns, one per response, whatever was streamed (C16)", () => {
    const { session, monitor, report } = bench();
    const given = caseOf("C16");
    const events = at(given, "events");
    if (!Array.isArray(events)) throw new Error("C16 has another shape");
    monitor.turnStarted();
    monitor.requestStarted(0);
    for (const event of events) {
      const message = assistant(tokensOf(at(event, "u")));
      if (at(event, "e") === "message_update") {
        monitor.streamed({ type: "text_delta", delta: "x", partial: message }, 1_000);
        expect(report().run.turns).toBe(0);
      } else {
        monitor.responseEnded(message, 3_000);
        expect(report().run.turns).toBe(1);
        monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
      }
    }
    const { run } = report();
    expect(run.turns).toBe(at(given, "expect", "rows"));
    const { input, output, cacheRead, cacheWrite } = run.usage;
    expect([input, output, cacheRead, cacheWrite]).toEqual(at(given, "expect", "row"));
    expect((run.hitRate ?? 0) * 100).toBeCloseTo(Number(at(given, "expect", "rate")), 1);
  });

  it("has a turn while its tools run, as the session has it, and once", () => {
    const { session, monitor, report } = bench();
    const message = assistant([10, 5, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.responseStarted();
    monitor.responseEnded(message, 1_000);
    const id = session.append({ type: "message", message });
    expect(report().run).toMatchObject({ turns: 1, hitRate: 0.9 });
    expect(report().run.usage).toEqual(report().window.usage);
    monitor.turnEnded(message, id, NOW);
    expect(report().run).toMatchObject({ turns: 1, hitRate: 0.9 });
  });

  it("counts a turn of which only the end was told, and each of several", () => {
    const { session, monitor, report } = bench();
    const message = assistant([10, 5, 90, 0]);
    for (const count of [1, 2, 3]) {
      monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
      expect(report().run.turns).toBe(count);
    }
  });

  it("counts each response of turns that are not announced", () => {
    const { session, monitor, report } = bench();
    const message = assistant([10, 5, 90, 0]);
    for (const count of [1, 2, 3]) {
      monitor.responseEnded(message, 1_000);
      monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
      expect(report().run.turns).toBe(count);
    }
  });

  it("counts a turn whose end never came, and the next one", () => {
    const { session, turn, monitor, report } = bench();
    const message = assistant([10, 5, 90, 0]);
    monitor.turnStarted();
    monitor.responseEnded(message, 1_000);
    session.append({ type: "message", message });
    turn([50, 5, 50, 0]);
    expect(report().run).toMatchObject({ turns: 2, hitRate: 0.7 });
  });

  it("counts failed and aborted turns, as turns without a rate", () => {
    const { turn, report } = bench();
    turn([10, 5, 90, 0]);
    turn([0, 0, 0, 0], { stopReason: "error" });
    expect(report().run).toMatchObject({ turns: 2, measuredTurns: 1, hitRate: 0.9 });
    expect(report().latest).toEqual({ turn: 2, hitRate: null });
  });

  it("holds nothing that was in the session before", () => {
    const { session, report } = bench();
    session.appendTurn([10, 5, 90, 0]);
    expect(report().run.turns).toBe(0);
    expect(report().window).toMatchObject({ turns: 1, hitRate: 0.9 });
  });

  it("ignores what is no assistant message, of whatever shape", () => {
    const { monitor, report } = bench();
    for (const message of [undefined, null, 7, "x", [], {}, { role: "user" }, { role: "toolResult", usage: {} }]) {
      monitor.responseEnded(message, 1);
      monitor.turnEnded(message, null, NOW);
    }
    expect(report().run.turns).toBe(0);
    expect(monitor.run.lastSpeed).toBeUndefined();
  });

  it("counts a turn without usage and flags it", () => {
    const { session, monitor, report } = bench();
    const message = { role: "assistant" };
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    expect(report().run).toMatchObject({ turns: 1, measuredTurns: 0, hitRate: null });
    expect(report().flags).toContain("usage-missing");
  });

  it("starts from nothing when a session begins, and so does the speed", () => {
    const { turn, monitor, report } = bench();
    turn([10, 100, 90, 0]);
    turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 no" });
    monitor.sessionStarted();
    expect(report()).toMatchObject({ run: { turns: 0, hitRate: null }, unclassified400: [] });
    expect(report().window.turns).toBe(2);
    expect(monitor.run.lastSpeed).toBeUndefined();
    expect(report().turns[0]?.tokensPerSecond).toBeNull();
  });
});

describe("the session scope", () => {
  it("starts at the reset mark, with run, speed and refusals, and the file's totals go on", () => {
    const { turn, monitor, host, report } = bench();
    turn([10, 100, 90, 0]);
    turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 no" });
    monitor.reset(host);
    expect(report()).toMatchObject({
      ...{ run: { turns: 0 }, window: { turns: 0, scope: "since-reset" } },
      ...{ turns: [], latest: { turn: null, hitRate: null }, unclassified400: [] },
    });
    expect(monitor.run.lastSpeed).toBeUndefined();
    expect(monitor.scan.file.everything.usage.input).toBe(10);
    turn([50, 5, 50, 0]);
    expect(report()).toMatchObject({ run: { turns: 1 }, window: { turns: 1, hitRate: 0.5 }, latest: { turn: 3 } });
  });

  it("reset while the tools run stays reset: the turn before it does not come back into the run", () => {
    const { session, turn, monitor, host, report } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.responseStarted();
    monitor.streamed({ type: "text_delta", delta: "x" }, 1_000);
    monitor.responseEnded(message, 3_000);
    const id = session.append({ type: "message", message });
    monitor.reset(host);
    monitor.turnEnded(message, id, NOW);
    expect(report()).toMatchObject({ run: { turns: 0 }, window: { turns: 0 }, turns: [] });
    expect(monitor.run.lastSpeed).toBeUndefined();
    turn([50, 100, 50, 0]);
    expect(report()).toMatchObject({ run: { turns: 1, hitRate: 0.5 }, window: { turns: 1, hitRate: 0.5 } });
    expect(monitor.run.lastSpeed?.tokensPerSecond).toBe(50);
  });

  it("reset while a response streams counts that response, in the run as in the session", () => {
    const { session, monitor, host, report } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.responseStarted();
    monitor.reset(host);
    monitor.responseEnded(message, 3_000);
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    expect(report()).toMatchObject({ run: { turns: 1 }, window: { turns: 1 } });
  });

  it("is the whole file again when another session begins", () => {
    const { turn, monitor, host, report } = bench();
    turn([10, 5, 90, 0]);
    monitor.reset(host);
    monitor.sessionStarted();
    expect(report().window).toMatchObject({ turns: 1, scope: "session" });
  });

  it("counts a turn that the user left again before anything looked at the session", () => {
    const { session, turn, report } = bench();
    turn([10, 5, 90, 0]);
    const first = session.leaf;
    expect(report().window.turns).toBe(1);
    turn([50, 5, 50, 0]);
    session.moveTo(first);
    expect(report().window.turns).toBe(2);
  });
});

describe("a disabled monitor", () => {
  it("does not count turns in the run; the session scope is the file and has them", () => {
    const { turn, monitor, report } = bench();
    turn([10, 5, 90, 0]);
    monitor.disable();
    turn([50, 5, 50, 0]);
    expect(report()).toMatchObject({ enabled: false, run: { turns: 1 }, window: { turns: 2 } });
    monitor.enable();
    turn([10, 5, 90, 0]);
    expect(report()).toMatchObject({ enabled: true, run: { turns: 2 }, window: { turns: 3 } });
  });

  it("records no refused request", () => {
    const { turn, monitor, report } = bench();
    monitor.disable();
    monitor.refused("p", "m", NOW);
    turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 no" });
    expect(report().unclassified400).toEqual([]);
  });

  it("measures no speed, not even of a response that it saw begin", () => {
    const { session, monitor, report } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.streamed({ type: "text_delta", delta: "x" }, 1_000);
    monitor.disable();
    monitor.streamed({ type: "text_delta", delta: "x" }, 2_000);
    monitor.enable();
    monitor.streamed({ type: "text_delta", delta: "x" }, 2_900);
    monitor.responseEnded(message, 3_000);
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    expect(report().turns[0]?.tokensPerSecond).toBeNull();
  });

  it("does not give the speed of one turn to the next", () => {
    const { session, monitor, report } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.streamed({ type: "text_delta", delta: "x" }, 1_000);
    monitor.responseEnded(message, 3_000);
    monitor.disable();
    monitor.enable();
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    expect(monitor.run.lastSpeed).toBeUndefined();
    expect(report().turns[0]?.tokensPerSecond).toBeNull();
  });

  it("keeps what was measured before, also the speed of each turn", () => {
    const { turn, monitor, report } = bench();
    turn([10, 100, 90, 0]);
    turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 no" });
    monitor.disable();
    expect(report()).toMatchObject({ run: { turns: 2, hitRate: 0.9 }, unclassified400: [{}] });
    expect(report().turns[0]?.tokensPerSecond).toBe(50);
  });

  it("has no last speed: the next response is the last one, and it is not measured", () => {
    const { turn, monitor } = bench();
    turn([10, 100, 90, 0]);
    monitor.disable();
    expect(monitor.run.lastSpeed).toBeUndefined();
    turn([10, 100, 90, 0]);
    expect(monitor.run.lastSpeed).toBeUndefined();
    monitor.enable();
    expect(monitor.run.lastSpeed).toBeUndefined();
    turn([10, 100, 90, 0]);
    expect(monitor.run.lastSpeed?.tokensPerSecond).toBe(50);
  });

  it.each(["before the request", "before the response", "while it streams"])(
    "keeps a turn out of the run within which it was switched off and on: %s",
    (moment) => {
      const { session, turn, monitor, report } = bench();
      const message = assistant([10, 100, 90, 0], { stopReason: "error", errorMessage: "400 no" });
      const off = (at: string): void => {
        if (at !== moment) return;
        monitor.disable();
        monitor.enable();
      };
      monitor.turnStarted();
      off("before the request");
      monitor.requestStarted(0);
      off("before the response");
      monitor.responseStarted();
      monitor.streamed({ type: "text_delta", delta: "x" }, 1_000);
      off("while it streams");
      monitor.streamed({ type: "text_delta", delta: "x" }, 2_000);
      monitor.responseEnded(message, 3_000);
      monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
      expect(report()).toMatchObject({ run: { turns: 0 }, window: { turns: 1 }, unclassified400: [] });
      turn([10, 5, 90, 0]);
      expect(report()).toMatchObject({ run: { turns: 1 }, window: { turns: 2 } });
    },
  );

  it("keeps a turn out of the run that began while it was off", () => {
    const { session, monitor, report } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.disable();
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.enable();
    monitor.responseStarted();
    monitor.streamed({ type: "text_delta", delta: "x" }, 1_000);
    monitor.responseEnded(message, 3_000);
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    expect(report()).toMatchObject({ run: { turns: 0 }, window: { turns: 1 } });
    expect(monitor.run.lastSpeed).toBeUndefined();
  });

  it("keeps a turn in the run whose response was counted before it was switched off", () => {
    const { session, monitor, report } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.responseStarted();
    monitor.responseEnded(message, 3_000);
    session.append({ type: "message", message });
    monitor.disable();
    monitor.turnEnded(message, session.leaf, NOW);
    monitor.enable();
    expect(report()).toMatchObject({ run: { turns: 1 }, window: { turns: 1 } });
  });
});

describe("the speed", () => {
  it("is known at the end of the turn, and belongs to it in the report", () => {
    const { session, monitor, report } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.streamed({ type: "text_delta", delta: "x" }, 1_000);
    monitor.responseEnded(message, 3_000);
    expect(monitor.run.lastSpeed).toBeUndefined();
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    expect(monitor.run.lastSpeed).toEqual({ tokensPerSecond: 50, timeToFirstTokenMs: 1_000, basis: "stream" });
    expect(report().turns[0]).toMatchObject({ tokensPerSecond: 50, timeToFirstTokenMs: 1_000, speedBasis: "stream" });
  });

  it("does not hold the time of the tools, which run before the turn ends", () => {
    const { turn, monitor } = bench();
    turn([10, 100, 90, 0], {}, 4);
    expect(monitor.run.lastSpeed?.tokensPerSecond).toBe(25);
  });

  it("belongs to one turn: the next one does not have it", () => {
    const { session, turn, monitor, report } = bench();
    turn([10, 100, 90, 0]);
    const message = assistant([10, 100, 90, 0]);
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    expect(report().turns.map(({ tokensPerSecond }) => tokensPerSecond)).toEqual([50, null]);
  });

  it("is n/a for a failed turn, not that of the turn before", () => {
    const { turn, monitor } = bench();
    turn([10, 100, 90, 0]);
    turn([10, 100, 90, 0], { stopReason: "aborted" });
    expect(monitor.run.lastSpeed?.tokensPerSecond).toBeNull();
  });

  it("is shown without an entry id on a Pi that gives none", () => {
    const { session, monitor, report } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.streamed({ type: "text_delta", delta: "x" }, 1_000);
    monitor.responseEnded(message, 3_000);
    session.append({ type: "message", message });
    monitor.turnEnded(message, null, NOW);
    expect(monitor.run.lastSpeed?.tokensPerSecond).toBe(50);
    expect(report().turns[0]?.tokensPerSecond).toBeNull();
  });
});

describe("a request that no response is awaited to", () => {
  it("is told apart from the one of a turn, and from its retry", () => {
    const { monitor } = bench();
    const message = assistant([10, 100, 90, 0]);
    expect(monitor.requestStarted(0)).toBe(false);
    monitor.turnStarted();
    expect(monitor.requestStarted(0)).toBe(true);
    expect(monitor.requestStarted(0)).toBe(true);
    monitor.responseStarted();
    expect(monitor.requestStarted(0)).toBe(false);
    monitor.responseEnded(message, 1);
    expect(monitor.requestStarted(0)).toBe(false);
    monitor.turnEnded(message, null, NOW);
    expect(monitor.requestStarted(0)).toBe(false);
    monitor.turnStarted();
    expect(monitor.requestStarted(0)).toBe(true);
    monitor.sessionStarted();
    expect(monitor.requestStarted(0)).toBe(false);
  });

  it("is told apart while switched off too", () => {
    const { monitor } = bench();
    monitor.disable();
    expect(monitor.requestStarted(0)).toBe(false);
    monitor.turnStarted();
    expect(monitor.requestStarted(0)).toBe(true);
  });

  it("in mid-stream disturbs neither the speed nor the time to the first token", () => {
    const { session, monitor, report } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.responseStarted();
    monitor.requestStarted(500);
    monitor.streamed({ type: "text_delta", delta: "x" }, 1_000);
    monitor.requestStarted(2_500);
    monitor.streamed({ type: "text_delta", delta: "x" }, 2_600);
    monitor.responseEnded(message, 3_000);
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    expect(report().turns[0]).toMatchObject({ tokensPerSecond: 50, timeToFirstTokenMs: 1_000, speedBasis: "stream" });
  });

  it("between turns gives no start to a response that is not measured otherwise", () => {
    const { session, monitor, report } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.requestStarted(0);
    monitor.turnStarted();
    monitor.responseEnded(message, 3_000);
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    expect(report().turns[0]?.tokensPerSecond).toBeNull();
  });

  it("in mid-stream lets a refusal that is seen twice count once", () => {
    const { monitor, report } = bench();
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.refused("p", "m", NOW);
    monitor.responseStarted();
    monitor.requestStarted(500);
    const message = assistant([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 no" });
    monitor.responseEnded(message, 1_000);
    monitor.requestStarted(1_500);
    monitor.turnEnded(message, null, NOW);
    expect(report().unclassified400).toEqual([{ at: new Date(NOW).toISOString(), provider: "p", model: "m" }]);
  });
});

describe("refused requests", () => {
  it("are recorded once per turn, from the response or from the error turn", () => {
    const { turn, monitor, report } = bench();
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.refused("p", "m", NOW);
    monitor.turnEnded(assistant([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 SECRET" }), null, NOW + 1);
    turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "OpenAI API error (400): SECRET" });
    expect(report().unclassified400).toEqual([
      { at: new Date(NOW).toISOString(), provider: "p", model: "m" },
      { at: new Date(NOW).toISOString(), provider: "anthropic", model: "claude-sonnet" },
    ]);
    expect(JSON.stringify(report())).not.toContain("SECRET");
  });

  it("are recorded for each turn, also where the adapter announces no request", () => {
    const { monitor, report } = bench();
    const refused = assistant([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 no" });
    monitor.turnEnded(refused, null, NOW);
    monitor.turnEnded(refused, null, NOW);
    expect(report().unclassified400).toHaveLength(2);
  });

  it("are the error turns with status 400 only", () => {
    const { turn, report } = bench();
    turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "429 too many, limit 400" });
    turn([10, 5, 90, 0], { stopReason: "stop", errorMessage: "400 no" });
    expect(report().unclassified400).toEqual([]);
  });
});

describe("the monitor", () => {
  it("counts internal errors and reports them, across sessions and resets", () => {
    const { monitor, host, report } = bench();
    monitor.countInternalError();
    monitor.sessionStarted();
    monitor.reset(host);
    monitor.countInternalError();
    expect(report().internalErrors).toBe(2);
  });

  it("bounds the turns of a report by the number asked for", () => {
    const { turn, report } = bench();
    for (let index = 0; index < 5; index++) turn([10, 5, 90, 0]);
    expect(report(2).turns.map(({ turn: number }) => number)).toEqual([4, 5]);
    expect(report().turns).toHaveLength(5);
  });

  it("shares nothing with another one", () => {
    const first = bench();
    const second = bench();
    first.turn([10, 5, 90, 0]);
    first.monitor.disable();
    first.monitor.countInternalError();
    expect(second.report()).toMatchObject({ enabled: true, internalErrors: 0, run: { turns: 0 } });
  });

  it("reads no more of a streamed event than its type and delta", () => {
    const { monitor } = bench();
    monitor.turnStarted();
    monitor.requestStarted(0);
    const event = { type: "text_delta", delta: "x", partial: trap() };
    expect(() => monitor.streamed(event, 1)).not.toThrow();
  });

  it("never reports text of a message", () => {
    const { turn, report } = bench();
    turn([10, 5, 90, 0]);
    expect(JSON.stringify(report())).not.toContain("SECRET");
  });
});

describe("a refresh that is sent between turns", () => {
  const CONTEXT = {
    scope: { session: "s", provider: "anthropic", api: "anthropic-messages", model: "m", baseUrl: "" },
    ownerOf: () => null,
  };

  function refreshing() {
    const { monitor } = bench();
    monitor.requests.use(new Observer("salt", "all"));
    const message = assistant([10, 5, 90, 0]);
    /** What the request of the next turn knows of a refresh before it. */
    const sentBefore = (): number | null | undefined => {
      monitor.turnStarted();
      monitor.observe({ model: "m", messages: [] }, monitor.requestStarted(0), CONTEXT);
      return monitor.requests.take()?.refreshSentAt;
    };
    return { monitor, message, sentBefore };
  }

  it("is known to the next request until a response begins", () => {
    const { monitor, sentBefore } = refreshing();
    monitor.refreshSent(NOW, CONTEXT);
    expect(sentBefore()).toBe(NOW);
    const answered = refreshing();
    answered.monitor.refreshSent(NOW, CONTEXT);
    answered.monitor.responseHead();
    expect(answered.sentBefore()).toBeNull();
  });

  it("is not answered by the response to a turn", () => {
    const { monitor, message, sentBefore } = refreshing();
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.refreshSent(NOW, CONTEXT);
    monitor.responseHead();
    monitor.responseStarted();
    monitor.responseHead();
    monitor.responseEnded(message, 1_000);
    monitor.turnEnded(message, "e1", NOW);
    expect(sentBefore()).toBe(NOW);
  });

  it("is not noted while switched off", () => {
    const { monitor, sentBefore } = refreshing();
    monitor.disable();
    monitor.refreshSent(NOW, CONTEXT);
    monitor.enable();
    expect(sentBefore()).toBeNull();
  });
});
