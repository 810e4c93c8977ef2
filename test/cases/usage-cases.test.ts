import { describe, expect, it } from "vitest";
import { field, isRecord } from "../../src/unknown.ts";
import { formatHitRate } from "../../src/usage/hit-rate.ts";
import { readRow } from "../../src/usage/row.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import { modelKey, readTurn, type Turn } from "../../src/usage/turn.ts";
import { promptTokens } from "../../src/usage/usage.ts";
import {
  assistant,
  casesOf,
  countsIn,
  type Fields,
  found,
  MemorySession,
  noPrice,
  numberIn,
  recordsIn,
  usage,
} from "../support/entries.ts";

/*
 * How the cases' figures and spec.md are reconciled. `turnRates` and `session` of a case are the bare formula
 * cacheRead / prompt over its rows, with 0 also where nothing is known. Spec section 2 is right where it differs:
 *  - a row whose provider+api+model shows no cache activity in the whole case is n/a (null), not 0, and its tokens are
 *    not part of the session rate, which is n/a when no model of the case shows any;
 *  - a row without prompt tokens is null in both;
 *  - "latest" is the newest row's rate, n/a when that row has no prompt tokens, also where a case (C01) gives the row
 *    before it.
 * Everything else must be the case's own figure, to the two decimals it has.
 */

const CASES = casesOf("usage").map(({ name, input }) => ({ name, input, expected: recordOf(input.expect) }));

function recordOf(value: unknown): Fields {
  if (!isRecord(value)) throw new Error("No record in this case.");
  return value;
}

/** The rows of a case as Pi would have saved them. */
function messagesOf(input: Fields): readonly Fields[] {
  return recordsIn(input.rows).map((row) => {
    const counts = countsIn(row.u);
    const total = row.total === undefined ? {} : { totalTokens: row.total };
    const longWrites = row.w1h === undefined ? {} : { cacheWrite1h: row.w1h };
    const cost = row.cost === undefined ? {} : { cost: row.cost };
    return assistant(counts, {
      provider: row.provider ?? "acme",
      api: row.api ?? input.api ?? "anthropic-messages",
      model: row.model ?? "m1",
      ...(row.responseModel === undefined ? {} : { responseModel: row.responseModel }),
      timestamp: Date.UTC(2026, 0, 1) + numberIn(row.at) * 1000,
      stopReason: row.stop ?? "stop",
      ...(row.err === undefined ? {} : { errorMessage: row.err }),
      usage: usage(counts, { ...total, ...longWrites, ...cost }),
    });
  });
}

function scanOf(messages: readonly Fields[]): SessionScan {
  const session = new MemorySession(...messages.map((message) => ({ type: "message", message })));
  const scan = new SessionScan(noPrice);
  scan.update(session);
  return scan;
}

function turnsOf(messages: readonly Fields[]): readonly Turn[] {
  return messages.map((message) => found(readTurn(message, noPrice)));
}

/** Whether the row's model shows cache activity anywhere in the case, read from the case's own numbers. */
function showsActivity(input: Fields): (index: number) => boolean {
  const rows = recordsIn(input.rows);
  const id = (row: Fields | undefined) => JSON.stringify([row?.provider, row?.api, row?.model]);
  const active = new Set(rows.filter((row) => countsIn(row.u)[2] + countsIn(row.u)[3] > 0).map(id));
  return (index) => active.has(id(rows[index]));
}

function percent(rate: number | null): number | null {
  return rate === null ? null : rate * 100;
}

function expectPercent(rate: number | null, expected: unknown): void {
  if (expected === null) expect(rate).toBeNull();
  else expect(Math.abs((percent(rate) ?? Number.NaN) - numberIn(expected))).toBeLessThan(0.0051);
}

describe.each(CASES)("case $name", ({ input, expected }) => {
  const messages = messagesOf(input);
  const active = showsActivity(input);
  const turnRates: readonly unknown[] = Array.isArray(expected.turnRates) ? expected.turnRates : [];
  const reported = turnRates.filter((_rate, index) => active(index));

  it("has the rate of each turn, n/a for models that report no cache and for turns without a prompt", () => {
    expect(turnRates).toHaveLength(messages.length);
    const { ledger } = scanOf(messages).window;
    for (const [index, turn] of turnsOf(messages).entries()) {
      expectPercent(ledger.rateOf(turn), active(index) ? turnRates[index] : null);
      if (!active(index)) expect([0, null]).toContain(turnRates[index]);
    }
  });

  it("has the session rate, weighted by tokens, n/a when no model reports", () => {
    const { hitRate } = scanOf(messages).window.ledger.aggregate();
    expectPercent(hitRate, reported.length === 0 ? null : expected.session);
    if (reported.length === 0) expect(expected.session).toBe(0);
    // In no case do some models report and others not, so the case's own session figure is always usable.
    else expect(reported).toHaveLength(turnRates.length);
  });

  it("has the rate of the newest turn as latest, n/a when that has no prompt tokens", () => {
    const scan = scanOf(messages);
    const latest = found(scan.latest);
    expect(latest).toEqual(turnsOf(messages).at(-1));
    const rate = scan.window.ledger.rateOf(latest);
    expectPercent(rate, reported.length === 0 ? null : turnRates.at(-1));
    if (turnRates.at(-1) !== null && expected.latest !== undefined) expectPercent(rate, expected.latest);
  });

  it("has the flags that the case expects, and no suspicion where it expects none", () => {
    const { ledger } = scanOf(messages).window;
    expect(ledger.flags.includes("inclusive-input-suspected")).toBe(expected.flag === "inclusive-input-suspected");
    expect(ledger.flags.includes("not-reporting")).toBe(reported.length === 0);
    const rates = ledger.models.map(({ inclusiveRate }) => inclusiveRate).filter((rate) => rate !== null);
    expect(rates).toHaveLength(expected.flag === undefined ? 0 : 1);
    if (expected.alternativeRate !== undefined) expectPercent(rates[0] ?? null, expected.alternativeRate);
  });

  it("has no rate before its first cache activity, and one of 0 to 100 per cent from then on", () => {
    for (let seen = 1; seen <= messages.length; seen++) {
      const { hitRate } = scanOf(messages.slice(0, seen)).window.ledger.aggregate();
      const rows = recordsIn(input.rows).slice(0, seen);
      const activity = rows.some((row) => countsIn(row.u)[2] + countsIn(row.u)[3] > 0);
      expect(hitRate !== null).toBe(activity);
      expect((hitRate ?? 0) >= 0 && (hitRate ?? 0) <= 1).toBe(true);
    }
  });
});

