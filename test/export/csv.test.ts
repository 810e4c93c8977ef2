import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvText } from "../../src/export/csv.ts";
import { exportedTurns } from "../../src/export/turns.ts";
import { oneLine } from "../../src/ui/safe-text.ts";
import { found } from "../support/entries.ts";
import { changedAt, live, price } from "../support/verdicts.ts";
import { readCsv } from "./csv-reader.ts";
import { type Entry, type Options, sourceOf, turnAt } from "./sessions.ts";

/** The rows of a session as the table has them, by column. */
async function rowsOf(entries: readonly Entry[], options?: Options): Promise<readonly Record<string, string>[]> {
  const [header = [], ...rows] = readCsv(found(await csvText(exportedTurns(sourceOf(entries, options)))));
  for (const row of rows) expect(row).toHaveLength(header.length);
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ""])));
}

const HEADER =
  "turn,entryId,at,provider,api,model,thinkingLevel,stopReason,input,output,cacheRead,cacheWrite,cacheWrite1h,reasoning," +
  "promptTokens,hitRate,costUsd,outcome,cause,also,certainty,missedTokens,missedCostUsd,evidence,relation,section,kind," +
  "index,name,path,tag,line,char,charsBefore,charsAfter,owner,shareBefore,tokensPerSecond,timeToFirstTokenMs,speedBasis," +
  "flags\r\n";

