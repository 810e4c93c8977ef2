import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { words } from "../../src/ui/words/en.ts";
import { piHas } from "../support/pi/abilities.ts";
import { NAMESAKE } from "../support/pi/neighbours/namesake.ts";
import { ORDERS, type Order, ordered } from "../support/pi/neighbours/order.ts";
import { RELOADER } from "../support/pi/neighbours/reloader.ts";
import { type Manner, REWRITER } from "../support/pi/neighbours/rewriter.ts";
import { type Fault, sessionEvents, THROWER } from "../support/pi/neighbours/thrower.ts";
import { type RpcPi, startRpc } from "../support/pi/rpc.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider, type Truth } from "../support/provider/index.ts";
import { reportOf } from "../support/truth.ts";

const MANNERS: readonly Manner[] = ["returned", "in-place"];
const FAULTS: readonly Fault[] = ["throws", "rejects", "is slow"];
const each = <T>(second: readonly T[]) => ORDERS.flatMap((order) => second.map((one) => [order, one] as const));

let simulator: ProviderSimulator;
let workspace: Workspace;
let pi: RpcPi | null;

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

async function start(
  extensions: readonly string[],
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<RpcPi> {
  pi = await startRpc(workspace, { ...SIMULATED_MODELS["anthropic-messages"], extensions, env, args });
  return pi;
}

/** A command that answers with nothing. */
async function go(running: RpcPi, command: string): Promise<void> {
  await running.send({ type: "prompt", message: command });
}

/** What these requests were, as the report has to have counted them. */
function sums(truths: readonly Truth[]) {
  const sum = (count: (truth: Truth) => number): number => truths.reduce((all, truth) => all + count(truth), 0);
  const usage = {
    input: sum(({ freshTokens }) => freshTokens),
    output: sum(({ outputTokens }) => outputTokens),
    cacheRead: sum(({ readTokens }) => readTokens),
    cacheWrite: sum(({ writtenTokens }) => writtenTokens),
  };
  return { turns: truths.length, measuredTurns: truths.length, usage };
}

describe("a neighbour that puts a clock into every payload", () => {
  /** The verdicts of the second and third turn: the first finds an empty cache in any case. */
  async function judged(order: Order, manner: Manner) {
    const running = await start(ordered(REWRITER, order));
    await go(running, `/neighbour-clock ${manner}`);
    for (const text of ["one", "two", "three"]) await running.prompt(text);
    expect(simulator.requests.map(({ shortfall }) => shortfall)).toEqual(["cold", "changed", "changed"]);
    const { turns, window } = await reportOf(running);
    expect(window).toMatchObject(sums(simulator.requests));
    return { turns: turns.slice(1), why: (await running.command("/cache-stats why")).replace(/\s+/g, " ") };
  }

  it.each(MANNERS)("before us is named with its place, observed: %s", async (manner) => {
    const { turns, why } = await judged("before", manner);
    for (const { verdict, prefix } of turns) {
      expect(verdict).toMatchObject({ outcome: "miss", cause: "system-changed", certainty: "observed" });
      expect(prefix?.divergence).toMatchObject({ section: "system", tag: "clock" });
    }
    expect(why).toContain("in <clock> changed");
  });

  it.each(MANNERS)(
    "after us is not seen: nothing is observed, and that it may have been is said: %s",
    async (manner) => {
      const { turns, why } = await judged("after", manner);
      for (const { verdict, prefix } of turns) {
        expect(prefix).toMatchObject({ relation: "extended", divergence: null });
        expect(verdict).toMatchObject({ outcome: "miss", cause: "provider-side", also: [], certainty: "likely" });
        expect(verdict.evidence.join()).toContain("later extensions are not seen");
      }
      // Where no lifetime is declared that is said too, and then the advice alone has room.
      if (piHas("cache lifetimes in models.json")) expect(why).toContain("later extensions are not seen");
      expect(why).toContain("load this extension last and look again");
    },
  );
});

it.each(ORDERS)("a neighbour %s us that rewrites payloads sends the same bytes without us", async (order) => {
  const sent: (readonly string[])[] = [];
  for (const extensions of [[REWRITER], ordered(REWRITER, order)]) {
    // Two providers that answer with the same bytes.
    const provider = await startProvider({ minimumTokens: 256, idPrefix: "same" });
    await workspace.use(provider);
    await workspace.forgetSessions();
    const running = await start(extensions, {}, ["--session-id", "11111111-2222-4333-8444-555555555555"]);
    for (const manner of MANNERS) {
      await go(running, `/neighbour-clock ${manner}`);
      await running.prompt("call 1 tools");
    }
    await running.stop();
    sent.push(provider.requests.map(({ rawBody }) => rawBody.toString("latin1")));
    await provider.close();
  }
  expect(sent[0]).toHaveLength(4);
  expect(sent[0]?.filter((body) => body.includes("<clock>"))).toHaveLength(4);
  expect(sent[1]).toEqual(sent[0]);
});

it.each(each(FAULTS))(
  "a neighbour %s us that %s in every handler takes nothing from the numbers",
  async (order, fault) => {
    const running = await start(ordered(THROWER, order), { TEST_NEIGHBOUR_FAULT: fault });
    for (const text of ["one", "call 1 tools", "two"]) await running.prompt(text);
    const { window, run, turns, internalErrors } = await reportOf(running);
    expect({ ...window, internalErrors }).toMatchObject({ ...sums(simulator.requests), internalErrors: 0 });
    expect(run).toMatchObject(sums(simulator.requests));
    expect(turns.map(({ prefix }) => prefix?.relation)).toEqual(["baseline", "extended", "extended", "extended"]);
    const errors = running.messages.filter(({ type }) => type === "extension_error");
    // Those of the neighbour alone; a slow one makes none.
    expect(new Set(errors.map(({ extensionPath }) => extensionPath))).toEqual(
      new Set(fault === "is slow" ? [] : [THROWER]),
    );
    const events = new Set(errors.map(({ event }) => event));
    expect([...events].filter((event) => !sessionEvents().includes(String(event)))).toEqual([]);
    const ours = ["session_start", "before_provider_request", "message_update", "turn_end", "agent_settled"];
    if (fault !== "is slow") expect([...events]).toEqual(expect.arrayContaining(ours));
  },
);

describe.each(ORDERS)("a neighbour %s us with our names", (order) => {
  it("gets its number from Pi and we ours, and the summary says so; the plain name is a prompt", async () => {
    const running = await start(ordered(NAMESAKE, order));
    const [ours, theirs] = order === "before" ? [":2", ":1"] : [":1", ":2"];
    expect(await running.command(`/cache-stats${theirs} json`)).toBe("the neighbour answers: json");
    const summary = (await running.command(`/cache-stats${ours}`)).replace(/\s+/g, " ");
    expect(summary).toContain(words.commandShared);
    expect(await running.command(`/cache-stats${ours} why`)).toBe(words.noTurns);
    expect(simulator.requests).toHaveLength(0);
    await running.prompt("/cache-stats");
    expect(simulator.requests).toHaveLength(1);
  });

  it("keeps its status key, and loses ours only when our text changes", async () => {
    const running = await start(ordered(NAMESAKE, order), { PI_CACHE_STATS_FOOTER: "status" });
    const of = (key: string): readonly unknown[] =>
      running.messages
        .filter(({ method, statusKey }) => method === "setStatus" && statusKey === key)
        .map(({ statusText }) => statusText);
    await running.prompt("one");
    await go(running, "/neighbour-status cache-hit-rate taken");
    const taken = of("cache-hit-rate").length;
    for (const text of ["two", "three", "four"]) await running.prompt(text);
    expect(of("cache-stats")).toEqual(["status of the neighbour"]);
    const later = of("cache-hit-rate").slice(taken);
    // Once for each text that differs from our last, and never to win the key back.
    expect(later.length).toBeGreaterThan(0);
    expect(later).toEqual([...new Set(later)]);
    expect(later.every((text) => /^hit \d+%$/.test(String(text)))).toBe(true);
  });
});

describe.each(ORDERS)("a neighbour %s us that reloads", (order) => {
  it("in mid-run, where Pi lets it, and once it has settled: nothing is lost or counted twice", async () => {
    const running = await start(ordered(RELOADER, order));
    for (const event of ["message_update", "turn_end", "agent_end", "agent_settled"]) {
      await go(running, `/neighbour-reload ${event}`);
      const told = running.next(({ method }) => method === "notify");
      await running.prompt("call 1 tools");
      const isRefused = piHas("no reload in mid-run") && event !== "agent_settled";
      expect((await told).message).toMatch(isRefused ? /^not reloaded: Wait for the current response/ : /^reloaded$/);
    }
    const reloadedAt = simulator.requests.length;
    await running.prompt("call 1 tools");
    const { window, run, turns, internalErrors, breaks } = await reportOf(running);
    expect({ ...window, internalErrors }).toMatchObject({ ...sums(simulator.requests), internalErrors: 0 });
    expect(run).toMatchObject(sums(simulator.requests.slice(reloadedAt)));
    const relations = turns.map(({ prefix }) => prefix?.relation ?? "not seen");
    const usual = ["baseline", ...Array(9).fill("extended")];
    if (piHas("no reload in mid-run")) expect(relations).toEqual(usual);
    // A request that was under way then belongs to neither instance.
    else
      expect({ kinds: new Set(["not seen", ...relations]), end: relations.slice(3) }).toEqual({
        kinds: new Set(["not seen", "baseline", "extended"]),
        end: usual.slice(3),
      });
    expect(breaks.count).toBe(0);
    expect(running.messages.filter(({ type }) => type === "extension_error")).toEqual([]);
    expect(running.stderr).toBe("");
  });
});
