import { spawn } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { words } from "../../src/ui/words/en.ts";
import { type Collector, type Manner, type Point, startCollector, total } from "../support/collector.ts";
import { CHANGER } from "../support/pi/changer.ts";
import { NAVIGATOR } from "../support/pi/navigator.ts";
import { type RpcOptions, type RpcPi, startRpc } from "../support/pi/rpc.ts";
import { EXTENSION, HAS_DEPENDENCIES, piCli } from "../support/pi/sdk.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider, type Truth } from "../support/provider/index.ts";
import { reportOf } from "../support/truth.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Stage {
  readonly collector: Collector;
  readonly simulator: ProviderSimulator;
  readonly workspace: Workspace;
  readonly start: (options?: Partial<RpcOptions>) => Promise<RpcPi>;
}

/** A provider, a collector, and a Pi that exports to it. */
async function stage(manner: Manner = 200): Promise<Stage> {
  const simulator = await startProvider({ minimumTokens: 256 });
  ends.push(() => simulator.close());
  const collector = await startCollector(manner);
  ends.push(() => collector.close());
  const workspace = await makeWorkspace(simulator);
  ends.push(() => workspace.remove());
  const env = { PI_CACHE_STATS_OTEL: "1", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const start = async (options: Partial<RpcOptions> = {}): Promise<RpcPi> => {
    const extensions = [EXTENSION, CHANGER, NAVIGATOR];
    const pi = await startRpc(workspace, {
      ...SIMULATED_MODELS["anthropic-messages"],
      extensions,
      ...options,
      env: { ...env, ...options.env },
    });
    ends.push(() => pi.stop());
    return pi;
  };
  return { collector, simulator, workspace, start };
}

/** What the provider says these requests were, under the names of the metrics. */
function expectTruth(points: readonly Point[], truths: readonly Truth[], attributes: Record<string, string>): void {
  const sum = (count: (truth: Truth) => number): number => truths.reduce((all, truth) => all + count(truth), 0);
  const prompt = sum((truth) => truth.promptTokens);
  const read = sum((truth) => truth.readTokens);
  const output = sum((truth) => truth.outputTokens);
  const of = (metric: string, more = {}): number => total(points, metric, { ...attributes, ...more });
  expect({
    input: of("gen_ai.client.inference.usage.input_tokens"),
    output: of("gen_ai.client.inference.usage.output_tokens"),
    read: of("gen_ai.client.inference.usage.cache_read.input_tokens"),
    ratedPrompt: of("pi_cache_stats.hit_rate.prompt_tokens"),
    ratedRead: of("pi_cache_stats.hit_rate.read_tokens"),
    olderInput: of("gen_ai.client.token.usage", { "gen_ai.token.type": "input" }),
    olderOutput: of("gen_ai.client.token.usage", { "gen_ai.token.type": "output" }),
    turns: of("pi_cache_stats.turns"),
  }).toEqual({
    ...{ input: prompt, output, read, ratedPrompt: prompt, ratedRead: read },
    ...{ olderInput: prompt, olderOutput: output, turns: truths.length },
  });
}

const turnsOf = (points: readonly Point[]): number => total(points, "pi_cache_stats.turns");

describe.runIf(HAS_DEPENDENCIES)("metrics over OTLP, from the real Pi", () => {
  it("add up to what the provider knows, with the verdict's cause, missed tokens and cost", async () => {
    const { collector, simulator, start } = await stage();
    const pi = await start();
    await pi.prompt("call 2 tools");
    await pi.send({ type: "prompt", message: "/change-tool" });
    await pi.prompt("say more");
    const { points, text } = await collector.until((arrival) => turnsOf(arrival.points) === 3);
    const names = { "gen_ai.provider.name": "sim-anthropic", "gen_ai.request.model": "claude-sim" };
    expectTruth(points, simulator.requests, names);
    const written = simulator.requests.reduce((sum, { writtenTokens }) => sum + writtenTokens, 0);
    expect(total(points, "gen_ai.client.inference.usage.cache_write.input_tokens", names)).toBe(written);
    const report = await reportOf(pi);
    const broken = report.turns.filter(({ verdict }) => ["miss", "partial"].includes(verdict.outcome));
    expect(broken).toHaveLength(1);
    const cause = { "pi_cache_stats.cause": "tools-changed", "pi_cache_stats.origin": "prompt" };
    const certain = {
      "pi_cache_stats.certainty": "observed",
      "pi_cache_stats.outcome": broken[0]?.verdict.outcome ?? "",
    };
    expect(total(points, "pi_cache_stats.turns", { ...names, ...cause, ...certain })).toBe(1);
    expect(total(points, "pi_cache_stats.missed.tokens", cause)).toBe(report.breaks.missedTokens);
    expect(total(points, "pi_cache_stats.missed.tokens")).toBe(report.breaks.missedTokens);
    expect(total(points, "pi_cache_stats.missed.cost", cause)).toBeCloseTo(report.breaks.missedCost ?? Number.NaN, 9);
    expect(total(points, "pi_cache_stats.cost", names)).toBeCloseTo(report.window.cost ?? Number.NaN, 9);
    expect(report.metrics).toMatchObject({ state: "exporting", dropped: 0 });
    expect(text).not.toMatch(/PLANTED|127\.0\.0\.1|jsonl|say more|notes\.txt/);
    expect(pi.stderr).toBe("");
  });

  it("hold back the rate of a model that has not reported its cache yet, and count its zeros when it does", async () => {
    const { collector, simulator, start } = await stage();
    const pi = await start(SIMULATED_MODELS["openai-completions"]);
    simulator.reporting = "none";
    await pi.prompt("one");
    const input = "gen_ai.client.inference.usage.input_tokens";
    const silent = await collector.until(({ points }) => total(points, input) > 0);
    expect(silent.points.filter(({ metric }) => metric.startsWith("pi_cache_stats.hit_rate"))).toEqual([]);
    expect(turnsOf(silent.points)).toBe(0);
    simulator.reporting = "standard";
    await pi.prompt("two");
    const { points } = await collector.until((arrival) => turnsOf(arrival.points) === 2);
    const prompt = simulator.requests.reduce((sum, { promptTokens }) => sum + promptTokens, 0);
    expect(total(points, "pi_cache_stats.hit_rate.prompt_tokens")).toBe(prompt);
  });

  it("of a resumed session count only what is new, and nothing while switched off", async () => {
    const { collector, simulator, start } = await stage();
    const first = await start();
    await first.prompt("one");
    await first.stop();
    expect(turnsOf(collector.arrivals.at(-1)?.points ?? [])).toBe(1);
    const second = await start({ args: ["-c"] });
    await second.command("/cache-stats disable");
    await second.prompt("unseen");
    await second.command("/cache-stats enable");
    await second.prompt("two");
    await second.prompt("three");
    const { points } = await collector.until((arrival) => turnsOf(arrival.points) === 2);
    expectTruth(points, simulator.requests.slice(-2), {});
  });

  it("lose and double nothing over a new session and a reload", async () => {
    const { collector, simulator, start } = await stage();
    const pi = await start();
    await pi.prompt("one");
    await pi.send({ type: "prompt", message: "/go-reload" });
    await pi.prompt("two");
    await pi.send({ type: "prompt", message: "/go-new" });
    await pi.prompt("three");
    await pi.stop();
    // Each instance has series of its own; its last export holds all of it.
    const last = new Map(
      collector.arrivals.map((arrival) => [arrival.resource["service.instance.id"], arrival.points]),
    );
    expect(last.size).toBe(3);
    expectTruth([...last.values()].flat(), simulator.requests, {});
  });
});

describe.runIf(HAS_DEPENDENCIES)("metrics of one short pi -p", () => {
  /** Runs it to its end: what it wrote, and how long it took. */
  async function print({ workspace, collector }: Stage) {
    const { provider, model } = SIMULATED_MODELS["anthropic-messages"];
    const child = spawn(
      process.execPath,
      [piCli(), "-p", "--provider", provider, "--model", model, "-e", EXTENSION, "hello"],
      {
        cwd: workspace.project,
        env: { ...workspace.env, PI_CACHE_STATS_OTEL: "1", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const begin = performance.now();
    let answeredAt = begin;
    let stderr = "";
    child.stdout.on("data", () => {
      answeredAt = performance.now();
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    return { code, stderr, endMs: performance.now() - answeredAt };
  }

  it("are exported before it ends, and nothing is printed", async () => {
    const made = await stage();
    expect(await print(made)).toMatchObject({ code: 0, stderr: "" });
    expectTruth(made.collector.arrivals.at(-1)?.points ?? [], made.simulator.requests, {});
  });

  it.each(["silent", 503, 429] as const)(
    "hold its end up for a moment only when the collector is %s",
    async (manner) => {
      const made = await stage(manner);
      const { code, stderr, endMs } = await print(made);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(made.collector.attempts).toBeGreaterThan(0);
      // The official exporter alone would hold it for eight seconds.
      expect(endMs).toBeLessThan(1_500);
    },
  );
});

describe.runIf(HAS_DEPENDENCIES)("with a collector that does not take metrics, the real Pi", () => {
  it.each([
    ["refuses connections", "refused"],
    ["never answers", "silent"],
    ["answers 500", 500],
    ["answers 429", 429],
  ] as const)("goes on, says nothing, counts what was dropped and ends at once: it %s", async (_, how) => {
    const { collector, start } = await stage(how === "refused" ? 200 : how);
    if (how === "refused") await collector.close();
    const pi = await start({ env: { OTEL_EXPORTER_OTLP_TIMEOUT: "200" } });
    await pi.prompt("one");
    await pi.prompt("two");
    for (let tries = 0; ((await reportOf(pi)).metrics?.dropped ?? 0) < 1; tries++) {
      expect(tries).toBeLessThan(200);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await pi.command("/cache-stats")).toMatch(/metrics: \d+ exports? dropped/);
    const { metrics, turns, internalErrors } = await reportOf(pi);
    expect(metrics).toMatchObject({ state: "exporting", exported: 0 });
    expect({ turns: turns.length, internalErrors }).toEqual({ turns: 2, internalErrors: 0 });
    expect(pi.stderr).toBe("");
    const begin = performance.now();
    await pi.stop();
    expect(performance.now() - begin).toBeLessThan(1_000);
  });
});

it("exports metrics, or says once that their packages are not installed", async () => {
  const { start } = await stage();
  const pi = await start();
  await pi.prompt("one");
  await pi.prompt("two");
  const { metrics, internalErrors } = await reportOf(pi);
  expect({ ...metrics, internalErrors }).toMatchObject({
    ...{ state: HAS_DEPENDENCIES ? "exporting" : "missing", internalErrors: 0 },
  });
  const told = pi.messages.filter(({ message }) => String(message).includes(words.metricsState.missing));
  expect(told).toHaveLength(HAS_DEPENDENCIES ? 0 : 1);
  expect(pi.stderr).toBe("");
});
