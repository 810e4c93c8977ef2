import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Column, layoutTable } from "../../../src/ui/panel/table.ts";

type Row = readonly [string, string, string];
const COLUMNS: readonly Column<Row>[] = [
  { heading: "n", width: 4, align: "right", cell: ([number]) => number },
  { heading: "wide", width: 8, from: 30, align: "right", cell: ([, wide]) => wide },
  {
    heading: "note",
    width: "rest",
    align: "left",
    cell: ([, , note]) => note,
    paint: (_, text) => `\u001b[31m${text}\u001b[39m`,
  },
];

describe("a table", () => {
  it("shows the columns that its screen holds, and gives what is left to one of them", () => {
    const narrow = layoutTable(COLUMNS, 20);
    expect([narrow.heading, narrow.line(["7", "hidden", "text"])]).toEqual([
      "   n note           ",
      "   7 \u001b[31mtext           \u001b[39m",
    ]);
    expect(layoutTable(COLUMNS, 30).heading).toBe("   n     wide note            ");
  });

  it("cuts what is too wide before it is painted", () => {
    const line = layoutTable(COLUMNS, 12).line(["123456", "", "a long note"]);
    expect(line).toContain("a long…");
    expect(visibleWidth(line)).toBe(12);
  });

  it("is as wide as its screen, whatever stands in it", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 60 }).map((value) => value.replace(/\p{Cc}/gu, ""));
    fc.assert(
      fc.property(fc.tuple(text, text, text), fc.integer({ min: 20, max: 120 }), (row, width) => {
        const table = layoutTable(COLUMNS, width);
        expect([visibleWidth(table.heading), visibleWidth(table.line(row))]).toEqual([width, width]);
      }),
    );
  });
});
