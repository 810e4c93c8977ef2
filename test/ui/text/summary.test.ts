import { Text, visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { Monitor } from "../../../src/monitor.ts";
import { createHost } from "../../../src/pi-host.ts";
import { reportNow } from "../../../src/report/report-now.ts";
import { glyphs } from "../../../src/ui/glyphs.ts";
import { REPORT_COLUMNS } from "../../../src/ui/text/columns.ts";
import { type SummaryNotes, summaryText } from "../../../src/ui/text/summary.ts";
import { words as en } from "../../../src/ui/words/en.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";
import { assistant, FakeContext, FakePi, type Tokens } from "../../support/fake-pi.ts";

const QUIET: SummaryNotes = { footerTaken: false, glyphs: glyphs(false) };
const NOW = 1_700_000_000_000;
/** Fields of a turn whose row tells no cost. */
const UNPRICED = { usage: { input: 10, output: 5, cacheRead: 90, cacheWrite: 0 } };

function bench(env: Record<string, string> = {}) {
  const context = new FakeContext();
  const host = createHost(new FakePi().api, context.ctx);
  const monitor = new Monitor(readConfig(env), () => null);
  const { session } = context;
  return {
    session,
    host,
    monitor,
    turn: (tokens: Tokens, rest: object = {}) => {
      const message = assistant(tokens, rest);
      monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    },
    text: (words = en, notes = QUIET) => summaryText(reportNow(monitor, host, "1.6.0", NOW), words, notes),
    /** The row of a label; what goes on below itself is joined again. */
    line: (label: string) =>
      summaryText(reportNow(monitor, host, "1.6.0", NOW), en, QUIET)
        .replace(/\n {20,}(?=\S)/g, " ")
        .split("\n")
        .find((line) => line.startsWith(label)),
  };
}

describe("the summary", () => {
  it("names both scopes before any turn, without inventing a rate", () => {
    const { text, line } = bench();
    expect(line("◆ session")).toMatch(/^◆ session +n\/a +no turns in this range$/);
    expect(line("  current run")).toMatch(/^ {2}current run +n\/a +no turns in this range$/);
    expect(text()).not.toContain("0.0%");
    expect(text()).not.toContain("latest");
  });

  it("prints session and current run apart, each with one decimal, rounded down", () => {
    const { session, turn, line } = bench();
    session.appendTurn([100, 5, 0, 9_900]);
    turn([4, 5, 9_996, 0]);
    expect(line("◆ session")).toMatch(/^◆ session +49\.9% +2 turns · 9,996 of 20,000 prompt tokens from cache$/);
    expect(line("  current run")).toMatch(
      /^ {2}current run +99\.9% +1 turn · 9,996 of 10,000 prompt tokens from cache$/,
    );
  });

  it("shows the parts of the latest prompt, which add up", () => {
    const { turn, line } = bench();
    turn([7, 5, 9_900, 300]);
    expect(line("◇ latest turn")).toMatch(
      /^◇ latest turn +96\.9% +turn 1 · prompt 10,207 = 7 new \+ 9,900 cached \+ 300 written$/,
    );
  });

  it("says n/a for a latest turn that failed, and counts it apart", () => {
    const { turn, text, line } = bench();
    turn([10, 5, 90, 0]);
    turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "SECRET ERROR" });
    expect(line("◇ latest turn")).toMatch(/^◇ latest turn +n\/a +turn 2 · no prompt tokens reported \(error\)$/);
    expect(line("  note")).toMatch(/^ {2}note +1 turn without usage \(failed or aborted\), not in any rate$/);
    expect(text()).not.toContain("SECRET");
  });

  it("shows the speed of the latest turn and the wait before it, and how it was measured", () => {
    const { session, monitor, line } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.streamed({ type: "text_delta", delta: "x" }, 1_500);
    monitor.responseEnded(message, 3_500);
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    expect(line("▸ speed")).toMatch(/^▸ speed +50 t\/s · .*1\.5/);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.responseEnded(message, 4_000);
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    expect(line("▸ speed")).toMatch(/^▸ speed +25 t\/s \(over the whole request\)$/);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.responseEnded(message, 1);
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    expect(line("▸ speed")).toBeUndefined();
  });

  it("says since reset after a reset", () => {
    const { turn, monitor, host, line } = bench();
    turn([10, 5, 90, 0]);
    monitor.reset(host);
    turn([50, 5, 50, 0]);
    expect(line("◆ session")).toBeUndefined();
    expect(line("◆ since reset")).toMatch(/^◆ since reset +50\.0% +1 turn/);
  });

  it("shows the active branch where it differs from the whole file", () => {
    const { session, turn, line } = bench();
    turn([10, 5, 90, 0]);
    expect(line("  this branch")).toBeUndefined();
    const first = session.leaf;
    turn([50, 5, 50, 0]);
    expect(line("  this branch")).toBeUndefined();
    session.moveTo(first);
    expect(line("  this branch")).toMatch(/^ {2}this branch +90\.0% +1 turn/);
  });

  it("lists models apart when there are several, and names those that do not report", () => {
    const { turn, text, line } = bench();
    turn([10, 5, 90, 0]);
    expect(text()).not.toContain("by model");
    turn([100, 5, 0, 0], { provider: "ollama", model: "qwen" });
    expect(line("by model")).toBe("by model");
    expect(line("  anthropic/claude-sonnet")).toMatch(/90\.0% +1 turn/);
    expect(line("  ollama/qwen")).toMatch(/n\/a +1 turn · no cache numbers so far$/);
    expect(line("◆ session")).toMatch(
      /^◆ session +90\.0% +2 turns, 1 without cache numbers · 90 of 100 prompt tokens from cache$/,
    );
  });

  it("says once that a model does not report, by its name: in a note when it is the only one, else on its line", () => {
    const { turn, text, line } = bench();
    turn([100, 5, 0, 0], { provider: "ollama", model: "qwen" });
    const note = "qwen has reported no cache numbers so far; its turns are in no rate";
    expect(line("  note")).toMatch(new RegExp(`^ {2}note +${note}$`));
    expect(text()).not.toContain(en.flags["not-reporting"]);
    turn([10, 5, 90, 0]);
    expect(text()).not.toContain("has reported no cache numbers");
    expect(text()).not.toContain(en.flags["not-reporting"]);
    expect(text().match(/no cache numbers/g)).toHaveLength(1);
  });

  it("does not call a model silent of which nothing was measured", () => {
    const { turn, text } = bench();
    turn([0, 0, 0, 0], { stopReason: "error" });
    expect(text()).not.toContain("no cache numbers");
    expect(text()).not.toContain("without cache numbers");
  });

  it("says of how many turns there are no cache numbers, in run, session and branch, and not of failed ones", () => {
    const { session, turn, line } = bench();
    turn([10, 5, 90, 0]);
    expect(line("◆ session")).toMatch(/ 1 turn · /);
    turn([100, 5, 0, 0], { provider: "ollama", model: "qwen" });
    const branch = session.leaf;
    turn([100, 5, 0, 0], { provider: "ollama", model: "qwen" });
    turn([0, 0, 0, 0], { provider: "ollama", model: "qwen", stopReason: "error" });
    session.moveTo(branch);
    expect(line("◆ session")).toMatch(/90\.0% +4 turns, 2 without cache numbers · 90 of 100 /);
    expect(line("  current run")).toMatch(/90\.0% +4 turns, 2 without cache numbers · 90 of 100 /);
    expect(line("  this branch")).toMatch(/90\.0% +2 turns, 1 without cache numbers · 90 of 100 /);
  });

  it("lists refreshes, compaction, branch summaries and subagents on lines of their own", () => {
    const { session, line } = bench();
    const usage = { input: 10, output: 5, cacheRead: 90, cacheWrite: 0, cost: { total: 0.01 } };
    session.append({ type: "usage", kind: "cache_warm", usage });
    session.append({ type: "compaction", usage });
    session.append({ type: "branch_summary", usage: { ...usage, cacheRead: 0 } });
    session.append({ type: "message", message: { role: "toolResult", usage } });
    expect(line("  refreshes")).toMatch(
      /^ {2}refreshes +1 request outside the conversation, 90 tokens read · \$0\.010$/,
    );
    expect(line("  compaction")).toMatch(/^ {2}compaction +90\.0% +prompt 100, output 5 tokens; not a turn$/);
    expect(line("  branch summary")).toMatch(/^ {2}branch summary +prompt 10, output 5 tokens; not a turn$/);
    expect(line("  subagents")).toMatch(/^ {2}subagents +90\.0% +prompt 100, output 5 tokens; not a turn$/);
    expect(line("◆ session")).toMatch(/n\/a +no turns in this range$/);
  });

  it("shows the cost of the turns, and none where none is known", () => {
    const { turn, line } = bench();
    turn([10, 5, 90, 0], UNPRICED);
    expect(line("  cost")).toBeUndefined();
    turn([10, 5, 90, 0]);
    expect(line("  cost")).toMatch(/^ {2}cost +\$0\.001 for turns$/);
  });

  it("shows beside it the cost with everything that is no turn, as Pi's own footer sums it", () => {
    const { session, turn, monitor, host, line } = bench();
    turn([10, 5, 90, 0]);
    session.append({ type: "usage", kind: "cache_warm", usage: { ...UNPRICED.usage, cost: { total: 0.01 } } });
    session.append({ type: "message", message: { role: "toolResult", usage: { input: 1, cost: { total: 0.1 } } } });
    expect(line("  cost")).toMatch(/^ {2}cost +\$0\.001 for turns · \$0\.111 with everything else in this list$/);
    monitor.reset(host);
    expect(line("  cost")).toBeUndefined();
    session.append({ type: "usage", kind: "cache_warm", usage: { ...UNPRICED.usage, cost: { total: 0.01 } } });
    expect(line("  cost")).toMatch(/\$0\.010 with everything else in this list$/);
  });

  it("does not invent a cost of turns that no row and no price told", () => {
    const { session, turn, line } = bench();
    turn([10, 5, 90, 0], UNPRICED);
    session.append({ type: "usage", kind: "cache_warm", usage: { ...UNPRICED.usage, cost: { total: 0.01 } } });
    expect(line("  cost")).toContain("$0.010");
    expect(line("  cost")).not.toContain("$0.000");
  });

  it("counts refused requests without their text", () => {
    const { turn, text, line } = bench();
    turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "400 SECRET BODY" });
    expect(line("  refused")).toMatch(
      /^ {2}refused +1 request answered 400, unclassified; newest anthropic\/claude-sonnet 2023-11-14T22:13:20\.000Z$/,
    );
    expect(text()).not.toContain("SECRET");
  });

  it("gives the alternative rate of a provider that seems to count cached tokens in its input", () => {
    const { turn, line } = bench();
    turn([100, 5, 90, 0], {
      usage: { input: 100, output: 5, cacheRead: 90, cacheWrite: 0, totalTokens: 105, cost: { total: 0 } },
    });
    expect(line("  note")).toContain(
      "claude-sonnet seems to count cached tokens inside input; the true rate of its newest turn may be 90.0%",
    );
  });

  it("explains flags, bad values and internal errors, and says when it is off or the footer is taken", () => {
    const { turn, monitor, text } = bench({ PI_CACHE_STATS_FOOTER: "SECRET VALUE" });
    turn([10, 5, 90, 0], { usage: { input: -1, output: "x", cacheRead: 90, cacheWrite: 0 } });
    monitor.countInternalError();
    monitor.countInternalError();
    monitor.disable();
    const all = text(en, { ...QUIET, footerTaken: true, commandShared: true }).replace(/\n {20,}(?=\S)/g, " ");
    expect(all).toContain(en.flags["input-negative"]);
    expect(all).toContain(en.flags["usage-malformed"]);
    expect(all).toContain(en.flags["cost-missing"]);
    expect(all).toContain("value not understood, not used: PI_CACHE_STATS_FOOTER");
    expect(all).toContain("internal errors: 2");
    expect(all).toContain("off: turns are not counted in the current run");
    expect(all).toContain("another extension has set the footer since; /cache-stats enable takes it back");
    expect(all).toContain("another command is called cache-stats too");
    expect(all).not.toContain("SECRET");
    expect(text()).not.toMatch(/another (?:extension|command)/);
  });

  it("says how many exports of metrics were taken and dropped, and why none are made", () => {
    const { monitor, text } = bench();
    monitor.metrics.state = "exporting";
    expect(text()).not.toContain("metrics");
    monitor.metrics.exported = 9;
    expect(text()).toContain("metrics: 9 exports taken by the collector");
    monitor.metrics.dropped = 3;
    expect(text()).toContain("metrics: 3 exports dropped, no collector took them");
    monitor.metrics.dropped = 1;
    expect(text()).toContain("metrics: 1 export dropped, no collector took it");
    for (const state of ["unsupported", "missing", "failed"] as const) {
      monitor.metrics.state = state;
      expect(text(en).replace(/\n {20,}(?=\S)/g, " ")).toContain(en.metricsState[state]);
    }
  });

  it("has no notes in an ordinary session", () => {
    const { turn, text } = bench();
    turn([10, 5, 90, 0]);
    expect(text()).not.toMatch(/^ *note/m);
  });

  it("is Chinese with Chinese words, aligned by columns on the screen", () => {
    const { turn, text } = bench();
    turn([10, 5, 90, 0]);
    const lines = text(zh).split("\n");
    const column = (label: string): number => {
      const line = lines.find((candidate) => candidate.startsWith(label)) ?? "";
      return visibleWidth(line.slice(0, line.indexOf("90.0%")));
    };
    expect(column("◆ 会话")).toBe(column("  本次运行"));
    expect(column("◆ 会话")).toBe(column("◇ 最近一轮"));
    expect(column("◆ 会话")).toBeGreaterThan(0);
  });

  it("carries the footer's marks, also the plain ones", () => {
    const { session, monitor, text } = bench();
    const message = assistant([10, 100, 90, 0]);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.responseEnded(message, 4_000);
    monitor.turnEnded(message, session.append({ type: "message", message }), NOW);
    const marks = (ascii: boolean) =>
      text(en, { ...QUIET, glyphs: glyphs(ascii) })
        .split("\n")
        .slice(1)
        .map((line) => line.slice(0, 6));
    expect(marks(false)).toEqual(["◆ sess", "  curr", "  tren", "◇ late", "▸ spee", "  cost"]);
    expect(marks(true)).toEqual(["S sess", "  curr", "  tren", "L late", "> spee", "  cost"]);
  });
});

