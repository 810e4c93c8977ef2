import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, it } from "vitest";
import { localTime } from "../../src/cli/local-time.ts";
import { sessionTable } from "../../src/cli/session-table.ts";
import { fittingTable, tableText } from "../../src/cli/table.ts";
import { type SessionSummary, summaryOf } from "../../src/sessions/session-summary.ts";
import { contextOf } from "../support/cli-context.ts";
import { chain, judged, MISSED, READ, turns, WRITTEN } from "../support/session-files.ts";

const COLUMNS = [{ heading: "name" }, { heading: "count", isNumber: true }];

describe("a table", () => {
  it("has its headings, aligned columns with two blanks between them, and nothing else", () => {
    expect(
      tableText(COLUMNS, [
        ["a", "1"],
        ["longer", "1,000"],
      ]),
    ).toBe("name    count\na           1\nlonger  1,000");
  });

  it("is its headings alone without rows", () => {
    expect(tableText(COLUMNS, [])).toBe("name  count");
  });

  it("is aligned by what is seen, also of wide characters", () => {
    const lines = tableText(COLUMNS, [
      ["模型缓存", "1"],
      ["a", "22"],
      ["模a", "3"],
    ]).split("\n");
    expect(lines).toHaveLength(4);
    expect(new Set(lines.map(visibleWidth))).toEqual(new Set([15]));
  });

  it("has no blanks at the ends of lines, and takes an empty cell", () => {
    const text = tableText(
      [...COLUMNS, { heading: "" }],
      [
        ["", "", ""],
        ["a", "1", ""],
      ],
    );
    for (const line of text.split("\n")) expect(line).toBe(line.trimEnd());
    expect(text.split("\n")).toHaveLength(3);
  });

  it("gives up its last columns in a terminal too narrow for it, but never the first two", () => {
    const columns = [...COLUMNS, { heading: "file" }];
    const row = ["模型", "1", "a/long/path.jsonl"];
    const at = (terminal: number | null) => fittingTable(columns, [row], terminal).split("\n")[1];
    expect([at(null), at(30), at(29), at(3)]).toEqual([
      "模型      1  a/long/path.jsonl",
      "模型      1  a/long/path.jsonl",
      "模型      1",
      "模型      1",
    ]);
  });

  it("takes a cell as it is: no sign in it is a command", () => {
    expect(tableText(COLUMNS, [["{bold}a{/bold} %s", "1"]])).toContain("{bold}a{/bold} %s  ");
  });
});

describe("the table of sessions", () => {
  const inputs = { base: "/nowhere" };
  const one = (path: string, day = 0): SessionSummary => ({
    ...summaryOf(judged(chain(turns(WRITTEN, READ, MISSED), { start: Date.UTC(2026, 10, 1 + day, 12) }))),
    path,
  });

  it("shows the newest first, as many as were asked for, and says how many more there are", () => {
    const sessions = Array.from({ length: 25 }, (_, day) => one(`/s/${day}.jsonl`, day));
    const rows = (limit: number | null) => sessionTable({ sessions, inputs }, contextOf({ limit }).context).split("\n");
    expect(rows(null)).toHaveLength(22);
    expect([rows(null)[1]?.endsWith("/s/24.jsonl"), rows(null).at(-1)]).toEqual([true, "… 5 more: --limit"]);
    expect(rows(2)).toHaveLength(4);
    expect(rows(100)).toHaveLength(26);
    expect(sessions[0]?.path).toBe("/s/0.jsonl");
  });

  it("shows when, how many turns, rate, tokens, breaks, what they cost, and all that was paid", () => {
    const [heading, row] = sessionTable({ sessions: [one("/s/a.jsonl")], inputs }, contextOf().context).split("\n");
    expect(heading?.trim().split(/ {2,}/)).toEqual([
      "last turn",
      "session",
      "turns",
      "rate",
      "prompt tokens",
      "breaks",
      "lost",
      "cost",
      "file",
    ]);
    const time = localTime(Date.UTC(2026, 10, 1, 12, 2));
    expect(row?.trim().split(/ {2,}/)).toEqual([
      time,
      "session-1",
      "3",
      "31.7%",
      "31,500",
      "1",
      "n/a",
      "$0.000",
      "/s/a.jsonl",
    ]);
  });

  it("shows that nothing was lost where nothing broke, which is not the same as not known", () => {
    const hit = summaryOf(judged(chain(turns(WRITTEN, READ))));
    const [, row] = sessionTable({ sessions: [hit], inputs }, contextOf().context).split("\n");
    expect(row?.trim().split(/ {2,}/).slice(5, 7)).toEqual(["0", "$0.000"]);
  });

  it("shows a path from the folder that was asked for where it lies in there, and in one line", () => {
    const shown = (path: string, base: string) =>
      sessionTable({ sessions: [one(path)], inputs: { base } }, contextOf().context);
    expect(shown("/base/s/a.jsonl", "/base")).toContain("  s/a.jsonl");
    expect(shown("/other/a.jsonl", "/base/deep")).toContain("  /other/a.jsonl");
    const hostile = shown("/s/a\u001b[31m\r\n\u009b5m\u202e.jsonl", "/base");
    expect(hostile.split("\n")).toHaveLength(2);
    for (const sign of ["\u001b", "\u009b", "\u202e", "\r"]) expect(hostile).not.toContain(sign);
  });
});

describe("a time", () => {
  it("is by the reader's clock, to the minute", () => {
    expect(localTime(new Date(2026, 0, 2, 3, 4, 59).getTime())).toBe("2026-01-02 03:04");
  });

  it("that is not known, or is none, is n/a", () => {
    for (const time of [null, Number.NaN, 1e300]) expect(localTime(time)).toBe("n/a");
  });
});
