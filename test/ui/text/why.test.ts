import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Divergence } from "../../../src/prefix/divergence.ts";
import type { TurnReport } from "../../../src/report/schema.ts";
import { verdictReport } from "../../../src/report/verdict-report.ts";
import { whyText } from "../../../src/ui/text/why.ts";
import { words as en } from "../../../src/ui/words/en.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";
import { CAUSES } from "../../../src/verdict/cause.ts";
import type { Evidence, Verdict } from "../../../src/verdict/evidence.ts";
import { divergence as divergenceAt, EVIDENCE, usageOf, verdict } from "../../support/verdicts.ts";

function turnReport(fields: Partial<TurnReport> = {}): TurnReport {
  return {
    ...{ turn: 7, entryId: "e7", at: null, provider: "acme", api: "a", model: "m1", thinkingLevel: null },
    ...{
      stopReason: "stop",
      usage: usageOf([9_000, 5, 1_000, 2_000]),
      promptTokens: 12_000,
      hitRate: 1 / 12,
      cost: null,
    },
    ...{ prefix: null, verdict: verdictReport(verdict()), tokensPerSecond: null, timeToFirstTokenMs: null },
    ...{ speedBasis: null, flags: [] },
    ...fields,
  };
}

interface Asked {
  readonly words?: typeof en;
  readonly notional?: boolean;
  readonly turn?: Partial<TurnReport>;
  readonly intro?: string | null;
}
const why = (one: Partial<Verdict>, { words = en, notional = false, turn = {}, intro = null }: Asked = {}) =>
  whyText(turnReport(turn), verdict(one), words, { notional, intro }).split("\n");
const place = (fields: Parameters<typeof divergenceAt>[0] = {}): Evidence => ({
  kind: "place",
  divergence: divergenceAt(fields),
});
const row = (lines: readonly string[], label: string) => lines.find((line) => line.startsWith(`  ${label} `)) ?? "";

const TOOLS: Partial<Verdict> = {
  ...{ outcome: "miss", cause: "tools-changed", certainty: "observed", also: ["expired"] },
  evidence: [
    place({ section: "tools", name: "grep", path: "tools[3].description", owner: "my-tools" }),
    { kind: "flap" },
    { kind: "idle", seconds: 380, lifetimeSeconds: 300 },
  ],
  ...{ missedTokens: 11_000, missedCost: 0.033 },
};
/** The same without a price, so that there is room for reasons. */
const UNPRICED: Partial<Verdict> = { ...TOOLS, missedCost: null };

describe("one verdict explained", () => {
  it("says what broke, where, how much was read, why, what else, and what to do", () => {
    const lines = why({ ...UNPRICED, also: ["expired"] });
    expect(lines[0]).toBe("Turn 7: miss · tools changed · observed (m1)");
    expect(row(lines, "where")).toContain("tools[3].description grep of my-tools changed");
    expect(lines.join(" ")).not.toContain("of the request comes before it");
    expect(row(lines, "read")).toContain("1,000 of 12,000 prompt tokens (8.3%) · 11,000 missed");
    expect(row(lines, "because")).toContain("it changes back and forth");
    expect(row(lines, "also")).toContain("cache expired");
    expect(row(lines, "to do")).toContain("my-tools");
  });

  it("stands in the order where, read, because, also, to do", () => {
    const labels = why(UNPRICED).map((line) => /^ {2}(\S.*?) {2}/.exec(line)?.[1]);
    expect(labels.filter((label) => label !== undefined)).toEqual(["where", "read", "because", "also", "to do"]);
  });

  it("labels its reasons once", () => {
    const lines = why({ cause: "expired", evidence: TOOLS.evidence?.slice(1) ?? [] });
    expect(lines.filter((line) => line.includes("because"))).toHaveLength(1);
    expect(row(lines, "because")).toContain("it changes back and forth");
    expect(lines.join("\n")).toMatch(/\n {11}6 m 20 s since the start/);
  });

  it("says how sure it is, except of what is not known or has no cause", () => {
    expect(why({ cause: "expired", certainty: "likely" })[0]).toBe("Turn 7: miss · cache expired · likely (m1)");
    expect(why({ cause: "resumed", certainty: "unknown", outcome: "expected-rebuild" })[0]).toContain("not known");
    expect(why({ cause: "unknown", certainty: "unknown" })[0]).toBe("Turn 7: miss · cause unknown (m1)");
    expect(why({ outcome: "hit", cause: null })[0]).toBe("Turn 7: hit (m1)");
  });

  it("is Chinese with Chinese words", () => {
    expect(why(TOOLS, { words: zh })[0]).toBe("第 7 轮：未命中 · 工具变了 · 亲眼所见 (m1)");
  });
});

