import { describe, expect, it } from "vitest";
import { isRecordEntry } from "../../src/record/record-entry.ts";
import { entryKey } from "../../src/sessions/entry-key.ts";
import { judgeFile } from "../../src/sessions/judged-file.ts";
import { NumberSet } from "../../src/sessions/number-set.ts";
import {
  assistant,
  branchSummary,
  compaction,
  found,
  refresh,
  toolResult,
  turn,
  usage,
  userMessage,
} from "../support/entries.ts";
import { recordedSession } from "../support/records.ts";
import { chain, judged, MISSED, READ, sessionOf, turns, WRITTEN } from "../support/session-files.ts";
import { price, START, unpriced, usageOf } from "../support/verdicts.ts";

const ENTRIES = chain([userMessage(), ...turns(WRITTEN, READ), userMessage(), ...turns(MISSED)]);

/** Keys of entries, as another file has counted them. */
function keysOf(...entries: readonly unknown[]): NumberSet {
  const keys = new NumberSet();
  for (const entry of entries) keys.add(found(entryKey(entry)));
  return keys;
}

describe("a session file", () => {
  it("is judged as Pi would judge the session", () => {
    const { totals, verdicts, isCounted, keys, copiedTurns, firstAt, lastAt, since } = judged(ENTRIES);
    expect(totals.ledger.aggregate()).toMatchObject({ turns: 3, measuredTurns: 3, hitRate: 10_000 / 31_500 });
    expect(verdicts.of("e2")).toMatchObject({ outcome: "expected-rebuild", cause: "cold-start" });
    expect(verdicts.of("e3")).toMatchObject({ outcome: "hit" });
    expect(verdicts.of("e5")).toMatchObject({ outcome: "miss", missedTokens: 10_500 });
    expect(verdicts.breaks.total.count).toBe(1);
    expect(isCounted).toEqual([false, true, true, false, true]);
    expect(keys).toEqual([ENTRIES[1], ENTRIES[2], ENTRIES[4]].map(entryKey));
    expect([copiedTurns, firstAt, lastAt, since]).toEqual([0, START + 60_000, START + 240_000, null]);
  });

  it("counts what is no turn apart", () => {
    const bodies = [
      compaction([9, 1, 0, 0]),
      branchSummary([8, 1, 0, 0]),
      toolResult(usage([7, 1, 0, 0])),
      refresh(READ),
    ];
    const { totals, verdicts, isCounted, firstAt } = judged(chain(bodies));
    expect(totals.side).toMatchObject({ compaction: { input: 9 }, branchSummary: { input: 8 }, nested: { input: 7 } });
    expect(totals.refreshes).toMatchObject({ count: 1, usage: { cacheRead: 10_000 } });
    expect(totals.ledger.models).toEqual([]);
    expect([isCounted, firstAt, verdicts.breaks.total.count]).toEqual([[true, true, true, true], null, 0]);
  });

  it("prices rows without a cost by what other rows of the model paid", () => {
    const paid = turn([10, 5, 10, 10], {
      usage: usage([10, 5, 10, 10], { cost: price("", "", usageOf([10, 5, 10, 10])) }),
    });
    const bodies = [turn(WRITTEN, unpriced(WRITTEN)), paid, turn(MISSED, { ...unpriced(MISSED), model: "m2" })];
    const { models } = judged(chain(bodies)).totals.ledger;
    const [first, second] = [found(price("", "", usageOf(WRITTEN))), found(price("", "", usageOf([10, 5, 10, 10])))];
    expect(models[0]?.cost).toBeCloseTo(first.total + second.total, 12);
    expect(models[1]?.cost).toBeNull();
  });

  it("has no lifetimes of entries: a pause is told without one", () => {
    const [first, second] = chain(turns(WRITTEN, MISSED));
    const later = {
      ...second,
      message: assistant(MISSED, { timestamp: START + 86_400_000 }),
      timestamp: "2026-12-01T12:00:10.000Z",
    };
    expect(judged([first, later]).verdicts.of("e2")).toMatchObject({ outcome: "miss", cause: "unknown" });
  });

  it("takes what was recorded of its requests into the verdicts", () => {
    const counts = [WRITTEN, READ, MISSED];
    let at = 0;
    const entries = recordedSession(3).map((entry) =>
      entry.type === "message"
        ? { ...entry, message: assistant(counts[at++] ?? READ, { timestamp: START + at * 1_000 }) }
        : entry,
    );
    const records = entries.filter(isRecordEntry);
    const file = judgeFile(sessionOf(entries, { records }));
    expect([file.records.details.size, file.records.unreadable]).toEqual([3, 0]);
    expect(file.verdicts.of("e3")?.evidence).toContainEqual({ kind: "unchanged" });
    const blind = judged(entries.filter((entry) => !isRecordEntry(entry)));
    expect(blind.verdicts.of("e3")?.evidence).not.toContainEqual({ kind: "unchanged" });
  });

  it("counts records that cannot be read", () => {
    const entries = recordedSession(2).map((entry) => (isRecordEntry(entry) ? { ...entry, data: { v: 9 } } : entry));
    expect(judgeFile(sessionOf(entries, { records: entries.filter(isRecordEntry) })).records.unreadable).toBe(2);
  });
});

