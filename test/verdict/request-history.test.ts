import { describe, expect, it } from "vitest";
import { readEntry } from "../../src/usage/entry.ts";
import type { LiveFacts, TurnFacts } from "../../src/verdict/facts.ts";
import { RequestHistory } from "../../src/verdict/request-history.ts";
import { type Counts, type Fields, found, MemorySession, noPrice, refresh, turn } from "../support/entries.ts";
import { LIFETIMES, live, observation, price, reopened, START } from "../support/verdicts.ts";

const WRITE: Counts = [0, 5, 0, 10_000];
const READ: Counts = [0, 5, 10_000, 0];
const M1 = { provider: "acme", api: "anthropic-messages", model: "m1" };

/** A history that is told entry by entry. */
function bench(opened = reopened(0), lifetimes = () => LIFETIMES) {
  const session = new MemorySession();
  const history = new RequestHistory(opened, lifetimes);
  const append = (body: Fields) => {
    const entry = session.entry(session.append(body));
    return { entry, fact: found(readEntry(entry, noPrice)), position: history.pass(entry) };
  };
  const turnAt = (
    seconds: number,
    counts: Counts,
    fields: Fields = {},
    known: LiveFacts = live(observation()),
  ): TurnFacts => {
    const at = START + seconds * 1_000;
    const end = new Date(at + 2_000).toISOString();
    const { entry, fact, position } = append({ ...turn(counts, { timestamp: at, ...fields }), timestamp: end });
    if (fact.kind !== "turn") throw new Error("The test expected a turn.");
    const facts = history.facts(fact.turn, found(fact.turn.row.usage), known, entry);
    history.remember(facts, position);
    return facts;
  };
  const refreshAt = (seconds: number | null, counts: Counts = READ, fields: Fields = {}) => {
    const timestamp = seconds === null ? undefined : new Date(START + seconds * 1_000).toISOString();
    const { fact } = append(refresh(counts, { timestamp, ...fields }));
    if (fact.kind !== "refresh") throw new Error("The test expected a refresh.");
    history.refresh(found(fact.warms), found(fact.row.usage));
  };
  return { history, append, turnAt, refreshAt };
}

const startOf = ({ previous }: TurnFacts) => (found(found(previous).startedAt) - START) / 1_000;

