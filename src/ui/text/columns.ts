import { visibleWidth } from "@earendil-works/pi-tui";

/** Pads to `width` terminal columns: CJK characters take two. Text that is wider stays as it is. */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - visibleWidth(text)));
}

/** As `padEnd`, with the text at the right. */
export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - visibleWidth(text))) + text;
}

/** Rows of equal length as aligned lines, two blanks between columns; `left` names the columns aligned to the left. */
export function alignColumns(rows: readonly (readonly string[])[], left: ReadonlySet<number>): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, visibleWidth(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, index) => (left.has(index) ? padEnd : padStart)(cell, widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
