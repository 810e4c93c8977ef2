import { describe, expect, it } from "vitest";
import { createHost } from "../src/pi-host.ts";
import { SessionState } from "../src/session-state.ts";
import type { Verdict } from "../src/verdict/evidence.ts";
import type { LiveFacts } from "../src/verdict/facts.ts";
import { SessionVerdicts } from "../src/verdict/session-verdicts.ts";
import { found, noPrice } from "./support/entries.ts";
import { FakeContext, FakePi, type Tokens } from "./support/fake-pi.ts";
import { changedAt, LIFETIMES, live, reopened, SYSTEM_CHANGED, TOOLS_CHANGED, turnOf } from "./support/verdicts.ts";

const WRITE: Tokens = [0, 5, 0, 10_000];
const READ: Tokens = [500, 5, 10_000, 0];
const MISS: Tokens = [10_500, 5, 0, 0];

function bench() {
  const context = new FakeContext();
  const host = createHost(new FakePi().api, context.ctx);
  const facts = new Map<string, LiveFacts>();
  const state = new SessionState(noPrice, null);
  const verdicts = new SessionVerdicts({
    ...{ price: noPrice, lifetimes: () => LIFETIMES, opened: null },
    live: (id) => (id === null ? null : (facts.get(id) ?? null)),
  });
  const turn = (tokens: Tokens, known: LiveFacts | null = live(null), rest: object = {}): string => {
    const id = context.session.appendTurn(tokens, rest);
    if (known !== null) facts.set(id, known);
    state.scan.update(host);
    return id;
  };
  return { session: context.session, host, facts, state, verdicts, turn };
}

/** The verdict that the footer's break is read from. */
function latestVerdict({ scan, verdicts }: SessionState): Verdict | null {
  return scan.latestId === null ? null : (verdicts?.latest(scan.latestId) ?? null);
}

const TURN = turnOf([10, 5, 90, 0]);

describe("the state of a session", () => {
  it("has no verdict before the judge is there", () => {
    const { state, turn } = bench();
    turn(WRITE);
    expect(state.verdicts).toBeNull();
    expect(latestVerdict(state)).toBeNull();
    expect(() => state.turnEnded("e1", TURN, true)).not.toThrow();
  });

  it("has those of the whole file once it is", () => {
    const { state, verdicts, host, turn } = bench();
    turn(WRITE);
    const id = turn(MISS, live(TOOLS_CHANGED));
    state.judgeWith(verdicts);
    expect(state.verdicts).toBe(verdicts);
    state.scan.update(host);
    expect(verdicts.of(id)?.cause).toBe("tools-changed");
    expect(latestVerdict(state)).toEqual(verdicts.of(id));
  });

  it("knows what was there when it was opened", () => {
    expect(new SessionState(noPrice, null).opened).toBeNull();
    expect(new SessionState(noPrice, reopened(3, "fork")).opened).toEqual({ entries: 3, reason: "fork" });
  });
});

describe("live facts that arrive late", () => {
  it("make their turn judged again", () => {
    const { state, verdicts, host, facts, turn } = bench();
    state.judgeWith(verdicts);
    turn(WRITE);
    const id = turn(MISS, null);
    expect(verdicts.of(id)?.cause).toBe("unknown");
    facts.set(id, live(TOOLS_CHANGED));
    state.turnEnded(id, TURN, true);
    state.scan.update(host);
    expect(verdicts.of(id)?.cause).toBe("tools-changed");
  });

  it("of a turn that was judged with them cost no second reading", () => {
    const { state, verdicts, host, turn } = bench();
    state.judgeWith(verdicts);
    const id = turn(WRITE);
    state.turnEnded(id, TURN, true);
    expect(state.scan.update(host)).toBe(false);
    state.turnEnded("no-entry", TURN, true);
    expect(state.scan.update(host)).toBe(false);
  });
});

