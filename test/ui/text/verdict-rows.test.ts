import { describe, expect, it } from "vitest";
import { buildReport } from "../../../src/report/build.ts";
import type { Report } from "../../../src/report/schema.ts";
import { breaksReport } from "../../../src/report/verdict-report.ts";
import { breakRows, clockRows, moneyRows } from "../../../src/ui/text/verdict-rows.ts";
import { words as en } from "../../../src/ui/words/en.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";
import { TurnDetails } from "../../../src/usage/details.ts";
import { Ledger } from "../../../src/usage/ledger.ts";
import { SessionScan } from "../../../src/usage/session-scan.ts";
import { addBreaks, Breaks } from "../../../src/verdict/breaks.ts";
import { CAUSES, type Cause } from "../../../src/verdict/cause.ts";
import { noPrice } from "../../support/entries.ts";
import { START, verdict } from "../../support/verdicts.ts";

/** The report of an empty session, with other parts in it. */
function report(fields: Partial<Report> = {}): Report {
  const scan = new SessionScan(noPrice);
  const empty = buildReport({
    ...{ now: START, piVersion: null, enabled: true, session: { id: "s", file: null }, run: new Ledger(), scan },
    ...{ branch: { turns: [], ledger: new Ledger() }, details: new TurnDetails(), verdicts: null },
    ...{
      isSubscription: () => false,
      prefix: null,
      refusals: [],
      invalidConfig: [],
      unreadableRecords: 0,
      internalErrors: 0,
    },
  });
  return { ...empty, ...fields };
}

function broken(...causes: readonly (readonly [Cause, missedCost: number | null])[]): Report["breaks"] {
  const all = new Breaks();
  for (const [cause, missedCost] of causes) all.add(verdict({ cause, missedTokens: 5_000, missedCost }));
  return breaksReport(addBreaks([all]));
}

const MONEY = report().money;
const texts = (rows: readonly (readonly string[])[]) => rows.map((row) => row.at(-1));

describe("the rows of breaks", () => {
  it("are none without any", () => {
    expect(breakRows(report(), en)).toEqual([]);
  });

  it("say how many, what they cost, and keep prompt, time and provider apart", () => {
    const breaks = broken(
      ["tools-changed", 0.25],
      ["tools-changed", 0.25],
      ["expired", null],
      ["system-changed", null],
      ["evicted", null],
    );
    expect(breakRows(report({ breaks }), en)).toEqual([
      ["  breaks", "", "5 with 25,000 tokens missed ($0.500)"],
      ["", "", "your prompt: tools changed × 2, 10,000 tokens ($0.500)"],
      ["", "", "  system prompt changed × 1, 5,000 tokens"],
      ["", "", "time: cache expired × 1, 5,000 tokens"],
      ["", "", "provider side: evicted by the provider × 1, 5,000 tokens"],
    ]);
  });

  it("say no price where none is known or it is nothing, and where it is notional", () => {
    const first = (missedCost: number | null, notional = false) =>
      texts(breakRows(report({ breaks: broken(["expired", missedCost]), money: { ...MONEY, notional } }), en))[0];
    expect(first(null)).toBe("1 with 5,000 tokens missed");
    expect(first(0)).toBe("1 with 5,000 tokens missed");
    expect(first(0.5)).toBe("1 with 5,000 tokens missed ($0.500)");
    expect(first(0.5, true)).toBe("1 with 5,000 tokens missed ($0.500, notional: subscription)");
  });

  it("name every cause, once, in both languages", () => {
    const breaks = broken(...CAUSES.map((cause) => [cause, null] as const));
    for (const words of [en, zh]) {
      const text = texts(breakRows(report({ breaks }), words)).join("\n");
      for (const cause of CAUSES) expect(text.split(words.breakOf(words.causes[cause], 1, "5,000"))).toHaveLength(2);
      const { unknown, ...origins } = words.origins;
      for (const origin of Object.values(origins)) expect(text.split(words.labelled(origin, ""))).toHaveLength(2);
      // What is not known lies nowhere.
      expect(text.split("\n")).toContain(words.breakOf(words.causes.unknown, 1, "5,000"));
      expect(text).not.toContain(words.labelled(unknown, ""));
    }
  });
});

describe("the row of money", () => {
  const rows = (money: Partial<Report["money"]>) => moneyRows(report({ money: { ...MONEY, ...money } }), en);

  it("says what reading saved, and what is left of it", () => {
    expect(rows({ readSavings: 2, net: 1.5 })).toEqual([["  saved", "", "$2.000 by reading from cache, $1.500 net"]]);
    expect(texts(rows({ readSavings: 2, net: -1.5, notional: true }))[0]).toMatch(
      /, -\$1\.500 net \(notional: subscription\)$/,
    );
  });

  it("is there where caching cost more than it saved, although nothing was read", () => {
    expect(rows({ readSavings: 0, net: -0.69 })).toEqual([
      ["  saved", "", "$0.000 by reading from cache, -$0.690 net"],
    ]);
    expect(rows({ readSavings: -1, net: -1 })).toHaveLength(1);
  });

  it("is none where nothing was saved or no price is known", () => {
    expect(rows({ readSavings: null, net: null })).toEqual([]);
    expect(rows({ readSavings: null, net: -1 })).toEqual([]);
    expect(rows({ readSavings: 0, net: null })).toEqual([]);
    expect(rows({ readSavings: 0, net: 0 })).toEqual([]);
    expect(rows({ readSavings: 0.001, net: 0 })).toHaveLength(1);
  });
});

describe("the row of the clock", () => {
  const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString();
  const clock = (fields: Partial<Report["clock"]>, money = MONEY) =>
    clockRows(report({ clock: { ...report().clock, ...fields }, money }), en);

  it("says until when it is warm, and what it costs if it goes cold", () => {
    const [row, ...others] = clock({ expiresAt: at(200), warm: true, tokensIfCold: 10_000, costIfCold: 0.04 });
    expect(others).toEqual([]);
    expect(row?.slice(0, 2)).toEqual(["  clock", ""]);
    expect(row?.[2]).toMatch(
      /^warm until \d\d:\d\d:20 \(3 m 20 s more\) · 10,000 tokens to pay again if cold \(\$0\.040\)$/,
    );
  });

  it("says since when it is likely cold", () => {
    const [row] = clock({ expiresAt: at(-200), warm: false });
    expect(row?.[2]).toMatch(/^likely cold since \d\d:\d\d:40$/);
  });

  it("says nothing where no lifetime is declared or it is not known whether it is warm", () => {
    expect(clock({ expiresAt: null, warm: null, tokensIfCold: 10_000 })).toEqual([]);
    expect(clock({ expiresAt: at(200), warm: null })).toEqual([]);
    expect(clock({ expiresAt: null, warm: true })).toEqual([]);
  });

  it("says no price where none is known, and that one is notional", () => {
    const text = (costIfCold: number | null, notional = false) =>
      texts(clock({ expiresAt: at(200), warm: true, tokensIfCold: 9, costIfCold }, { ...MONEY, notional }))[0];
    expect(text(null)).toMatch(/if cold$/);
    expect(text(0)).toMatch(/if cold$/);
    expect(text(0.5, true)).toMatch(/\(\$0\.500, notional: subscription\)$/);
  });
});
