import { appendFileSync, truncateSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FilesAhead, type Lines } from "../../src/sessions/files-ahead.ts";
import { LineReader } from "../../src/sessions/line-reader.ts";
import { TempFolder } from "../support/session-files.ts";

let folder: TempFolder;

beforeEach(() => {
  folder = new TempFolder();
});
afterEach(() => folder.remove());

function linesOf(lines: Lines, path: string): readonly string[] {
  const all: string[] = [];
  lines.read(path, (bytes, start, end) => all.push(bytes.toString("utf8", start, end)) > 0);
  return all;
}

describe("files that are read ahead", () => {
  it("have their own lines, however long the one before and the one after are", async () => {
    const texts = ["one\ntwo", "x\n".repeat(50_000), "", "three\n", "y".repeat(9_000_000)];
    const paths = texts.map((text, index) => folder.write(`${index}.txt`, text));
    const files = new FilesAhead(new LineReader());
    const read: (readonly string[])[] = [];
    let coming = files.begin(paths[0]);
    for (const [index, path] of paths.entries()) {
      const lines = await coming;
      coming = files.begin(paths[index + 1]);
      read.push(linesOf(lines, path));
    }
    expect(read.map((lines) => [lines.length, lines.join("\n").length])).toEqual([
      [2, 7],
      [50_000, 99_999],
      [0, 0],
      [1, 5],
      [1, 9_000_000],
    ]);
  });

  it("are as long as they were when they were read", async () => {
    const path = folder.write("a.txt", "one\ntwo\n");
    const files = new FilesAhead(new LineReader());
    const lines = await files.begin(path);
    appendFileSync(path, "three\n");
    expect(linesOf(lines, path)).toEqual(["one", "two"]);
    truncateSync(path, 4);
    expect(linesOf(await files.begin(path), path)).toEqual(["one"]);
  });

  it("that cannot be read fail when their lines are asked for", async () => {
    const path = `${folder.path}/gone.txt`;
    const lines = await new FilesAhead(new LineReader()).begin(path);
    expect(() => linesOf(lines, path)).toThrow("ENOENT");
  });
});