/** The one usage input of a case. */
function only(id: string): { readonly messages: readonly Fields[]; readonly expected: Fields } {
  const { input, expected } = found(CASES.find(({ name }) => name.startsWith(`${id} `)));
  return { messages: messagesOf(input), expected };
}

describe("what single cases say besides rates", () => {
  it("C01: latest is n/a after an aborted turn without usage, where the case gives the turn before it", () => {
    const { messages, expected } = only("C01");
    const scan = scanOf(messages);
    expect(scan.window.ledger.rateOf(found(scan.latest))).toBeNull();
    const before = found(turnsOf(messages)[numberIn(expected.latestFrom)]);
    expectPercent(scan.window.ledger.rateOf(before), expected.latest);
  });

  it.each(["C05", "C06"])("%s: the footer shows n/a for a provider that never reported its cache", (id) => {
    const { messages, expected } = only(id);
    const { ledger } = scanOf(messages).window;
    expect(formatHitRate(ledger.aggregate().hitRate, 0)).toBe(expected.footer);
  });

  it("C07: a local server is n/a until its first read, and from then on a 0 is real", () => {
    const { messages, expected } = only("C07");
    const latestAfter = (rows: number) => {
      const scan = scanOf(messages.slice(0, rows));
      return scan.window.ledger.rateOf(found(scan.latest));
    };
    expect(formatHitRate(latestAfter(1), 1)).toBe(expected.afterRow0);
    expectPercent(latestAfter(2), expected.afterRow1);
    expect(latestAfter(3)).toBe(0);
  });

  it.each(["C08", "C09"])("%s: a miss has the same rate in the input bucket and in the write bucket", (id) => {
    const { messages } = only(id);
    const { ledger } = scanOf(messages).window;
    const [first, second] = turnsOf(messages).map((turn) => ledger.rateOf(turn));
    expect(first).not.toBeNull();
    expect(second).toBe(first);
  });

  it("C10: the prompt is the three buckets together, not the input alone", () => {
    const { messages, expected } = only("C10");
    expect(promptTokens(scanOf(messages).window.ledger.aggregate().usage)).toBe(expected.prompt);
  });

  it("C13: turns without usage are counted apart and leave the session rate as it was", () => {
    const { messages, expected } = only("C13");
    const totals = scanOf(messages).window.ledger.aggregate();
    expect(totals.turns - totals.measuredTurns).toBe(expected.withoutUsage);
    expect(totals.hitRate).toBe(scanOf(messages.slice(0, 2)).window.ledger.aggregate().hitRate);
  });

  it("C15: the session rate is not the mean of the turns' rates", () => {
    const { messages, expected } = only("C15");
    const { ledger } = scanOf(messages).window;
    const rates = turnsOf(messages).map((turn) => ledger.rateOf(turn) ?? 0);
    expectPercent(rates.reduce((a, b) => a + b) / rates.length, expected.meanOfTurnRates);
    expect(percent(ledger.aggregate().hitRate)).toBeGreaterThan(4 * numberIn(expected.meanOfTurnRates) - 1);
  });

  it("C14: a turn of which two tokens in 425,100 were new is not printed as 100%", () => {
    const { messages } = only("C14");
    const scan = scanOf(messages);
    const rate = scan.window.ledger.rateOf(found(scan.latest));
    expect([formatHitRate(rate, 0), formatHitRate(rate, 1)]).toEqual(["99%", "99.9%"]);
  });

  it("C36: each model has a rate of its own, and a fallback that only answered under another name none", () => {
    const { messages } = only("C36");
    const { ledger } = scanOf(messages).window;
    expect(ledger.models.map(({ model, turns }) => [model, turns])).toEqual([
      ["A", 4],
      ["B", 1],
    ]);
    expect(new Set(turnsOf(messages).map(modelKey)).size).toBe(2);
    expectPercent(found(ledger.models[0]).hitRate, (100 * (50000 + 50800 + 52300)) / (50003 + 50803 + 52303 + 52603));
  });

  it("C45: one-hour writes are kept apart within the writes", () => {
    const { messages } = only("C45");
    expect(scanOf(messages).window.ledger.aggregate().usage.cacheWrite1h).toBe(215500);
  });
});

describe.each(casesOf("raw-usage"))("case $name, the rows Pi makes of a provider's usage", ({ input }) => {
  it.each(recordsIn(input.cases))("keep the provider's prompt size and read count: $piRow", ({ usage: raw, piRow }) => {
    const row = readRow(usage(countsIn(piRow)));
    const counts = found(row.usage);
    const details = field(raw, "prompt_tokens_details");
    const cached =
      field(details, "cached_tokens") ?? field(raw, "cached_tokens") ?? field(raw, "prompt_cache_hit_tokens");
    expect(promptTokens(counts)).toBe(field(raw, "prompt_tokens"));
    expect(counts.cacheRead).toBe(cached);
    expect(row.flags).toEqual([]);
  });
});
