import { afterEach, beforeEach, expect, it } from "vitest";
import { isRecord } from "../../src/unknown.ts";
import { NAVIGATOR } from "../support/pi/navigator.ts";
import { type RpcPi, startRpc } from "../support/pi/rpc.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { makeWorkspace, simulatedProviders, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../support/provider/index.ts";
import { reportOf, trueRate } from "../support/truth.ts";

const MODEL = { provider: "sim-anthropic", model: "claude-sim", extensions: [EXTENSION, NAVIGATOR] };

let simulator: ProviderSimulator;
let silent: ProviderSimulator;
let workspace: Workspace;
let pi: RpcPi;

beforeEach(async () => {
  simulator = await startProvider({ minimumTokens: 256 });
  silent = await startProvider({ reporting: "none" });
  const settings = { retry: { baseDelayMs: 10 }, compaction: { keepRecentTokens: 100 } };
  workspace = await makeWorkspace(simulator, { settings, providers: simulatedProviders(silent, "silent") });
  pi = await startRpc(workspace, MODEL);
});

afterEach(async () => {
  await pi.stop();
  await simulator.close();
  await silent.close();
  await workspace.remove();
});

/** Runs a command that answers with nothing, and waits until the new or changed session is there. */
async function go(command: string): Promise<void> {
  await pi.send({ type: "prompt", message: command });
}

async function entryIds(role: string): Promise<string[]> {
  const data = await pi.send({ type: "get_entries" });
  const entries = isRecord(data) && Array.isArray(data.entries) ? data.entries : [];
  return entries.flatMap((entry: unknown) => {
    const message = isRecord(entry) ? entry.message : undefined;
    return isRecord(entry) && isRecord(message) && message.role === role ? [String(entry.id)] : [];
  });
}

it("counts a failed request and its retry as two turns, the failed one without a rate", async () => {
  await pi.prompt("say hello");
  simulator.enqueue({ fault: { kind: "status", status: 529 } }, { fault: { kind: "status", status: 529 } });
  simulator.enqueue({ fault: { kind: "status", status: 529 } });
  await pi.prompt("try this");
  const report = await reportOf(pi);
  const failed = report.turns.filter((turn) => turn.stopReason === "error");
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.every((turn) => turn.hitRate === null)).toBe(true);
  expect(report.latest.hitRate).toBe(simulator.requests.at(-1)?.hitRate);
  expect(report.window.hitRate).toBe(trueRate(simulator.requests));
  expect(report.window.turns - report.window.measuredTurns).toBe(failed.length);
});

it("makes latest n/a after a turn that failed for good, and records its 400 as unclassified, once", async () => {
  await pi.prompt("say hello");
  simulator.enqueue({ fault: { kind: "status", status: 400, message: "prompt_cache_retention is not supported" } });
  await pi.prompt("this is refused");
  const report = await reportOf(pi);
  expect(report.latest).toEqual({ turn: 2, hitRate: null });
  expect(report.window.hitRate).toBe(trueRate(simulator.requests));
  expect(report.unclassified400).toEqual([{ at: expect.any(String), provider: "sim-anthropic", model: "claude-sim" }]);
  expect(JSON.stringify(report)).not.toContain("not supported");
});

it("counts an aborted turn with what it paid for", async () => {
  await pi.prompt("say hello");
  simulator.enqueue({ text: "a long story that goes on and on and on", deltas: 8, deltaDelay: 200 });
  const settled = pi.next((message) => message.type === "agent_settled");
  const streaming = pi.next((message) => message.type === "message_update");
  await pi.send({ type: "prompt", message: "tell me a story" });
  await streaming;
  await pi.send({ type: "abort" });
  await settled;
  const report = await reportOf(pi);
  const aborted = report.turns.at(-1);
  expect(aborted?.stopReason).toBe("aborted");
  // The provider reported input usage before the abort, so the turn is measured; its output count is not final.
  expect(aborted?.hitRate).toBe((simulator.requests[1]?.readTokens ?? 0) / (simulator.requests[1]?.promptTokens ?? 1));
  expect(aborted?.tokensPerSecond).toBeNull();
  await pi.prompt("go on");
  expect((await reportOf(pi)).turns).toHaveLength(3);
});

it("starts both scopes from nothing in a new session, and finds the old numbers again on return", async () => {
  await pi.prompt("say hello");
  await pi.prompt("say more");
  const before = await reportOf(pi);
  await go("/go-new");
  const fresh = await reportOf(pi);
  expect(fresh.window.turns).toBe(0);
  expect(fresh.latest).toEqual({ turn: null, hitRate: null });
  await go(`/go-session ${before.session.file}`);
  const resumed = await reportOf(pi);
  expect(resumed.session.id).toBe(before.session.id);
  expect(resumed.window).toEqual(before.window);
  expect(resumed.latest).toEqual(before.latest);
  expect(resumed.run.turns).toBe(0);
  expect(resumed.run.hitRate).toBeNull();
});

