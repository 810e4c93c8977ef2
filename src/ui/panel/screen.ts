import { sliceByColumn, visibleWidth } from "@earendil-works/pi-tui";
import { padEnd } from "../text/columns.ts";
import type { Words } from "../words/words.ts";
import type { ChartRows } from "./chart.ts";
import type { PanelPaint } from "./panel-paint.ts";
import type { PanelState } from "./panel-state.ts";
import { VIEWS } from "./views.ts";

/** How the rows of a screen are shared out. Title, views and help take one each. */
export interface ScreenRows {
  /** Null where the chart has no room or says nothing. */
  readonly chart: ChartRows | null;
  readonly legend: boolean;
  /** The list with its heading, or the open turn. */
  readonly body: number;
}

const FRAME_ROWS = 3;
/** Rows of the marks below the bars. */
const MARK_ROWS = 1;
/** Below this an open turn has the screen for itself. */
const ROWS_FOR_BOTH = 24;
/** A list of fewer rows, its heading included, is no list. */
const SHORTEST_BODY = 4;

/** Shares out a screen of `height` rows: made for 12 and more, but every height gets what it holds. */
export function shareRows(height: number, hasChart: boolean, isOpen: boolean): ScreenRows {
  const room = height - FRAME_ROWS;
  const chart = hasChart && !(isOpen && height < ROWS_FOR_BOTH) ? chartRows(height) : null;
  const legend = chart !== null && height >= 16;
  const taken = chart === null ? 0 : chart.rate + chart.bars + MARK_ROWS + chart.axis + (legend ? 1 : 0);
  if (room - taken < SHORTEST_BODY) return { chart: null, legend: false, body: Math.max(0, room) };
  return { chart, legend, body: room - taken };
}

function chartRows(height: number): ChartRows {
  if (height < 16) return { rate: 1, bars: 2, axis: 0 };
  if (height < 22) return { rate: 2, bars: 3, axis: 1 };
  return height < 32 ? { rate: 2, bars: 5, axis: 1 } : { rate: 3, bars: 8, axis: 1 };
}

/** `left`, and `right` at the right edge where both fit; else the left part alone. */
export function spread(left: string, right: string, width: number): string {
  const gap = width - visibleWidth(left) - visibleWidth(right);
  return gap >= 2 ? left + " ".repeat(gap) + right : left;
}

/** The views with their keys, the shown one marked, and the range. */
export function viewsLine({ view, range }: PanelState, words: Words, paint: PanelPaint): string {
  const views = VIEWS.map((name, index) => {
    const text = `${index + 1}:${words.views[name]}`;
    return name === view ? paint.strong(paint.accent(`[${text}]`)) : ` ${text} `;
  });
  return ` ${views.join("")} ${paint.dim(words.ranges[range])}`;
}

/** What keys do, as much as fits; how to leave always has its place. */
export function helpLine(state: PanelState, isScrolled: boolean, words: Words, width: number): string {
  const { help } = words;
  const listed = state.view === "turns" || state.view === "cumulative" ? help.turns : help.rows;
  const [first, ...more] = state.isOpen
    ? [help.close, isScrolled ? help.scroll : help.turns, help.breaks]
    : [help.leave, listed, help.breaks, help.open, help.view, help.range];
  let line = ` ${first}`;
  for (const part of more) {
    if (visibleWidth(line) + visibleWidth(part) + 2 <= width) line += `  ${part}`;
  }
  return line;
}

/** Exactly `height` lines of exactly `width` columns: what lies below must not show through. */
export function fitScreen(lines: readonly string[], width: number, height: number): string[] {
  return Array.from({ length: height }, (_, row) => {
    const line = lines[row] ?? "";
    return padEnd(visibleWidth(line) > width ? sliceByColumn(line, 0, width, true) : line, width);
  });
}
