import { sliceByColumn, visibleWidth } from "@earendil-works/pi-tui";
import { padEnd, padStart } from "../text/columns.ts";

/** A column of a table that fits its screen. */
export interface Column<Row> {
  readonly heading: string;
  /** Terminal columns of its widest ordinary cell; `rest` takes what the others leave. */
  readonly width: number | "rest";
  /** Shown on screens of so many columns and wider; always when left out. */
  readonly from?: number;
  readonly align: "left" | "right";
  /** Unpainted; what is too wide is cut. `width` is the room there is. */
  readonly cell: (row: Row, width: number) => string;
  /** Paints the cell that was fitted. */
  readonly paint?: (row: Row, text: string) => string;
}

/** A table as lines that all fit, without any of its rows made yet: rows are asked for as they are shown. */
export interface Table<Row> {
  readonly heading: string;
  readonly line: (row: Row) => string;
}

/** Lays out the columns that a screen of `width` columns holds. */
export function layoutTable<Row>(columns: readonly Column<Row>[], width: number): Table<Row> {
  const shown = columns.filter(({ from = 0 }) => width >= from);
  const fixed = shown.map(({ width: wanted, heading }) =>
    wanted === "rest" ? 0 : Math.max(wanted, visibleWidth(heading)),
  );
  const rest = width - fixed.reduce((sum, columns) => sum + columns, 0) - (shown.length - 1);
  const widths = shown.map(({ width: wanted }, index) => (wanted === "rest" ? Math.max(0, rest) : (fixed[index] ?? 0)));
  const fitted = (text: string, index: number, align: "left" | "right"): string => {
    const room = widths[index] ?? 0;
    return (align === "left" ? padEnd : padStart)(cut(text, room), room);
  };
  const join = (cells: readonly string[]): string => cells.join(" ");
  return {
    heading: join(shown.map(({ heading, align }, index) => fitted(heading, index, align))),
    line: (row) =>
      join(
        shown.map(({ cell, align, paint }, index) => {
          const text = fitted(cell(row, widths[index] ?? 0), index, align);
          return paint === undefined ? text : paint(row, text);
        }),
      ),
  };
}

/** Not pi-tui's truncateToWidth: it puts colour resets around its ellipsis, which would end the colour of the row. */
function cut(text: string, room: number): string {
  if (visibleWidth(text) <= room) return text;
  return room === 0 ? "" : `${sliceByColumn(text, 0, room - 1, true)}…`;
}
