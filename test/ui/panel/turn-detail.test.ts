import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { turnReport } from "../../../src/report/build.ts";
import { turnDetail } from "../../../src/ui/panel/turn-detail.ts";
import { words as en } from "../../../src/ui/words/en.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";
import { TurnDetails } from "../../../src/usage/details.ts";
import { SessionScan } from "../../../src/usage/session-scan.ts";
import { ROOT, TurnList } from "../../../src/usage/turn-list.ts";
import type { Verdict } from "../../../src/verdict/evidence.ts";
import { unmeasured } from "../../../src/verdict/judge.ts";
import { type Counts, type Fields, found, MemorySession, noPrice, turn } from "../../support/entries.ts";
import { divergence } from "../../support/verdicts.ts";

function detail(
  counts: Counts,
  verdict: Partial<Verdict>,
  options: { columns?: number; words?: typeof en; fields?: Fields } = {},
) {
  const { columns = 78, words = en, fields = {} } = options;
  const session = new MemorySession(turn(counts, fields));
  const scan = new SessionScan(noPrice);
  scan.update(session);
  const list = new TurnList(noPrice);
  for (const entry of session.entries()) list.add(entry, { ...ROOT, turns: 6 });
  const whole: Verdict = { ...unmeasured(), ...verdict };
  const report = turnReport(found(list.turns[0]), { scan, details: new TurnDetails(), verdicts: { of: () => whole } });
  return turnDetail({ turn: report, verdict: whole, notional: false }, words, columns);
}

const BROKEN: Partial<Verdict> = {
  ...{ outcome: "miss", cause: "tools-changed", certainty: "observed", missedTokens: 13_170, missedCost: 0.045 },
  evidence: [
    {
      kind: "place",
      divergence: divergence({ section: "tools", kind: "added", index: 4, name: "web_search", path: "tools[4]" }),
    },
    { kind: "flap" },
    { kind: "repeated", turns: 3 },
    { kind: "idle", seconds: 60, lifetimeSeconds: 300 },
  ],
  also: ["expired"],
};

describe("an open turn", () => {
  it("says where, what was read and missed, all that speaks for it, what to do, and who answered", () => {
    const lines = detail([14_080, 210, 7_140, 0], BROKEN, { fields: { thinkingLevel: "high" } });
    expect(lines[0]).toContain("Turn 7: miss · tools changed · observed (m1)");
    const text = lines.join("\n").replace(/\s+/g, " ");
    for (const part of ["tools[4] web_search added", "7,140 of 21,220", "13,170 missed", "$0.045 lost", "to do"]) {
      expect(text).toContain(part);
    }
    for (const evidence of found(BROKEN.evidence)) {
      if (evidence.kind !== "place") expect(text).toContain(en.evidence(evidence).replace(/\s+/g, " "));
    }
    expect(text).toContain("also cache expired");
    expect(text).toContain("prompt 21,220 = 14,080 new + 7,140 cached + 0 written");
    expect(text).toMatch(/acme\/m1 · anthropic-messages · high · stop · 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/);
  });

  it("bounds what a name takes, so that the rest has its place", () => {
    const evidence: Verdict["evidence"] = [{ kind: "answered-by", model: "x".repeat(500) }];
    const lines = detail([14_080, 210, 7_140, 0], { ...BROKEN, evidence });
    expect(lines.filter((line) => line.includes("xxxx")).length).toBeLessThanOrEqual(3);
    expect(lines.join("\n")).toContain("to do");
  });

  it("counts reasoning where there was any", () => {
    const usage = { input: 10, output: 90, cacheRead: 90, cacheWrite: 0, reasoning: 40, cost: { total: 0.5 } };
    const text = (fields: Fields) => detail([0, 0, 0, 0], {}, { fields }).join("\n");
    expect(text({ usage })).toContain("output 90, of which 40 reasoning");
    expect(text({ usage: { ...usage, reasoning: 0 } })).not.toContain("reasoning");
    expect(text({ usage })).toContain("cost $0.500");
  });

  it("says that nothing was reported, and no 0%, for a turn without prompt tokens", () => {
    const text = detail([0, 0, 0, 0], {}, { fields: { stopReason: "error" } }).join("\n");
    expect(text).toContain("no prompt tokens reported (error)");
    expect(text).not.toContain("0%");
  });

  it("names what is odd about its usage", () => {
    expect(detail([-5, 1, 90, 0], {}).join("\n")).toContain(en.flags["input-negative"]);
  });

  it("fits every width, in both languages, whatever it is called", () => {
    const name = fc.string({ unit: "binary", minLength: 0, maxLength: 500 });
    fc.assert(
      fc.property(
        name,
        name,
        fc.integer({ min: 40, max: 248 }),
        fc.constantFrom(en, zh),
        (model, tool, columns, words) => {
          const evidence: Verdict["evidence"] = [
            { kind: "place", divergence: divergence({ name: tool, path: tool, tag: tool, owner: tool }) },
            { kind: "model", from: model, to: tool },
          ];
          const fields = { model, provider: model, api: model, thinkingLevel: model, stopReason: model };
          const lines = detail([1, 1, 90, 0], { ...BROKEN, evidence }, { columns, words, fields });
          for (const line of lines) {
            expect(visibleWidth(line)).toBeLessThanOrEqual(columns);
            expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
