import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CommandContext } from "../../src/commands/command.ts";
import { run } from "../../src/commands/json.ts";
import { readConfig } from "../../src/config.ts";
import { Monitor } from "../../src/monitor.ts";
import { createHost } from "../../src/pi-host.ts";
import { words } from "../../src/ui/words/en.ts";
import { at, FakeContext, FakePi, FakeSession, FakeUi } from "../support/fake-pi.ts";

let root: string;
let agentDir: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cache-stats-json-"));
  agentDir = join(root, "agent");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function bench(mode: "tui" | "rpc" | "print" | "json", sessionId?: string) {
  const session = new FakeSession(sessionId);
  const { ctx } = new FakeContext(new FakeUi(mode), session);
  const context: CommandContext = {
    monitor: new Monitor(readConfig({}), () => null),
    host: createHost(new FakePi().api, ctx),
    ...{ words, piVersion: "1.6.0", now: () => 1_700_000_000_000, agentDir: () => agentDir },
    views: {
      footerTaken: false,
      showPanel: () => "no-terminal" as const,
      apply: () => undefined,
      refresh: () => undefined,
    },
  };
  return { session, ask: async (args = "") => run(context, args) };
}

describe.each(["rpc", "print", "json"] as const)("json in %s mode", (mode) => {
  it("is one line of JSON and no file", async () => {
    const { session, ask } = bench(mode);
    session.appendTurn([10, 5, 90, 0], { model: "a\nb" });
    const { text, level } = await ask();
    expect(level).toBe("info");
    expect(text.split("\n")).toHaveLength(1);
    const report: unknown = JSON.parse(text);
    expect(at(report, "schema")).toBe("pi-cache-stats/report@1");
    expect(at(report, "session", "id")).toBe(session.id);
    expect(at(report, "window", "hitRate")).toBe(0.9);
    expect(existsSync(agentDir)).toBe(false);
  });
});

describe("json", () => {
  it("holds the last n turns when asked to", async () => {
    const { session, ask } = bench("rpc");
    for (let index = 0; index < 4; index++) session.appendTurn([10, 5, 90, 0]);
    const { text } = await ask("2");
    const report: unknown = JSON.parse(text);
    expect([at(report, "turns", 0, "turn"), at(report, "turns", 1, "turn"), at(report, "turns", 2)]).toEqual([
      3,
      4,
      undefined,
    ]);
    expect(at(report, "window", "turns")).toBe(4);
  });

  it("says what is wrong about a count and writes nothing", async () => {
    const { ask } = bench("tui");
    expect(await ask("1.5")).toEqual({ level: "warning", text: words.notACount("1.5") });
    expect(existsSync(agentDir)).toBe(false);
  });

  it("never holds text of a message", async () => {
    const { session, ask } = bench("rpc");
    session.appendTurn([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 SECRET" });
    expect((await ask()).text).not.toContain("SECRET");
  });
});

describe("json in the TUI", () => {
  it("is a file under the agent folder whose path is shown", async () => {
    const { session, ask } = bench("tui");
    session.appendTurn([10, 5, 90, 0]);
    const { text, level } = await ask();
    expect(level).toBe("info");
    const path = text.replace("Report written to ", "");
    expect(path.startsWith(join(agentDir, "cache-stats", session.id) + sep)).toBe(true);
    expect(at(JSON.parse(readFileSync(path, "utf8")), "window", "turns")).toBe(1);
  });

  it("stays under the agent folder, whatever the session is called", async () => {
    const { ask } = bench("tui", "../../../escape");
    await ask();
    expect(readdirSync(root)).toEqual(["agent"]);
    expect(readdirSync(agentDir)).toEqual(["cache-stats"]);
  });

  it("says why when it cannot be written, and leaves nothing", async () => {
    writeFileSync(agentDir, "a file where the folder should be");
    const { ask } = bench("tui");
    const { text, level } = await ask();
    expect(level).toBe("warning");
    expect(text).toMatch(/^The report could not be written to .*report-2023-11-14T22-13-20-000Z\.json \(E[A-Z]+\)\.$/);
    expect(readdirSync(root)).toEqual(["agent"]);
  });
});
