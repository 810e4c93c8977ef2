import { join } from "node:path";
import { visibleWidth } from "@earendil-works/pi-tui";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliWords as zh } from "../../src/ui/words/cli-zh.ts";
import { words as zhWords } from "../../src/ui/words/zh.ts";
import { brokenSession } from "../support/broken-session.ts";
import { runCli, type Surroundings } from "../support/command-line.ts";
import { chain, MISSED, READ, sessionText, TempFolder, turns, WRITTEN } from "../support/session-files.ts";

let folder: TempFolder;

beforeAll(() => {
  folder = new TempFolder();
  folder.write("a.jsonl", sessionText(brokenSession("a", ["grep", "搜索工具"]), "a"));
  folder.session("b.jsonl", chain(turns(WRITTEN, READ, MISSED), { prefix: "b" }), "b");
});
afterAll(() => folder.remove());

const COMMANDS = {
  "one session": ["report", "b.jsonl", "--turns", "--why", "3"],
  "several sessions": ["report", "."],
  "what cost most": ["top", "."],
  "two sessions": ["compare", "a.jsonl", "b.jsonl"],
} as const;
type Name = keyof typeof COMMANDS;
const NAMES: readonly Name[] = ["one session", "several sessions", "what cost most", "two sessions"];
const run = (name: Name, given: Surroundings = {}) => runCli(COMMANDS[name], { cwd: folder.path, ...given });
const ZH = { env: { PI_CACHE_STATS_LANG: "zh" } };

describe("the command line in Chinese", () => {
  it.each(NAMES)("says the same numbers: %s", async (name) => {
    const [en, chinese] = [await run(name), await run(name, ZH)];
    expect([chinese.exit, chinese.err]).toEqual([en.exit, en.err]);
    expect(chinese.out).not.toBe(en.out);
    const numbers = (text: string) => (text.match(/\d+(?:,\d{3})*(?:\.\d+)?%?/g) ?? []).toSorted();
    const [own, other] = [numbers(chinese.out), numbers(en.out)];
    for (const number of other.filter((one) => /[%,]/.test(one))) expect(own).toContain(number);
  });

  it("has aligned tables, also with names in Chinese", async () => {
    const { out } = await run("what cost most", ZH);
    const lines = out.split("\n");
    const at = lines.findIndex((line) => line.startsWith(`${zh.kinds.tool} `));
    const table = lines.slice(at, at + 3);
    expect(new Set(table.map((line) => visibleWidth(line))).size).toBe(1);
    expect(table.join("\n")).toContain("搜索工具");
    expect(out).toContain(zhWords.causes["tools-changed"]);
  });

  it("names causes of two sessions by their words", async () => {
    expect((await run("two sessions", ZH)).out).toContain(zhWords.causes["tools-changed"]);
  });
});

describe("a terminal", () => {
  it.each([40, 80, 200, null])("of %s columns gets lines that fit, but for tables and paths", async (columns) => {
    for (const given of [{}, ZH]) {
      const { out } = await run("one session", { ...given, columns });
      for (const line of out.split("\n")) expect(visibleWidth(line)).toBeLessThanOrEqual(Math.max(columns ?? 80, 60));
    }
  });

  it("that is narrow breaks the lines of a summary, and changes no number", async () => {
    const [narrow, wide] = [
      await run("several sessions", { columns: 40 }),
      await run("several sessions", { columns: 200 }),
    ];
    const summary = (text: string) => text.split("\n\n")[0] ?? "";
    expect(summary(narrow.out).split("\n").length).toBeGreaterThan(summary(wide.out).split("\n").length);
    for (const line of summary(narrow.out).split("\n")) expect(visibleWidth(line)).toBeLessThanOrEqual(40);
    const words = (text: string) => summary(text).split(/\s+/).join(" ");
    expect(words(narrow.out)).toContain("10,000");
    expect(words(wide.out)).toContain("10,000");
  });

  it("without Unicode gets plain signs", async () => {
    const { out } = await runCli(["report", join(folder.path, "b.jsonl")], { env: { PI_CACHE_STATS_ASCII: "1" } });
    expect(out).not.toMatch(/[◆◇█░▁]/u);
  });

  it("never gets colours", async () => {
    for (const name of NAMES)
      expect((await run(name, { columns: 80, showsProgress: true })).out).not.toContain("\u001b");
  });
});
