import { describe, expect, it } from "vitest";
import { cliWords as en } from "../../src/ui/words/cli-en.ts";
import { cliWords as zh } from "../../src/ui/words/cli-zh.ts";
import { VERSION } from "../../src/version.ts";
import { runCli } from "../support/command-line.ts";

const COMMANDS = ["report", "top", "compare"];
const ZH = { env: { LANG: "zh_CN.UTF-8" } };

describe("help", () => {
  it.each([[["--help"]], [["-h"]], [[]]])(
    "is printed for %j, with all commands and what the exit status means",
    async (args) => {
      const { exit, out, err } = await runCli(args);
      expect([exit, err]).toEqual([0, ""]);
      for (const name of COMMANDS) expect(out).toContain(name);
      expect(out).toContain(en.epilogue.split("\n")[1]);
    },
  );

  it.each(COMMANDS)("is printed for %s, with its options", async (name) => {
    const { exit, out, err } = await runCli([name, "--help"]);
    expect([exit, err]).toEqual([0, ""]);
    for (const option of ["--json", "--output <file>", "--since <when>"]) expect(out).toContain(option);
    expect(out.includes("--fail-under <rate>")).toBe(name !== "compare");
    expect(out.includes("--why <turn>")).toBe(name === "report");
  });

  it("is in the reader's language", async () => {
    expect((await runCli(["--help"], ZH)).out).toContain(zh.about);
    expect((await runCli(["top", "--help"], ZH)).out).toContain(zh.option.limit);
    expect((await runCli(["--help"], { env: { LANG: "zh_CN", PI_CACHE_STATS_LANG: "en" } })).out).toContain(
      en.about.slice(0, 40),
    );
  });

  it("is as wide as the terminal", async () => {
    const longest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));
    const [narrow, wide] = [
      await runCli(["report", "-h"], { columns: 80 }),
      await runCli(["report", "-h"], { columns: 200 }),
    ];
    expect(longest(narrow.out)).toBeLessThanOrEqual(80);
    expect(narrow.out.split("\n").length).toBeGreaterThan(wide.out.split("\n").length);
  });
});

describe("the version", () => {
  it.each(["--version", "-V"])("is printed for %s", async (flag) => {
    expect(await runCli([flag])).toEqual({ exit: 0, out: `${VERSION}\n`, err: "" });
  });
});

describe("words that are not understood", () => {
  it.each([
    ["an unknown command", ["repotr"], "unknown command 'repotr'"],
    ["an unknown option", ["report", "--nope"], "unknown option '--nope'"],
    ["an option of another command", ["compare", "a", "b", "--csv"], "unknown option '--csv'"],
    ["a page of what cost most", ["top", "--html"], "unknown option '--html'"],
    ["an option without its value", ["report", "--since"], "argument missing"],
    ["one session where two belong", ["compare", "a"], "missing required argument"],
    ["three where two belong", ["compare", "a", "b", "c"], "too many arguments"],
    ["a time that is none", ["report", "--since", "yesterday"], en.badSince],
    ["a rate that is none", ["report", "--fail-under", "101"], en.badRate],
    ["no breaks at all", ["report", "--max-breaks", "-1"], "--max-breaks"],
    ["no rows", ["top", "--limit", "0"], en.badCount(1)],
    ["no turn", ["report", "--why", "0"], en.badCount(1)],
    ["half a turn", ["report", "--why", "1.5"], en.badCount(1)],
    ["a file that was not named", ["report", "-o", ""], en.badPath],
    ["a file of quotes only", ["top", "-o", '""'], en.badPath],
    ["a day that is not in the calendar", ["top", "--since", "2026-02-30T00:00:00Z"], en.badSince],
    ["two formats", ["report", "--json", "--csv"], "cannot be used with"],
    ["two other formats", ["report", "--html", "--json"], "cannot be used with"],
    ["two more", ["report", "--csv", "--html"], "cannot be used with"],
    ["two of what cost most", ["top", "--csv", "--json"], "cannot be used with"],
  ])("are said on standard error, with exit status 2: %s", async (_, args, said) => {
    const { exit, out, err } = await runCli(args);
    expect([exit, out]).toEqual([2, ""]);
    expect(err).toContain(said);
    expect(err).not.toContain("    at ");
  });

  it("are explained in the reader's language", async () => {
    expect((await runCli(["report", "--since", "x"], ZH)).err).toContain(zh.badSince);
  });
});
