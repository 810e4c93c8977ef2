import { visibleWidth } from "@earendil-works/pi-tui";
import Table from "cli-table3";

/** A table's column: its heading, and whether it is aligned to the right as numbers are. */
export interface Column {
  readonly heading: string;
  readonly isNumber?: boolean;
}

/**
 * Rows below their headings, in a terminal of so many columns (null: no terminal). Where they do not fit, the last columns give
 * way, but for the first two.
 */
export function fittingTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  terminalColumns: number | null,
): string {
  const widest = (index: number): number =>
    Math.max(...[columns[index]?.heading ?? "", ...rows.map((row) => row[index] ?? "")].map(visibleWidth));
  let shown = columns.length;
  const width = (): number =>
    columns.slice(0, shown).reduce((sum, _, index) => sum + widest(index) + (index === 0 ? 0 : 2), 0);
  while (terminalColumns !== null && shown > 2 && width() > terminalColumns) shown -= 1;
  return tableText(
    columns.slice(0, shown),
    rows.map((row) => row.slice(0, shown)),
  );
}

/** Rows below their headings, two blanks between columns and no lines: text that can be read, searched and pasted. */
export function tableText(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const empty = "";
  const table = new Table({
    head: columns.map(({ heading }) => heading),
    colAligns: columns.map(({ isNumber }) => (isNumber === true ? "right" : "left")),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
    chars: {
      ...{ top: empty, "top-mid": empty, "top-left": empty, "top-right": empty },
      ...{ bottom: empty, "bottom-mid": empty, "bottom-left": empty, "bottom-right": empty },
      ...{ left: empty, "left-mid": empty, mid: empty, "mid-mid": empty },
      ...{ right: empty, "right-mid": empty, middle: empty },
    },
  });
  table.push(...rows.map((row) => [...row]));
  const lines = table.toString().split("\n");
  return lines.map((line) => line.trimEnd()).join("\n");
}