it("keeps the session scope over a reload and restarts the run", async () => {
  await pi.prompt("say hello");
  await pi.prompt("say more");
  const before = await reportOf(pi);
  await go("/go-reload");
  const after = await reportOf(pi);
  expect(after.window).toEqual(before.window);
  expect(after.run.turns).toBe(0);
});

it("takes a fork's numbers from the fork's own entries", async () => {
  await pi.prompt("say hello");
  await pi.prompt("say more");
  const [first] = await entryIds("assistant");
  await go(`/go-fork ${first}`);
  const forked = await reportOf(pi);
  expect(forked.window.turns).toBe(1);
  await pi.prompt("another way");
  const report = await reportOf(pi);
  const truths = [simulator.requests[0], simulator.requests[2]].filter((truth) => truth !== undefined);
  expect(report.window.hitRate).toBe(trueRate(truths));
  expect(report.run.turns).toBe(1);
  expect(report.run.hitRate).toBe(simulator.requests[2]?.hitRate);
});

it("follows the user in the tree: latest and branch are the branch's, the session stays the file", async () => {
  await pi.prompt("say hello");
  await pi.prompt("one way");
  await pi.prompt("further on");
  const [first] = await entryIds("assistant");
  await go(`/go-tree ${first}`);
  const moved = await reportOf(pi);
  expect(moved.latest).toEqual({ turn: 1, hitRate: 0 });
  expect(moved.branch.turns).toBe(1);
  expect(moved.window.hitRate).toBe(trueRate(simulator.requests));
  await pi.prompt("the other way");
  const { requests } = simulator;
  const report = await reportOf(pi);
  const branch = [requests[0], requests[3]].filter((truth) => truth !== undefined);
  expect(report.branch.hitRate).toBe(trueRate(branch));
  expect(report.window.hitRate).toBe(trueRate(requests));
  expect(report.turns.map((turn) => turn.hitRate)).toEqual(branch.map((truth) => truth.hitRate));
  expect(await pi.command("/cache-stats")).toContain("this branch");
});

it("keeps a compaction's own request out of the turns and on a line of its own", async () => {
  // Long enough that there is something to summarise before what is kept.
  await pi.prompt(`say hello ${"and so on ".repeat(100)}`);
  await pi.prompt(`say more ${"and so on ".repeat(100)}`);
  const turnsBefore = simulator.requests.length;
  await pi.send({ type: "compact" });
  const summaries = simulator.requests.slice(turnsBefore);
  expect(summaries.length).toBeGreaterThan(0);
  await pi.prompt("and now");
  const report = await reportOf(pi);
  const turns = [
    ...simulator.requests.slice(0, turnsBefore),
    ...simulator.requests.slice(turnsBefore + summaries.length),
  ];
  expect(report.turns.map((turn) => turn.promptTokens)).toEqual(turns.map((truth) => truth.promptTokens));
  expect(report.window.hitRate).toBe(trueRate(turns));
  const { input, cacheRead, cacheWrite } = report.side.compaction;
  expect(input + cacheRead + cacheWrite).toBe(summaries.reduce((sum, truth) => sum + truth.promptTokens, 0));
  expect(await pi.command("/cache-stats")).toMatch(/compaction .* not a turn/);
});

it("keeps models apart: one that reports nothing neither lowers the rate nor gets a made-up 0%", async () => {
  await pi.prompt("say hello");
  await pi.prompt("say more");
  await pi.send({ type: "set_model", provider: "silent-completions", modelId: "chat-sim" });
  await pi.prompt("and you");
  const mixed = await reportOf(pi);
  expect(mixed.latest.hitRate).toBeNull();
  expect(mixed.window.hitRate).toBe(trueRate(simulator.requests));
  expect(mixed.models.map((model) => model.reporting)).toEqual([true, false]);
  await pi.send({ type: "set_model", provider: "sim-anthropic", modelId: "claude-other" });
  await pi.prompt("a third one");
  const third = await reportOf(pi);
  expect(third.latest.hitRate).toBe(0);
  expect(third.models).toHaveLength(3);
  expect(third.window.hitRate).toBe(trueRate(simulator.requests));
  expect(await pi.command("/cache-stats")).toContain("no cache numbers so far");
});

it("measures nothing while disabled, and counts from the mark after a reset", async () => {
  await pi.prompt("say hello");
  await pi.command("/cache-stats disable");
  await pi.prompt("unseen");
  expect((await reportOf(pi)).run.turns).toBe(1);
  await pi.command("/cache-stats enable");
  await pi.prompt("seen");
  expect((await reportOf(pi)).run.turns).toBe(2);
  await pi.command("/cache-stats reset");
  const empty = await reportOf(pi);
  expect([empty.run.turns, empty.window.turns, empty.latest.turn, empty.window.scope]).toEqual([
    0,
    0,
    null,
    "since-reset",
  ]);
  await pi.prompt("after the reset");
  const report = await reportOf(pi);
  expect(report.window.turns).toBe(1);
  expect(report.window.hitRate).toBe(simulator.requests.at(-1)?.hitRate);
  expect(report.turns.map((turn) => turn.turn)).toEqual([4]);
});
