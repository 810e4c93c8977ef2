import { formatHitRate } from "../../usage/hit-rate.ts";
import type { Glyphs } from "../glyphs.ts";
import { dollarsIn, tokensIn } from "../numbers.ts";
import type { Words } from "../words/words.ts";
import { type PanelPaint, paintGrade } from "./panel-paint.ts";
import { partsBar } from "./parts.ts";
import type { SumsSoFar } from "./running-sums.ts";
import type { Column } from "./table.ts";
import { barColumns, firstColumns, type TurnRow } from "./turn-columns.ts";
import { noteColumn } from "./turn-note.ts";

/** The columns of the view of sums so far, for a screen of `width` columns, 60 and up. */
export function cumulativeColumns(
  width: number,
  words: Words,
  paint: PanelPaint,
  glyphs: Glyphs,
): readonly Column<TurnRow>[] {
  const { heads } = words;
  const sum =
    (of: (sums: SumsSoFar) => number) =>
    ({ sums }: TurnRow, room: number) =>
      sums === null ? "n/a" : tokensIn(of(sums), room);
  return [
    ...firstColumns(words),
    {
      heading: heads.rate,
      width: 6,
      align: "right",
      cell: ({ sums }) => formatHitRate(sums?.rate ?? null, 1),
      paint: (row, text) => paintGrade(row.sums?.rate ?? null, text, paint),
    },
    {
      heading: "",
      width: barColumns(width),
      from: 110,
      align: "left",
      cell: ({ sums }, width) => (sums === null ? "" : partsBar(sums, width, paint, glyphs)),
    },
    { heading: heads.read, width: 11, align: "right", cell: sum((sums) => sums.read) },
    { heading: heads.written, width: 11, from: 120, align: "right", cell: sum((sums) => sums.written) },
    { heading: heads.fresh, width: 11, from: 120, align: "right", cell: sum((sums) => sums.fresh) },
    { heading: heads.missed, width: 10, align: "right", cell: sum((sums) => sums.missedTokens) },
    {
      heading: heads.missedCost,
      width: 9,
      from: 72,
      align: "right",
      cell: ({ sums }, room) => (sums?.missedCost == null ? "" : dollarsIn(sums.missedCost, room)),
    },
    noteColumn(words, paint),
  ];
}