const AWKWARD = [
  "模型".repeat(300),
  "👩‍💻".repeat(50),
  "e\u0301".repeat(99),
  "\u001b[31mred\r\nnext",
  "\u202eabc",
  "x".repeat(1e5),
];
const name = fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: "binary", maxLength: 80 }));

describe("the summary on a screen", () => {
  it("fits every width that can hold a wide character as Pi wraps it, whatever the names", () => {
    fc.assert(
      fc.property(
        name,
        name,
        fc.integer({ min: 2, max: 200 }),
        fc.constantFrom(en, zh),
        (model, provider, width, words) => {
          const { turn, text } = bench();
          turn([10, 5, 90, 0], { model, provider });
          turn([10, 5, 0, 0], { stopReason: model, errorMessage: "400" });
          for (const line of new Text(text(words), 0, 0).render(width)) {
            expect(visibleWidth(line)).toBeLessThanOrEqual(width);
          }
        },
      ),
    );
  });

  it("stands on lines of at most 78 columns in an ordinary session, with real names and with every note", () => {
    expect(REPORT_COLUMNS).toBe(78);
    for (const words of [en, zh]) {
      const { session, monitor, turn, text } = bench({ PI_CACHE_STATS_FOOTER: "?", PI_CACHE_STATS_VERBOSE: "?" });
      const fits = (notes = QUIET) => {
        for (const line of text(words, notes).split("\n"))
          expect(visibleWidth(line)).toBeLessThanOrEqual(REPORT_COLUMNS);
      };
      fits();
      turn([12_345, 678, 1_234_567, 98_765]);
      fits();
      turn([12_345, 678, 0, 0], { provider: "openrouter", model: "qwen/qwen3-coder-480b" });
      turn([0, 0, 0, 0], { stopReason: "error", errorMessage: "400" });
      turn([0, 0, 0, 0], { usage: { input: -1, output: "x", cacheRead: 90, cacheWrite: 0 } });
      turn([100, 5, 90, 0], {
        ...{ provider: "openai", model: "gpt-5.2-codex" },
        usage: { input: 100, output: 5, cacheRead: 90, cacheWrite: 0, totalTokens: 105, cost: { total: 0.1 } },
      });
      for (const type of ["usage", "compaction", "branch_summary"]) {
        session.append({ type, usage: { input: 1e6, output: 5, cacheRead: 9e6, cacheWrite: 0, cost: { total: 9 } } });
      }
      session.moveTo("e1");
      monitor.countInternalError();
      monitor.disable();
      fits({ ...QUIET, footerTaken: true, commandShared: true });
    }
  });

  it("stands on lines of at most 78 columns with one silent model of the longest name", () => {
    for (const words of [en, zh]) {
      const { turn, text } = bench();
      turn([12_345, 678, 0, 0], { model: AWKWARD[0], provider: AWKWARD[0] });
      for (const line of text(words).split("\n")) expect(visibleWidth(line)).toBeLessThanOrEqual(REPORT_COLUMNS);
    }
  });

  it("stands on lines of at most 78 columns with several models of which one has a long real name", () => {
    for (const words of [en, zh]) {
      const { turn, text } = bench();
      turn([12_345, 678, 1_234_567, 98_765]);
      turn([12_345, 678, 1_234_567, 98_765], {
        provider: "amazon-bedrock",
        model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
      });
      for (const line of text(words).split("\n")) expect(visibleWidth(line)).toBeLessThanOrEqual(REPORT_COLUMNS);
    }
  });

  it("stands on lines of at most 120 columns with several models of the longest names", () => {
    for (const words of [en, zh]) {
      const { turn, text } = bench();
      turn([12_345, 678, 1_234_567, 98_765]);
      for (const model of AWKWARD) turn([12_345, 678, 1_234_567, 98_765], { model, provider: model });
      for (const line of text(words).split("\n")) expect(visibleWidth(line)).toBeLessThanOrEqual(120);
    }
  });

  it("has one line per model, whatever the name holds", () => {
    const { turn, text } = bench();
    turn([10, 5, 90, 0]);
    const lines = text().split("\n").length;
    turn([10, 5, 90, 0], { model: "a\nb\r\nc\u2028d" });
    expect(text().split(/[\r\n\u2028]/)).toHaveLength(lines + 3);
  });

  it("holds no escape code, however long a name is", () => {
    const { turn, text } = bench();
    turn([10, 5, 90, 0]);
    turn([10, 5, 90, 0], { model: "x".repeat(60) });
    expect(text()).not.toContain("\u001b");
  });
});
