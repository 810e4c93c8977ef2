import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { field, isRecord } from "../../src/unknown.ts";
import { piHas } from "../support/pi/abilities.ts";
import { CHANGER } from "../support/pi/changer.ts";
import { NAVIGATOR } from "../support/pi/navigator.ts";
import { type RpcPi, startRpc } from "../support/pi/rpc.ts";
import { EXTENSION, piCli } from "../support/pi/sdk.ts";
import { startTerminal } from "../support/pi/terminal.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProtocolName, type ProviderSimulator, startProvider, type Truth } from "../support/provider/index.ts";
import { reportOf } from "../support/truth.ts";

const PROTOCOLS: readonly ProtocolName[] = ["anthropic-messages", "openai-completions", "openai-responses"];
const EXTENSIONS = [EXTENSION, NAVIGATOR, CHANGER];

let simulator: ProviderSimulator;
let workspace: Workspace;
let pi: RpcPi | null;

beforeEach(async () => {
  pi = null;
  simulator = await startProvider({ minimumTokens: 256 });
  const settings = { retry: { baseDelayMs: 10 }, compaction: { keepRecentTokens: 100 } };
  workspace = await makeWorkspace(simulator, { settings });
});

afterEach(async () => {
  await pi?.stop();
  await simulator.close();
  await workspace.remove();
});

async function start(protocol: ProtocolName = "anthropic-messages", env: Record<string, string> = {}): Promise<RpcPi> {
  pi = await startRpc(workspace, { ...SIMULATED_MODELS[protocol], extensions: EXTENSIONS, env });
  return pi;
}

async function go(running: RpcPi, command: string): Promise<void> {
  await running.send({ type: "prompt", message: command });
}

it.each(PROTOCOLS)("names the tool that was added and the extension it comes from over %s", async (protocol) => {
  const running = await start(protocol);
  await running.prompt("say hello");
  await go(running, "/change-tool");
  await running.prompt("say more");
  const { prefix } = await reportOf(running);
  expect(prefix?.relation).toBe("changed");
  expect(prefix?.divergence).toMatchObject({
    section: "tools",
    kind: "added",
    name: "planted_tool",
    owner: "changer.ts",
  });
  expect(prefix?.sections.history.state).toBe("extended");
  expect(await running.command("/cache-stats")).toMatch(
    /prefix +changed · tools\[4\] planted_tool of changer\.ts added/,
  );
});

/** What a request calls the system prompt: Pis differ in it. */
function headRole(request: Truth | undefined): unknown {
  const body: unknown = JSON.parse(request?.rawBody.toString() ?? "null");
  const conversation = field(body, "system") === undefined ? (field(body, "messages") ?? field(body, "input")) : [];
  return Array.isArray(conversation) ? (field(conversation[0], "role") ?? "system") : undefined;
}

it.each(PROTOCOLS)(
  "names the section, line and character of a clock in the system prompt over %s",
  async (protocol) => {
    const running = await start(protocol);
    await go(running, "/change-clock");
    await running.prompt("say hello");
    await running.prompt("say more");
    await running.prompt("and more");
    const { turns } = await reportOf(running);
    for (const turn of turns.slice(1)) {
      expect(turn.prefix?.relation).toBe("changed");
      expect(turn.prefix?.divergence).toMatchObject({
        section: headRole(simulator.requests.at(-1)),
        kind: "changed",
        tag: "clock",
      });
      expect(turn.prefix?.divergence?.line).toBeGreaterThan(10);
    }
  },
);

it("tells an edited AGENTS.md after a reload from everything else", async () => {
  const running = await start();
  await running.prompt("say hello");
  const rules = join(workspace.project, "AGENTS.md");
  await writeFile(rules, (await readFile(rules, "utf8")).replace("Rule 30: keep", "Rule 30: always keep"));
  await go(running, "/go-reload");
  // The reload starts a new instance: its first request is compared with the one that the old instance recorded.
  await running.prompt("say more");
  expect((await reportOf(running)).prefix).toMatchObject({
    relation: "changed",
    divergence: { section: "system", kind: "changed", tag: "project_context", path: "system[0].text" },
    otherDivergences: {},
  });
});

