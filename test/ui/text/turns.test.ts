import { Text, visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { Monitor } from "../../../src/monitor.ts";
import { createHost } from "../../../src/pi-host.ts";
import { reportNow } from "../../../src/report/report-now.ts";
import { verdictReport } from "../../../src/report/verdict-report.ts";
import { REPORT_COLUMNS } from "../../../src/ui/text/columns.ts";
import { TURNS_SHOWN, turnsText } from "../../../src/ui/text/turns.ts";
import { words as en } from "../../../src/ui/words/en.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";
import { found } from "../../support/entries.ts";
import { assistant, FakeContext, FakePi, type Tokens } from "../../support/fake-pi.ts";
import { verdict } from "../../support/verdicts.ts";

function bench() {
  const context = new FakeContext();
  const host = createHost(new FakePi().api, context.ctx);
  const monitor = new Monitor(readConfig({}), () => null);
  const { session } = context;
  return {
    session,
    host,
    monitor,
    turn: (tokens: Tokens, rest: object = {}) => void session.appendTurn(tokens, rest),
    text: (shown = TURNS_SHOWN, words = en) => turnsText(reportNow(monitor, host, "1.6.0", 0), words, shown),
    rows: (shown = TURNS_SHOWN) =>
      turnsText(reportNow(monitor, host, "1.6.0", 0), en, shown)
        .split("\n")
        .map((line) => line.trim().split(/ {2,}/)),
  };
}

describe("the table of turns", () => {
  it("says that there is none yet", () => {
    expect(bench().text()).toBe("no turns in this range");
    expect(bench().text(20, zh)).toBe("此范围内没有轮次");
  });

  it("has a row per turn, oldest first, with the parts of the prompt", () => {
    const { turn, rows } = bench();
    turn([100, 50, 0, 9_900]);
    turn([7, 60, 9_900, 300]);
    const [header, first, second] = rows();
    expect(header).toEqual(["turn", "time", "rate", "prompt", "cached", "written", "new", "output", "speed"]);
    expect(first?.toSpliced(1, 1)).toEqual(["1", "0.0%", "10,000", "0", "9,900", "100", "50", "n/a"]);
    expect(second?.toSpliced(1, 1)).toEqual(["2", "96.9%", "10,207", "9,900", "300", "7", "60", "n/a"]);
  });

  it("shows the local time of a turn, or n/a", () => {
    const { turn, rows } = bench();
    const noon = new Date(2026, 10, 30, 12, 34, 56).getTime();
    turn([10, 5, 90, 0], { timestamp: noon });
    turn([10, 5, 90, 0], { timestamp: undefined });
    expect([rows()[1]?.[1], rows()[2]?.[1]]).toEqual(["12:34:56", "n/a"]);
  });

  it("shows the speed where the run measured it", () => {
    const { session, monitor, rows } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.streamed({ type: "text_delta", delta: "x" }, 1_000);
    monitor.responseEnded(message, 3_000);
    monitor.turnEnded(message, session.append({ type: "message", message }), 0);
    expect(rows()[1]?.at(-1)).toBe("50 t/s");
  });

  it("shows the newest turns and says how many are earlier, with their own numbers", () => {
    const { turn, text, rows } = bench();
    for (let index = 0; index < 25; index++) turn([10, 5, 90, 0]);
    expect(rows()).toHaveLength(1 + 1 + TURNS_SHOWN);
    expect(text()).toMatch(/^5 earlier turns not shown\n/);
    expect(rows()[2]?.[0]).toBe("6");
    expect(rows().at(-1)?.[0]).toBe("25");
    expect(rows(25)).toHaveLength(1 + 25);
    expect(rows(1)).toHaveLength(1 + 1 + 1);
  });

  it("shows n/a where a turn has no usage, and says how it ended", () => {
    const { turn, rows } = bench();
    turn([10, 5, 90, 0]);
    turn([0, 0, 0, 0], { usage: undefined, stopReason: "aborted" });
    const [numbers = [], notes] = [rows()[2], rows().slice(3)];
    expect(numbers.slice(2, 9)).toEqual(["n/a", "n/a", "n/a", "n/a", "n/a", "n/a", "n/a"]);
    expect([...numbers.slice(9), ...notes.flat()].join(" ")).toBe("aborted usage-missing");
  });

  it("has the cause of a break in one word, and that of a hit in brackets: it cost next to nothing", () => {
    const { turn, host, monitor } = bench();
    for (let index = 0; index < 4; index++) turn([10, 5, 90, 0]);
    const report = reportNow(monitor, host, "1.6.0", 0);
    const told = [
      verdict({ outcome: "miss", cause: "tools-changed" }),
      verdict({ outcome: "hit", cause: "history-rewritten" }),
      verdict({ outcome: "hit", cause: null }),
      verdict({ outcome: "unmeasured", cause: "not-reported" }),
    ];
    const turns = report.turns.map((one, index) => ({ ...one, verdict: verdictReport(found(told[index])) }));
    const notes = (words: typeof en) =>
      turnsText({ ...report, turns }, words, 4)
        .split("\n")
        .slice(1)
        .map((line) => line.trim().split(/ {2,}/)[9]);
    expect(notes(en)).toEqual(["tools", "(history)", undefined, undefined]);
    expect(notes(zh)).toEqual(["工具", "(历史)", undefined, undefined]);
  });

  it("names the model only when there are several", () => {
    const { turn, text } = bench();
    turn([10, 5, 90, 0]);
    expect(text()).not.toContain("claude-sonnet");
    turn([10, 5, 90, 0], { model: "other" });
    expect(text()).toMatch(/^ {2}anthropic\/claude-sonnet$/m);
    expect(text()).toMatch(/^ {2}anthropic\/other$/m);
  });

  it("names a model before its turns, wherever another one answered before", () => {
    const { turn, rows } = bench();
    for (const model of ["one", "one", "two", "one"]) turn([10, 5, 90, 0], { model });
    turn([10, 5, 90, 0], { model: "one", provider: "another" });
    expect(rows().map(([first]) => first)).toEqual([
      ...["turn", "anthropic/one", "1", "2", "anthropic/two", "3", "anthropic/one", "4", "another/one", "5"],
    ]);
    expect(rows(2).map(([first]) => first)).toEqual([
      ...["3 earlier turns not shown", "turn", "anthropic/one", "4", "another/one", "5"],
    ]);
    expect(rows(1).map(([first]) => first)).toEqual(["4 earlier turns not shown", "turn", "5"]);
  });

  it("names a model before its turns also where a turn before has notes that take several lines", () => {
    const { turn, rows } = bench();
    turn([10, 5, 90, 0], { model: "one", stopReason: "aborted", usage: { input: -1, output: "x", cacheRead: 90 } });
    turn([10, 5, 90, 0], { model: "one" });
    turn([10, 5, 90, 0], { model: "two" });
    const firsts = rows().map(([first]) => first);
    expect(firsts.filter((first) => first === "anthropic/one")).toHaveLength(1);
    expect(firsts.indexOf("anthropic/one")).toBe(firsts.indexOf("1") - 1);
    expect(firsts.indexOf("anthropic/two")).toBe(firsts.indexOf("3") - 1);
  });

  it("holds the active branch only", () => {
    const { session, turn, rows } = bench();
    turn([10, 5, 90, 0]);
    const first = session.leaf;
    turn([50, 5, 50, 0]);
    session.moveTo(first);
    expect(rows()).toHaveLength(2);
  });

  it("never shows text of a message or of an error", () => {
    const { turn, text } = bench();
    turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "SECRET ERROR" });
    expect(text()).toContain("error");
    expect(text()).not.toContain("SECRET");
  });
});

