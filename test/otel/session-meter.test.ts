import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { Monitor } from "../../src/monitor.ts";
import type { Measurement, MetricName } from "../../src/otel/instruments.ts";
import { HELD_TURNS, SessionMeter } from "../../src/otel/session-meter.ts";
import { createHost } from "../../src/pi-host.ts";
import { SessionVerdicts } from "../../src/verdict/session-verdicts.ts";
import { FakeContext, FakePi, type Tokens } from "../support/fake-pi.ts";

function bench() {
  const context = new FakeContext();
  const host = createHost(new FakePi().api, context.ctx);
  const monitor = new Monitor(readConfig({}), () => null);
  const lifetimes = () => ({ short: null, long: null });
  const { price, live } = monitor;
  monitor.session.judgeWith(new SessionVerdicts({ price, live, lifetimes, opened: null }));
  const meter = new SessionMeter(monitor, host);
  let seen = 0;
  const { session } = context;
  return {
    session,
    turn: (tokens: Tokens, rest: object = {}) => session.appendTurn(tokens, rest),
    /** What is new since the last time. */
    measure: (): readonly Measurement[] => {
      const from = seen;
      seen = host.entryCount() ?? 0;
      return meter.measure(from, seen);
    },
  };
}

const sum = (measurements: readonly Measurement[], metric: MetricName, words: Record<string, string> = {}): number =>
  measurements
    .filter((one) => one.metric === metric)
    .filter(({ attributes }) => Object.entries(words).every(([key, value]) => attributes[key] === value))
    .reduce((all, { value }) => all + value, 0);
const rated = (measurements: readonly Measurement[]) => [
  sum(measurements, "pi_cache_stats.hit_rate.read_tokens"),
  sum(measurements, "pi_cache_stats.hit_rate.prompt_tokens"),
];
const turns = (measurements: readonly Measurement[], words = {}) => sum(measurements, "pi_cache_stats.turns", words);
const INPUT = "gen_ai.client.inference.usage.input_tokens";

describe("the meter of a session", () => {
  it("measures each entry once, with its verdict", () => {
    const { turn, measure } = bench();
    turn([100, 5, 0, 9_900]);
    const first = measure();
    expect(rated(first)).toEqual([0, 10_000]);
    expect(turns(first, { "pi_cache_stats.outcome": "expected-rebuild", "pi_cache_stats.cause": "cold-start" })).toBe(
      1,
    );
    expect(measure()).toEqual([]);
    turn([50, 5, 10_000, 50]);
    turn([10_200, 5, 0, 0]);
    const rest = measure();
    expect(rated(rest)).toEqual([10_000, 20_300]);
    expect(turns(rest, { "pi_cache_stats.outcome": "hit" })).toBe(1);
    expect(turns(rest, { "pi_cache_stats.outcome": "miss" })).toBe(1);
    expect(sum(rest, "pi_cache_stats.missed.tokens")).toBe(10_100);
  });

  it("gives a model no rate and no verdict until it has shown cache activity, then counts its earlier zeros", () => {
    const { turn, measure } = bench();
    turn([10_000, 5, 0, 0]);
    const silent = measure();
    expect(sum(silent, INPUT)).toBe(10_000);
    expect(rated(silent)).toEqual([0, 0]);
    expect(turns(silent)).toBe(0);
    turn([100, 5, 9_984, 0]);
    const speaking = measure();
    expect(rated(speaking)).toEqual([9_984, 20_084]);
    expect(turns(speaking)).toBe(2);
    expect(sum(speaking, INPUT)).toBe(10_084);
  });

  it("never rates a model that stays silent, beside one that reports", () => {
    const { turn, measure } = bench();
    turn([100, 5, 0, 9_900]);
    turn([10_000, 5, 0, 0], { model: "local" });
    turn([100, 5, 10_000, 0]);
    turn([10_000, 5, 0, 0], { model: "local" });
    const all = measure();
    expect(rated(all)).toEqual([10_000, 20_100]);
    expect(sum(all, "pi_cache_stats.turns", { "gen_ai.request.model": "local" })).toBe(0);
    expect(sum(all, INPUT, { "gen_ai.request.model": "local" })).toBe(20_000);
  });

  it("counts a turn without usage as unmeasured, at once and out of the rate", () => {
    const { turn, measure } = bench();
    turn([0, 0, 0, 0], { stopReason: "error", usage: undefined });
    const failed = measure();
    expect(turns(failed, { "pi_cache_stats.outcome": "unmeasured" })).toBe(1);
    expect(rated(failed)).toEqual([0, 0]);
  });

  it("measures a cache-warming refresh as a request that is no turn", () => {
    const { session, measure } = bench();
    const usage = { input: 0, output: 1, cacheRead: 9_000, cacheWrite: 0, cost: { total: 0.002 } };
    session.append({ type: "usage", kind: "cache_warm", provider: "anthropic", model: "claude-sonnet", usage });
    session.append({ type: "compaction", usage });
    const refreshed = measure();
    expect(turns(refreshed)).toBe(0);
    expect(rated(refreshed)).toEqual([0, 0]);
    expect(sum(refreshed, INPUT, { "pi_cache_stats.request": "refresh" })).toBe(9_000);
    expect(sum(refreshed, INPUT)).toBe(9_000);
    expect(sum(refreshed, "pi_cache_stats.cost", { "pi_cache_stats.request": "refresh" })).toBe(0.002);
  });

  it("passes over what is no entry of Pi's", () => {
    const { session, measure } = bench();
    for (const entry of [
      {},
      { type: "message" },
      { type: "message", message: { role: "assistant", usage: "SECRET" } },
    ]) {
      session.append(entry);
    }
    expect(JSON.stringify(measure())).not.toContain("SECRET");
  });

  it("keeps a bounded number of turns waiting", () => {
    const { turn, measure } = bench();
    for (let index = 0; index < HELD_TURNS + 10; index++) turn([10, 1, 0, 0]);
    measure();
    turn([10, 1, 90, 0]);
    const [, prompt] = rated(measure());
    expect(prompt).toBe((HELD_TURNS - 1) * 10 + 100);
  });
});
