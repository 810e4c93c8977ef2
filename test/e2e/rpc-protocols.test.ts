import { afterEach, describe, expect, it } from "vitest";
import { piHas } from "../support/pi/abilities.ts";
import { type RpcPi, startRpc } from "../support/pi/rpc.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProtocolName, type ProviderSimulator, startProvider } from "../support/provider/index.ts";
import { reportOf, trueRate } from "../support/truth.ts";

const PROTOCOLS: readonly ProtocolName[] = ["anthropic-messages", "openai-completions", "openai-responses"];

let simulator: ProviderSimulator;
let workspace: Workspace;
let pi: RpcPi;

async function start(protocol: ProtocolName, args: readonly string[] = []): Promise<void> {
  simulator = await startProvider({ minimumTokens: 256 });
  workspace = await makeWorkspace(simulator);
  pi = await startRpc(workspace, { ...SIMULATED_MODELS[protocol], args });
}

afterEach(async () => {
  await pi.stop();
  await simulator.close();
  await workspace.remove();
});

describe.each(PROTOCOLS)("in the real Pi over %s", (protocol) => {
  it("gives each turn of a tool loop the rate that the provider knows", async () => {
    await start(protocol);
    await pi.prompt("say hello");
    await pi.prompt("call 3 tools");
    await pi.prompt("think and then call 1 tools");
    const report = await reportOf(pi);
    const truths = simulator.requests;
    expect(truths).toHaveLength(5);
    expect(truths.some((truth) => truth.readTokens > 0)).toBe(true);
    expect(report.turns.map((turn) => turn.promptTokens)).toEqual(truths.map((truth) => truth.promptTokens));
    expect(report.turns.map((turn) => turn.usage?.cacheRead)).toEqual(truths.map((truth) => truth.readTokens));
    expect(report.turns.map((turn) => turn.usage?.cacheWrite)).toEqual(truths.map((truth) => truth.writtenTokens));
    expect(report.turns.map((turn) => turn.hitRate)).toEqual(truths.map((truth) => truth.hitRate));
    expect(report.window.hitRate).toBe(trueRate(truths));
    expect(report.run).toEqual({ ...report.branch });
    expect(report.latest).toEqual({ turn: 5, hitRate: truths.at(-1)?.hitRate ?? null });
    expect(report.internalErrors).toBe(0);
  });

  it("says n/a everywhere, never 0%, while the provider reports no cache numbers", async () => {
    await start(protocol);
    simulator.reporting = "none";
    await pi.prompt("say hello");
    await pi.prompt("call 1 tools");
    const report = await reportOf(pi);
    expect(report.turns).toHaveLength(3);
    expect(report.turns.map((turn) => turn.hitRate)).toEqual([null, null, null]);
    expect([report.window.hitRate, report.run.hitRate, report.branch.hitRate, report.latest.hitRate]).toEqual(
      Array(4).fill(null),
    );
    expect(report.flags).toContain("not-reporting");
    const text = await pi.command("/cache-stats");
    expect(text).toContain("n/a");
    expect(text).not.toMatch(/\d%/);
  });

  it("measures the speed of a streamed answer, and not of a burst", async () => {
    await start(protocol);
    simulator.enqueue(
      { text: "one two three four five six seven eight", deltas: 8, firstDelay: 150, deltaDelay: 100 },
      { text: "a burst of words that all come at once" },
    );
    await pi.prompt("slowly please");
    await pi.prompt("now at once");
    const [slow, burst] = (await reportOf(pi)).turns;
    // Eight deltas 100 ms apart stream for at least 700 ms; a busy machine may hand over the first a little late.
    expect(slow?.tokensPerSecond).toBeGreaterThan(0);
    expect(slow?.tokensPerSecond).toBeLessThanOrEqual((simulator.requests[0]?.outputTokens ?? 0) / 0.5);
    expect(slow?.timeToFirstTokenMs).toBeGreaterThanOrEqual(150);
    expect(burst?.tokensPerSecond).toBeNull();
  });
});

it("reads the cache numbers of providers that report them in other fields", async () => {
  await start("openai-completions");
  for (const reporting of ["deepseek", "kimi"] as const) {
    simulator.reporting = reporting;
    await pi.prompt(`say hello to ${reporting}`);
  }
  const report = await reportOf(pi);
  const rates = report.turns.map((turn) => turn.hitRate);
  if (!piHas("the cache numbers of Kimi")) {
    // DeepSeek's first answer read nothing, and of Kimi's this Pi keeps no number: the model has shown no cache at all.
    expect(rates).toEqual([null, null]);
    expect(await pi.command("/cache-stats")).toMatch(/^◆ session +n\/a/m);
    return;
  }
  expect(rates).toEqual(simulator.requests.map((truth) => truth.hitRate));
  expect(report.latest.hitRate).toBeGreaterThan(0.5);
});

it("suspects a provider that counts cached tokens inside input, and changes no number", async () => {
  await start("anthropic-messages");
  simulator.reporting = "inclusive";
  for (const text of ["one", "two", "three"]) await pi.prompt(`say ${text}`);
  const report = await reportOf(pi);
  expect(report.flags).toContain("inclusive-input-suspected");
  const { promptTokens = 0, readTokens = 0, writtenTokens = 0, hitRate = null } = simulator.requests.at(-1) ?? {};
  expect(report.models[0]?.inclusiveRate).toBe(hitRate);
  // As given: the whole prompt in input, the read and written tokens once more in their own buckets.
  expect(report.latest.hitRate).toBe(readTokens / (promptTokens + readTokens + writtenTokens));
  expect(await pi.command("/cache-stats")).toContain("claude-sim seems to count cached tokens inside input");
});
