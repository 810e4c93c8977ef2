import { describe, expect, it } from "vitest";
import type { Action } from "../../../src/ui/panel/keys.ts";
import { type Extent, move, type PanelState, START, select, selectedTurn } from "../../../src/ui/panel/panel-state.ts";

const EXTENT: Extent = { turns: 20, rows: 3, page: 8, overflow: 0 };
const row = (direction: -1 | 1): Action => ({ kind: "move", by: "row", direction });
const page = (direction: -1 | 1): Action => ({ kind: "move", by: "page", direction });

const then = (state: PanelState, action: Action, extent: Extent = EXTENT): PanelState => move(state, action, extent);
const turnAfter = (state: PanelState, action: Action): number => selectedTurn(then(state, action), EXTENT.turns);

describe("the selected turn", () => {
  it("is the newest at first, also when others come", () => {
    expect(selectedTurn(START, 20)).toBe(19);
    expect(selectedTurn(START, 21)).toBe(20);
  });

  it("is none without turns", () => {
    expect(selectedTurn(START, 0)).toBe(-1);
    expect(selectedTurn(select(START, 5, 0), 0)).toBe(-1);
  });

  it("moves by rows and by pages and stays between first and last", () => {
    const middle = select(START, 10, 20);
    expect([row(-1), row(1), page(-1), page(1)].map((action) => turnAfter(middle, action))).toEqual([9, 11, 3, 17]);
    const first = select(START, 0, 20);
    expect([row(-1), page(-1)].map((action) => turnAfter(first, action))).toEqual([0, 0]);
    expect([row(1), page(1)].map((action) => turnAfter(START, action))).toEqual([19, 19]);
  });

  it("stays where it is when others come, unless it is the newest", () => {
    const earlier = then(START, row(-1));
    expect(selectedTurn(earlier, 25)).toBe(18);
    expect(selectedTurn(then(earlier, row(1)), 25)).toBe(24);
  });

  it("jumps to both ends", () => {
    expect(turnAfter(START, { kind: "end", direction: -1 })).toBe(0);
    expect(turnAfter(select(START, 4, 20), { kind: "end", direction: 1 })).toBe(19);
  });

  it("never lies behind the last turn when there are fewer than before", () => {
    expect(selectedTurn(select(START, 15, 20), 4)).toBe(3);
  });
});

describe("an open turn", () => {
  const open: PanelState = { ...select(START, 10, 20), isOpen: true };

  it("scrolls where it does not fit, and no further than its end", () => {
    const long = { ...EXTENT, overflow: 3 };
    const scrolled = [1, 1, 1, 1].reduce((state) => then(state, row(1), long), open);
    expect(scrolled).toMatchObject({ scroll: 3, turn: 10 });
    expect(then(scrolled, page(-1), long).scroll).toBe(0);
  });

  it("gives way to the next turn where it fits, and by left and right always", () => {
    expect(then(open, row(1))).toMatchObject({ turn: 11, isOpen: true });
    const long = { ...EXTENT, overflow: 3 };
    expect(then({ ...open, scroll: 2 }, { kind: "step", direction: -1 }, long)).toMatchObject({ turn: 9, scroll: 0 });
  });
});

describe("a view", () => {
  it("follows the other, the last the first", () => {
    const next: Action = { kind: "view", view: "next" };
    const views = [1, 2, 3, 4].reduce<PanelState[]>((all) => [...all, then(all.at(-1) ?? START, next)], []);
    expect(views.map(({ view }) => view)).toEqual(["models", "causes", "cumulative", "turns"]);
  });

  it("has rows of its own, between the first and the last", () => {
    const models = then(START, { kind: "view", view: "models" });
    const last = then(models, page(1));
    expect(last.row).toBe(2);
    expect(then(last, row(-1)).row).toBe(1);
    expect(then(last, { kind: "end", direction: -1 }).row).toBe(0);
    expect(then(models, { kind: "end", direction: 1 }).row).toBe(2);
  });

  it("starts at its first row and closes an open turn", () => {
    const state: PanelState = { ...START, view: "models", row: 2, isOpen: true, scroll: 4 };
    expect(then(state, { kind: "view", view: "causes" })).toMatchObject({ row: 0, isOpen: false, scroll: 0 });
  });
});
