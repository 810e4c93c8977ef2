import { stripVTControlCharacters } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "../src/config.ts";
import { Monitor } from "../src/monitor.ts";
import { createHost } from "../src/pi-host.ts";
import { Views } from "../src/views.ts";
import { FakeContext, FakePi, FakeUi } from "./support/fake-pi.ts";

function bench(env: Record<string, string> = {}, mode: "tui" | "rpc" | "print" = "tui") {
  const context = new FakeContext(new FakeUi(mode));
  const { screen, session } = context;
  const monitor = new Monitor(readConfig(env), () => null);
  const views = new Views(monitor);
  const host = createHost(new FakePi().api, context.ctx);
  return {
    ...{ context, screen, session, monitor, views, host },
    open: () => views.open(screen.asPi, host),
    frame: (width = 160) => screen.footer?.render(width).map((line) => stripVTControlCharacters(line)) ?? null,
  };
}

describe("what draws", () => {
  afterEach(() => {
    vi.doUnmock("../src/ui/drawing.ts");
    vi.resetModules();
  });

  /** Views of a process that has drawn nothing yet. */
  async function firstViews(env: Record<string, string> = {}, mode: "tui" | "rpc" = "tui") {
    vi.resetModules();
    const made = bench(env, mode);
    const fresh = await import("../src/views.ts");
    return { ...made, views: new fresh.Views(made.monitor) };
  }

  it("is loaded with the first session, and the footer is there when the session has begun", async () => {
    const { views, screen, host } = await firstViews();
    const opening = views.open(screen.asPi, host);
    expect(opening).toBeInstanceOf(Promise);
    expect(screen.footerCalls).toEqual([]);
    expect(views.footerTaken).toBe(false);
    await opening;
    expect(screen.footer).not.toBeNull();
    expect(views.open(screen.asPi, host)).toBeUndefined();
  });

  it("is loaded for the status too", async () => {
    const { views, screen, host } = await firstViews({ PI_CACHE_STATS_FOOTER: "status" }, "rpc");
    await views.open(screen.asPi, host);
    expect(screen.ownStatus).toBe("hit n/a");
  });

  it("is not loaded where nothing is shown", async () => {
    const { views, screen, host } = await firstViews({}, "rpc");
    expect(views.open(screen.asPi, host)).toBeUndefined();
  });

  it("shows nothing in a session that has ended meanwhile", async () => {
    const { views, screen, host } = await firstViews();
    const opening = views.open(screen.asPi, host);
    views.close();
    await opening;
    expect(screen.footerCalls).toEqual([]);
  });

  it("shows nothing that was switched off meanwhile", async () => {
    const { views, screen, host, monitor } = await firstViews();
    const opening = views.open(screen.asPi, host);
    monitor.disable();
    await opening;
    expect(screen.footer).toBeNull();
  });

  it("shows the session that came meanwhile, once", async () => {
    const { views, screen, host } = await firstViews();
    const next = new FakeContext();
    const opening = [views.open(screen.asPi, host)];
    views.close();
    opening.push(views.open(next.screen.asPi, createHost(new FakePi().api, next.ctx)));
    await Promise.all(opening);
    expect([screen.footerCalls.length, next.screen.footerCalls.length]).toEqual([0, 1]);
  });

  it("that cannot be loaded is an internal error, and Pi's own footer stays until it can", async () => {
    let fails = true;
    vi.doMock("../src/ui/drawing.ts", async (original) => {
      if (fails) throw new Error("SECRET");
      return await original();
    });
    const { views, screen, host, monitor } = await firstViews();
    await views.open(screen.asPi, host);
    expect(screen.footerCalls).toEqual([]);
    expect(monitor.internalErrors).toBe(1);
    fails = false;
    await views.apply();
    expect(screen.footer).not.toBeNull();
  });

  it("that Pi refuses to show is an internal error", async () => {
    const { views, screen, host, monitor } = await firstViews();
    const setFooter = () => {
      throw new Error("SECRET");
    };
    await views.open({ ...screen.asPi, setFooter }, host);
    expect(monitor.internalErrors).toBe(1);
  });
});

