import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRecordEntry } from "../../src/record/record-entry.ts";
import { isRecord } from "../../src/unknown.ts";
import { readCsv } from "../export/csv-reader.ts";
import { brokenSession } from "../support/broken-session.ts";
import { runCli } from "../support/command-line.ts";
import type { Fields } from "../support/entries.ts";
import { chain, READ, sessionText, TempFolder, turns, WRITTEN } from "../support/session-files.ts";

let folder: TempFolder;
const two = (prefix: string): readonly Fields[] => chain(turns(WRITTEN, READ), { prefix });
const without =
  (...names: readonly string[]) =>
  (entry: Fields) =>
    Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));

/** Records as a newer version would write them, or somebody who has changed a number in one. */
function edited(entry: Fields, index: number): Fields {
  if (!isRecordEntry(entry) || !isRecord(entry.data)) return entry;
  return index === 1 ? { ...entry, data: { ...entry.data, v: 99 } } : { ...entry, data: { ...entry.data, more: 1 } };
}

/** All that may lie in a folder of sessions. Fourteen turns of it can be read. */
beforeAll(() => {
  folder = new TempFolder();
  const at = (name: string): string => join(folder.path, name);
  folder.session("good.jsonl", two("good"));
  folder.session("v1.jsonl", two("x").map(without("id", "parentId")), "v1", { version: undefined });
  folder.session("v2.jsonl", two("two"), "v2", { version: 2 });
  folder.session("newer.jsonl", two("newer"), "newer", { version: 9, unheard: { of: [] } });
  folder.write("half.jsonl", sessionText(chain(turns(WRITTEN, READ, READ), { prefix: "half" }), "half").slice(0, -30));
  const [header, first, second] = sessionText(two("c"), "corrupt").split("\n");
  folder.write(
    "corrupt.jsonl",
    ["garbage", header, "\u0000\u0000", first, '{"type":"message","id"', "[]", second, "{}"].join("\n"),
  );
  const foreign = [
    { type: "their_entry", text: "x" },
    { id: 5 },
    { type: "custom", customType: "cache-stats-too", data: {} },
  ];
  folder.write(
    "records.jsonl",
    sessionText(
      [...foreign, ...brokenSession("records", ["grep"])].map((one, index) => edited(one, index - 3)),
      "records",
    ),
  );
  folder.write(
    "foreign.jsonl",
    '{"type":"user","sessionId":"x"}\n{"type":"assistant","message":{"usage":{"input_tokens":5}}}\n',
  );
  folder.write("empty.jsonl", "");
  folder.write("notes.txt", "no session, and not asked");
  folder.write("bytes.jsonl", Buffer.from([0xff, 0xfe, 0, 10, 0xc3, 0x28, 10]));
  folder.session("nothing.jsonl", [], "nothing");
  mkdirSync(at("folder.jsonl"));
  symlinkSync("loop.jsonl", at("loop.jsonl"));
  symlinkSync(".", at("self"));
  symlinkSync("gone", at("dangling.jsonl"));
  symlinkSync("good.jsonl", at("again.jsonl"));
  if (process.platform !== "win32") execFileSync("mkfifo", [at("pipe.jsonl")]);
});
afterAll(() => folder.remove());

const run = (...args: readonly string[]) => runCli([...args], { cwd: folder.path });

describe("a folder with all kinds of bad input", () => {
  it("is reported: what can be read is counted, and the rest is counted too", async () => {
    const { exit, out } = await run("report", ".", "--json");
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      window: { turns: 14, hitRate: expect.any(Number) },
      files: { sessions: 7, copies: 0, copiedTurns: 0, damagedLines: 5, unreadableRecords: 2, newer: 1 },
    });
    const { files, sessions } = JSON.parse(out);
    const unread = files.unread.map(({ path, code }: Record<string, string>) => `${path?.split("/").at(-1)} ${code}`);
    expect(unread.toSorted()).toEqual([
      ...["bytes.jsonl NOT_A_SESSION", "dangling.jsonl ENOENT", "empty.jsonl NOT_A_SESSION"],
      ...["foreign.jsonl NOT_A_SESSION", "loop.jsonl ELOOP"],
    ]);
    const damaged = sessions.filter(({ damagedLines }: { damagedLines: number }) => damagedLines > 0);
    expect(damaged.map(({ id, window }: { id: string; window: { turns: number } }) => [id, window.turns])).toEqual([
      ["corrupt", 2],
      ["half", 2],
    ]);
  });

  it("is reported to people too, in each form", async () => {
    const { exit, out, err } = await run("report", ".");
    expect([exit, err.trimEnd().split("\n").length]).toEqual([0, 5]);
    for (const said of ["14 turns", "5 damaged lines", "1 session in a newer format"]) expect(out).toContain(said);
    const csv = await run("report", ".", "--csv");
    expect([csv.exit, readCsv(csv.out).length]).toEqual([0, 15]);
    expect((await run("report", ".", "--html")).exit).toBe(0);
    expect((await run("top", ".")).exit).toBe(0);
    expect((await run("compare", ".", "good.jsonl")).exit).toBe(0);
  });

  it("is no obstacle to each of its files by itself", async () => {
    for (const name of ["good", "v1", "v2", "newer", "half", "corrupt", "records", "again"]) {
      expect([name, (await run("report", `${name}.jsonl`)).exit]).toEqual([name, 0]);
    }
    for (const name of ["nothing", "foreign", "empty", "bytes", "loop", "dangling", "pipe"]) {
      expect([name, (await run("report", `${name}.jsonl`)).exit]).toEqual([name, 2]);
    }
  });

  it("tells of records that could not be read", async () => {
    const { out } = await run("report", "records.jsonl");
    expect(out).toMatch(/2 .*record/);
    expect(JSON.parse((await run("report", "records.jsonl", "--json")).out).unreadableRecords).toBe(2);
  });
});
