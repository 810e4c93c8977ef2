import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import type { Host } from "../../../src/host.ts";
import { Monitor } from "../../../src/monitor.ts";
import { createHost } from "../../../src/pi-host.ts";
import { FooterReader } from "../../../src/ui/footer/reader.ts";
import { assistant, FakeContext, FakePi, SONNET } from "../../support/fake-pi.ts";

function bench(changes: Partial<Host> = {}) {
  const pi = new FakePi();
  const context = new FakeContext();
  const { session, screen } = context;
  const host: Host = { ...createHost(pi.api, context.ctx), home: () => "/home/me", ...changes };
  const monitor = new Monitor(readConfig({}), () => null);
  const clock = { now: 0 };
  const reader = new FooterReader(host, monitor, screen.data, () => clock.now);
  const contextReads = (): number => context.touched.filter((name) => name === "getContextUsage()").length;
  const calls = (method: string): number => session.calls.filter((name) => name === method).length;
  return { pi, context, session, screen, host, monitor, clock, reader, contextReads, calls };
}

describe("what a frame asks Pi for", () => {
  it("is entries, context usage and session name once while leaf, session and model stay", () => {
    const { session, reader, contextReads, calls } = bench();
    session.appendTurn([10, 5, 90, 0]);
    for (let frame = 0; frame < 100; frame++) reader.read();
    expect([calls("getEntries"), contextReads(), calls("getSessionName")]).toEqual([1, 1, 1]);
  });

  it("is all three again when the leaf has moved", () => {
    const { session, reader, contextReads, calls } = bench();
    reader.read();
    session.appendTurn([10, 5, 90, 0]);
    reader.read();
    reader.read();
    expect([calls("getEntries"), contextReads(), calls("getSessionName")]).toEqual([2, 2, 2]);
  });

  it("is context usage and session name again when the model has changed", () => {
    const { context, session, reader, contextReads } = bench();
    session.appendTurn([10, 5, 90, 0]);
    reader.read();
    context.model = { ...SONNET, id: "other", contextWindow: 1_000_000 };
    context.usage = { tokens: 1, contextWindow: 1_000_000, percent: 3 };
    expect(reader.read()).toMatchObject({ model: "other", contextPercent: 3, contextWindow: 1_000_000 });
    expect(contextReads()).toBe(2);
  });

  it("is all three again when the session has changed under the same leaf id", () => {
    let id = "one";
    const { session, reader, contextReads, calls } = bench({ sessionId: () => id });
    session.appendTurn([10, 5, 90, 0]);
    reader.read();
    id = "two";
    reader.read();
    expect([calls("getEntries"), contextReads(), calls("getSessionName")]).toEqual([2, 2, 2]);
  });

  it("is tried again when the last try failed half-way", () => {
    let failing = true;
    const { reader } = bench({
      sessionName: () => {
        if (failing) throw new Error("gone");
        return "name";
      },
    });
    expect(() => reader.read()).toThrow();
    failing = false;
    expect(reader.read().sessionName).toBe("name");
  });

  it("is the settings at most twice a second", () => {
    const { pi, clock, reader } = bench();
    for (const now of [0, 1, 250, 499.9]) {
      clock.now = now;
      reader.read();
    }
    expect(pi.settingsReads).toBe(1);
    pi.settings = { compaction: { enabled: false } };
    clock.now = 500;
    expect(reader.read().autoCompaction).toBe(false);
    expect(pi.settingsReads).toBe(2);
  });

  it("is everything else anew each time: nothing on the screen is stale", () => {
    const { pi, context, session, screen, reader } = bench();
    reader.read();
    session.cwd = "/srv/other";
    screen.branch = "feature";
    screen.providers = 2;
    screen.statuses.set("lsp", "ok");
    pi.thinkingLevel = "low";
    context.usesOAuth = true;
    context.oauth = { isSubscription: true };
    expect(reader.read()).toMatchObject({
      ...{ folder: "/srv/other", branch: "feature", showProvider: true, statuses: "ok" },
      ...{ thinkingLevel: "low", subscription: true },
    });
  });
});

