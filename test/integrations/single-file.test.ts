import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { field } from "../../src/unknown.ts";
import { patient } from "../support/patience.ts";
import { type RpcPi, startRpc } from "../support/pi/rpc.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../support/provider/index.ts";

const INSTALLER = join(PACKAGE_ROOT, "integrations/pi/install.sh");

let provider: ProviderSimulator;
let workspace: Workspace;
let pi: RpcPi | null = null;

beforeEach(async () => {
  provider = await startProvider();
  workspace = await makeWorkspace(provider);
});

afterEach(async () => {
  await pi?.stop();
  pi = null;
  await workspace.remove();
  await provider.close();
});

/** What share of all prompt tokens the provider served from its cache. */
function trueHitRate(): number {
  const sum = (key: "readTokens" | "promptTokens") => provider.requests.reduce((total, truth) => total + truth[key], 0);
  return sum("readTokens") / sum("promptTokens");
}

describe("the single file, put in place by install.sh", () => {
  it.each(Object.values(SIMULATED_MODELS))(
    "is found by Pi itself and answers /cache-stats with the true hit rate of $provider",
    async (model) => {
      const { status, stdout } = spawnSync("sh", [INSTALLER], { env: workspace.env, encoding: "utf8" });
      const file = join(workspace.agentDir, "extensions/cache-stats.js");
      expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining(`installed: ${file}\n`) });

      // No extension is named: only what Pi discovers is loaded.
      pi = await startRpc(workspace, { ...model, extensions: [] });
      // As text: where a command says its file has changed between versions of Pi.
      expect(JSON.stringify(await pi.send({ type: "get_commands" }))).toContain(JSON.stringify(file));
      await pi.prompt("say hello");
      await pi.prompt("call 2 tools");

      const report: unknown = JSON.parse(await pi.command("/cache-stats json"));
      expect(provider.requests).toHaveLength(3);
      expect(trueHitRate()).toBeGreaterThan(0.3);
      expect(field(field(report, "window"), "hitRate")).toBeCloseTo(trueHitRate(), 12);
      expect(field(report, "internalErrors")).toBe(0);
      const shown = `${(Math.floor(trueHitRate() * 1000) / 10).toFixed(1)}%`;
      expect(await pi.command("/cache-stats")).toContain(shown);
      expect(pi.stderr).toBe("");
    },
  );

  it("says once that metrics need the whole package, and goes on", async () => {
    spawnSync("sh", [INSTALLER], { env: workspace.env });
    const env = { PI_CACHE_STATS_OTEL: "1", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
    pi = await startRpc(workspace, { ...SIMULATED_MODELS["anthropic-messages"], extensions: [], env });
    const notices = () =>
      pi?.messages.filter(({ method, message }) => method === "notify" && /metrics/.test(`${message}`));
    await pi.prompt("say hello");
    // It is looked for while Pi goes on.
    await expect.poll(() => notices()?.length, { timeout: patient(10_000) }).toBe(1);
    await pi.prompt("say more");
    expect(notices()).toMatchObject([{ message: expect.stringContaining("pi install npm:pi-cache-stats") }]);
    expect(await pi.command("/cache-stats")).toContain("metrics are not exported");
    const report: unknown = JSON.parse(await pi.command("/cache-stats json"));
    expect(report).toMatchObject({ metrics: { state: "missing" }, internalErrors: 0, window: { turns: 2 } });
    expect(pi.stderr).toBe("");
  });

  it("is not there without install.sh, so that nothing else can have answered", async () => {
    pi = await startRpc(workspace, { ...SIMULATED_MODELS["anthropic-messages"], extensions: [] });
    const answer = await pi.send({ type: "get_commands" });
    expect(answer).toMatchObject({ commands: expect.any(Array) });
    expect(JSON.stringify(answer)).not.toContain("cache-stats.js");
  });
});