it("calls a move in the tree and a compaction what they are, and no change", async () => {
  const running = await start();
  await running.prompt(`say hello ${"and so on ".repeat(100)}`);
  await running.prompt(`one way ${"and so on ".repeat(100)}`);
  const data = await running.send({ type: "get_entries" });
  const entries = isRecord(data) && Array.isArray(data.entries) ? data.entries : [];
  const first = entries.find((entry: unknown) => field(field(entry, "message"), "role") === "assistant");
  await go(running, `/go-tree ${String(field(first, "id"))}`);
  await running.prompt("the other way");
  expect((await reportOf(running)).prefix?.relation).toBe("branched");
  await running.prompt(`further ${"and so on ".repeat(100)}`);
  await running.send({ type: "compact" });
  await running.prompt("after the compaction");
  const { prefix } = await reportOf(running);
  expect(prefix?.relation).toBe("branched");
  expect(prefix?.divergence).toBeNull();
  await running.prompt("and on");
  expect((await reportOf(running)).prefix?.relation).toBe("extended");
});

it("compares a retry with the last request that was answered", async () => {
  const running = await start();
  await running.prompt("say hello");
  simulator.enqueue({ fault: { kind: "status", status: 529 } });
  await running.prompt("overloaded first");
  const { turns } = await reportOf(running);
  expect(turns.map(({ stopReason, prefix }) => [stopReason, prefix?.relation])).toEqual([
    ["stop", "baseline"],
    ["error", "extended"],
    ["stop", "extended"],
  ]);
});

it("is not disturbed by cache-warming replays, between turns or in the middle of a response", async () => {
  const promptCache = { short: 12 };
  const cost = { input: 3_000, output: 15, cacheRead: 3, cacheWrite: 3_750 };
  const warm = { id: "claude-warm", contextWindow: 200_000, maxTokens: 8_000, cost, promptCache };
  const providers = {
    warm: { baseUrl: simulator.anthropicUrl, apiKey: "x", api: "anthropic-messages", models: [warm] },
  };
  const warming = await makeWorkspace(simulator, { settings: { cacheWarming: "idle" }, providers });
  const running = await startRpc(warming, { provider: "warm", model: "claude-warm" });
  pi = running;
  await running.prompt("say hello");
  simulator.enqueue({ text: "one two three four five six seven eight", firstDelay: 300, deltas: 8, deltaDelay: 900 });
  await running.prompt("take your time");
  await running.prompt("and now");
  const report = await reportOf(running);
  if (piHas("cache warming")) expect(report.refreshes.count).toBeGreaterThan(0);
  else expect(report.refreshes).toMatchObject({ count: 0, cost: null });
  expect(report.turns.map(({ prefix }) => prefix?.relation)).toEqual(["baseline", "extended", "extended"]);
  const slow = report.turns[1];
  // Seven pauses of 900 ms: no faster than tokens / 6.3 s, and the first token was waited for.
  expect(slow?.tokensPerSecond).toBeLessThanOrEqual((slow?.usage?.output ?? 0) / 6.3);
  expect(slow?.timeToFirstTokenMs).toBeGreaterThanOrEqual(300);
  await warming.remove();
}, 60_000);

it("reads no history body in head mode and observes nothing when off", async () => {
  const head = await start("anthropic-messages", { PI_CACHE_STATS_PREFIX_DIAGNOSTICS: "head" });
  await head.prompt("say hello");
  await head.prompt("say more");
  expect((await reportOf(head)).prefix).toMatchObject({
    relation: "unknown",
    reason: "history-not-read",
    sections: { tools: { state: "stable" }, system: { state: "stable" }, history: { state: "disabled", count: 3 } },
  });
  await head.stop();
  const off = await start("anthropic-messages", { PI_CACHE_STATS_PREFIX_DIAGNOSTICS: "0" });
  await off.prompt("say hello");
  expect((await reportOf(off)).prefix).toMatchObject({ relation: "disabled" });
});

