import { afterEach, describe, expect, it, vi } from "vitest";
import { createHost } from "../src/pi-host.ts";
import { FakeContext, FakePi, FakeUi, SONNET } from "./support/fake-pi.ts";

afterEach(() => vi.unstubAllEnvs());

function bench(mode: "tui" | "rpc" | "print" = "tui") {
  const pi = new FakePi();
  const context = new FakeContext(new FakeUi(mode));
  return { pi, context, session: context.session, host: createHost(pi.api, context.ctx) };
}

describe("Pi as the package asks it", () => {
  it("answers about its session", () => {
    const { session, host } = bench("rpc");
    const id = session.appendTurn([10, 5, 90, 0]);
    session.name = "name";
    expect(host.mode).toBe("rpc");
    expect(host.sessionId()).toBe(session.id);
    expect(host.leafId()).toBe(id);
    expect(host.entries()).toHaveLength(1);
    expect(host.entry(id)).toBe(host.entries()[0]);
    expect(host.branch()).toEqual(host.entries());
    expect([host.sessionFile(), host.sessionName(), host.cwd()]).toEqual([session.file, "name", session.cwd]);
  });

  it("answers null for a session without file and name", () => {
    const { session, host } = bench();
    session.file = undefined;
    expect([host.sessionFile(), host.sessionName()]).toEqual([null, null]);
  });

  it("answers with the values of now", () => {
    const { pi, context, host } = bench();
    context.model = { ...SONNET, id: "other", reasoning: false };
    pi.thinkingLevel = "low";
    context.usage = { tokens: 1, contextWindow: 5, percent: 20 };
    expect(host.model()).toMatchObject({ id: "other", reasoning: false });
    expect(host.thinkingLevel()).toBe("low");
    expect(host.contextUse()).toEqual({ percent: 20, contextWindow: 5 });
  });

  it("describes the selected model and marks a virtual one", () => {
    const { context, host } = bench();
    expect(host.model()).toEqual({
      ...{ provider: "anthropic", id: "claude-sonnet", api: "anthropic-messages", reasoning: true },
      ...{ contextWindow: 200_000, virtual: false },
    });
    context.model = { ...SONNET, api: "pi-virtual" };
    expect(host.model()?.virtual).toBe(true);
    context.model = undefined;
    expect(host.model()).toBeNull();
  });

  it("does not know the context where Pi does not", () => {
    const { context, host } = bench();
    context.usage = { tokens: null, contextWindow: 9, percent: null };
    expect(host.contextUse()).toEqual({ percent: null, contextWindow: 9 });
    context.usage = undefined;
    expect(host.contextUse()).toBeNull();
  });

  it.each([
    [{}, true],
    [{ compaction: {} }, true],
    [{ compaction: { enabled: true } }, true],
    [{ compaction: { enabled: false } }, false],
    [undefined, true],
  ])("compacts by itself unless the settings say otherwise: %j", (settings, expected) => {
    const { pi, host } = bench();
    pi.settings = settings;
    expect(host.autoCompaction()).toBe(expected);
  });

  it("compacts by itself on a Pi whose settings cannot be asked", () => {
    const { pi, host } = bench();
    Reflect.deleteProperty(pi.parts, "getSettings");
    expect(host.autoCompaction()).toBe(true);
  });

  it.each([
    [["cache-stats"], false],
    [["cache-stats", "cache-stats:old", "my-cache-stats:1"], false],
    [["cache-stats:1", "cache-stats:2"], true],
    [["", "cache-stats:2"], true],
  ])("knows by the names that Pi gives whether another command has its name: %j", (names, expected) => {
    const { pi, host } = bench();
    pi.listedCommands = names.map((name) => ({ name }));
    expect(host.isCommandShared()).toBe(expected);
  });

  it("takes its name for its own on a Pi that does not list commands, or lists what is none", () => {
    const { pi, host } = bench();
    pi.listedCommands = [null, 1, {}];
    expect(host.isCommandShared()).toBe(false);
    Reflect.deleteProperty(pi.parts, "getCommands");
    expect(host.isCommandShared()).toBe(false);
  });

  it("is paid by a subscription with Kimi Coding, or with a login that is marked as one", () => {
    const { context, host } = bench();
    expect(host.subscription()).toBe(false);
    context.oauth = { isSubscription: true };
    expect(host.subscription()).toBe(false);
    context.usesOAuth = true;
    expect(host.subscription()).toBe(true);
    context.oauth = { isSubscription: false };
    expect(host.subscription()).toBe(false);
    context.model = { ...SONNET, provider: "kimi-coding" };
    expect(host.subscription()).toBe(true);
    context.model = undefined;
    expect(host.subscription()).toBe(false);
  });

  it("knows of each model whether a subscription pays for it, whichever is selected", () => {
    const { context, host } = bench();
    const { provider, id } = SONNET;
    expect(host.paidBySubscription(provider, id)).toBe(false);
    context.usesOAuth = true;
    context.oauth = { isSubscription: true };
    expect(host.paidBySubscription(provider, id)).toBe(true);
    context.oauth = { isSubscription: false };
    expect(host.paidBySubscription(provider, id)).toBe(false);
    context.model = { ...SONNET, provider: "kimi-coding", id: "k2" };
    expect(host.paidBySubscription("kimi-coding", "k2")).toBe(true);
  });

  it("takes a model that Pi does not know as paid by none", () => {
    const { context, host } = bench();
    context.usesOAuth = true;
    context.oauth = { isSubscription: true };
    expect(host.paidBySubscription("nobody", "nothing")).toBe(false);
    expect(host.paidBySubscription(SONNET.provider, "nothing")).toBe(false);
    expect(host.paidBySubscription("kimi-coding", "k2")).toBe(false);
  });

  it("has experiments on with PI_EXPERIMENTAL=1 only", () => {
    const { host } = bench();
    vi.stubEnv("PI_EXPERIMENTAL", "1");
    expect(host.experimental()).toBe(true);
    vi.stubEnv("PI_EXPERIMENTAL", "0");
    expect(host.experimental()).toBe(false);
    vi.stubEnv("PI_EXPERIMENTAL", undefined);
    expect(host.experimental()).toBe(false);
  });

  it("takes the home folder from HOME, else from USERPROFILE, else from nowhere", () => {
    const { host } = bench();
    vi.stubEnv("HOME", "/home/me");
    vi.stubEnv("USERPROFILE", "C:\\me");
    expect(host.home()).toBe("/home/me");
    vi.stubEnv("HOME", "");
    expect(host.home()).toBe("C:\\me");
    vi.stubEnv("USERPROFILE", undefined);
    expect(host.home()).toBeNull();
  });

  it("asks Pi for nothing but mode and session when it is made", () => {
    const { context, session } = bench();
    expect([...new Set(context.touched)].sort()).toEqual(["mode", "sessionManager"]);
    expect(session.calls).toEqual([]);
  });

  it("throws like Pi once the session was replaced", () => {
    const { context, host } = bench();
    context.replace();
    expect(() => host.model()).toThrow();
    expect(() => host.contextUse()).toThrow();
    expect(() => host.subscription()).toThrow();
    expect(() => host.paidBySubscription(SONNET.provider, SONNET.id)).toThrow();
  });
});
