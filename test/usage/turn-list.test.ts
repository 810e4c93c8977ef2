import { describe, expect, it } from "vitest";
import { type Place, ROOT, TurnList } from "../../src/usage/turn-list.ts";
import {
  type Counts,
  compaction,
  type Fields,
  noPrice,
  refresh,
  toolResult,
  turn,
  userMessage,
} from "../support/entries.ts";

const COUNTS: Counts = [10, 5, 90, 0];

function listOf(...entries: readonly unknown[]): TurnList {
  const list = new TurnList(noPrice);
  let place = ROOT;
  for (const entry of entries) place = list.add(entry, place);
  return list;
}

const happenings = (...entries: readonly Fields[]) => listOf(...entries).turns.map(({ before }) => before);
const NOTHING = { compactions: 0, refreshes: 0, modelSwitched: false };

describe("a list of turns", () => {
  it("holds the turns in the order of their entries, with their numbers and their totals", () => {
    const list = new TurnList(noPrice);
    let place: Place = { ...ROOT, turns: 6 };
    for (const entry of [userMessage(), turn(COUNTS), toolResult(), turn([20, 5, 80, 0])])
      place = list.add(entry, place);
    expect(list.turns.map(({ number }) => number)).toEqual([7, 8]);
    expect(list.turns.map(({ turn: { row } }) => row.usage?.input)).toEqual([10, 20]);
    expect(list.ledger.aggregate()).toMatchObject({ turns: 2, hitRate: 170 / 200 });
  });

  it("says what happened before each turn, once", () => {
    expect(
      happenings(
        turn(COUNTS),
        compaction(),
        compaction([1, 1, 0, 0]),
        refresh([0, 0, 90, 0]),
        turn(COUNTS),
        turn(COUNTS),
      ),
    ).toEqual([NOTHING, { compactions: 2, refreshes: 1, modelSwitched: false }, NOTHING]);
  });

  it("says so of a compaction alone, and of a refresh alone", () => {
    expect(happenings(compaction(), turn(COUNTS), refresh([0, 0, 90, 0]), turn(COUNTS))).toEqual([
      { compactions: 1, refreshes: 0, modelSwitched: false },
      { compactions: 0, refreshes: 1, modelSwitched: false },
    ]);
  });

  it("prices a turn whose row carries no cost", () => {
    const list = new TurnList(() => ({ input: 1, output: 0, cacheRead: 0, cacheWrite: 0, total: 1 }));
    list.add(turn(COUNTS, { usage: { input: 10, output: 5 } }), ROOT);
    expect(list.ledger.aggregate().cost).toBe(1);
  });

  it.each(["provider", "api", "model"])("marks a turn that was answered by another %s", (name) => {
    const switched = happenings(turn(COUNTS), turn(COUNTS, { [name]: "other" }), turn(COUNTS, { [name]: "other" }));
    expect(switched.map(({ modelSwitched }) => modelSwitched)).toEqual([false, true, false]);
  });

  it("takes what happened from the branch an entry is on, not from the entry before it in the file", () => {
    const list = new TurnList(noPrice);
    const first = list.add(turn(COUNTS), ROOT);
    list.add(turn(COUNTS, { model: "other" }), list.add(compaction(), first));
    list.add(turn(COUNTS), first);
    expect(list.turns.map(({ number, before }) => [number, before])).toEqual([
      [1, NOTHING],
      [2, { compactions: 1, refreshes: 0, modelSwitched: true }],
      [2, NOTHING],
    ]);
  });

  it("passes by what is not to be listed, and remembers that it was there", () => {
    const list = new TurnList(noPrice);
    list.add(turn(COUNTS), list.pass(turn(COUNTS, { model: "other" }), ROOT));
    expect(list.turns.map(({ number, before }) => [number, before.modelSwitched])).toEqual([[2, true]]);
    expect(list.ledger.aggregate().turns).toBe(1);
  });

  it("passes over what is no entry", () => {
    const list = new TurnList(noPrice);
    for (const entry of [null, 7, "text", [], {}, { type: "message", message: null }]) {
      expect(list.add(entry, ROOT)).toBe(ROOT);
    }
    expect(list.turns).toEqual([]);
  });
});