describe("the dollars of a miss", () => {
  const read = (one: Partial<Verdict>, notional = false) =>
    why({ ...TOOLS, ...one }, { notional })
      .join(" ")
      .replace(/\s+/g, " ");

  it("are said where there are any, and whether they are notional", () => {
    expect(read({})).toContain("$0.033 lost");
    expect(read({})).not.toContain("notional");
    expect(read({}, true)).toContain("$0.033 lost (notional: subscription)");
    expect(read({ missedCost: null })).not.toContain("$");
    expect(read({ missedCost: 0 })).not.toContain("$");
  });

  it("are said of a break and of an expected rebuild that missed something, and of nothing else", () => {
    for (const outcome of ["hit", "unmeasured"] as const) {
      expect(read({ outcome })).not.toContain("missed");
      expect(read({ outcome })).not.toContain("$");
    }
    expect(read({ outcome: "partial" })).toContain("11,000 missed");
    expect(read({ outcome: "expected-rebuild" })).toContain("11,000 missed · $0.033 lost");
    expect(read({ outcome: "expected-rebuild", missedTokens: 0, missedCost: 0 })).not.toContain("missed");
  });
});

describe("what was read", () => {
  it("is not said where nothing was measured", () => {
    const unmeasured = { outcome: "unmeasured", cause: null, evidence: [] } as const;
    for (const turn of [{ usage: null }, { promptTokens: null }, { promptTokens: 0 }]) {
      expect(row(why(unmeasured, { turn }), "read")).toBe("");
    }
  });

  it("has no rate where the model has none", () => {
    expect(row(why({}, { turn: { hitRate: null } }), "read")).toContain("(n/a)");
  });
});

describe("what to do", () => {
  const advice = (one: Partial<Verdict>) => why(one).join(" ").replace(/\s+/g, " ").split(" to do ")[1];

  it("names the extension that owns the tool, unless it is Pi's own or not known", () => {
    const tools = (owner: string | null) =>
      advice({ cause: "tools-changed", evidence: [place({ section: "tools", owner })] });
    expect(tools("my-tools")).toContain("my-tools");
    for (const owner of ["builtin", null]) expect(tools(owner)).not.toContain("look at");
    const owned = place({ section: "tools", owner: "my-tools" });
    expect(why({ cause: "system-changed", evidence: [owned] }).join("\n")).not.toContain("look at my-tools");
  });

  it("names the part of the prompt", () => {
    expect(advice({ cause: "system-changed", evidence: [place({ tag: "skills" })] })).toContain("<skills>");
    expect(advice({ cause: "system-changed", evidence: [place()] })).not.toContain("<");
    expect(advice({ cause: "history-rewritten", evidence: [place({ tag: "skills" })] })).not.toContain("<skills>");
  });

  it("is to see to what changed as well, where the provider dropped more than that explains", () => {
    for (const cause of ["provider-side", "evicted"] as const) {
      for (const other of ["history-rewritten", "params-changed", "markers-moved"] as const) {
        expect(advice({ cause, also: ["navigated", other] })).toBe(en.changeTooAdvice);
      }
      expect(advice({ cause, also: ["navigated"] })).toBe(en.advice[cause]);
    }
    expect(advice({ cause: "expired", also: ["history-rewritten"] })).toBe(en.advice.expired);
  });

  it("is about the pause, where the session was opened again after one that was too long", () => {
    const outcome = "expected-rebuild";
    expect(advice({ outcome, cause: "resumed", also: ["expired"] })).toBe(en.advice.expired);
    expect(advice({ outcome, cause: "resumed" })).toBe(en.advice.resumed);
  });

  it("does not say that a request was not compared, where it was and more was read than its change allows", () => {
    const evidence: readonly Evidence[] = [place(), { kind: "contradicted" }];
    for (const words of [en, zh]) {
      const text = why({ cause: "unknown", evidence }, { words }).join("").replace(/\s+/g, "");
      expect(text).not.toContain(words.advice.unknown.replace(/\s+/g, ""));
    }
  });

  it("is to find what took a tool out, where one is gone", () => {
    const gone = place({ section: "tools", kind: "removed", owner: "my-tools" });
    expect(advice({ cause: "tools-changed", evidence: [gone] })).toBe(en.toolGoneAdvice);
  });

  it("is nothing for a hit and for what was not measured, each in its own words", () => {
    expect(advice({ outcome: "hit", cause: null })).toBe(en.hitAdvice);
    expect(advice({ outcome: "unmeasured", cause: null })).toBe(en.unmeasuredAdvice);
    expect(advice({ outcome: "unmeasured", cause: "not-reported" })).not.toBe(en.unmeasuredAdvice);
  });

  it.each(CAUSES)("is there for %s, on its last line, in both languages", (cause) => {
    for (const words of [en, zh]) {
      const text = why({ cause }, { words }).join("").replace(/\s+/g, "");
      expect(text.endsWith(words.advice[cause].replace(/\s+/g, ""))).toBe(true);
    }
  });
});

