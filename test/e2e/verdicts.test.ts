import { afterEach, beforeEach, expect, it } from "vitest";
import type { Report } from "../../src/report/schema.ts";
import { piHas } from "../support/pi/abilities.ts";
import { BREAKER } from "../support/pi/breaker.ts";
import { CHANGER } from "../support/pi/changer.ts";
import { type RpcPi, startRpc } from "../support/pi/rpc.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { startTerminal, type TerminalPi } from "../support/pi/terminal.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../support/provider/index.ts";
import { reportOf, wholePercent } from "../support/truth.ts";

const MODEL = SIMULATED_MODELS["anthropic-messages"];
/** `error` in the theme that Pi chooses for this terminal: red of the palette; in older Pis a red of their own. */
const ERROR_COLOURS = [1, 167];

let simulator: ProviderSimulator;
let workspace: Workspace;
let running: RpcPi | TerminalPi | null;

beforeEach(async () => {
  running = null;
  simulator = await startProvider({ minimumTokens: 256 });
  workspace = await makeWorkspace(simulator);
});

afterEach(async () => {
  await running?.stop();
  await simulator.close();
  await workspace.remove();
});

async function rpc(extensions: readonly string[], env: Record<string, string> = {}): Promise<RpcPi> {
  const pi = await startRpc(workspace, { ...MODEL, extensions, env });
  running = pi;
  return pi;
}

it("shows the cause in the footer from a break until the next hit, and explains it in at most eight lines", async () => {
  const pi = await startTerminal(workspace, { ...MODEL, extensions: [EXTENSION, CHANGER], rows: 40 });
  running = pi;
  const latest = () => wholePercent(simulator.requests.slice(-1));
  const say = async (text: string, request: number, label: string) => {
    await pi.enter(text);
    await simulator.waitForRequest(request);
    await pi.waitFor((rows) => rows.some((row) => row.includes(`◇ ${latest()} ${label}`)));
  };
  await say("say hello", 1, "▲");
  await pi.enter("/change-tool");
  await say("say more", 2, "tools ▲");
  expect(ERROR_COLOURS).toContain(pi.colourOf("tools ▲"));
  await pi.enter("/cache-stats why");
  const screen = await pi.waitFor((rows) => rows.some((row) => row.includes("to do")));
  const from = screen.findIndex((row) => row.includes("Turn 2: miss · tools changed · observed"));
  const to = screen.findIndex((row, index) => index > from && /^─/.test(row));
  const lines = screen.slice(from, to).filter((row) => row.trim() !== "");
  expect(lines.length).toBeLessThanOrEqual(8);
  const text = lines.join(" ").replace(/\s+/g, " ");
  expect(text).toContain("tools[4] planted_tool of changer.ts added");
  expect(text).toMatch(/prompt tokens \(\d+\.\d%\) · [\d,]+ missed · \$0\.\d{3} lost/);
  expect(text).toContain("to do look at changer.ts");
  await say("and more", 3, "▲");
});

it("never says a word of the conversation, the prompt or a tool's texts", async () => {
  const pi = await rpc([EXTENSION, CHANGER]);
  await pi.prompt("PLANTED-PROMPT-TEXT, hello");
  await pi.send({ type: "prompt", message: "/change-clock" });
  await pi.prompt("PLANTED-PROMPT-TEXT, again");
  await pi.send({ type: "prompt", message: "/change-tool" });
  await pi.prompt("use tool planted_tool");
  const report = await reportOf(pi);
  expect(report.turns.map(({ verdict }) => verdict.cause)).toContain("system-changed");
  expect(report.turns.map(({ verdict }) => verdict.cause)).toContain("tools-changed");
  const texts: string[] = [JSON.stringify(report)];
  for (const { turn } of report.turns) texts.push(await pi.command(`/cache-stats why ${turn}`));
  expect(texts.join("\n")).not.toContain("PLANTED");
});

it("answers for any turn by its number, in Chinese too, and says which numbers there are", async () => {
  const pi = await rpc([EXTENSION], { PI_CACHE_STATS_LANG: "zh" });
  expect(await pi.command("/cache-stats why")).toBe("此范围内没有轮次");
  await pi.prompt("say hello");
  simulator.forget();
  await pi.prompt("say more");
  expect(await pi.command("/cache-stats why 1")).toMatch(/^第 1 轮：预期的重建 · 冷启动/);
  expect(await pi.command("/cache-stats why")).toMatch(/^第 2 轮：未命中 · 提供方一侧 · 很可能/);
  expect(await pi.command("/cache-stats why 3")).toBe("3 不是本分支的轮次；请给出 1 到 2 的数字。");
  expect(await pi.command("/cache-stats why x")).toBe("x 不是本分支的轮次；请给出 1 到 2 的数字。");
});

it("measures the pause from the start of the request before, and says until when the cache is warm", async () => {
  const pi = await rpc([BREAKER, EXTENSION]);
  await pi.prompt("say hello");
  await pi.prompt("say more");
  const warm = (await reportOf(pi)).clock;
  if (!piHas("cache lifetimes in models.json")) {
    await pauseWithoutLifetimes(pi, warm);
    return;
  }
  expect(warm).toMatchObject({ observed: true, lifetimeSeconds: 300, warm: true });
  expect(Date.parse(warm.expiresAt ?? "") - Date.parse(warm.lastStart ?? "")).toBe(300_000);
  await pi.send({ type: "prompt", message: "/later 400" });
  simulator.advance(400_000);
  const cold = await reportOf(pi);
  expect(cold.clock.warm).toBe(false);
  expect(await pi.command("/cache-stats")).toMatch(/clock +likely cold since \d\d:\d\d:\d\d/);
  await pi.prompt("and more");
  const report = await reportOf(pi);
  expect(report.turns.at(-1)?.verdict).toMatchObject({ outcome: "miss", cause: "expired", certainty: "likely" });
  // What the clock had announced is what the turn missed.
  expect(report.turns.at(-1)?.verdict.missedTokens).toBe(cold.clock.tokensIfCold);
  expect(report.breaks).toMatchObject({ count: 1, byCause: { expired: { count: 1 } } });
});

/** Where Pi knows no lifetimes, nothing is said about them, and a pause is no reason. */
async function pauseWithoutLifetimes(pi: RpcPi, clock: Report["clock"]): Promise<void> {
  expect(clock).toMatchObject({ observed: true, lifetimeSeconds: null, expiresAt: null, warm: null });
  expect(clock.lastStart).not.toBeNull();
  await pi.send({ type: "prompt", message: "/later 400" });
  simulator.advance(400_000);
  expect(await pi.command("/cache-stats")).not.toMatch(/^ *clock /m);
  await pi.prompt("and more");
  const report = await reportOf(pi);
  expect(report.turns.at(-1)?.verdict).toMatchObject({ outcome: "miss", cause: "evicted", certainty: "likely" });
  expect(report.internalErrors).toBe(0);
}
