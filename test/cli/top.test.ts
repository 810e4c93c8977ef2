import { Value } from "typebox/value";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SessionsSchema } from "../../src/report/sessions-schema.ts";
import { cliWords } from "../../src/ui/words/cli-en.ts";
import { readCsv } from "../export/csv-reader.ts";
import { brokenSession } from "../support/broken-session.ts";
import { runCli } from "../support/command-line.ts";
import { chain, READ, sessionText, TempFolder, turns, WRITTEN } from "../support/session-files.ts";

let folder: TempFolder;

beforeEach(() => {
  folder = new TempFolder();
});
afterEach(() => folder.remove());

const top = (...args: readonly string[]) => runCli(["top", ".", ...args], { cwd: folder.path });
/** A session that is broken by each of these tools, once. */
const broken = (name: string, ...tools: readonly string[]): void => {
  folder.write(`${name}.jsonl`, sessionText(brokenSession(name, tools), name));
};

describe("what cost most", () => {
  it("is shown by cause, tool and extension, the dearest first, with its share and its sessions", async () => {
    broken("a", "grep", "web");
    broken("b", "web");
    const { exit, out, err } = await top();
    expect([exit, err]).toEqual([0, ""]);
    const rows = out.split("\n").map((line) => line.trim().split(/ {2,}/));
    expect(rows).toContainEqual(["tools changed", "3", "30,000", "100%", "n/a", "2"]);
    const [web, grep] = ["web", "grep"].map((tool) => rows.findIndex(([name]) => name === tool));
    expect(rows[web ?? 0]).toEqual(["web", "2", "20,000", "67%", "n/a", "2"]);
    expect(rows[grep ?? 0]).toEqual(["grep", "1", "10,000", "33%", "n/a", "1"]);
    expect(web).toBeLessThan(grep ?? 0);
    expect(rows).toContainEqual(["ext/web.ts", "2", "20,000", "67%", "n/a", "2"]);
  });

  it("is as many rows of each kind as are asked for", async () => {
    broken("a", ...Array.from({ length: 12 }, (_, index) => `tool${index}`));
    const named = (text: string) => text.split("\n").filter((line) => /^ *tool\d/.test(line)).length;
    const { out } = await top();
    expect([named(out), out.includes(cliWords.moreRows(2))]).toEqual([10, true]);
    expect([named((await top("--limit", "3")).out), named((await top("--limit", "50")).out)]).toEqual([3, 12]);
  });

  it("as JSON fits the schema of several sessions", async () => {
    broken("a", "grep");
    const { out } = await top("--json");
    const parsed: unknown = JSON.parse(out);
    expect([...Value.Errors(SessionsSchema, parsed)]).toEqual([]);
    expect(parsed).toMatchObject({
      top: [{ kind: "cause", name: "tools-changed" }, { kind: "tool", name: "grep" }, {}],
    });
  });

  it("as CSV is one table of all kinds, in which no name is a formula or two lines", async () => {
    broken("a", "=cmd()", "a\u001b[31m\nb");
    const { exit, out } = await top("--csv");
    const [heading, ...rows] = readCsv(out);
    expect(exit).toBe(0);
    expect(heading).toEqual(["kind", "name", "breaks", "missedTokens", "missedCostUsd", "sessions"]);
    const tools = rows.filter(([kind]) => kind === "tool").map(([, name]) => name);
    expect(tools.toSorted()).toEqual(["'=cmd()", "a [31m b"]);
    expect(rows[0]?.slice(0, 4)).toEqual(["cause", "tools-changed", "2", "20000"]);
  });

  it("is a name in one line and of a width that fits, whatever it is", async () => {
    broken("a", `模型${"缓存".repeat(60)}`, "a\u001b[31m\nb\u202e");
    const { out } = await top();
    for (const sign of ["\u001b", "\u202e"]) expect(out).not.toContain(sign);
    expect(out).toContain("模型缓存");
    expect(out).toContain("a [31m b");
    const { visibleWidth } = await import("@earendil-works/pi-tui");
    expect(Math.max(...out.split("\n").map((line) => visibleWidth(line)))).toBeLessThan(120);
  });

  it("is nothing where nothing broke", async () => {
    folder.session("a.jsonl", chain(turns(WRITTEN, READ)));
    const { exit, out } = await top();
    expect([exit, out.includes(cliWords.noBreaks)]).toEqual([0, true]);
    expect(readCsv((await top("--csv")).out)).toHaveLength(1);
  });

  it("counts from a time on, and breaks of copies once", async () => {
    broken("a", "grep");
    folder.write("copy.jsonl", sessionText(brokenSession("a", ["grep"]), "copy"));
    expect((await top()).out).toContain(cliWords.copies(1, 2));
    expect(JSON.parse((await top("--json")).out)).toMatchObject({ breaks: { count: 1 } });
    expect((await top("--since", "1m")).exit).toBe(2);
  });

  it("passes gates, or does not", async () => {
    broken("a", "grep");
    expect([(await top("--max-breaks", "1")).exit, (await top("--max-breaks", "0")).exit]).toEqual([0, 1]);
    expect((await runCli(["top", "none"], { cwd: folder.path })).exit).toBe(2);
  });
});
