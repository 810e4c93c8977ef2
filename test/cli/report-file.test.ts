import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Value } from "typebox/value";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ReportSchema } from "../../src/report/schema.ts";
import { cliWords } from "../../src/ui/words/cli-en.ts";
import { field } from "../../src/unknown.ts";
import { readCsv } from "../export/csv-reader.ts";
import { brokenSession } from "../support/broken-session.ts";
import { runCli, type Surroundings } from "../support/command-line.ts";
import { type Fields, turn, userMessage } from "../support/entries.ts";
import { chain, MISSED, READ, sessionText, TempFolder, turns, WRITTEN } from "../support/session-files.ts";

let folder: TempFolder;
let path: string;

const BODIES: readonly Fields[] = [userMessage(), ...turns(WRITTEN, READ), userMessage(), ...turns(MISSED, READ)];

beforeEach(() => {
  folder = new TempFolder();
  path = folder.session("one.jsonl", chain(BODIES));
});
afterEach(() => folder.remove());

const report = (args: readonly string[] = [], given: Surroundings = {}) =>
  runCli(["report", path, ...args], { cwd: folder.path, ...given });

describe("the report on one session", () => {
  it("shows its sums, and explains its breaks", async () => {
    const { exit, out, err } = await report();
    expect([exit, err]).toEqual([0, ""]);
    expect(out).toMatch(/session +47\.6% +4 turns/);
    expect(out).toContain("Turn 3: miss");
    expect(out).not.toContain("question");
    expect(out).not.toContain("answer");
    expect(out.endsWith("\n") && !out.endsWith("\n\n")).toBe(true);
  });

  it("as JSON fits the schema of reports, and has all turns", async () => {
    const { exit, out } = await report(["--json"]);
    const parsed: unknown = JSON.parse(out);
    expect([exit, [...Value.Errors(ReportSchema, parsed)]]).toEqual([0, []]);
    expect(field(parsed, "session")).toEqual({ id: "session-1", file: path });
    expect(field(field(parsed, "window"), "turns")).toBe(4);
    expect(field(parsed, "turns")).toHaveLength(4);
    expect(field(parsed, "generatedAt")).toBe("2026-12-01T12:00:00.000Z");
  });

  it("tells what was recorded of its requests, as Pi does", async () => {
    const recorded = folder.write("recorded.jsonl", sessionText(brokenSession("r", ["grep"])));
    const { turns: told } = JSON.parse((await runCli(["report", recorded, "--json"])).out);
    expect(told).toMatchObject([
      { prefix: { relation: "baseline" } },
      { prefix: { relation: "changed", divergence: { section: "tools", name: "grep", owner: "ext/grep.ts" } } },
    ]);
  });

  it("as CSV has a line for each turn", async () => {
    const { exit, out } = await report(["--csv"]);
    const [heading = [], ...rows] = readCsv(out);
    const column = (name: string) => rows.map((row) => row[heading.indexOf(name)]);
    expect(exit).toBe(0);
    expect([column("turn"), column("cacheRead")]).toEqual([
      ["1", "2", "3", "4"],
      ["0", "10000", "0", "10000"],
    ]);
    expect(column("outcome")[2]).toBe("miss");
  });

  it("as a page holds the same data, and loads nothing", async () => {
    const { exit, out } = await report(["--html"]);
    expect([exit, out.startsWith("<!doctype html>")]).toEqual([0, true]);
    const data = /<script[^>]*type="application\/json"[^>]*>([^<]*)<\/script>/.exec(out)?.[1] ?? "";
    expect(JSON.parse(data)).toMatchObject({ turn: [1, 2, 3, 4], read: [0, 10_000, 0, 10_000], breaks: [1, 2] });
    expect(out).not.toMatch(/(?:src|href)="https?:/);
  });

  it("is written into a file where one is asked for", async () => {
    const { exit, out, err } = await report(["--csv", "-o", "out.csv"]);
    expect([exit, out]).toEqual([0, ""]);
    expect(err).toContain(join(folder.path, "out.csv"));
    expect(readFileSync(join(folder.path, "out.csv"), "utf8")).toBe((await report(["--csv"])).out);
    expect(await report(["--csv", "-o", "out.csv"])).toMatchObject({ exit: 2, out: "" });
  });
});

describe("turns of one session", () => {
  it("are a table where they are asked for, as many as wanted", async () => {
    const lines = async (args: readonly string[]) => (await report(args)).out.split("\n").length;
    const without = await lines([]);
    expect(await lines(["--turns"])).toBeGreaterThan(without + 4);
    expect(await lines(["--turns", "1"])).toBeLessThan(await lines(["--turns"]));
  });

  it("are explained where one is asked for, also one that is no break", async () => {
    const { exit, out } = await report(["--why", "2"]);
    expect([exit, out.includes("Turn 2:"), out.includes("Turn 3:")]).toEqual([0, true, false]);
  });

  it("that are not there are said not to be, with exit status 2", async () => {
    const { exit, out, err } = await report(["--why", "9"]);
    expect([exit, out]).toEqual([2, ""]);
    expect(err).toMatch(/9.*1.*4/);
  });

  it("before a time are left out, and the others keep their numbers", async () => {
    const { out } = await report(["--json", "--since", "2026-11-30T12:03:30Z"]);
    const parsed: unknown = JSON.parse(out);
    expect(field(field(parsed, "window"), "turns")).toBe(2);
    expect(JSON.stringify(field(parsed, "turns"))).toContain('"turn":3');
  });

  it("that are broken explain the newest three of them", async () => {
    folder.session("two.jsonl", chain(turns(WRITTEN, MISSED, MISSED, MISSED, MISSED)));
    const { out } = await runCli(["report", join(folder.path, "two.jsonl")]);
    expect([2, 3, 4, 5].map((number) => out.includes(`Turn ${number}:`))).toEqual([false, true, true, true]);
  });
});

describe("a file that is not as it should be", () => {
  it("is reported as far as it can be read, with a word on what was left out", async () => {
    const damaged = folder.write("bad.jsonl", sessionText(chain(BODIES), "s", { version: 7 }).slice(0, -20));
    const { exit, err } = await runCli(["report", damaged]);
    expect([exit, err]).toEqual([0, `${cliWords.damaged(1)}\n${cliWords.newer(1)}\n`]);
  });

  it("is no session: it is said so, with exit status 2 and no output", async () => {
    for (const [name, text] of Object.entries({
      "empty.jsonl": "",
      "text.txt": "hello",
      "other.jsonl": '{"type":"log"}\n',
    })) {
      const other = folder.write(name, text);
      expect(await runCli(["report", other])).toEqual({ exit: 2, out: "", err: `${cliWords.notSession(other)}\n` });
    }
    expect((await runCli(["report", join(folder.path, "none.jsonl"), "--json"])).exit).toBe(2);
    expect((await runCli(["report", join(folder.path, "none.jsonl"), "--why", "3"])).err).toContain("ENOENT");
  });

  it("without a turn that counts is said to be, with exit status 2", async () => {
    const empty = folder.session("empty.jsonl", []);
    const none = { exit: 2, out: "", err: `${cliWords.noTurns(null)}\n` };
    for (const options of [[], ["--json"], ["--max-breaks", "0"]]) {
      expect(await runCli(["report", empty, ...options])).toEqual(none);
    }
  });
});

describe("gates on one session", () => {
  it("end with exit status 1 and print the report all the same", async () => {
    const { exit, out, err } = await report(["--fail-under", "90%", "--max-breaks", "0"]);
    expect([exit, out.length > 0, err.split("\n").length]).toEqual([1, true, 3]);
    expect((await report(["--fail-under", "47%", "--max-breaks", "1"])).exit).toBe(0);
  });

  it("are not asked where the report could not be written", async () => {
    folder.write("taken.txt", "mine");
    expect((await report(["--max-breaks", "0", "-o", "taken.txt"])).exit).toBe(2);
  });
});

describe("names in a session", () => {
  it("never bring control characters or colours into a report", async () => {
    const hostile = {
      provider: "ac\u001b[31mme\u0007",
      model: "模型\n\u009b5m\u202e",
      thinkingLevel: "\u001b]0;x\u0007",
    };
    const bodies = [...turns(WRITTEN), turn(READ, hostile), turn(MISSED, hostile)];
    const file = folder.session("hostile.jsonl", chain(bodies), "id\u001b[2J");
    for (const args of [[], ["--turns"], ["--why", "3"], ["--csv"]]) {
      const { exit, out } = await runCli(["report", file, ...args]);
      expect(exit).toBe(0);
      for (const sign of ["\u001b", "\u0007", "\u009b", "\u202e"]) expect(out).not.toContain(sign);
    }
  });
});
