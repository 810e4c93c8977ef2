import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NAVIGATOR } from "../support/pi/navigator.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { startTerminal, type TerminalPi } from "../support/pi/terminal.ts";
import { makeWorkspace, SIMULATED_MODELS, simulatedProviders, type Workspace } from "../support/pi/workspace.ts";
import { type ProtocolName, type ProviderSimulator, startProvider, type Truth } from "../support/provider/index.ts";
import { footerRates, wholePercent } from "../support/truth.ts";

const PROTOCOLS: readonly ProtocolName[] = ["anthropic-messages", "openai-completions", "openai-responses"];

let simulator: ProviderSimulator;
let silent: ProviderSimulator;
let workspace: Workspace;
let pi: TerminalPi;

beforeEach(async () => {
  simulator = await startProvider({ minimumTokens: 256 });
  silent = await startProvider({ reporting: "none" });
  const settings = { retry: { baseDelayMs: 10 }, compaction: { keepRecentTokens: 100 } };
  workspace = await makeWorkspace(simulator, { settings, providers: simulatedProviders(silent, "silent") });
});

afterEach(async () => {
  await pi.stop();
  await simulator.close();
  await silent.close();
  await workspace.remove();
});

async function start(protocol: ProtocolName, columns: number, args: readonly string[] = []): Promise<void> {
  const extensions = [EXTENSION, NAVIGATOR];
  pi = await startTerminal(workspace, { ...SIMULATED_MODELS[protocol], columns, extensions, args });
}

/** Waits until the footer shows these two rates. */
async function footerShows(session: string, latest: string): Promise<readonly string[]> {
  return pi.waitFor((screen) => screen.some((row) => row.includes(`◆ ${session} ◇ ${latest} `)));
}

/** Prompts, and waits until the provider has answered `requests` requests in all and the footer shows their rates. */
async function say(text: string, requests: number): Promise<void> {
  await pi.enter(text);
  await simulator.waitForRequest(requests);
  const { session, latest } = footerRates(simulator.requests);
  await footerShows(session, latest);
}

const chosen = (...numbers: number[]): Truth[] => numbers.flatMap((number) => simulator.requests[number - 1] ?? []);

describe.each([80, 120])("in a terminal of %i columns", (columns) => {
  it.each(PROTOCOLS)("shows the provider's own rates through a tool loop over %s", async (protocol) => {
    await start(protocol, columns);
    await footerShows("n/a", "n/a");
    await say("say hello", 1);
    await say("call 3 tools", 3);
    expect(wholePercent(simulator.requests)).not.toBe("0%");
  });
});

it("shows n/a, never 0%, with a provider that reports no cache numbers", async () => {
  simulator.reporting = "none";
  await start("openai-completions", 80);
  await pi.enter("call 1 tools");
  await simulator.waitForRequest(2);
  const screen = await pi.waitFor((rows) => rows.some((row) => row.includes("▸")));
  expect(screen.find((row) => row.includes("◆"))).toContain("◆ n/a ◇ n/a ");
});

it("shows the session's rate and n/a for the latest after a failure, and both after the retry succeeded", async () => {
  await start("anthropic-messages", 100);
  await say("say hello", 1);
  simulator.enqueue({ fault: { kind: "status", status: 400 } });
  await pi.enter("refused");
  await footerShows(wholePercent(chosen(1)), "n/a");
  simulator.enqueue({ fault: { kind: "status", status: 529 } });
  await pi.enter("overloaded first");
  await simulator.waitForRequest(4);
  await footerShows(wholePercent(chosen(1, 4)), wholePercent(chosen(4)));
});

it("counts an aborted turn by what the provider had reported", async () => {
  await start("anthropic-messages", 100);
  await say("say hello", 1);
  simulator.enqueue({ text: "a long story that goes on and on and on", deltas: 8, deltaDelay: 300 });
  await pi.enter("tell me a story");
  await pi.waitFor((rows) => rows.some((row) => row.includes("a long")));
  pi.type("\u001b");
  await simulator.waitForRequest(2);
  const [first, aborted] = simulator.requests;
  const rate = { ...first, promptTokens: aborted?.promptTokens ?? 0, readTokens: aborted?.readTokens ?? 0 };
  await footerShows(wholePercent(simulator.requests), wholePercent([rate].filter(isTruth)));
});

const isTruth = (value: Partial<Truth>): value is Truth => value.number !== undefined;

it("follows a new session, a resumed one, a fork and a move in the tree", async () => {
  await start("anthropic-messages", 100);
  await say("say hello", 1);
  await say("say more", 2);
  const [file] = await workspace.sessionFiles();
  const entries = await workspace.sessionEntries();
  const first = /"id":"(\w+)"[^}]*"message":\{"role":"assistant"/.exec(
    entries.map((e) => JSON.stringify(e)).join("\n"),
  )?.[1];
  await pi.enter(`/go-tree ${first}`);
  await footerShows(wholePercent(chosen(1, 2)), wholePercent(chosen(1)));
  await pi.enter("/go-new");
  await footerShows("n/a", "n/a");
  await pi.enter(`/go-session ${file}`);
  await footerShows(wholePercent(chosen(1, 2)), wholePercent(chosen(2)));
  await pi.enter(`/go-fork ${first}`);
  await footerShows(wholePercent(chosen(1)), wholePercent(chosen(1)));
  await pi.enter("from the fork");
  await simulator.waitForRequest(3);
  await footerShows(wholePercent(chosen(1, 3)), wholePercent(chosen(3)));
});

it("shows ? for the context after a compaction and keeps its request out of the rates", async () => {
  await start("anthropic-messages", 100);
  await say(`say hello ${"and so on ".repeat(60)}`, 1);
  await say(`say more ${"and so on ".repeat(60)}`, 2);
  await pi.enter("/compact");
  const compacted = await pi.waitFor((rows) => rows.some((row) => row.includes("▲ ?/200k")));
  expect(compacted.join("\n")).toContain(`◆ ${wholePercent(chosen(1, 2))} ◇ ${wholePercent(chosen(2))} `);
  const before = simulator.requests.length;
  await pi.enter("and now");
  await simulator.waitForRequest(before + 1);
  await footerShows(wholePercent(chosen(1, 2, before + 1)), wholePercent(chosen(before + 1)));
});

it("keeps models apart after a switch, and names the one that is selected", async () => {
  await start("anthropic-messages", 120);
  await say("say hello", 1);
  await say("say more", 2);
  await pi.enter("/go-model silent-completions chat-sim");
  await pi.waitFor((rows) => rows.some((row) => row.includes("■ (silent-completions) chat-sim")));
  await pi.enter("and you");
  await silent.waitForRequest(1);
  await footerShows(wholePercent(chosen(1, 2)), "n/a");
});

it("paints the latest rate in the warning colour and the session's in the terminal's own", async () => {
  await start("anthropic-messages", 100);
  await say("say hello", 1);
  expect(pi.colourOf("◆")).toBeNull();
  expect(pi.colourOf("◇")).not.toBeNull();
});
