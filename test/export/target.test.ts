import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { notWritten, ownPath, type Target, writeTo } from "../../src/export/target.ts";
import { words as en } from "../../src/ui/words/en.ts";
import { words as zh } from "../../src/ui/words/zh.ts";

const NAMING = { now: Date.UTC(2026, 10, 30), extension: "csv" };
const NAME = "report-2026-11-30T00-00-00-000Z.csv";
let root: string;
let target: (typed: string) => Target;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cache-stats-target-"));
  for (const name of ["project", "home", "agent"]) mkdirSync(join(root, name));
  const folders = { cwd: join(root, "project"), home: join(root, "home"), agentDir: join(root, "agent") };
  target = (typed) => ({ typed, ...folders, sessionId: "abc" });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("a typed path", () => {
  it.each([
    ["out.csv", "/here/out.csv"],
    ["a folder/out 1.csv", "/here/a folder/out 1.csv"],
    ['"a folder/out.csv"', "/here/a folder/out.csv"],
    ["'a folder/out.csv'", "/here/a folder/out.csv"],
    ["  ../out.csv  ", "/out.csv"],
    ["/abs/out.csv", "/abs/out.csv"],
    ["~", "/home/me"],
    ["~/out.csv", "/home/me/out.csv"],
    ['"~/a b.csv"', "/home/me/a b.csv"],
    ["~other/out.csv", "/here/~other/out.csv"],
    ['"it\'s.csv"', "/here/it's.csv"],
    ['"unfinished.csv', '/here/"unfinished.csv'],
    ["模型.csv", "/here/模型.csv"],
  ])("%j means %j", (typed, path) => {
    expect(ownPath({ typed, cwd: "/here", home: "/home/me" })).toBe(path);
  });

  it.each(["", "  ", '""', "''"])("%j is none", (typed) => {
    expect(ownPath({ typed, cwd: "/here", home: "/home/me" })).toBeNull();
  });

  it("starts with a plain ~ where the home folder is not known", () => {
    expect(ownPath({ typed: "~/out.csv", cwd: "/here", home: null })).toBe("/here/~/out.csv");
  });
});

describe("an export", () => {
  it("goes below the agent folder without a path, and nowhere else", async () => {
    const path = join(root, "agent/cache-stats/abc", NAME);
    expect(await writeTo(target(""), NAMING, "x")).toEqual({ ok: true, path });
    expect(readdirSync(join(root, "project"))).toEqual([]);
  });

  it("goes to the path that was typed", async () => {
    const path = join(root, "project/out one.csv");
    expect(await writeTo(target("out one.csv"), NAMING, "x")).toEqual({ ok: true, path });
    expect(readFileSync(path, "utf8")).toBe("x");
  });

  it.each(["~", "~/", '"~"'])("gets its own name in a folder: %s", async (typed) => {
    expect(await writeTo(target(typed), NAMING, "x")).toEqual({ ok: true, path: join(root, "home", NAME) });
    expect(await writeTo(target(typed), NAMING, "y")).toMatchObject({ ok: true });
    expect(readdirSync(join(root, "home"))).toHaveLength(2);
  });

  it("makes no folder that was typed with a slash at its end, and no file of that name", async () => {
    const written = await writeTo(target("new/"), NAMING, "x");
    expect(written).toEqual({ ok: false, path: join(root, "project/new/"), code: "ENOENT" });
    expect(readdirSync(join(root, "project"))).toEqual([]);
  });

  it("never overwrites", async () => {
    writeFileSync(join(root, "project/mine.csv"), "mine");
    expect(await writeTo(target("mine.csv"), NAMING, "x")).toMatchObject({ ok: false, code: "EEXIST" });
    expect(readFileSync(join(root, "project/mine.csv"), "utf8")).toBe("mine");
  });
});

describe("the sentence on a file that was not written", () => {
  it.each([
    ["EEXIST", "/a/b.csv exists already; nothing was overwritten."],
    ["ENOENT", "The folder /a does not exist; nothing was written."],
    ["EACCES", "No permission to write /a/b.csv."],
    ["EPERM", "No permission to write /a/b.csv."],
    ["ENOSPC", "The disk is full; /a/b.csv was not written."],
    ["EFBIG", "The report could not be written to /a/b.csv (EFBIG)."],
  ])("says what %s means", (code, sentence) => {
    expect(notWritten("/a/b.csv", code, en)).toBe(sentence);
    expect(notWritten("/a/b.csv", code, zh)).toMatch(/[\u4e00-\u9fff].*\/a|\/a.*[\u4e00-\u9fff]/);
  });

  it("names the folder itself where a folder was asked for", () => {
    expect(notWritten("/a/new/", "ENOENT", en)).toContain("/a/new/ does not exist");
  });
});