describe("the facts of the footer", () => {
  it.each([
    ["/home/me", "~"],
    ["/home/me/project", "~/project"],
    ["/home/me/..folder", "~/..folder"],
    ["/home/me2", "/home/me2"],
    ["/home", "/home"],
    ["/", "/"],
  ])("show the folder %s as %s", (cwd, folder) => {
    const { session, reader } = bench();
    session.cwd = cwd;
    expect(reader.read().folder).toBe(folder);
  });

  it.each([null, ""])("show the folder in full when the home folder is %j", (home) => {
    const { session, reader } = bench({ home: () => home });
    session.cwd = "/home/me/project";
    expect(reader.read().folder).toBe("/home/me/project");
  });

  it("sum tokens and cost over the whole file, as Pi's own footer does", () => {
    const { session, reader } = bench();
    const root = session.appendTurn([10, 5, 90, 1]);
    session.appendTurn([20, 6, 100, 2]);
    session.moveTo(root);
    session.append({
      type: "usage",
      kind: "cache_warm",
      usage: { input: 1, output: 1, cacheRead: 50, cacheWrite: 0, cost: { total: 0.5 } },
    });
    expect(reader.read()).toMatchObject({ input: 31, output: 12, cacheRead: 240, cacheWrite: 3, cost: 0.502 });
  });

  it("take the session rate from sums and the latest rate from the newest turn", () => {
    const { session, reader } = bench();
    session.appendTurn([100, 5, 0, 900]);
    session.appendTurn([50, 5, 950, 0]);
    expect(reader.read()).toMatchObject({ sessionRate: 950 / 2_000, latestRate: 0.95 });
  });

  it("have no rate before any cache activity, and no latest rate after a turn without prompt tokens", () => {
    const { session, reader } = bench();
    session.appendTurn([100, 5, 0, 0]);
    expect(reader.read()).toMatchObject({ sessionRate: null, latestRate: null });
    session.appendTurn([10, 5, 90, 0]);
    session.appendTurn([0, 0, 0, 0], { stopReason: "error" });
    expect(reader.read()).toMatchObject({ sessionRate: 90 / 200, latestRate: null });
  });

  it("follow the user in the tree", () => {
    const { session, reader } = bench();
    const first = session.appendTurn([10, 5, 90, 0]);
    session.appendTurn([50, 5, 50, 0]);
    expect(reader.read().latestRate).toBe(0.5);
    session.moveTo(first);
    expect(reader.read().latestRate).toBe(0.9);
  });

  it("start from nothing after a reset, while the counters go on", () => {
    const { session, host, monitor, reader } = bench();
    session.appendTurn([10, 5, 90, 0]);
    reader.read();
    monitor.reset(host);
    expect(reader.read()).toMatchObject({ sessionRate: null, latestRate: null, input: 10, cacheRead: 90 });
  });

  it("do not know the context where Pi does not, as after compaction", () => {
    const { context, reader } = bench();
    context.usage = { tokens: null, contextWindow: 200_000, percent: null };
    expect(reader.read()).toMatchObject({ contextPercent: null, contextWindow: 200_000 });
  });

  it("take the window from the model where Pi has no context usage", () => {
    const { context, reader } = bench();
    context.usage = undefined;
    expect(reader.read()).toMatchObject({ contextPercent: null, contextWindow: SONNET.contextWindow });
  });

  it("say no-model without a model, and then show no provider", () => {
    const { context, screen, reader } = bench();
    context.model = undefined;
    screen.providers = 3;
    expect(reader.read()).toMatchObject({ model: "no-model", thinkingLevel: null, showProvider: false });
  });

  it("have a thinking level for models that think, off included", () => {
    const { pi, context, reader } = bench();
    expect(reader.read().thinkingLevel).toBe("high");
    pi.thinkingLevel = undefined;
    expect(reader.read().thinkingLevel).toBe("off");
    context.model = { ...SONNET, reasoning: false };
    expect(reader.read().thinkingLevel).toBeNull();
  });

  it("name the model that answered under a virtual one, and only there", () => {
    const { context, session, reader } = bench();
    session.appendTurn([10, 5, 90, 0], { model: "physical", thinkingLevel: "low" });
    expect(reader.read()).toMatchObject({ routedModel: null, routedLevel: null });
    context.model = { ...SONNET, id: "router", api: "pi-virtual" };
    expect(reader.read()).toMatchObject({ model: "router", routedModel: "physical", routedLevel: "low" });
  });

  it.each([
    ["failed", { stopReason: "error", model: "fallback" }],
    ["was aborted", { stopReason: "aborted", model: "fallback" }],
    ["names the virtual model itself", { api: "pi-virtual", model: "router" }],
  ])("keep the model that last answered under a virtual one when the newest turn %s", (_, rest) => {
    const { context, session, reader } = bench();
    context.model = { ...SONNET, id: "router", api: "pi-virtual" };
    session.appendTurn([0, 0, 0, 0], rest);
    expect(reader.read()).toMatchObject({ routedModel: null, routedLevel: null });
    session.appendTurn([10, 5, 90, 0], { model: "physical", thinkingLevel: "low" });
    session.appendTurn([0, 0, 0, 0], rest);
    expect(reader.read()).toMatchObject({ routedModel: "physical", routedLevel: "low", latestRate: null });
  });

  it("have a cost of 0 where none is known", () => {
    const { session, reader } = bench();
    expect(reader.read().cost).toBe(0);
    session.appendTurn([0, 0, 0, 0], { usage: { input: 10, output: 5, cacheRead: 90, cacheWrite: 0 } });
    expect(reader.read().cost).toBe(0);
  });

  it("still name the model that answered under a virtual one after a reset", () => {
    const { context, session, host, monitor, reader } = bench();
    context.model = { ...SONNET, id: "router", api: "pi-virtual" };
    session.appendTurn([10, 5, 90, 0], { model: "physical" });
    monitor.reset(host);
    expect(reader.read().routedModel).toBe("physical");
  });

  it("show the provider when Pi knows several", () => {
    const { screen, reader } = bench();
    expect(reader.read().showProvider).toBe(false);
    screen.providers = 2;
    expect(reader.read().showProvider).toBe(true);
  });

  it("join the statuses sorted by key, on one line, with their colours", () => {
    const { screen, reader } = bench();
    screen.statuses.set("lsp", "ts\r\n\tok");
    screen.statuses.set("aaa", "\u001b[32mMCP  3/3\u001b[0m");
    screen.statuses.set("bbb", "  ");
    expect(reader.read().statuses).toBe("\u001b[32mMCP 3/3\u001b[0m ts ok");
  });

  it("hold the speed of the last response: none before any, null when it could not be measured", () => {
    const { monitor, reader } = bench();
    expect(reader.read().speed).toBeUndefined();
    const message = assistant([10, 100, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.streamed({ type: "text_delta", delta: "x" }, 1_000);
    monitor.responseEnded(message, 3_000);
    monitor.turnEnded(message, "e1", 0);
    expect(reader.read()).toMatchObject({ speed: 50, speedOfRequest: false });
    monitor.turnStarted();
    monitor.requestStarted(4_000);
    monitor.responseEnded(message, 4_001);
    monitor.turnEnded(message, "e2", 0);
    expect(reader.read()).toMatchObject({ speed: null, speedOfRequest: true });
  });
});