describe("the table", () => {
  it("is its header alone for a session without turns", async () => {
    expect(await csvText([])).toBe(HEADER);
  });

  it("starts with its header, without a byte order mark, and ends every line with CRLF", async () => {
    const text = found(await csvText(exportedTurns(sourceOf([turnAt(0, [100, 5, 0, 9_900])]))));
    expect(text.startsWith(HEADER)).toBe(true);
    expect(text.split("\r\n")).toHaveLength(3);
    expect(text.endsWith("\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  it("holds what was measured, what it cost, and where and why it broke", async () => {
    const change = changedAt({
      ...{ section: "system", path: "system[1].text", index: 1, tag: "memory", line: 3, char: 7, owner: null },
      ...{ before: { chars: 400 }, after: { chars: 420 }, shareBefore: 0.25 },
    });
    const [first, second] = await rowsOf(
      [turnAt(0, [100, 5, 0, 9_900]), turnAt(10, [200, 50, 2_500, 8_300], { thinkingLevel: "high" }, live(change))],
      { pricer: price },
    );
    expect(first).toMatchObject({
      turn: "1",
      entryId: "e1",
      at: "2026-11-30T12:00:00.000Z",
      hitRate: "0",
      cause: "cold-start",
    });
    expect(second).toMatchObject({
      ...{
        turn: "2",
        provider: "acme",
        api: "anthropic-messages",
        model: "m1",
        thinkingLevel: "high",
        stopReason: "stop",
      },
      ...{ input: "200", output: "50", cacheRead: "2500", cacheWrite: "8300", cacheWrite1h: "0", reasoning: "0" },
      ...{
        promptTokens: "11000",
        hitRate: String(2_500 / 11_000),
        outcome: "miss",
        cause: "system-changed",
        certainty: "observed",
      },
      ...{ missedTokens: "7500", relation: "changed", section: "system", kind: "changed", index: "1" },
      ...{ path: "system[1].text", tag: "memory", line: "3", char: "7", charsBefore: "400", charsAfter: "420" },
      ...{ shareBefore: "0.25", tokensPerSecond: "45.5", timeToFirstTokenMs: "800", speedBasis: "stream", owner: "" },
    });
    expect(Number(second?.costUsd)).toBeCloseTo(200 * 4e-6 + 50 * 20e-6 + 2_500 * 1e-6 + 8_300 * 5e-6, 12);
    expect(Number(second?.missedCostUsd)).toBeGreaterThan(0);
    expect(second?.evidence).toBe("the request changed: system[1].text in <memory> changed at line 3, character 7");
  });

  it("joins what is a list: reasons by bars, words by semicolons", async () => {
    const change = changedAt({ section: "system", path: "system[0].text", shareBefore: 0.9 });
    const [, row] = await rowsOf([
      turnAt(0, [100, 5, 0, 9_900]),
      turnAt(
        4_000,
        [200, 50, 0, 10_800],
        { usage: { input: "?", output: 1, cacheRead: 0, cacheWrite: 9_000 } },
        live(change),
      ),
    ]);
    expect(row?.flags).toBe("usage-malformed; cost-missing");
    const [, idle] = await rowsOf([turnAt(0, [100, 5, 0, 9_900]), turnAt(20, [200, 50, 0, 10_800])]);
    expect(idle?.evidence).toMatch(/^the request continued the one before, unchanged \| 20 s since .* \| /);
  });

  it("leaves empty what was not measured", async () => {
    const [row] = await rowsOf([turnAt(0, [0, 0, 0, 0], { usage: undefined, stopReason: "aborted", timestamp: "?" })]);
    expect(row).toMatchObject({
      input: "",
      promptTokens: "",
      hitRate: "",
      costUsd: "",
      cause: "",
      at: "",
      section: "",
    });
    expect(row).toMatchObject({ outcome: "unmeasured", missedTokens: "0", flags: "usage-missing" });
  });

  it("keeps numbers numbers, also those that are negative, tiny or large", async () => {
    const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: -0.0000001 };
    const usage = { input: 1, output: 0, cacheRead: 9_007_199_254_740_000, cacheWrite: 0, totalTokens: 0, cost: free };
    const [row] = await rowsOf([turnAt(0, [1, 0, 1, 0], { usage })]);
    expect(row).toMatchObject({ costUsd: "-1e-7", cacheRead: "9007199254740000" });
  });

  it.each(["=cmd()", "+1", "-1", "@SUM(A1)", "＝cmd", "＋1", "－1", "＠x"])(
    "keeps a spreadsheet from running the name %s",
    async (model) => {
      const [row] = await rowsOf([turnAt(0, [1, 1, 1, 1], { model })]);
      expect(row?.model).toBe(`'${model}`);
    },
  );

  it.each(["\t=cmd()", "\r\n=cmd()", "  =cmd()", "\u202e=cmd()"])(
    "keeps a spreadsheet from running the name %j, whose beginning is not shown",
    async (model) => {
      expect((await rowsOf([turnAt(0, [1, 1, 1, 1], { model })]))[0]?.model).toBe("'=cmd()");
    },
  );

  it("shortens no name below 400 characters, and bounds one of a megabyte", async () => {
    const [row, huge] = await rowsOf([
      turnAt(0, [1, 1, 1, 1], { model: "m".repeat(500) }),
      turnAt(9, [1, 1, 1, 1], { model: "m".repeat(1_000_000) }),
    ]);
    expect(row?.model).toBe("m".repeat(500));
    expect(huge?.model?.length).toBeLessThan(2_000);
  });

  it("reads back with every name that it was given", async () => {
    const piece = fc.constantFrom(
      '"',
      '""',
      ",",
      "\n",
      "\r\n",
      "\u202e",
      "\u2028",
      "=cmd()",
      "'",
      ";",
      "é",
      "模型",
      "😀",
      "\ud800",
      " ",
    );
    const name = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
      fc.string({ unit: "binary", maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(name, name, name, async (provider, model, tool) => {
        const seen = live(changedAt({ section: "tools", name: tool, path: `tools[0] ${tool}`, owner: model }));
        const [, row] = await rowsOf([
          turnAt(0, [1, 1, 0, 9_900]),
          turnAt(9, [1, 1, 0, 9_900], { provider, model }, seen),
        ]);
        const shown = (text: string): string => oneLine(text.toWellFormed());
        const guarded = (text: string): string => (/^[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text);
        expect(row?.provider).toBe(guarded(shown(provider)));
        expect(row?.model).toBe(guarded(shown(model)));
        expect(row?.name).toBe(guarded(shown(tool)));
        expect(row?.path).toBe(shown(`tools[0] ${tool}`));
        expect(row?.owner).toBe(guarded(shown(model)));
      }),
      { numRuns: 200 },
    );
  });
});
