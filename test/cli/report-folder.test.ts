import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Value } from "typebox/value";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { localTime } from "../../src/cli/local-time.ts";
import { SessionsSchema } from "../../src/report/sessions-schema.ts";
import { cliWords } from "../../src/ui/words/cli-en.ts";
import { field } from "../../src/unknown.ts";
import { readCsv } from "../export/csv-reader.ts";
import { NOW, runCli, type Surroundings } from "../support/command-line.ts";
import { chain, MISSED, READ, sessionText, TempFolder, turns, WRITTEN } from "../support/session-files.ts";
import { START } from "../support/verdicts.ts";

let folder: TempFolder;
const FIRST = chain(turns(WRITTEN, READ, MISSED));
const FORK = [
  ...FIRST.slice(0, 2),
  ...chain(turns(READ, READ), { prefix: "f", after: "e2", start: START + 3_600_000 }),
];

beforeEach(() => {
  folder = new TempFolder();
  folder.session("a/1_first.jsonl", FIRST, "first");
  folder.session("a/2_copy.jsonl", FIRST, "copy");
  folder.session("b/3_fork.jsonl", FORK, "fork", { parentSession: "a/1_first.jsonl" });
});
afterEach(() => folder.remove());

const report = (args: readonly string[] = ["."], given: Surroundings = {}) =>
  runCli(["report", ...args], { cwd: folder.path, ...given });
const parse = (text: string): unknown => JSON.parse(text);

describe("the report on several sessions", () => {
  it("shows their sums, each session by itself, and what was counted once", async () => {
    const { exit, out, err } = await report();
    expect([exit, err]).toEqual([0, ""]);
    expect(out).toMatch(/2 sessions +57\.1% +5 turns/);
    expect(out).toContain("a/1_first.jsonl");
    expect(out).toContain("b/3_fork.jsonl");
    expect(out).not.toContain("2_copy");
    expect(out).toContain(cliWords.copies(1, 5));
  });

  it("takes several paths, files and folders, together", async () => {
    const { out } = await report(["b", "a/1_first.jsonl"]);
    expect(out).toContain("2 sessions");
    expect((await report(["a/1_first.jsonl", "a/1_first.jsonl"])).out).toContain("1 session ");
  });

  it("as JSON fits the schema of several sessions", async () => {
    const { exit, out } = await report([".", "--json"]);
    expect([exit, [...Value.Errors(SessionsSchema, parse(out))]]).toEqual([0, []]);
    expect(parse(out)).toMatchObject({
      ...{ window: { turns: 5 }, breaks: { count: 1 }, generatedAt: "2026-12-01T12:00:00.000Z", since: null },
      files: { sessions: 2, copies: 1, copiedTurns: 5, unread: [], damagedLines: 0, newer: 0 },
      sessions: [{ id: "first" }, { id: "fork", window: { turns: 2 } }],
    });
  });

  it("as CSV has one heading, and each turn once under its session and file", async () => {
    const { exit, out } = await report([".", "--csv"]);
    const [heading = [], ...rows] = readCsv(out);
    const at = ["session", "turn", "cacheRead"].map((name) => heading.indexOf(name));
    expect(exit).toBe(0);
    expect(rows.map((row) => at.map((index) => row[index]))).toEqual([
      ["first", "1", "0"],
      ["first", "2", "10000"],
      ["first", "3", "0"],
      ["fork", "3", "10000"],
      ["fork", "4", "10000"],
    ]);
    expect(rows[3]?.[heading.indexOf("file")]).toBe(join(folder.path, "b/3_fork.jsonl"));
  });

  it("as a page shows all turns in the order of time, numbered through", async () => {
    const { exit, out } = await report([".", "--html"]);
    const data = parse(/<script[^>]*type="application\/json"[^>]*>([^<]*)<\/script>/.exec(out)?.[1] ?? "");
    expect([exit, field(data, "turn")]).toEqual([0, [1, 2, 3, 4, 5]]);
    expect(field(data, "read")).toEqual([0, 10_000, 0, 10_000, 10_000]);
    expect(out).toContain("2 sessions");
  });

  it("says what was damaged or newer, and reads the rest", async () => {
    folder.write(
      "b/4.jsonl",
      sessionText(chain(turns(READ, READ), { prefix: "n" }), "new", { version: 9 }).slice(0, -9),
    );
    const { exit, out } = await report();
    expect([exit, out.includes(cliWords.damaged(1)), out.includes(cliWords.newer(1))]).toEqual([0, true, true]);
    expect(out).toContain("6 turns");
  });

  it("names what could not be read, in JSON too", async () => {
    folder.write("c.jsonl", "not a session");
    symlinkSync("gone", join(folder.path, "d.jsonl"));
    const { exit, out, err } = await report([".", "--json"]);
    expect([exit, err.split("\n").length]).toEqual([0, 3]);
    expect(JSON.stringify(field(field(parse(out), "files"), "unread"))).toMatch(/ENOENT.*NOT_A_SESSION/);
  });

  it("counts from a time on", async () => {
    const { out } = await report([".", "--json", "--since", "2026-11-30T12:30:00Z"]);
    expect(parse(out)).toMatchObject({
      since: "2026-11-30T12:30:00.000Z",
      window: { turns: 2 },
      sessions: [{ id: "fork" }],
    });
    const all = await report([".", "--json", "--since", "2d"]);
    expect(field(field(parse(all.out), "window"), "turns")).toBe(5);
  });

  it("is written into a new file", async () => {
    expect((await report([".", "--json", "-o", "all.json"])).exit).toBe(0);
    expect(readFileSync(join(folder.path, "all.json"), "utf8")).toBe((await report([".", "--json"])).out);
  });
});