it("keeps planted text out of every report, event, entry and file; only diff shows it", async () => {
  const secret = /PLANTED-[A-Z]+-TEXT/;
  const url = `${simulator.anthropicUrl}/planted-url-text`;
  const providers = {
    planted: { baseUrl: url, apiKey: "x", api: "anthropic-messages", models: [{ id: "planted-model" }] },
  };
  const planted = await makeWorkspace(simulator, { providers });
  await writeFile(join(planted.project, "notes.txt"), "PLANTED-RESULT-TEXT\n");
  pi = await startRpc(planted, { ...SIMULATED_MODELS["anthropic-messages"], extensions: EXTENSIONS });
  const said: string[] = [];
  await go(pi, "/change-clock");
  await pi.prompt("PLANTED-PROMPT-TEXT");
  simulator.enqueue({
    text: "PLANTED-ANSWER-TEXT",
    toolCalls: [{ name: "read", arguments: { path: "notes.txt", "PLANTED-KEY-TEXT": 1 } }],
  });
  await pi.prompt("call the tool PLANTED-PROMPT-TEXT");
  await go(pi, "/change-tool");
  simulator.enqueue({ fault: { kind: "status", status: 400, message: "PLANTED-ERROR-TEXT" } });
  await pi.prompt("PLANTED-PROMPT-TEXT again");
  await pi.send({ type: "set_model", provider: "planted", modelId: "planted-model" });
  await pi.prompt("PLANTED-PROMPT-TEXT elsewhere");
  for (const word of ["", "turns", "prefix", "json"]) said.push(await pi.command(`/cache-stats ${word}`));
  expect(said.join("\n")).not.toMatch(secret);
  expect(said.join("\n")).not.toContain("planted-url-text");
  expect(pi.stderr).not.toMatch(secret);
  const ours = (await planted.sessionEntries()).filter((entry) => field(entry, "type") === "custom");
  expect(JSON.stringify(ours)).not.toMatch(secret);
  const files = await readdir(planted.agentDir, { recursive: true });
  expect(files.filter((file) => file.startsWith("cache-stats"))).toEqual([]);
  expect(await pi.command("/cache-stats diff")).toMatch(secret);
  await planted.remove();
});

it("shows the last request and the changed lines on the user's own screen", async () => {
  const terminal = await startTerminal(workspace, {
    ...SIMULATED_MODELS["anthropic-messages"],
    rows: 40,
    extensions: EXTENSIONS,
  });
  try {
    await terminal.enter("/change-clock");
    await terminal.enter("say hello");
    await simulator.waitForRequest(1);
    await terminal.waitFor((rows) => rows.some((row) => row.includes("◇ 0%")));
    await terminal.enter("say more");
    await simulator.waitForRequest(2);
    await terminal.enter("/cache-stats prefix");
    const prefix = await terminal.waitFor((rows) => rows.some((row) => row.includes("Lengths are characters")));
    expect(prefix.join("\n")).toMatch(/prefix: changed/);
    expect(prefix.join("\n")).toMatch(/system prompt +changed +1/);
    await terminal.enter("/cache-stats diff");
    const diff = await terminal.waitFor((rows) => rows.some((row) => row.includes("+ PLANTED-SYSTEM-TEXT at")));
    expect(diff.some((row) => row.includes("- PLANTED-SYSTEM-TEXT at"))).toBe(true);
  } finally {
    await terminal.stop();
  }
});

it("observes the first request also when its prompt is there at the start", async () => {
  const args = [
    "-p",
    "--provider",
    "sim-anthropic",
    "--model",
    "claude-sim",
    "-e",
    EXTENSION,
    "hello",
    "more",
    "/cache-stats",
  ];
  const child = spawn(process.execPath, [piCli(), ...args], {
    cwd: workspace.project,
    env: workspace.env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end();
  let answer = "";
  child.stderr.on("data", (chunk) => {
    answer += chunk;
  });
  await once(child, "close");
  expect(answer).toContain("prefix");
  expect(answer).toContain("continues the request before");
  expect(answer).not.toContain("internal errors");
});

it("follows a provider that reports no usage", async () => {
  const compat = { supportsUsageInStreaming: false };
  const models = [{ id: "local", contextWindow: 100_000, maxTokens: 1_000 }];
  const providers = { local: { baseUrl: simulator.openaiUrl, apiKey: "x", api: "openai-completions", compat, models } };
  const local = await makeWorkspace(simulator, { providers });
  pi = await startRpc(local, { provider: "local", model: "local" });
  await pi.prompt("say hello");
  await pi.prompt("say more");
  expect((await reportOf(pi)).turns.map(({ prefix }) => prefix?.relation)).toEqual(["baseline", "extended"]);
  await local.remove();
});