describe("the footer view", () => {
  it("is shown in the TUI", () => {
    const { screen, session, open, frame } = bench();
    session.appendTurn([10, 5, 90, 0]);
    open();
    expect(frame()?.join()).toContain("◆ 90% ◇ 90%");
    expect(screen.statusCalls).toEqual([]);
  });

  it.each(["rpc", "print"] as const)("is not set in %s mode", (mode) => {
    const { screen, open, views } = bench({}, mode);
    open();
    views.refresh();
    expect(screen.footerCalls).toEqual([]);
    expect(views.footerTaken).toBe(false);
  });

  it("goes with disable and comes back with enable", () => {
    const { screen, monitor, views, open } = bench();
    open();
    monitor.disable();
    views.apply();
    expect(screen.footer).toBeNull();
    monitor.enable();
    views.apply();
    expect(screen.footer).not.toBeNull();
  });

  it("is not cleared when another extension took it, which is said, and does not count as a fault", () => {
    const { screen, monitor, views, open } = bench();
    open();
    expect(views.footerTaken).toBe(false);
    screen.setForeignFooter();
    expect(views.footerTaken).toBe(true);
    monitor.disable();
    views.apply();
    expect(screen.footer?.render(10)).toEqual(["FOREIGN"]);
    expect(views.footerTaken).toBe(false);
    expect(monitor.internalErrors).toBe(0);
  });

  it("comes back from another extension when it is asked for", () => {
    const { screen, session, views, open, frame } = bench();
    session.appendTurn([10, 5, 90, 0]);
    open();
    screen.setForeignFooter();
    views.refresh();
    expect(views.footerTaken).toBe(true);
    views.apply();
    expect(views.footerTaken).toBe(false);
    expect(frame()?.join()).toContain("◆ 90%");
    expect(screen.branchListeners).toBe(1);
  });

  it("asks for a frame without arguments when something was measured or the git branch changed", () => {
    const { screen, views, open, frame } = bench();
    open();
    views.refresh();
    screen.switchBranch("feature");
    expect(screen.renderRequests).toEqual([[], []]);
    expect(frame()?.[0]).toContain("(feature)");
  });

  it("listens to the git branch only while it is shown", () => {
    const { screen, monitor, views, open } = bench();
    open();
    expect(screen.branchListeners).toBe(1);
    open();
    expect(screen.branchListeners).toBe(1);
    monitor.disable();
    views.apply();
    expect(screen.branchListeners).toBe(0);
  });

  it("keeps the last good frame and counts one internal error for each that fails", () => {
    const { session, monitor, open, frame } = bench();
    session.appendTurn([10, 5, 90, 0]);
    open();
    const good = frame();
    session.failing = true;
    expect(frame()).toEqual(good);
    expect(monitor.internalErrors).toBe(1);
    frame();
    frame();
    expect(monitor.internalErrors).toBe(3);
  });

  it("has no colour under NO_COLOR and no glyph beyond ASCII with PI_CACHE_STATS_ASCII", () => {
    const { screen, session, open } = bench({ NO_COLOR: "1", PI_CACHE_STATS_ASCII: "1" });
    session.appendTurn([10, 5, 90, 0]);
    open();
    for (const line of screen.footer?.render(160) ?? []) expect(line).toMatch(/^[\x20-\x7e]+$/);
  });

  it("has colours otherwise", () => {
    const { screen, session, open } = bench();
    session.appendTurn([10, 5, 90, 0]);
    open();
    expect(screen.footer?.render(160).join()).toContain("\u001b[33m◇ 90%\u001b[0m");
  });
});

describe("the session scope behind the views", () => {
  it("is not read at an event where nothing shows it and Pi counts its entries", () => {
    const { session, views, open } = bench({ PI_CACHE_STATS_FOOTER: "0" });
    open();
    session.appendTurn([10, 5, 90, 0]);
    views.refresh();
    expect(session.calls).not.toContain("getEntries");
  });

  it("is read at each event where Pi does not count its entries, so that a branch that is left again is seen", () => {
    const { screen, session, monitor, views, host } = bench({ PI_CACHE_STATS_FOOTER: "0" });
    const uncounted = { ...host, entryCount: () => null };
    views.open(screen.asPi, uncounted);
    const first = session.appendTurn([10, 5, 90, 0]);
    views.refresh();
    session.appendTurn([50, 5, 50, 0]);
    views.refresh();
    session.moveTo(first);
    monitor.scan.update(uncounted);
    expect(monitor.scan.file.ledger.aggregate().turns).toBe(2);
    expect(screen.shownCalls).toBe(0);
  });
});

