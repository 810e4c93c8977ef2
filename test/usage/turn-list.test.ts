import { describe, expect, it } from "vitest";
import { TurnList } from "../../src/usage/turn-list.ts";
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
  for (const entry of entries) list.add(entry, () => list.turns.length + 1);
  return list;
}

const happenings = (...entries: readonly Fields[]) => listOf(...entries).turns.map(({ before }) => before);
const NOTHING = { compactions: 0, refreshes: 0, modelSwitched: false };

describe("a list of turns", () => {
  it("holds the turns in the order of their entries, with the numbers it is told and their totals", () => {
    const list = new TurnList(noPrice);
    for (const entry of [userMessage(), turn(COUNTS), toolResult(), turn([20, 5, 80, 0])]) list.add(entry, () => 7);
    expect(list.turns.map(({ number }) => number)).toEqual([7, 7]);
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

  it.each(["provider", "api", "model"])("marks a turn that was answered by another %s", (name) => {
    const switched = happenings(turn(COUNTS), turn(COUNTS, { [name]: "other" }), turn(COUNTS, { [name]: "other" }));
    expect(switched.map(({ modelSwitched }) => modelSwitched)).toEqual([false, true, false]);
  });

  it("passes over what is no entry, and asks for no number of what is no turn", () => {
    const list = new TurnList(noPrice);
    for (const entry of [null, 7, "text", [], {}, { type: "compaction" }, { type: "message", message: null }]) {
      list.add(entry, () => {
        throw new Error("asked");
      });
    }
    expect(list.turns).toEqual([]);
  });
});
