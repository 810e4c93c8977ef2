import type { Action } from "./keys.ts";
import type { Range } from "./session-turns.ts";
import { VIEWS, type View } from "./views.ts";

/** Where the user is in the panel. */
export interface PanelState {
  readonly view: View;
  readonly range: Range;
  /** Index of the selected turn in its range; null for the newest, also of those still to come. */
  readonly turn: number | null;
  /** Index of the selected row in the views by model and by cause. */
  readonly row: number;
  /** Whether the selected turn is open. */
  readonly isOpen: boolean;
  /** Lines of the open turn above the screen. */
  readonly scroll: number;
  /** A break was looked for where there is none. */
  readonly noMoreBreaks: boolean;
}

/** How much there is of what can be moved through. */
export interface Extent {
  /** Turns of the range. */
  readonly turns: number;
  /** Rows of the view by model or by cause. */
  readonly rows: number;
  /** Rows of a list that fit the screen. */
  readonly page: number;
  /** Lines of the open turn that do not fit the screen. */
  readonly overflow: number;
}

export const START: PanelState = {
  view: "turns",
  range: "branch",
  turn: null,
  row: 0,
  isOpen: false,
  scroll: 0,
  noMoreBreaks: false,
};

/** Index of the selected turn; -1 without turns. */
export function selectedTurn({ turn }: PanelState, turns: number): number {
  return turn === null ? turns - 1 : Math.min(turn, turns - 1);
}

/** Whether the view lists turns; the others list models or causes. */
export function listsTurns({ view }: Pick<PanelState, "view">): boolean {
  return view === "turns" || view === "cumulative";
}

/**
 * Selects a turn, from either end where the index lies outside. The newest stays the newest when others come, unless it is
 * open: what is read must not be replaced.
 */
export function select(state: PanelState, index: number, turns: number): PanelState {
  const inside = Math.max(0, Math.min(index, turns - 1));
  return { ...state, turn: inside >= turns - 1 && !state.isOpen ? null : inside, scroll: 0 };
}

/** Index of the selected row of a view that has so many; -1 without any. */
export function selectedRow({ row }: PanelState, rows: number): number {
  return Math.min(row, rows - 1);
}

/** Moves as a key asks, within what there is. Opening, breaks and ranges need the turns themselves: not here. */
export function move(state: PanelState, action: Action, extent: Extent): PanelState {
  switch (action.kind) {
    case "move": {
      const distance = action.direction * (action.by === "page" ? Math.max(1, extent.page - 1) : 1);
      if (state.isOpen && extent.overflow > 0) {
        return { ...state, scroll: Math.max(0, Math.min(extent.overflow, state.scroll + distance)) };
      }
      if (listsTurns(state)) return step(state, distance, extent);
      return { ...state, row: Math.max(0, Math.min(extent.rows - 1, selectedRow(state, extent.rows) + distance)) };
    }
    case "step":
      return step(state, action.direction, extent);
    case "end":
      if (!listsTurns(state)) return { ...state, row: action.direction < 0 ? 0 : Math.max(0, extent.rows - 1) };
      return select(state, action.direction < 0 ? 0 : extent.turns, extent.turns);
    case "view": {
      const next = VIEWS[(VIEWS.indexOf(state.view) + 1) % VIEWS.length];
      const view = action.view === "next" ? (next ?? state.view) : action.view;
      return { ...state, view, row: view === state.view ? state.row : 0, isOpen: false, scroll: 0 };
    }
    default:
      return state;
  }
}

function step(state: PanelState, distance: number, { turns }: Extent): PanelState {
  return select(state, selectedTurn(state, turns) + distance, turns);
}
