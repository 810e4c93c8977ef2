import { describe, expect, it } from "vitest";
import type { CommandContext } from "../../src/commands/command.ts";
import { disable, enable, reset } from "../../src/commands/switches.ts";
import { readConfig } from "../../src/config.ts";
import { Monitor } from "../../src/monitor.ts";
import { createHost } from "../../src/pi-host.ts";
import { reportNow } from "../../src/report/report-now.ts";
import { words } from "../../src/ui/words/en.ts";
import { FakeContext, FakePi, FakeUi } from "../support/fake-pi.ts";

function bench(footerTaken = false) {
  const { session, ctx } = new FakeContext(new FakeUi("rpc"));
  const monitor = new Monitor(readConfig({}), () => null);
  const done: string[] = [];
  const context: CommandContext = {
    ...{ monitor, words, piVersion: null, now: () => 0, agentDir: () => "/nowhere" },
    host: createHost(new FakePi().api, ctx),
    views: {
      footerTaken,
      showPanel: () => "no-terminal" as const,
      // What the views would see at that moment.
      apply: () => void done.push(`apply ${monitor.enabled ? "on" : "off"}`),
      refresh: () => void done.push(`refresh ${String(monitor.scan.isReset)}`),
    },
  };
  return { session, monitor, done, context };
}

describe("disable", () => {
  it("switches off, then takes the views away", async () => {
    const { monitor, done, context } = bench();
    expect(await disable(context, "")).toEqual({ level: "info", text: words.disabled });
    expect(monitor.enabled).toBe(false);
    expect(done).toEqual(["apply off"]);
  });

  it("says so when it is off already, and touches nothing", async () => {
    const { monitor, done, context } = bench();
    monitor.disable();
    expect((await disable(context, "")).text).toBe(words.alreadyDisabled);
    expect(done).toEqual([]);
  });
});

describe("enable", () => {
  it("switches on, then brings the views back", async () => {
    const { monitor, done, context } = bench();
    monitor.disable();
    expect(await enable(context, "")).toEqual({ level: "info", text: words.enabled });
    expect(monitor.enabled).toBe(true);
    expect(done).toEqual(["apply on"]);
  });

  it("says so when it is on already, and touches nothing", async () => {
    const { done, context } = bench();
    expect((await enable(context, "")).text).toBe(words.alreadyEnabled);
    expect(done).toEqual([]);
  });

  it("brings the views back also when it is on already but another extension has taken the footer", async () => {
    const { monitor, done, context } = bench(true);
    expect(await enable(context, "")).toEqual({ level: "info", text: words.enabled });
    expect(monitor.enabled).toBe(true);
    expect(done).toEqual(["apply on"]);
  });
});

describe("reset", () => {
  it("starts the session scope from here, then asks for a frame", async () => {
    const { session, monitor, done, context } = bench();
    session.appendTurn([10, 5, 90, 0]);
    expect(await reset(context, "")).toEqual({ level: "info", text: words.reset });
    expect(reportNow(monitor, context.host, null, 0).window).toMatchObject({ turns: 0, scope: "since-reset" });
    expect(done).toEqual(["refresh true"]);
  });

  it("works while disabled and leaves it disabled", async () => {
    const { session, monitor, context } = bench();
    session.appendTurn([10, 5, 90, 0]);
    monitor.disable();
    await reset(context, "");
    expect(monitor.enabled).toBe(false);
    expect(monitor.scan.isReset).toBe(true);
  });
});
