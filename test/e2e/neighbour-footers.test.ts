import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NEIGHBOUR_FOOTER } from "../support/pi/neighbours/footer.ts";
import { NAMESAKE } from "../support/pi/neighbours/namesake.ts";
import { ORDERS, type Order, ordered } from "../support/pi/neighbours/order.ts";
import { startTerminal, type TerminalPi } from "../support/pi/terminal.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../support/provider/index.ts";
import { footerRates } from "../support/truth.ts";

const TAKEN = /another extension has set the footer since/;

let simulator: ProviderSimulator;
let workspace: Workspace;
let pi: TerminalPi | null;

beforeEach(async () => {
  pi = null;
  simulator = await startProvider({ minimumTokens: 256 });
  workspace = await makeWorkspace(simulator);
});
afterEach(async () => {
  await pi?.stop();
  await simulator.close();
  await workspace.remove();
});

async function start(order: Order, env: Readonly<Record<string, string>> = {}, neighbour = NEIGHBOUR_FOOTER) {
  const extensions = ordered(neighbour, order);
  pi = await startTerminal(workspace, {
    ...SIMULATED_MODELS["anthropic-messages"],
    columns: 100,
    rows: 40,
    extensions,
    env,
  });
  const running = pi;
  const shows = (...texts: string[]) =>
    running.waitFor((rows) => texts.every((text) => rows.some((row) => row.includes(text))));
  /** Prompts, and waits until Pi has shown the answer. */
  const say = async (text: string): Promise<void> => {
    await running.enter(text);
    await simulator.waitForRequest(simulator.requests.length + 1);
  };
  const ours = () => {
    const { session, latest } = footerRates(simulator.requests);
    return `◆ ${session} ◇ ${latest} `;
  };
  return { running, shows, say, ours };
}

describe("a neighbour with a footer of its own", () => {
  it("before us loses it to us at the start, keeps it when it sets it again, and gets it taken on request only", async () => {
    const { running, shows, say, ours } = await start("before");
    await shows("◆ n/a ◇ n/a ");
    await say("one");
    await shows(ours());
    await running.enter("/neighbour-footer set");
    await shows("neighbour's footer, lost 1 times");
    await say("two");
    await say("three");
    await running.enter("/cache-stats");
    const screen = await shows("latest turn", "another extension has set the footer since");
    // Two turns later: nothing of ours has taken it back.
    expect(screen.join("\n")).toContain("neighbour's footer, lost 1 times");
    await running.enter("/cache-stats enable");
    await shows(ours(), "cache-stats is on.");
    expect(running.screen().join("\n")).not.toContain("neighbour's footer");
  });

  it("after us has it from the start and is left alone; the summary says so and has all numbers", async () => {
    const { running, shows, say, ours } = await start("after");
    await shows("neighbour's footer, lost 0 times");
    await say("one");
    await say("two");
    await running.enter("/cache-stats");
    const screen = (await shows("current run", "another extension has set the footer since")).join("\n");
    const prompt = simulator.requests.reduce((sum, { promptTokens }) => sum + promptTokens, 0);
    expect(screen).toContain(`of ${prompt.toLocaleString("en-US")} prompt tokens from cache`);
    expect(screen).toContain("neighbour's footer, lost 0 times");
    // Given up, it is Pi's: ours comes back on request only.
    await running.enter("/neighbour-footer clear");
    await shows("CH");
    await say("three");
    expect(running.screen().slice(-2).join("\n")).not.toContain("◆");
    await running.enter("/cache-stats enable");
    await shows(ours());
  });

  it.each(ORDERS)("%s us shows our status where it shows statuses, and hides it where it does not", async (order) => {
    const status = { PI_CACHE_STATS_FOOTER: "status" };
    const { running, shows, say } = await start(order, { ...status, TEST_NEIGHBOUR_STATUSES: "1" });
    await say("one");
    await shows("neighbour's footer, lost 0 times hit 0%");
    await running.stop();
    await workspace.forgetSessions();
    const other = await start(order, status);
    await other.say("one");
    await other.running.enter("/cache-stats");
    const screen = (await other.shows("latest turn", "neighbour's footer, lost 0 times")).join("\n");
    expect(screen).not.toMatch(/hit \d+%/);
    expect(screen).not.toMatch(TAKEN);
  });
});

it.each(ORDERS)("the status of a neighbour %s us with our names stands in our footer", async (order) => {
  const { shows, say, ours } = await start(order, {}, NAMESAKE);
  await say("one");
  await shows(ours(), "status of the neighbour");
});
