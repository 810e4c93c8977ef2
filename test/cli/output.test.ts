import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Format } from "../../src/cli/asked.ts";
import { output } from "../../src/cli/output.ts";
import { EXIT } from "../../src/cli/terminal.ts";
import { words } from "../../src/ui/words/en.ts";
import { fakeTerminal } from "../support/command-line.ts";
import { TempFolder } from "../support/session-files.ts";

let folder: TempFolder;

beforeEach(() => {
  folder = new TempFolder();
});
afterEach(() => folder.remove());

async function write(file: string | null, format: Format = "csv") {
  const { terminal, written } = fakeTerminal({ cwd: folder.path, home: join(folder.path, "home") });
  const exit = await output("模型\r\n", { output: file, format }, { terminal, words });
  return { exit, ...written };
}
const read = (name: string): string => readFileSync(join(folder.path, name), "utf8");

describe("a result", () => {
  it("goes to standard output unless a file is named", async () => {
    expect(await write(null)).toEqual({ exit: EXIT.ok, out: "模型\r\n", err: "" });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it("goes into a new file, whose path is said on standard error", async () => {
    const path = join(folder.path, "a.csv");
    expect(await write("a.csv")).toEqual({ exit: EXIT.ok, out: "", err: `${words.reportWritten(path)}\n` });
    expect(read("a.csv")).toBe("模型\r\n");
    mkdirSync(join(folder.path, "home"));
    expect((await write("~/b.csv")).exit).toBe(EXIT.ok);
    expect(read("home/b.csv")).toBe("模型\r\n");
  });

  it("never replaces a file, nor what a link leads to", async () => {
    folder.write("a.csv", "mine");
    symlinkSync(join(folder.path, "elsewhere"), join(folder.path, "link.csv"));
    for (const name of ["a.csv", "link.csv"]) {
      const { exit, out, err } = await write(name);
      expect([exit, out, err]).toEqual([EXIT.unusable, "", `${words.exportExists(join(folder.path, name))}\n`]);
    }
    expect([read("a.csv"), existsSync(join(folder.path, "elsewhere"))]).toEqual(["mine", false]);
  });

  it.each([
    ["text", "txt"],
    ["json", "json"],
    ["html", "html"],
  ] as const)("in a folder gets a name of its own: %s", async (format, extension) => {
    mkdirSync(join(folder.path, "out"));
    expect((await write("out", format)).exit).toBe(EXIT.ok);
    expect((await write("out/", format)).exit).toBe(EXIT.ok);
    const names = readdirSync(join(folder.path, "out"));
    expect(names).toHaveLength(2);
    expect(names.every((name) => name.endsWith(`.${extension}`))).toBe(true);
  });

  it("is not written into a folder that is not there, and none is made", async () => {
    for (const name of ["none/a.csv", "none/"]) {
      const { exit, err } = await write(name);
      expect([exit, err.includes(join(folder.path, "none")), err.split("\n").length]).toEqual([EXIT.unusable, true, 2]);
    }
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it("is said to be nowhere in one line, whatever the path holds", async () => {
    const { exit, err } = await write("a\u001b[31m\n/b");
    expect([exit, err.trim().split("\n").length, err.includes("\u001b")]).toEqual([EXIT.unusable, 1, false]);
  });
});
