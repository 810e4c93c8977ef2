import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "../../bench/network/settings.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../support/provider/index.ts";

const ALL = {
  PI_CACHE_STATS_BENCH: "1",
  PI_CACHE_STATS_BENCH_PROVIDER: "p",
  PI_CACHE_STATS_BENCH_MODEL: "m",
  PI_CACHE_STATS_BENCH_AGENT_DIR: "/agent",
};
const PROGRAM = join(PACKAGE_ROOT, "bench/network/main.ts");

describe("the comparison at a real provider", () => {
  it("asks for its flag before anything else, and then for every variable that is missing", () => {
    expect(readSettings(ALL)).toEqual({ provider: "p", model: "m", agentDir: "/agent" });
    for (const flag of [undefined, "", "0", "true"]) {
      expect(readSettings({ ...ALL, PI_CACHE_STATS_BENCH: flag })).toContain("costs money");
    }
    for (const name of ["PROVIDER", "MODEL", "AGENT_DIR"]) {
      const variable = `PI_CACHE_STATS_BENCH_${name}`;
      for (const value of [undefined, "", " "])
        expect(readSettings({ ...ALL, [variable]: value })).toBe(`Missing: ${variable}.`);
    }
    expect(readSettings({ PI_CACHE_STATS_BENCH: "1" })).toBe(
      "Missing: PI_CACHE_STATS_BENCH_PROVIDER, PI_CACHE_STATS_BENCH_MODEL, PI_CACHE_STATS_BENCH_AGENT_DIR.",
    );
  });

  it("sends nothing without them, and ends with 2", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM], { env: {}, encoding: "utf8" });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("PI_CACHE_STATS_BENCH=1");
  });
});

describe("the comparison at the simulated provider", () => {
  let simulator: ProviderSimulator;
  let workspace: Workspace;

  beforeEach(async () => {
    simulator = await startProvider();
    workspace = await makeWorkspace(simulator);
  });
  afterEach(async () => {
    await simulator.close();
    await workspace.remove();
  });

  it("tells for each way what the provider read and charged", async () => {
    const { provider, model } = SIMULATED_MODELS["anthropic-messages"];
    const env = {
      ...workspace.env,
      ...ALL,
      PI_CACHE_STATS_BENCH_PROVIDER: provider,
      PI_CACHE_STATS_BENCH_MODEL: model,
      PI_CACHE_STATS_BENCH_AGENT_DIR: workspace.agentDir,
    };
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { env });
    expect(simulator.requests).toHaveLength(16);
    const [, ...lines] = stdout.trim().split("\n");
    for (const [index, name] of ["with the extension", "without it"].entries()) {
      const own = simulator.requests.filter((_, at) => Math.floor(at / 4) % 2 === index);
      const sum = (of: (truth: (typeof own)[number]) => number): number => own.reduce((all, one) => all + of(one), 0);
      const [read, prompt] = [sum(({ readTokens }) => readTokens), sum(({ promptTokens }) => promptTokens)];
      expect(read).toBeGreaterThan(prompt / 2);
      const rate = `${((read / prompt) * 100).toFixed(1)}%`;
      expect(lines[index]).toContain(`${name}: 8 turns, ${read} of ${prompt} prompt tokens read (${rate}), $0.`);
    }
  });
});
