import { Value } from "typebox/value";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SessionsSchema } from "../../src/report/sessions-schema.ts";
import { cliWords } from "../../src/ui/words/cli-en.ts";
import { field } from "../../src/unknown.ts";
import { runCli } from "../support/command-line.ts";
import { type Counts, turn, usage } from "../support/entries.ts";
import { chain, MISSED, READ, sessionText, TempFolder, turns, WRITTEN } from "../support/session-files.ts";
import { price, usageOf } from "../support/verdicts.ts";

let folder: TempFolder;
const paid = (counts: Counts) => turn(counts, { usage: usage(counts, { cost: price("", "", usageOf(counts)) }) });

beforeEach(() => {
  folder = new TempFolder();
  folder.session("a.jsonl", chain([WRITTEN, READ, MISSED].map(paid)), "first");
  folder.session("b.jsonl", chain([WRITTEN, READ, READ, READ].map(paid), { prefix: "b" }), "second");
  folder.session("many/c.jsonl", chain(turns(WRITTEN, READ), { prefix: "c" }), "third");
  folder.session("many/d.jsonl", chain(turns(MISSED, MISSED), { prefix: "d" }), "fourth");
});
afterEach(() => folder.remove());

const compare = (...args: readonly string[]) => runCli(["compare", ...args], { cwd: folder.path });
const rowsOf = (text: string) => text.split("\n").map((line) => line.trim().split(/ {2,}/));

describe("two sessions side by side", () => {
  it("are shown with what differs: counts by number, rates by points", async () => {
    const { exit, out, err } = await compare("a.jsonl", "b.jsonl");
    expect([exit, err]).toEqual([0, ""]);
    const rows = rowsOf(out);
    expect(rows.slice(0, 2)).toEqual([
      ["A", "a.jsonl"],
      ["B", "b.jsonl"],
    ]);
    for (const row of [
      ["turns", "3", "4", "+1"],
      ["hit rate", "31.7%", "72.2%", "+40.5"],
      ["prompt tokens", "31,500", "41,500", "+10,000"],
      ["written", "10,000", "10,000", "="],
      ["new", "11,500", "1,500", "-10,000"],
      ["breaks", "1", "0", "-1"],
      ["missed tokens", "10,500", "0", "-10,500"],
      ["cause unknown", "1", "0", "-1"],
    ])
      expect(rows).toContainEqual(row);
    const lost = rows.find(([label]) => label === cliWords.rows.lost);
    expect(lost?.slice(1)).toEqual(["$0.032", "$0.000", "-$0.032"]);
  });

  it("may be the same one, which does not differ", async () => {
    const { out } = await compare("a.jsonl", "a.jsonl");
    expect(rowsOf(out)).toContainEqual(["breaks", "1", "1", "="]);
    expect(out).not.toMatch(/ [+-][\d$]/);
  });

  it("may be folders, which say how many sessions they hold, and what was not measured", async () => {
    const { out } = await compare("a.jsonl", "many");
    expect(rowsOf(out)[1]).toEqual(["B", "many (2 sessions)"]);
    folder.session("silent.jsonl", chain(turns(MISSED)));
    const silent = rowsOf((await compare("a.jsonl", "silent.jsonl")).out);
    expect(silent).toContainEqual(["hit rate", "31.7%", "n/a", "n/a"]);
    expect(silent).toContainEqual(["cost", expect.any(String), "$0.000", expect.stringMatching(/^-\$/)]);
  });

  it("as JSON are two reports that fit their schema", async () => {
    const { exit, out } = await compare("a.jsonl", "many", "--json", "--since", "2d");
    const parsed: unknown = JSON.parse(out);
    expect([exit, field(parsed, "schema")]).toEqual([0, "pi-cache-stats/compare@1"]);
    for (const name of ["a", "b"]) expect([...Value.Errors(SessionsSchema, field(parsed, name))]).toEqual([]);
    expect(parsed).toMatchObject({
      a: { sessions: [{ id: "first" }] },
      b: { files: { sessions: 2 }, window: { turns: 4 } },
    });
  });

  it("say of which of the two something was left out", async () => {
    folder.write("bad.jsonl", sessionText(chain(turns(READ, READ))).slice(0, -9));
    const { out } = await compare("a.jsonl", "bad.jsonl");
    expect(out).toContain(`B: ${cliWords.damaged(1)}`);
    expect(out).not.toContain("A: ");
  });

  it("have names in one line", async () => {
    folder.session("x\u001b[31m\n.jsonl", chain(turns(READ)));
    const { out } = await compare("x\u001b[31m\n.jsonl", "a.jsonl");
    expect([out.includes("\u001b"), rowsOf(out)[0]]).toEqual([false, ["A", "x [31m .jsonl"]]);
  });

  it("of which one is none end with exit status 2", async () => {
    for (const args of [
      ["a.jsonl", "none.jsonl"],
      ["none.jsonl", "a.jsonl"],
    ]) {
      const { exit, out, err } = await compare(...args);
      expect([exit, out, err.includes("ENOENT")]).toEqual([2, "", true]);
    }
  });

  it("are written into a new file, and over none", async () => {
    expect((await compare("a.jsonl", "b.jsonl", "-o", "out.txt")).exit).toBe(0);
    expect((await compare("a.jsonl", "b.jsonl", "-o", "out.txt")).exit).toBe(2);
  });
});