describe("the table of turns on a screen", () => {
  it("stands on lines of at most 78 columns with a prompt of 200,000 tokens, also where several models answered", () => {
    for (const words of [en, zh]) {
      const { turn, text } = bench();
      for (let index = 0; index < 1_000; index++) turn([12_345, 12_345, 187_654, 12_345]);
      for (const line of text(20, words).split("\n")) expect(visibleWidth(line)).toBeLessThanOrEqual(REPORT_COLUMNS);
      turn([12_345, 12_345, 187_654, 12_345], { model: "claude-opus-4-5-20251101" });
      for (const line of text(20, words).split("\n")) expect(visibleWidth(line)).toBeLessThanOrEqual(REPORT_COLUMNS);
    }
  });

  it("stands on lines of at most 78 columns also where a turn has notes", () => {
    for (const words of [en, zh]) {
      const { turn, text } = bench();
      turn([12_345, 12_345, 187_654, 12_345]);
      turn([0, 0, 0, 0], { usage: undefined, stopReason: "aborted" });
      for (const line of text(20, words).split("\n")) expect(visibleWidth(line)).toBeLessThanOrEqual(REPORT_COLUMNS);
    }
  });

  it("has its columns under each other in both languages", () => {
    for (const words of [en, zh]) {
      const { turn, text } = bench();
      turn([1, 1, 1, 1]);
      turn([100_000, 5, 900_000, 0]);
      const widths = text(20, words)
        .split("\n")
        .map((line) => visibleWidth(line));
      expect(new Set(widths).size).toBe(1);
    }
  });

  it("fits every width that can hold a wide character as Pi wraps it, whatever the names", () => {
    const name = fc.oneof(
      fc.constantFrom("模型".repeat(99), "👩‍💻".repeat(50), "\u001b[31mred\nnext"),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(name, fc.integer({ min: 2, max: 200 }), (model, width) => {
        const { turn, text } = bench();
        turn([10, 5, 90, 0], { model });
        turn([10, 5, 90, 0], { model: `${model}2` });
        for (const line of new Text(text(), 0, 0).render(width)) {
          expect(visibleWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });

  it("bounds the name of a model and keeps it on its line", () => {
    const { turn, text } = bench();
    turn([10, 5, 90, 0]);
    turn([10, 5, 90, 0], { model: `a\n${"模".repeat(500)}` });
    const lines = text().split("\n");
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(visibleWidth(line)).toBeLessThanOrEqual(REPORT_COLUMNS);
  });
});
