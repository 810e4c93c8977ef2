import type { Action } from "./keys.ts";
import type { PanelContent } from "./panel-content.ts";
import { type Extent, listsTurns, move, type PanelState, select, selectedRow, selectedTurn } from "./panel-state.ts";

/** Where a key leads; null: the user leaves. */
export function navigate(before: PanelState, action: Action, content: PanelContent, extent: Extent): PanelState | null {
  const state = { ...before, noMoreBreaks: false };
  const { turns } = extent;
  switch (action.kind) {
    case "leave":
      return null;
    case "close":
      return state.isOpen ? close(state, turns) : null;
    case "open":
      return state.isOpen ? close(state, turns) : open(state, content, turns);
    case "break":
      return toBreak(state, action.direction, content, turns);
    case "range":
      return otherRange(state, content, turns);
    default:
      return move(state, action, extent);
  }
}

/** The panel with the turn at an index selected that a click hit, or with that row of another view. */
export function pointAt(state: PanelState, index: number, turns: number): PanelState {
  return listsTurns(state) ? select(state, index, turns) : { ...state, row: index };
}

/**
 * The panel after turns came or went. `entryId` is the selected turn's (null: the newest is selected): after a move in the
 * tree it may stand elsewhere, or be gone, and then the newest is selected.
 */
export function keepSelected(state: PanelState, entryId: string | null, content: PanelContent): PanelState {
  const { turn } = state;
  const { turns } = content.list(state.range);
  if (turn === null || entryId === null || turns[turn]?.entryId === entryId) return state;
  const at = turns.findIndex((other) => other.entryId === entryId);
  return at < 0 ? { ...state, turn: null, isOpen: false, scroll: 0 } : { ...state, turn: at };
}

/** Where the turn was the newest it is so again, and follows those to come. */
function close(state: PanelState, turns: number): PanelState {
  return select({ ...state, isOpen: false }, selectedTurn(state, turns), turns);
}

function open(state: PanelState, content: PanelContent, turns: number): PanelState {
  if (turns === 0) return state;
  // Pinned: a turn that comes while one is read must not take its place.
  if (listsTurns(state)) return { ...state, turn: selectedTurn(state, turns), isOpen: true, scroll: 0 };
  const rows = state.view === "models" ? content.models(state.range) : content.causes(state.range);
  const newest = rows[selectedRow(state, rows.length)]?.newest;
  if (newest === undefined) return state;
  return select({ ...state, isOpen: state.view === "causes", view: "turns" }, newest, turns);
}

function toBreak(state: PanelState, direction: -1 | 1, content: PanelContent, turns: number): PanelState {
  const at = content.nextBreak(state.range, selectedTurn(state, turns), direction);
  if (at === null) return { ...state, noMoreBreaks: true };
  return select({ ...state, view: listsTurns(state) ? state.view : "turns" }, at, turns);
}

/** The same turn stays selected where the other range has it. */
function otherRange(state: PanelState, content: PanelContent, turns: number): PanelState {
  const range = state.range === "branch" ? "file" : "branch";
  const { entryId } = content.list(state.range).turns[selectedTurn(state, turns)] ?? { entryId: null };
  const { turns: others } = content.list(range);
  const at = entryId === null ? -1 : others.findIndex((turn) => turn.entryId === entryId);
  return select({ ...state, range, row: 0 }, at < 0 ? others.length : at, others.length);
}