describe("progress on several sessions", () => {
  it("is shown on standard error where that is a terminal, and is gone before anything else is said", async () => {
    let now = START;
    const clock = () => {
      now += 300;
      return now;
    };
    folder.write("x.jsonl", "hello");
    const { out, err } = await report([".", "--json"], { showsProgress: true, now: clock });
    expect(err.replace(/^\r.\[K/, "")).toMatch(/^\d of 4 files read/);
    expect(err.endsWith(`\r\u001b[K${cliWords.notSession(join(folder.path, "x.jsonl"))}\n`)).toBe(true);
    expect(out).not.toContain("\u001b");
    expect((await report([".", "--json"], { now: clock })).err).not.toContain("files read");
  });
});

describe("gates on several sessions", () => {
  it("are held against the sums", async () => {
    expect((await report([".", "--fail-under", "57%", "--max-breaks", "1"])).exit).toBe(0);
    const { exit, out, err } = await report([".", "--fail-under", "58%", "--max-breaks", "0", "--json"]);
    expect([exit, err.split("\n").length, field(parse(out), "schema")]).toEqual([1, 3, "pi-cache-stats/sessions@1"]);
  });
});

describe("nothing to report", () => {
  it.each([
    ["an empty folder", []],
    ["a folder of other files", [["x.txt", "hello"]]],
  ] as const)("is said of %s, with exit status 2", async (_, files) => {
    const empty = new TempFolder();
    for (const [name, text] of files) empty.write(name, text);
    const { exit, out, err } = await runCli(["report", empty.path]);
    empty.remove();
    expect([exit, out, err]).toEqual([2, "", `${cliWords.noSessions(empty.path)}\n`]);
  });

  it("is said of files that are no sessions by their names, and of sessions without a turn that counts", async () => {
    const file = folder.write("other/x.jsonl", "hello");
    expect(await report(["other"])).toEqual({
      exit: 2,
      out: "",
      err: `${cliWords.notSession(file)}\n${cliWords.noSessions("other")}\n`,
    });
    expect(await report(["a", "b", "--since", "0m"])).toEqual({
      exit: 2,
      out: "",
      err: `${cliWords.noTurns(localTime(NOW))}\n`,
    });
    folder.session("empty/x.jsonl", []);
    expect((await report(["empty", "--fail-under", "0"])).exit).toBe(2);
  });

  it.each(["--turns", "--why=1"])("of one turn where there are many: %s", async (option) => {
    const { exit, out, err } = await report([".", option]);
    expect([exit, out, err]).toEqual([2, "", `${cliWords.onlyOfFile(option.replace("=1", ""))}\n`]);
  });
});
