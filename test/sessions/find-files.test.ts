import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFiles } from "../../src/sessions/find-files.ts";
import { TempFolder } from "../support/session-files.ts";

let folder: TempFolder;
let root: string;

beforeEach(() => {
  folder = new TempFolder();
  root = folder.path;
});
afterEach(() => folder.remove());

const files = (...names: readonly string[]): void => {
  for (const name of names) folder.write(name, "x");
};
const link = (target: string, name: string): void => symlinkSync(target, join(root, name));

/** What is found below the root, or a path in it, by names. */
function foundIn(path = ".") {
  const { paths, unread, isFolder } = findFiles(join(root, path));
  const named = unread.map(({ path: at, code }) => `${relative(root, at)} ${code}`);
  return { paths: paths.map((at) => relative(root, at)), unread: named, isFolder };
}

describe("the session files of a folder", () => {
  it("are those below it, however deep, and no others", () => {
    files("a.jsonl", "deep/er/b.jsonl", "c.json", "d.jsonl.bak", "deep/e.txt", "jsonl");
    expect(foundIn()).toEqual({ paths: ["a.jsonl", "deep/er/b.jsonl"], unread: [], isFolder: true });
  });

  it("are in the order of their names, which is the order of time, wherever they lie", () => {
    files("z/2026-01-01_a.jsonl", "a/2026-01-03_c.jsonl", "m/2026-01-02_b.jsonl", "b/2026-01-02_b.jsonl");
    expect(foundIn().paths).toEqual([
      "z/2026-01-01_a.jsonl",
      "b/2026-01-02_b.jsonl",
      "m/2026-01-02_b.jsonl",
      "a/2026-01-03_c.jsonl",
    ]);
  });

  it("may have names that are hidden, or in any language", () => {
    files(".hidden.jsonl", ".folder/a.jsonl", "会话 1.jsonl", "--home--/b.jsonl");
    expect(foundIn().paths.sort()).toEqual(
      [".folder/a.jsonl", ".hidden.jsonl", "--home--/b.jsonl", "会话 1.jsonl"].sort(),
    );
  });

  it("are none in an empty folder", () => {
    expect(foundIn()).toEqual({ paths: [], unread: [], isFolder: true });
  });

  it("do not include a folder by such a name, but what lies in it", () => {
    files("folder.jsonl/a.jsonl");
    expect(foundIn()).toEqual({ paths: ["folder.jsonl/a.jsonl"], unread: [], isFolder: true });
  });
});

describe("links", () => {
  it("to files and folders are followed, and each file is there once", () => {
    files("real/a.jsonl", "real/b.jsonl");
    link(join(root, "real/a.jsonl"), "c.jsonl");
    link(join(root, "real"), "z");
    expect(foundIn().paths).toHaveLength(2);
    expect(foundIn().unread).toEqual([]);
  });

  it("to a file outside of the folder count by their own names", () => {
    files("outside/log.txt", "in/a.jsonl");
    link("../outside/log.txt", "in/b.jsonl");
    link("../outside/log.txt", "in/c.txt");
    expect(foundIn("in").paths).toEqual(["in/a.jsonl", "in/b.jsonl"]);
  });

  it("in a circle end", () => {
    files("a/b/one.jsonl");
    link(root, "a/b/up");
    link(".", "a/self");
    expect(foundIn()).toEqual({ paths: ["a/b/one.jsonl"], unread: [], isFolder: true });
  });

  it("that lead to themselves or to nothing are named and passed over", () => {
    files("a.jsonl");
    link("gone.jsonl", "dangling.jsonl");
    link("loop-b", "loop-a");
    link("loop-a", "loop-b");
    const { paths, unread } = foundIn();
    expect(paths).toEqual(["a.jsonl"]);
    expect(unread.toSorted()).toEqual(["dangling.jsonl ENOENT", "loop-a ELOOP", "loop-b ELOOP"]);
  });
});

describe("a path", () => {
  it("that is a file is taken by any name", () => {
    files("session.txt");
    expect(foundIn("session.txt")).toEqual({ paths: ["session.txt"], unread: [], isFolder: false });
  });

  it("that is not there is told by its code", () => {
    expect(foundIn("none.jsonl")).toEqual({ paths: [], unread: ["none.jsonl ENOENT"], isFolder: false });
    files("a.jsonl");
    expect(foundIn("a.jsonl/b").unread).toEqual(["a.jsonl/b ENOTDIR"]);
  });

  it("that holds a zero byte is no path, and no fault", () => {
    expect(findFiles(`${root}/a\u0000b`).unread).toMatchObject([{ code: "ERR_INVALID_ARG_VALUE" }]);
  });

  it.skipIf(process.platform === "win32")("that is a pipe is not opened: reading it would never end", () => {
    execFileSync("mkfifo", [join(root, "pipe.jsonl")]);
    expect(foundIn("pipe.jsonl").unread).toEqual(["pipe.jsonl NOT_A_FILE"]);
    expect(foundIn()).toEqual({ paths: [], unread: [], isFolder: true });
    expect(findFiles("/dev/null").unread).toEqual([{ path: "/dev/null", code: "NOT_A_FILE" }]);
  });

  // Root may look into everything.
  it.skipIf(process.getuid?.() === 0 || process.platform === "win32")("that may not be looked into is named", () => {
    files("a.jsonl");
    mkdirSync(join(root, "closed"), { mode: 0o000 });
    expect(foundIn()).toEqual({ paths: ["a.jsonl"], unread: ["closed EACCES"], isFolder: true });
    chmodSync(join(root, "closed"), 0o700);
  });
});
