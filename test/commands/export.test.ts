import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Value } from "typebox/value";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CommandContext } from "../../src/commands/command.ts";
import { run } from "../../src/commands/export.ts";
import { readConfig } from "../../src/config.ts";
import { Monitor } from "../../src/monitor.ts";
import { createHost } from "../../src/pi-host.ts";
import { ReportSchema } from "../../src/report/schema.ts";
import { words as en } from "../../src/ui/words/en.ts";
import { words as zh } from "../../src/ui/words/zh.ts";
import { SessionVerdicts } from "../../src/verdict/session-verdicts.ts";
import { noPrice } from "../support/entries.ts";
import { at, FakeContext, FakePi, FakeSession, FakeUi } from "../support/fake-pi.ts";
import { LIFETIMES } from "../support/verdicts.ts";

const TIME = "2023-11-14T22-13-20-000Z";
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cache-stats-export-"));
  mkdirSync(join(root, "project"));
  mkdirSync(join(root, "home"));
  vi.stubEnv("HOME", join(root, "home"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

function bench(mode: FakeUi["mode"] = "tui", language: "en" | "zh" = "en", kept = 2_000) {
  const session = new FakeSession("s-1");
  session.cwd = join(root, "project");
  const { ctx } = new FakeContext(new FakeUi(mode), session);
  const monitor = new Monitor(readConfig({ PI_CACHE_STATS_LANG: language }), noPrice);
  monitor.sessionStarted();
  const source = { price: noPrice, lifetimes: () => LIFETIMES, opened: null, live: () => null };
  monitor.session.judgeWith(new SessionVerdicts(source, kept));
  const context: CommandContext = {
    ...{ monitor, host: createHost(new FakePi().api, ctx), words: language === "zh" ? zh : en },
    ...{ piVersion: "1.6.0", now: () => 1_700_000_000_000, agentDir: () => join(root, "agent") },
    views: {
      ...{ footerTaken: false, apply: () => undefined, refresh: () => undefined },
      showPanel: () => "no-terminal",
    },
  };
  return { session, ask: async (args = "") => run(context, args) };
}

const folder = (): string => join(root, "agent/cache-stats/s-1");
const inProject = (...names: string[]): string => join(root, "project", ...names);

describe.each(["tui", "rpc", "print", "json"] as const)("export in %s mode", (mode) => {
  it.each(["csv", "json", "html"])(
    "writes %s below the agent folder, answers with its path, and leaves the project alone",
    async (format) => {
      const { session, ask } = bench(mode);
      session.appendTurn([10, 5, 90, 0]);
      const path = join(folder(), `report-${TIME}.${format}`);
      expect(await ask(format)).toEqual({ level: "info", text: `Report written to ${path}` });
      expect(readFileSync(path, "utf8").length).toBeGreaterThan(100);
      expect(readdirSync(folder())).toHaveLength(1);
      expect(readdirSync(inProject())).toEqual([]);
    },
  );
});

describe("export", () => {
  it.each(["", "  "])("asks for a format without one (%j)", async (args) => {
    const { ask } = bench();
    expect(await ask(args)).toEqual({ level: "warning", text: en.exportUsage });
    expect(en.exportUsage).toContain("csv|json|html");
    expect(existsSync(join(root, "agent"))).toBe(false);
  });

  it("names a format that it does not know, cleaned, and the three that it does", async () => {
    const { ask } = bench();
    const { level, text } = await ask("x\u001b[2Jlsx out.xlsx");
    expect({ level, text }).toEqual({ level: "warning", text: en.exportUnknown("x [2Jlsx") });
    expect(text).toContain("csv|json|html");
  });

  it("takes a format in any case", async () => {
    expect((await bench().ask("CSV")).text).toMatch(/\.csv$/);
  });

  it("holds every turn, with the verdicts of those that are no longer kept", async () => {
    const { session, ask } = bench("rpc", "en", 10);
    for (let index = 0; index < 700; index++)
      session.appendTurn([10, 5, index === 0 ? 0 : 5_000, index === 0 ? 5_000 : 10]);
    await ask("json all.json");
    const report: unknown = JSON.parse(readFileSync(inProject("all.json"), "utf8"));
    expect(Value.Check(ReportSchema, report)).toBe(true);
    expect(at(report, "turns", 699, "turn")).toBe(700);
    expect(at(report, "turns", 0, "verdict", "outcome")).toBe("expected-rebuild");
    expect(at(report, "turns", 1, "verdict", "outcome")).toBe("hit");
    await ask("csv all.csv");
    expect(readFileSync(inProject("all.csv"), "utf8").split("\r\n")).toHaveLength(702);
  });

  it.each([
    ["csv out.csv", "project/out.csv"],
    ["csv   my reports.csv", "project/my reports.csv"],
    ['csv "my reports.csv"', "project/my reports.csv"],
    ["csv ~/out.csv", "home/out.csv"],
    ["csv ../out.csv", "out.csv"],
    ["csv ~", `home/report-${TIME}.csv`],
    ["csv .", `project/report-${TIME}.csv`],
  ])("writes to the path of `%s` and answers with it whole", async (args, path) => {
    expect(await bench().ask(args)).toEqual({ level: "info", text: en.reportWritten(join(root, path)) });
    expect(existsSync(join(root, path))).toBe(true);
    expect(existsSync(join(root, "agent"))).toBe(false);
  });

  it("never overwrites a file, and says so in the reader's language", async () => {
    writeFileSync(inProject("mine.csv"), "mine");
    expect(await bench().ask("csv mine.csv")).toEqual({
      level: "warning",
      text: en.exportExists(inProject("mine.csv")),
    });
    expect((await bench("rpc", "zh").ask("csv mine.csv")).text).toBe(zh.exportExists(inProject("mine.csv")));
    expect(readFileSync(inProject("mine.csv"), "utf8")).toBe("mine");
  });

  it("makes no folder, and says which one is not there", async () => {
    const { level, text } = await bench().ask("html reports/today.html");
    expect({ level, text }).toEqual({ level: "warning", text: en.exportNoFolder(inProject("reports")) });
    expect(readdirSync(inProject())).toEqual([]);
  });

  it("says why when the agent folder cannot take it", async () => {
    writeFileSync(join(root, "agent"), "a file where the folder should be");
    const { level, text } = await bench().ask("csv");
    expect(level).toBe("warning");
    expect(text).toMatch(/could not be written to .*\.csv \(E[A-Z]+\)|exists already/);
  });

  it("shows a path without what could play with the screen", async () => {
    const { text } = await bench().ask("csv a\u001b[2Jb.csv");
    expect(text).toBe(en.reportWritten(inProject("a [2Jb.csv")));
  });

  it("holds no text of a message, in any format", async () => {
    const { session, ask } = bench();
    session.append({ type: "message", message: { role: "user", content: "SECRET QUESTION" } });
    session.appendTurn([10, 5, 90, 0]);
    session.appendTurn([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 SECRET ERROR" });
    for (const format of ["csv", "json", "html"]) {
      await ask(`${format} out.${format}`);
      expect(readFileSync(inProject(`out.${format}`), "utf8")).not.toContain("SECRET");
    }
  });

  it("writes the page in the reader's language", async () => {
    await bench("tui", "zh").ask("html seite.html");
    const page = readFileSync(inProject("seite.html"), "utf8");
    expect(page).toContain('<html lang="zh-Hans">');
    expect(page).toContain(`<h1>${zh.page.title}</h1>`);
  });
});