describe("a verdict on a screen", () => {
  const AWKWARD = [
    "模型".repeat(250),
    "x".repeat(500),
    "👩‍💻".repeat(100),
    "e\u0301".repeat(250),
    "\u001b[31m\r\n".repeat(90),
  ];
  const name = fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: "binary", maxLength: 500 }), fc.constant(""));
  const section = fc.constantFrom("tools", "system", "developer", "instructions", "params", "history");
  const anyPlace = fc
    .record({
      ...{ section, name: fc.option(name), path: fc.option(name), tag: fc.option(name), owner: fc.option(name) },
      ...{
        line: fc.option(fc.nat()),
        char: fc.option(fc.nat()),
        shareBefore: fc.double({ min: 0, max: 1, noNaN: true }),
      },
      kind: fc.constantFrom("added", "removed", "reordered", "key-order", "representation", "changed", "truncated"),
      before: fc.option(fc.record({ chars: fc.nat() })),
    })
    .map((fields): Evidence => place(fields));
  const anyEvidence = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...EVIDENCE) },
    { weight: 2, arbitrary: anyPlace },
    name.map((path): Evidence => ({ kind: "harmless", path })),
    fc.tuple(name, name).map(([from, to]): Evidence => ({ kind: "model", from, to })),
    name.map((model): Evidence => ({ kind: "answered-by", model })),
    fc.tuple(fc.option(name), fc.option(name)).map(([from, to]): Evidence => ({ kind: "thinking", from, to })),
    name.map((reason): Evidence => ({ kind: "resumed", reason })),
    name.map((reason): Evidence => ({ kind: "not-seen", reason })),
    fc.double().map((seconds): Evidence => ({ kind: "idle", seconds, lifetimeSeconds: seconds })),
  );
  const anyVerdict = fc.record({
    outcome: fc.constantFrom("hit", "partial", "miss", "expected-rebuild", "unmeasured"),
    cause: fc.option(fc.constantFrom(...CAUSES)),
    also: fc.subarray([...CAUSES]),
    certainty: fc.constantFrom("observed", "likely", "provider-reported", "unknown"),
    evidence: fc.array(anyEvidence, { maxLength: 12 }),
    missedTokens: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    missedCost: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true })),
  });

  it("stands on at most eight lines of at most 78 columns, without control codes, in both languages", () => {
    const anyIntro = fc.constantFrom(
      ...[null, "An intro.", "a word and ".repeat(90), "模型".repeat(90)],
      ...[en, zh].flatMap((words) => [words.noBreak(1_000_000), words.latestIs(1_000_000, words.outcomes.unmeasured)]),
    );
    const asked = fc.record({ words: fc.constantFrom(en, zh), notional: fc.boolean(), intro: anyIntro });
    fc.assert(
      fc.property(anyVerdict, name, asked, (one, model, how) => {
        const lines = why(one, { ...how, turn: { model, turn: 1_000_000 } });
        expect(lines.length).toBeLessThanOrEqual(8);
        for (const line of lines) {
          expect(visibleWidth(line)).toBeLessThanOrEqual(78);
          expect(line).not.toMatch(/\p{Cc}/u);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("ends with what to do, whatever evidence there is of one cause", () => {
    const oneCause = fc.tuple(fc.constantFrom(...CAUSES), fc.array(fc.constantFrom(...EVIDENCE), { maxLength: 12 }));
    fc.assert(
      fc.property(oneCause, fc.constantFrom(en, zh), ([cause, evidence], words) => {
        // A place names who is to be looked at, a contradiction has advice of its own.
        const other = evidence.filter(({ kind }) => kind !== "place" && kind !== "contradicted");
        const text = why({ cause, evidence: other }, { words }).join("").replace(/\s+/g, "");
        expect(text.endsWith(words.advice[cause].replace(/\s+/g, ""))).toBe(true);
      }),
    );
  });

  it("has its intro on one line above, and one line less for its evidence", () => {
    const evidence: readonly Evidence[] = [1, 2, 3, 4, 5, 6, 7, 8].map((turns) => ({ kind: "repeated", turns }));
    const [alone, introduced] = [null, "An intro."].map((intro) => why({ cause: "expired", evidence }, { intro }));
    expect(alone).toHaveLength(8);
    expect(introduced).toHaveLength(8);
    expect(introduced?.slice(0, 2)).toEqual(["An intro.", alone?.[0]]);
    const told = (lines: readonly string[] | undefined) => lines?.filter((line) => line.includes("measured turns"));
    expect(told(introduced)).toHaveLength((told(alone)?.length ?? 0) - 1);
    const long = why({ cause: "expired" }, { intro: "a word and ".repeat(90) });
    expect(long[0]).toMatch(/…$/);
    expect(long[1]).toMatch(/^Turn 7: /);
  });

  it("ends with what to do also below an intro", () => {
    for (const words of [en, zh]) {
      const text = why(TOOLS, { words, intro: "An intro." }).join("").replace(/\s+/g, "");
      expect(text.endsWith(words.toolTextAdvice("my-tools").replace(/\s+/g, ""))).toBe(true);
    }
  });

  it("tells what to do by what changed: a tool's text, the tools themselves, their order, a context file, another part", () => {
    const because = (changed: Partial<Divergence>): Partial<Verdict> => ({
      cause: changed.section === "tools" ? "tools-changed" : "system-changed",
      evidence: [place(changed)],
    });
    const tools = { section: "tools", name: "grep", owner: "my-tools" } as const;
    const system = { section: "system", tag: "project_context" } as const;
    for (const words of [en, zh]) {
      for (const [changed, advice] of [
        [{ ...tools, kind: "changed" }, words.toolTextAdvice("my-tools")],
        [{ ...tools, kind: "added" }, words.toolAdvice("my-tools")],
        [{ ...tools, kind: "removed" }, words.toolGoneAdvice],
        [{ ...tools, kind: "reordered" }, words.orderAdvice],
        [{ ...system, name: "AGENTS.md" }, words.contextAdvice("AGENTS.md")],
        [{ ...system, name: null }, words.tagAdvice("project_context")],
        [{ section: "system", tag: null, name: null }, words.advice["system-changed"]],
      ] as const) {
        const text = why(because(changed), { words }).join("").replace(/\s+/g, "");
        expect(text.endsWith(advice.replace(/\s+/g, "")), text).toBe(true);
      }
    }
  });

  it("leaves out the least telling evidence first", () => {
    const evidence: readonly Evidence[] = [1, 2, 3, 4, 5, 6, 7, 8].map((turns) => ({ kind: "repeated", turns }));
    const text = why({ cause: "expired", evidence }).join("\n");
    expect(text).toContain("on 1 measured");
    expect(text).toContain("on 4 measured");
    expect(text).not.toContain("on 8 measured");
  });

  it("has room for reasons beside a place, a price, another cause and the advice for its owner", () => {
    const text = why(TOOLS).join(" ").replace(/\s+/g, " ");
    expect(text).toContain("because this head was there before");
    expect(text.endsWith(en.toolTextAdvice("my-tools"))).toBe(true);
  });

  it("uses all eight lines before it leaves anything out", () => {
    const evidence: readonly Evidence[] = [1, 2, 3, 4, 5, 6, 7, 8].map((turns) => ({ kind: "repeated", turns }));
    const turn = { usage: null };
    expect(why({ outcome: "hit", cause: null, evidence }, { turn })).toHaveLength(8);
    expect(why({ outcome: "hit", cause: null, evidence: evidence.slice(0, 6) }, { turn }).join("\n")).toContain(
      "on 6 ",
    );
  });

  it("tells what to do also where the place has the longest names", () => {
    const long = place({
      section: "tools",
      path: "p".repeat(200),
      name: "n".repeat(200),
      tag: "t".repeat(200),
      owner: "o".repeat(200),
    });
    for (const words of [en, zh]) {
      const lines = why({ ...TOOLS, evidence: [long] }, { words });
      expect(lines.some((line) => line.startsWith(`  ${words.next}`))).toBe(true);
    }
  });

  it("shows neither a name's control codes nor more than a name's worth of it", () => {
    const text = why({
      cause: "model-changed",
      evidence: [{ kind: "answered-by", model: `\u001b[31m${"y".repeat(5_000)}` }],
    });
    expect(text.join("")).not.toContain("\u001b");
    expect(text.join("").length).toBeLessThan(700);
  });
});
