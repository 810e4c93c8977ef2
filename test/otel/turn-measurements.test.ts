import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INSTRUMENTS, type Measurement } from "../../src/otel/instruments.ts";
import { modelAttributes } from "../../src/otel/model-attributes.ts";
import { rateMeasurements, requestMeasurements, verdictMeasurements } from "../../src/otel/turn-measurements.ts";
import { readRow } from "../../src/usage/row.ts";
import { CAUSES } from "../../src/verdict/cause.ts";
import type { Verdict } from "../../src/verdict/evidence.ts";

const NAMES = { provider: "anthropic", model: "claude" };
const USAGE = { input: 7, output: 20, cacheRead: 900, cacheWrite: 30, cacheWrite1h: 10, reasoning: 5 };
const MISS: Verdict = {
  ...{ outcome: "miss", cause: "tools-changed", also: ["expired"], certainty: "observed", evidence: [] },
  ...{ missedTokens: 4_000, missedCost: 0.01 },
};

const byMetric = (measurements: readonly Measurement[]) =>
  Object.fromEntries(measurements.map(({ metric, value }) => [metric, value]));

describe("the measurements of a request", () => {
  it("count cached tokens as input too, as the conventions have it, and each kind apart", () => {
    const row = readRow({ ...USAGE, cost: { total: 0.5 } });
    expect(byMetric(requestMeasurements(NAMES, row, "turn"))).toEqual({
      "gen_ai.client.inference.usage.input_tokens": 937,
      "gen_ai.client.inference.usage.output_tokens": 20,
      "gen_ai.client.inference.usage.cache_read.input_tokens": 900,
      "gen_ai.client.inference.usage.cache_write.input_tokens": 30,
      "gen_ai.client.inference.usage.reasoning.output_tokens": 5,
      // The last of the two, by type.
      "gen_ai.client.token.usage": 20,
      "pi_cache_stats.cost": 0.5,
    });
  });

  it("say who answered, what kind of request it was, and the type of tokens in the older histogram", () => {
    const measurements = requestMeasurements(NAMES, readRow({ ...USAGE, cost: { total: 0.5 } }), "refresh");
    for (const { attributes } of measurements) {
      expect(attributes).toMatchObject({
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.model": "claude",
        "pi_cache_stats.request": "refresh",
      });
    }
    const older = measurements.filter(({ metric }) => metric === "gen_ai.client.token.usage");
    expect(older.map(({ value, attributes }) => [attributes["gen_ai.token.type"], value])).toEqual([
      ["input", 937],
      ["output", 20],
    ]);
  });

  it("count no tokens and no dollars for a request that reported none", () => {
    const measurements = requestMeasurements(NAMES, readRow(undefined), "turn");
    expect(measurements.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0]);
  });

  it("leave a cost out that would run a counter backwards", () => {
    const row = readRow({ ...USAGE, cost: { total: -1 } });
    expect(byMetric(requestMeasurements(NAMES, row, "turn"))).not.toHaveProperty("pi_cache_stats.cost");
  });

  it("have the two sums of the hit rate apart", () => {
    expect(byMetric(rateMeasurements(NAMES, USAGE))).toEqual({
      "pi_cache_stats.hit_rate.read_tokens": 900,
      "pi_cache_stats.hit_rate.prompt_tokens": 937,
    });
  });

  it("are finite, not negative and bounded for whatever a provider or a session file holds", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.constant("x".repeat(1_000_000)), fc.constant("a\ud800"));
    const number = fc.oneof(fc.double(), fc.integer(), fc.constant(null), fc.constant("7"));
    const usage = fc.record(
      { input: number, output: number, cacheRead: number, cacheWrite: number, reasoning: number, cost: fc.anything() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(text, text, fc.oneof(usage, fc.anything()), (provider, model, raw) => {
        for (const { metric, value, attributes } of requestMeasurements({ provider, model }, readRow(raw), "turn")) {
          expect(INSTRUMENTS).toHaveProperty([metric]);
          expect(Number.isFinite(value) && value >= 0).toBe(true);
          for (const name of Object.values(attributes)) {
            expect(name.length).toBeLessThanOrEqual(128);
            expect(name).not.toBe("");
            expect(name).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
            expect(name.isWellFormed()).toBe(true);
          }
        }
      }),
    );
  });
});

describe("the names of a model", () => {
  it.each([
    ["google", "gcp.gemini"],
    ["google-vertex", "gcp.vertex_ai"],
    ["amazon-bedrock", "aws.bedrock"],
    ["azure-openai-responses", "azure.ai.openai"],
    ["openai-codex", "openai"],
    ["xai", "x_ai"],
    ["mistral", "mistral_ai"],
    ["moonshotai", "moonshot_ai"],
    ["openai", "openai"],
    ["my-proxy", "my-proxy"],
    ["__proto__", "__proto__"],
    ["", "unknown"],
  ])("are those of the conventions where they have one: %j is %j", (provider, name) => {
    expect(modelAttributes(provider, "m")["gen_ai.provider.name"]).toBe(name);
  });
});

describe("the measurements of a verdict", () => {
  it("say of a break what it missed, why, whose fault and how sure", () => {
    const measurements = verdictMeasurements(NAMES, MISS);
    expect(byMetric(measurements)).toEqual({
      "pi_cache_stats.turns": 1,
      "pi_cache_stats.missed.tokens": 4_000,
      "pi_cache_stats.missed.cost": 0.01,
    });
    for (const { attributes } of measurements) {
      expect(attributes).toEqual({
        ...modelAttributes("anthropic", "claude"),
        "pi_cache_stats.outcome": "miss",
        "pi_cache_stats.cause": "tools-changed",
        "pi_cache_stats.origin": "prompt",
        "pi_cache_stats.certainty": "observed",
      });
    }
  });

  it("count no missed tokens for what is no break, and no cost that is not known", () => {
    const rebuild: Verdict = { ...MISS, outcome: "expected-rebuild", cause: "compacted" };
    expect(byMetric(verdictMeasurements(NAMES, rebuild))).toEqual({ "pi_cache_stats.turns": 1 });
    expect(byMetric(verdictMeasurements(NAMES, { ...MISS, missedCost: null }))).toEqual({
      "pi_cache_stats.turns": 1,
      "pi_cache_stats.missed.tokens": 4_000,
    });
  });

  it("name no cause and no origin for a hit, and an origin for every cause", () => {
    const origin = (cause: Verdict["cause"]) =>
      verdictMeasurements(NAMES, { ...MISS, cause })[0]?.attributes["pi_cache_stats.origin"];
    expect(origin(null)).toBe("none");
    for (const cause of CAUSES) {
      expect(["prompt", "time", "provider", "session", "measurement", "unknown"]).toContain(origin(cause));
    }
  });
});