describe("what other files have counted", () => {
  it("is not counted again, and is still what the next turn is measured against", () => {
    const { totals, verdicts, isCounted, copiedTurns, firstAt } = judged(ENTRIES, {
      counted: keysOf(ENTRIES[1], ENTRIES[2]),
    });
    expect(totals.ledger.aggregate()).toMatchObject({ turns: 1, usage: { input: 11_000 } });
    expect(verdicts.of("e5")).toMatchObject({ outcome: "miss", missedTokens: 10_500 });
    expect(verdicts.breaks.total).toMatchObject({ count: 1, missedTokens: 10_500 });
    expect([isCounted.filter(Boolean).length, copiedTurns, firstAt]).toEqual([1, 2, START + 240_000]);
  });

  it("has broken nothing here", () => {
    expect(judged(ENTRIES, { counted: keysOf(ENTRIES[4]) }).verdicts.breaks.total.count).toBe(0);
    expect(judged(ENTRIES, { since: START + 86_400_000 }).verdicts.breaks.total.count).toBe(0);
  });

  it("counts as turns only where it is turns", () => {
    const entries = chain([refresh(READ), compaction([9, 1, 0, 0]), ...turns(WRITTEN)]);
    const { copiedTurns, totals } = judged(entries, { counted: keysOf(...entries) });
    expect([copiedTurns, totals.refreshes.count, totals.side.compaction.input]).toEqual([1, 0, 0]);
  });
});

describe("what lies before a time", () => {
  it("is not counted, and is still what the next turn is measured against", () => {
    const { totals, verdicts, keys, copiedTurns, since } = judged(ENTRIES, { since: START + 200_000 });
    expect(totals.ledger.aggregate().turns).toBe(1);
    expect(verdicts.breaks.total).toMatchObject({ count: 1, missedTokens: 10_500 });
    expect([keys.length, copiedTurns, since]).toEqual([3, 0, START + 200_000]);
  });

  it("is told by when an entry was written: the time itself counts", () => {
    const written = Date.parse(String(ENTRIES[2]?.timestamp));
    expect(judged(ENTRIES, { since: written }).totals.ledger.aggregate().turns).toBe(2);
    expect(judged(ENTRIES, { since: written + 1 }).totals.ledger.aggregate().turns).toBe(1);
  });

  it("is told by the message where the entry does not say, and counts where neither does", () => {
    const [entry] = chain(turns(WRITTEN));
    const unsaid = { ...entry, timestamp: "never" };
    expect(judged([unsaid], { since: START + 1 }).totals.ledger.models).toEqual([]);
    const neither = { ...unsaid, message: assistant(WRITTEN, { timestamp: undefined }) };
    expect(judged([neither], { since: START + 1 }).totals.ledger.aggregate().turns).toBe(1);
  });
});

describe("turns that count", () => {
  it("are told by their ids, those without one left out", () => {
    const foreign = { ...turn(READ), timestamp: "" };
    const file = judged([...ENTRIES, foreign], { counted: keysOf(ENTRIES[2]) });
    expect(file.countedTurns).toEqual(["e2", "e5"]);
    expect(file.totals.ledger.aggregate().turns).toBe(3);
  });
});
