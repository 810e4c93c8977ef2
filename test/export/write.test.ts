import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeExport } from "../../src/export/write.ts";

const NOW = Date.UTC(2026, 10, 30, 9, 11, 46, 123);
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
    const written = await writeExport(agentDir, "abc-123", NOW, "json", "{}\n");
    const path = join(agentDir, "cache-stats", "abc-123", "report-2026-11-30T09-11-46-123Z.json");
    expect(written).toEqual({ ok: true, path });
    expect(readFileSync(path, "utf8")).toBe("{}\n");
    expect(filesBelow(root)).toEqual([path]);
  });

  it("leaves earlier ones alone", async () => {
    await writeExport(agentDir, "abc", NOW, "json", "first");
    await writeExport(agentDir, "abc", NOW + 1, "json", "second");
    expect(
      filesBelow(agentDir)
        .map((path) => readFileSync(path, "utf8"))
        .sort(),
    ).toEqual(["first", "second"]);
  });

  it("does not overwrite an earlier one of the same instant", async () => {
    const first = await writeExport(agentDir, "abc", NOW, "json", "first");
    await writeExport(agentDir, "abc", NOW, "json", "second");
    expect(readFileSync(first.path, "utf8")).toBe("first");
  });

  it.each(["../../escape", "..", ".", "/etc/passwd", "a/b/c", "C:\\x", "a\u0000b", "模型", "", "x".repeat(5_000)])(
    "of the session %j stays in a folder of its own",
    async (sessionId) => {
      const written = await writeExport(agentDir, sessionId, NOW, "json", "x");
      expect(written.ok).toBe(true);
      const folder = dirname(resolve(written.path));
      expect(dirname(folder)).toBe(join(agentDir, "cache-stats"));
      expect(filesBelow(root)).toEqual([resolve(written.path)]);
    },
  );

  it("never leaves its folder, whatever the session is called", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), async (sessionId) => {
        const { path } = await writeExport(agentDir, sessionId, NOW, "json", "x");
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
    const written = await writeExport(agentDir, "abc", NOW, "json", "x");
    expect(written).toMatchObject({ ok: false });
    if (!written.ok) expect(written.code).toMatch(/^E[A-Z]+$/);
    expect(filesBelow(root)).toEqual([agentDir]);
  });

  it("takes another name where something else has the first", async () => {
    const path = join(agentDir, "cache-stats", "abc", "report-2026-11-30T09-11-46-123Z.json");
    mkdirSync(join(path, "in the way"), { recursive: true });
    const written = await writeExport(agentDir, "abc", NOW, "json", "x");
    expect(written).toEqual({ ok: true, path: path.replace(".json", "-2.json") });
  });
});