describe("what came before a request", () => {
  it("is nothing for the first", () => {
    const { turnAt } = bench();
    expect(turnAt(0, WRITE)).toMatchObject({ previous: null, isFirstOf: null, lifetimeSeconds: null });
  });

  it("is the request before it, with the lifetime that it asked for", () => {
    const { turnAt } = bench();
    turnAt(0, WRITE);
    const second = turnAt(10, READ, {}, live(observation({ retention: "long" })));
    expect(startOf(second)).toBe(0);
    expect(second).toMatchObject({ isFirstOf: null, lifetimeSeconds: 300, endedAt: START + 12_000 });
    expect(turnAt(20, READ).lifetimeSeconds).toBe(3_600);
  });

  it("keeps the lifetime that applied when a read was not seen", () => {
    const { turnAt } = bench();
    turnAt(0, WRITE, {}, live(observation({ retention: "long" })));
    turnAt(10, READ, {}, live(null));
    expect(turnAt(20, READ).lifetimeSeconds).toBe(3_600);
  });

  it("does not keep the lifetime of another model", () => {
    const { turnAt } = bench();
    turnAt(0, WRITE, {}, live(observation({ retention: "long" })));
    turnAt(10, READ, { model: "m2" }, live(null));
    expect(turnAt(20, READ, { model: "m2" }, live(null)).lifetimeSeconds).toBeNull();
  });

  it("asks for the lifetimes of the model that left the entry", () => {
    const asked: string[] = [];
    const { turnAt } = bench(reopened(0), (...names: readonly string[]) => {
      asked.push(names.join("/"));
      return LIFETIMES;
    });
    turnAt(0, WRITE);
    turnAt(10, WRITE, { model: "m2" });
    expect(asked).toEqual(["acme/m1"]);
  });

  it("is of any model for the first request after a switch", () => {
    const { turnAt } = bench();
    turnAt(0, WRITE);
    const switched = turnAt(10, WRITE, { model: "m2" });
    expect(switched).toMatchObject({ isFirstOf: "model", previous: { model: "m1" } });
    expect(turnAt(20, READ)).toMatchObject({ isFirstOf: null, previous: { model: "m1" } });
    expect(turnAt(30, READ, { model: "m2" })).toMatchObject({ isFirstOf: null, previous: { model: "m2" } });
  });

  it("is at another endpoint for the first request there, and at its own when it goes back", () => {
    const { turnAt } = bench();
    const at = (endpoint: string) => live(observation(), { endpoint });
    turnAt(0, WRITE, {}, at("a"));
    expect(turnAt(10, WRITE, {}, at("b"))).toMatchObject({ isFirstOf: "endpoint", previous: { endpoint: "a" } });
    const back = turnAt(20, READ, {}, at("a"));
    expect(back.isFirstOf).toBeNull();
    expect(startOf(back)).toBe(0);
  });

  it("is told with what happened since", () => {
    const { append, turnAt } = bench(reopened(1, "fork"));
    turnAt(0, WRITE);
    append({ type: "compaction", usage: {} });
    expect(turnAt(10, WRITE).since).toMatchObject({ compacted: true, navigated: false, resumed: "fork" });
    expect(turnAt(20, WRITE).since).toMatchObject({ compacted: false, navigated: false, resumed: null });
  });

  it("is suspected of counting cached tokens in its input by its own sums, or beside the request before", () => {
    const { turnAt } = bench();
    turnAt(0, [138_900, 700, 132_608, 0]);
    expect(turnAt(10, [139_407, 1_046, 133_376, 0]).flags).toEqual(["inclusive-input-suspected"]);
    expect(turnAt(20, [139_407, 1_046, 133_376, 0], { model: "m2" }).flags).toEqual([]);
  });

  it("knows who answered, and on which level", () => {
    const { turnAt } = bench();
    turnAt(0, WRITE, { responseModel: "mini", thinkingLevel: "high" });
    expect(turnAt(10, READ, { responseModel: "m1-2026" }).previous).toMatchObject({
      ...{ model: "m1", answeredBy: "mini", thinkingLevel: "high" },
    });
    expect(turnAt(20, READ).previous).toMatchObject({ answeredBy: "m1", thinkingLevel: null });
  });
});

describe("a refresh", () => {
  it("keeps the entry: time counts from it, and tokens are its own", () => {
    const { turnAt, refreshAt } = bench();
    turnAt(0, WRITE);
    refreshAt(250, [0, 1, 10_500, 0]);
    const later = turnAt(400, READ);
    expect(startOf(later)).toBe(250);
    expect(later.previous?.usage.cacheRead).toBe(10_500);
    expect(later.lifetimeSeconds).toBe(300);
  });

  it("extends one that extended before", () => {
    const { turnAt, refreshAt } = bench();
    turnAt(0, WRITE);
    for (const seconds of [250, 500, 750]) refreshAt(seconds);
    expect(startOf(turnAt(1_000, READ))).toBe(750);
  });

  it("without a time leaves the clock where it was", () => {
    const { turnAt, refreshAt } = bench();
    turnAt(0, WRITE);
    refreshAt(null);
    expect(startOf(turnAt(400, READ))).toBe(0);
  });

  it("of another model, or without a prompt, keeps nothing", () => {
    const { turnAt, refreshAt } = bench();
    turnAt(0, WRITE);
    refreshAt(250, READ, { model: "m2" });
    refreshAt(250, READ, { provider: "other" });
    refreshAt(250, [0, 5, 0, 0]);
    expect(startOf(turnAt(400, READ))).toBe(0);
  });

  it("before any request keeps nothing", () => {
    const { turnAt, refreshAt } = bench();
    refreshAt(0);
    expect(turnAt(10, WRITE).previous).toBeNull();
  });

  it("during an answer is not what that turn is measured against, and still keeps its entry", () => {
    const { turnAt, refreshAt } = bench();
    turnAt(0, WRITE);
    refreshAt(110);
    expect(startOf(turnAt(100, READ))).toBe(0);
    expect(startOf(turnAt(300, READ))).toBe(110);
  });

  it("during an answer does not keep the next turn's clock for ever", () => {
    const { turnAt, refreshAt } = bench();
    turnAt(0, WRITE);
    refreshAt(50);
    turnAt(100, READ);
    expect(startOf(turnAt(300, READ))).toBe(100);
  });

  it("does not hide from the next turn that the user had moved or compacted before it", () => {
    const { append, turnAt, refreshAt } = bench();
    turnAt(0, WRITE);
    append({ type: "compaction", usage: {} });
    refreshAt(20);
    expect(turnAt(30, WRITE).since.compacted).toBe(true);
  });
});

