import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cliWords } from "../../src/ui/words/cli-en.ts";
import { chain, READ, TempFolder, turns } from "../support/session-files.ts";

// The runner wraps what a replaced module throws, so that its code is not found: any error stands for Node's own.
vi.mock("csv-stringify/sync", () => {
  throw new Error("no such package");
});
vi.mock("../../src/export/missing-package.ts", () => ({ missingPackage: () => null }));

let folder: TempFolder;

beforeEach(() => {
  // Tests before this one have loaded the modules that are replaced here.
  vi.resetModules();
  folder = new TempFolder();
  folder.session("a.jsonl", chain(turns(READ)));
});
afterEach(() => folder.remove());
afterAll(() => vi.resetModules());

const runCli: typeof import("../support/command-line.ts").runCli = async (...args) =>
  (await import("../support/command-line.ts")).runCli(...args);

describe("a package that is not installed", () => {
  it.each([
    ["one session", ["report", "a.jsonl", "--csv"]],
    ["several", ["report", ".", "--csv"]],
    ["what cost most", ["top", ".", "--csv"]],
  ])("is named where it is needed, with exit status 2 and no file: %s", async (_, args) => {
    const { exit, out, err } = await runCli([...args, "-o", "out.csv"], { cwd: folder.path });
    expect([exit, out, err]).toEqual([2, "", `${cliWords.needsPackage("csv-stringify")}\n`]);
  });

  it("is not missed where it is not needed", async () => {
    expect((await runCli(["report", ".", "--json"], { cwd: folder.path })).exit).toBe(0);
  });
});
