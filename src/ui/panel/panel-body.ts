import type { Glyphs } from "../glyphs.ts";
import type { Words } from "../words/words.ts";
import { causeColumns } from "./cause-columns.ts";
import { cumulativeColumns } from "./cumulative-columns.ts";
import { modelColumns } from "./model-columns.ts";
import type { PanelContent } from "./panel-content.ts";
import type { PanelPaint } from "./panel-paint.ts";
import { type PanelState, selectedRow, selectedTurn } from "./panel-state.ts";
import { layoutTable, type Table } from "./table.ts";
import { turnColumns } from "./turn-columns.ts";

/** How everything is written and painted. */
export interface Style {
  readonly words: Words;
  readonly paint: PanelPaint;
  readonly glyphs: Glyphs;
  /** Plain ASCII beside the words. */
  readonly ascii: boolean;
}

/** The list of a view: its heading, and the rows that are on the screen. */
export interface Body {
  readonly lines: readonly string[];
  /** Index of the first row that is shown. */
  readonly from: number;
}

/**
 * The first row of a list that is shown: as before while the selected one is on the screen, so that what is clicked does not
 * move, else as little away from it as brings the selected one there. At first the selected one is in the middle.
 */
function firstShown(selected: number, count: number, page: number, before: number | null): number {
  const wanted =
    before === null
      ? selected - Math.floor(page / 2)
      : Math.max(Math.min(before, selected), selected - Math.max(0, page - 1));
  return Math.max(0, Math.min(wanted, count - page));
}

/** How many rows the views by model and by cause have. */
export function rowsOf({ view, range }: PanelState, content: PanelContent): number {
  if (view === "models") return content.models(range).length;
  return view === "causes" ? content.causes(range).length : content.list(range).turns.length;
}

/** The list of the view in so many rows, its heading included. */
export function listBody(
  state: PanelState,
  content: PanelContent,
  width: number,
  height: number,
  style: Style,
  before: number | null,
): Body {
  const { words, paint, glyphs } = style;
  const { view, range } = state;
  // One column for the mark of the selected row, one at the right edge.
  const room = width - 2;
  const noBreaks = content.isJudged ? words.noBreaks : words.judging;
  switch (view) {
    case "models":
      return pick(content.models(range), layoutTable(modelColumns(room, words, paint, glyphs), room));
    case "causes":
      return pick(content.causes(range), layoutTable(causeColumns(words, paint, glyphs), room), noBreaks);
    default: {
      const withSums = view === "cumulative";
      const columns = withSums ? cumulativeColumns : turnColumns;
      const table = layoutTable(columns(room, words, paint, glyphs), room);
      const count = content.list(range).turns.length;
      return lay(table, count, selectedTurn(state, count), (index) => content.row(range, index, withSums));
    }
  }

  function pick<Row>(rows: readonly Row[], table: Table<Row>, ifEmpty = words.noTurns): Body {
    return lay(table, rows.length, selectedRow(state, rows.length), (index) => rows[index] ?? null, ifEmpty);
  }

  function lay<Row>(
    table: Table<Row>,
    count: number,
    selected: number,
    rowAt: (index: number) => Row | null,
    ifEmpty = words.noTurns,
  ): Body {
    if (count === 0) return { lines: [` ${paint.dim(ifEmpty)}`], from: 0 };
    const page = Math.max(0, height - 1);
    const from = firstShown(selected, count, page, before);
    const lines = [` ${paint.dim(table.heading)}`];
    for (let index = from; index < Math.min(count, from + page); index++) {
      const row = rowAt(index);
      if (row === null) continue;
      const line = table.line(row);
      lines.push(index === selected ? paint.selected(paint.strong(`>${line} `)) : ` ${line}`);
    }
    // More may come: what is there is not all.
    if (view === "causes" && !content.isJudged) lines.push(` ${paint.dim(words.judging)}`);
    return { lines, from };
  }
}
