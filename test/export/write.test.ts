import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeExport, writeInto, writeNew } from "../../src/export/write.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";

const NOW = Date.UTC(2026, 10, 30, 9, 11, 46, 123);
const NAMING = { now: NOW, extension: "json" };
let root: string;
let agentDir: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cache-stats-write-"));
  agentDir = join(root, "agent");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

describe("an export", () => {
  it("is a file in a folder of the session below the agent folder, named by its time", async () => {
    const written = await writeExport(agentDir, "abc-123", NAMING, "{}\n");
    const path = join(agentDir, "cache-stats", "abc-123", "report-2026-11-30T09-11-46-123Z.json");
    expect(written).toEqual({ ok: true, path });
    expect(readFileSync(path, "utf8")).toBe("{}\n");
    expect(filesBelow(root)).toEqual([path]);
  });

  it("leaves earlier ones alone", async () => {
    await writeExport(agentDir, "abc", NAMING, "first");
    await writeExport(agentDir, "abc", { now: NOW + 1, extension: "json" }, "second");
    expect(
      filesBelow(agentDir)
        .map((path) => readFileSync(path, "utf8"))
        .sort(),
    ).toEqual(["first", "second"]);
  });

  it("does not overwrite an earlier one of the same instant", async () => {
    const first = await writeExport(agentDir, "abc", NAMING, "first");
    await writeExport(agentDir, "abc", NAMING, "second");
    expect(readFileSync(first.path, "utf8")).toBe("first");
  });

  it.each(["../../escape", "..", ".", "/etc/passwd", "a/b/c", "C:\\x", "a\u0000b", "模型", "", "x".repeat(5_000)])(
    "of the session %j stays in a folder of its own",
    async (sessionId) => {
      const written = await writeExport(agentDir, sessionId, NAMING, "x");
      expect(written.ok).toBe(true);
      const folder = dirname(resolve(written.path));
      expect(dirname(folder)).toBe(join(agentDir, "cache-stats"));
      expect(filesBelow(root)).toEqual([resolve(written.path)]);
    },
  );

  it("never leaves its folder, whatever the session is called", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), async (sessionId) => {
        const { path } = await writeExport(agentDir, sessionId, NAMING, "x");
        expect(resolve(path).startsWith(join(agentDir, "cache-stats") + sep)).toBe(true);
        rmSync(path, { force: true });
      }),
      { numRuns: 50 },
    );
  });
});

describe("a failed export", () => {
  it("says why when the folder cannot be made, and leaves nothing", async () => {
    writeFileSync(agentDir, "a file where the folder should be");
    const written = await writeExport(agentDir, "abc", NAMING, "x");
    expect(written).toMatchObject({ ok: false });
    if (!written.ok) expect(written.code).toMatch(/^E[A-Z]+$/);
    expect(filesBelow(root)).toEqual([agentDir]);
  });

  it("takes another name where something else has the first", async () => {
    const path = join(agentDir, "cache-stats", "abc", "report-2026-11-30T09-11-46-123Z.json");
    mkdirSync(join(path, "in the way"), { recursive: true });
    const written = await writeExport(agentDir, "abc", NAMING, "x");
    expect(written).toEqual({ ok: true, path: path.replace(".json", "-2.json") });
  });
});

describe("a file at a path of the user's own", () => {
  it("is written there, in UTF-8", async () => {
    const path = join(root, "報告 one.csv");
    expect(await writeNew(path, "é 模型\r\n")).toEqual({ ok: true, path });
    expect(readFileSync(path, "utf8")).toBe("é 模型\r\n");
  });

  it("never replaces what is there, and makes no folder", async () => {
    const path = join(root, "there.csv");
    writeFileSync(path, "mine");
    expect(await writeNew(path, "x")).toEqual({ ok: false, path, code: "EEXIST" });
    expect(readFileSync(path, "utf8")).toBe("mine");
    const deep = join(root, "no", "such", "folder.csv");
    expect(await writeNew(deep, "x")).toEqual({ ok: false, path: deep, code: "ENOENT" });
    expect(filesBelow(root)).toEqual([path]);
  });

  it("does not follow a link to a place where nothing is", async () => {
    const [link, place] = [join(root, "link.csv"), join(root, "elsewhere.csv")];
    symlinkSync(place, link);
    expect(await writeNew(link, "x")).toMatchObject({ ok: false, code: "EEXIST" });
    expect(existsSync(place)).toBe(false);
  });

  it("says what a path with a zero byte is, and does not throw", async () => {
    expect(await writeNew(`${root}/a\u0000b`, "x")).toMatchObject({ ok: false, code: "ERR_INVALID_ARG_VALUE" });
  });

  it("gets the next name in a folder where the first is taken, up to a hundred times", async () => {
    for (let index = 0; index < 100; index++) await writeInto(root, NAMING, String(index));
    expect(filesBelow(root)).toHaveLength(100);
    expect(await writeInto(root, NAMING, "one too many")).toMatchObject({ ok: false, code: "EEXIST" });
    expect(filesBelow(root).map((path) => readFileSync(path, "utf8"))).not.toContain("one too many");
  });
});

describe("a write that fails half-way", () => {
  /** Runs a line of code in a process that may not write files longer than one block; Node gets EFBIG for the rest. */
  function withSmallFiles(code: string): { readonly stdout: string; readonly stderr: string } {
    const script = join(root, "script.ts");
    writeFileSync(script, code);
    const shell = 'ulimit -f 1; exec "$0" "$1"';
    return spawnSync("sh", ["-c", shell, process.execPath, script], { encoding: "utf8", timeout: 20_000 });
  }

  it("really stops after some bytes: the plain way of Node leaves them", () => {
    const path = join(root, "half.csv");
    withSmallFiles(`import { writeFileSync } from "node:fs";
      try { writeFileSync(${JSON.stringify(path)}, "x".repeat(100_000)); } catch {}`);
    expect(readFileSync(path).length).toBeGreaterThan(0);
    expect(readFileSync(path).length).toBeLessThan(100_000);
  });

  it("leaves no file, and says why", () => {
    const [path, module] = [join(root, "half.csv"), join(PACKAGE_ROOT, "src/export/write.ts")];
    const { stdout, stderr } = withSmallFiles(`import { writeNew } from ${JSON.stringify(module)};
      console.log(JSON.stringify(await writeNew(${JSON.stringify(path)}, "x".repeat(100_000))));`);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ ok: false, path, code: "EFBIG" });
    expect(existsSync(path)).toBe(false);
  });
});
