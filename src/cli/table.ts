import Table from "cli-table3";

/** A table's column: its heading, and whether it is aligned to the right as numbers are. */
export interface Column {
  readonly heading: string;
  readonly isNumber?: boolean;
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
