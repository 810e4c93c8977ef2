import { visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";

/** Pads to `width` terminal columns: CJK characters take two. Text that is wider stays as it is. */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - visibleWidth(text)));
}

/** As `padEnd`, with the text at the right. */
export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - visibleWidth(text))) + text;
}

/** Columns a report may take unless told otherwise: a terminal of 80 less the margin that Pi leaves on both sides. */
export const REPORT_COLUMNS = 78;
/** Narrower than this a report is wrapped by the terminal. */
const NARROWEST_REPORT = 38;

/** Columns a report may take in a terminal of so many columns (null: unknown): long lines are no easier to read. */
export function reportColumns(terminal: number | null): number {
  if (terminal === null) return REPORT_COLUMNS;
  return Math.max(NARROWEST_REPORT, Math.min(REPORT_COLUMNS, terminal - (80 - REPORT_COLUMNS)));
}
/** A cell narrower than this cannot be read. */
const NARROWEST_CELL = 28;
/** Indent of what goes below its row. */
const HANGING = 6;

/**
 * Rows of equal length, each as aligned lines with two blanks between columns; `left` names the columns aligned to the
 * left. Where a line would be too long, its last cell goes on below itself, or below the row where there is too little room.
 */
export function alignRows(
  rows: readonly (readonly string[])[],
  left: ReadonlySet<number>,
  columns = REPORT_COLUMNS,
): readonly (readonly string[])[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, visibleWidth(cell));
    });
  }
  const indent = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  const room = columns - indent;
  return rows.map((row) => {
    const cells = row.map((cell, index) => (left.has(index) ? padEnd : padStart)(cell, widths[index] ?? 0));
    const line = cells.join("  ").trimEnd();
    if (visibleWidth(line) <= columns) return [line];
    const before = cells.slice(0, -1).join("  ");
    const last = row.at(-1) ?? "";
    if (room < NARROWEST_CELL) {
      const below = wrapTextWithAnsi(last, Math.max(1, columns - HANGING));
      return [before.trimEnd(), ...below.map((part) => " ".repeat(HANGING) + part)];
    }
    const [first = "", ...more] = wrapTextWithAnsi(last, room);
    return [`${before}  ${first}`, ...more.map((part) => " ".repeat(indent) + part)];
  });
}

/** `alignRows` as one list of lines. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  left: ReadonlySet<number>,
  columns = REPORT_COLUMNS,
): readonly string[] {
  return alignRows(rows, left, columns).flat();
}