describe("whether a turn counts", () => {
  const of = (model: object, isSilent = false) => ({ model: { ...M1, ...model }, isSilent });

  it("is known of its model's own activity alone", () => {
    const { history, turnAt } = bench();
    expect(history.counts(of({}))).toBe(false);
    expect(history.isReporting(M1)).toBe(false);
    turnAt(0, WRITE);
    expect(history.counts(of({}))).toBe(true);
    expect(history.isReporting(M1)).toBe(true);
    expect(history.counts(of({ model: "m2" }))).toBe(false);
    expect(history.isReporting({ ...M1, model: "m2" })).toBe(false);
    expect(history.counts(of({ api: "other" }))).toBe(false);
  });

  it("stands with its model, and with whether that has been silent up to it", () => {
    const { history, turnAt } = bench();
    const silent = turnAt(0, [10_000, 5, 0, 0]);
    expect(history.standing(silent)).toEqual({ model: M1, isSilent: true });
    expect(history.standing(turnAt(10, READ))).toEqual({ model: M1, isSilent: false });
    expect(history.standing(turnAt(20, [10_000, 5, 0, 0]))).toEqual({ model: M1, isSilent: false });
    expect(history.standing(turnAt(30, [10_000, 5, 0, 0], { model: "m2" }))).toEqual({
      ...{ model: { ...M1, model: "m2" }, isSilent: true },
    });
  });

  it("is no while it was silent, once its model says what it writes", () => {
    const { history, turnAt } = bench();
    turnAt(0, READ);
    expect(history.counts(of({}, true))).toBe(true);
    turnAt(10, WRITE);
    expect(history.counts(of({}, true))).toBe(false);
    expect(history.counts(of({}))).toBe(true);
  });
});

describe("the cache clock", () => {
  const SELECTED = { provider: "acme", id: "m1" };
  const clock = (history: RequestHistory, selected: typeof SELECTED | null = SELECTED) =>
    history.clock(selected, START + 100_000, price);

  it("runs for the selected model, and for the one that answered last under a virtual one", () => {
    const { history, turnAt } = bench();
    expect(clock(history).expiresAt).toBeNull();
    expect(clock(history, null).expiresAt).toBeNull();
    turnAt(0, WRITE);
    turnAt(50, WRITE, { model: "m2" });
    expect(clock(history)).toMatchObject({
      expiresAt: START + 300_000,
      warm: true,
      tokensIfCold: 10_000,
      observed: true,
    });
    expect(clock(history).costIfCold).toBeCloseTo(10_000 * 4e-6, 12);
    expect(clock(history, null).expiresAt).toBe(START + 350_000);
    expect(clock(history, { provider: "acme", id: "m3" }).expiresAt).toBeNull();
  });

  it("is extended by a refresh", () => {
    const { history, turnAt, refreshAt } = bench();
    turnAt(0, WRITE);
    refreshAt(90);
    expect(clock(history)).toMatchObject({ lastStart: START + 90_000, expiresAt: START + 390_000 });
  });

  it("stops at a compaction, and runs again from the next request", () => {
    const { append, history, turnAt } = bench();
    turnAt(0, WRITE);
    append({ type: "compaction", usage: {} });
    expect(clock(history)).toMatchObject({ expiresAt: null, warm: null, tokensIfCold: null });
    turnAt(50, WRITE);
    expect(clock(history).expiresAt).toBe(START + 350_000);
  });

  it("does not run for a model that reports nothing", () => {
    const { history, turnAt } = bench();
    turnAt(0, [10_000, 5, 0, 0]);
    expect(clock(history).tokensIfCold).toBeNull();
  });
});