describe("the status view", () => {
  it.each(["tui", "rpc"] as const)("is one status beside any other footer in %s mode", (mode) => {
    const { screen, session, open } = bench({ PI_CACHE_STATS_FOOTER: "status" }, mode);
    session.appendTurn([10, 5, 90, 0]);
    open();
    expect(screen.ownStatus).toBe("hit 90%");
    expect(screen.footerCalls).toEqual([]);
  });

  it("is pushed only when its text changed (C54)", () => {
    const { screen, session, views, open } = bench({ PI_CACHE_STATS_FOOTER: "status" });
    session.appendTurn([10, 5, 90, 0]);
    open();
    for (let index = 0; index < 200; index++) views.refresh();
    session.appendTurn([10, 5, 90, 0]);
    views.refresh();
    expect(screen.statusCalls).toHaveLength(1);
    session.appendTurn([20, 5, 80, 0]);
    views.refresh();
    expect(screen.statusCalls.map(({ text }) => text)).toEqual(["hit 90%", "hit 80%"]);
  });

  it("goes with disable and comes back with enable", () => {
    const { screen, monitor, views, open } = bench({ PI_CACHE_STATS_FOOTER: "status" });
    open();
    monitor.disable();
    views.apply();
    expect(screen.ownStatus).toBeUndefined();
    views.refresh();
    expect(screen.ownStatus).toBeUndefined();
    monitor.enable();
    views.apply();
    expect(screen.ownStatus).toBe("hit n/a");
  });
});

describe("no view", () => {
  it.each(["0", "false"])(
    "is there with PI_CACHE_STATS_FOOTER=%s, and nothing is cleared that was not ours",
    (footer) => {
      const { screen, monitor, views, open } = bench({ PI_CACHE_STATS_FOOTER: footer });
      screen.setForeignFooter();
      open();
      views.refresh();
      monitor.disable();
      views.apply();
      monitor.enable();
      views.apply();
      expect(screen.footer?.render(10)).toEqual(["FOREIGN"]);
      expect(screen.footerCalls).toEqual(["set"]);
      expect(screen.statusCalls).toEqual([]);
    },
  );

  it("is there before a session begins", () => {
    const { screen, views } = bench();
    views.apply();
    views.refresh();
    views.close();
    expect(screen.shownCalls).toBe(0);
  });
});

describe("closed views (C55)", () => {
  it.each([{}, { PI_CACHE_STATS_FOOTER: "status" }])(
    "touch neither screen nor session again: %j",
    (env: Record<string, string>) => {
      const { context, screen, session, views, open } = bench(env);
      session.appendTurn([10, 5, 90, 0]);
      open();
      views.close();
      context.replace();
      const before = { shown: screen.shownCalls, touched: context.touched.length, calls: session.calls.length };
      views.refresh();
      views.apply();
      expect({ shown: screen.shownCalls, touched: context.touched.length, calls: session.calls.length }).toEqual(
        before,
      );
    },
  );

  it("survive a late frame and a late disposal without an internal error", () => {
    const { context, screen, monitor, views, open, frame } = bench();
    open();
    const good = frame();
    const { footer } = screen;
    views.close();
    context.replace();
    expect(frame()).toEqual(good);
    expect(() => footer?.dispose?.()).not.toThrow();
    expect(monitor.internalErrors).toBe(0);
    expect(screen.branchListeners).toBe(0);
  });

  it("do not ask the old session for a late frame", () => {
    const { context, session, views, open, frame } = bench();
    open();
    frame();
    views.close();
    context.replace();
    const before = [context.touched.length, session.calls.length];
    frame();
    expect([context.touched.length, session.calls.length]).toEqual(before);
  });

  it("do not keep the footer of a new session from being shown", () => {
    const { monitor, views, open } = bench();
    open();
    views.close();
    const next = new FakeContext();
    views.open(next.screen.asPi, createHost(new FakePi().api, next.ctx));
    expect(next.screen.footer).not.toBeNull();
    expect(monitor.internalErrors).toBe(0);
  });
});