describe("the latest verdict", () => {
  it("is that of the newest turn of the active branch", () => {
    const { state, verdicts, session, host, turn } = bench();
    state.judgeWith(verdicts);
    turn(WRITE);
    const hit = turn(READ);
    const broken = turn(MISS, live(SYSTEM_CHANGED));
    expect(latestVerdict(state)).toEqual(verdicts.of(broken));
    session.moveTo(hit);
    state.scan.update(host);
    expect(latestVerdict(state)?.outcome).toBe("hit");
  });

  it("is that of the newest measured turn where the newest failed", () => {
    const { state, verdicts, turn } = bench();
    state.judgeWith(verdicts);
    turn(WRITE);
    const broken = turn(MISS, live(SYSTEM_CHANGED));
    turn([0, 0, 0, 0], live(null), { stopReason: "error" });
    expect(found(latestVerdict(state))).toEqual(verdicts.of(broken));
  });

  it("is none before any turn", () => {
    const { state, verdicts, host } = bench();
    state.judgeWith(verdicts);
    state.scan.update(host);
    expect(latestVerdict(state)).toBeNull();
  });

  it("is none after a reset, until a turn comes", () => {
    const { state, verdicts, host, turn } = bench();
    state.judgeWith(verdicts);
    turn(WRITE);
    turn(MISS, live(SYSTEM_CHANGED));
    state.reset(host);
    expect(state.scan.latest).toBeNull();
    expect(latestVerdict(state)).toBeNull();
    turn(READ);
    expect(latestVerdict(state)?.outcome).toBe("hit");
  });
});

describe("what broke the latest turn", () => {
  it("is the cause of a break, partial or not", () => {
    const { state, verdicts, turn } = bench();
    state.judgeWith(verdicts);
    turn(WRITE);
    turn(MISS, live(SYSTEM_CHANGED));
    expect(state.latestBreak()).toBe("system-changed");
    turn([4_000, 5, 6_500, 0], live(changedAt({ section: "history", shareBefore: 0.6 })));
    expect(latestVerdict(state)?.outcome).toBe("partial");
    expect(state.latestBreak()).toBe("history-rewritten");
  });

  it("is nothing before the judge is there and before any turn", () => {
    const { state, turn } = bench();
    expect(state.latestBreak()).toBeNull();
    turn(WRITE);
    turn(MISS, live(SYSTEM_CHANGED));
    expect(state.latestBreak()).toBeNull();
    const empty = bench();
    empty.state.judgeWith(empty.verdicts);
    empty.state.scan.update(empty.host);
    expect(empty.state.latestBreak()).toBeNull();
  });

  it("is nothing for what is no break, although its verdict has a cause", () => {
    const { state, verdicts, turn } = bench();
    state.judgeWith(verdicts);
    turn(WRITE);
    expect(latestVerdict(state)?.cause).toBe("cold-start");
    expect(state.latestBreak()).toBeNull();
    turn(READ, live(changedAt({ section: "history", shareBefore: 0.95 })));
    expect(latestVerdict(state)).toMatchObject({ outcome: "hit", cause: "history-rewritten" });
    expect(state.latestBreak()).toBeNull();
  });

  it("is nothing for a break of which nothing can be said", () => {
    const { state, verdicts, turn } = bench();
    state.judgeWith(verdicts);
    turn(WRITE);
    turn(MISS, live(null));
    expect(latestVerdict(state)).toMatchObject({ outcome: "miss", cause: "unknown" });
    expect(state.latestBreak()).toBeNull();
  });
});

describe("a reset", () => {
  it("starts the window, for totals and breaks alike", () => {
    const { state, verdicts, host, turn } = bench();
    state.judgeWith(verdicts);
    turn(WRITE);
    turn(MISS, live(SYSTEM_CHANGED));
    expect(verdicts.breaks.total.count).toBe(1);
    state.reset(host);
    expect(state.scan.isReset).toBe(true);
    expect(verdicts.breaks.total.count).toBe(0);
  });

  it("is kept when the judge comes after it", () => {
    const { state, verdicts, host, turn } = bench();
    turn(WRITE);
    turn(MISS, live(SYSTEM_CHANGED));
    state.reset(host);
    state.judgeWith(verdicts);
    state.scan.update(host);
    expect(verdicts.breaks.total.count).toBe(0);
    expect(verdicts.of("e2")?.cause).toBe("system-changed");
  });
});
