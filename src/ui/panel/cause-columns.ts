import { formatHitRate } from "../../usage/hit-rate.ts";
import { ORIGINS } from "../../verdict/cause.ts";
import type { Glyphs } from "../glyphs.ts";
import { dollarsIn, tokensIn } from "../numbers.ts";
import { rateBar } from "../rate-charts.ts";
import type { Words } from "../words/words.ts";
import type { CauseRow } from "./breaks-by.ts";
import type { PanelPaint } from "./panel-paint.ts";
import type { Column } from "./table.ts";

/** One row of the view by cause. */
export interface CauseShare extends CauseRow {
  /** Of all missed tokens of the range, 0..1. */
  readonly share: number;
  /** Number of the newest turn that broke so. */
  readonly newestTurn: number;
}

/** The columns of the view by cause, for screens of 60 columns and up. Dollars are those of the turns' own cost. */
export function causeColumns(words: Words, paint: PanelPaint, glyphs: Glyphs): readonly Column<CauseShare>[] {
  const { heads } = words;
  return [
    { heading: heads.breaks, width: 6, align: "right", cell: ({ count }, room) => tokensIn(count, room) },
    {
      heading: heads.missed,
      width: 11,
      align: "right",
      cell: ({ missedTokens }, room) => tokensIn(missedTokens, room),
    },
    {
      heading: heads.missedCost,
      width: 9,
      from: 72,
      align: "right",
      cell: ({ missedCost }, room) => (missedCost === null ? "" : dollarsIn(missedCost, room)),
    },
    { heading: heads.share, width: 9, from: 90, align: "right", cell: ({ share }) => formatHitRate(share, 1) },
    {
      heading: "",
      width: 12,
      from: 110,
      align: "left",
      cell: ({ share }, width) => rateBar(share, width, glyphs.bar),
      paint: (_, text) => paint.poor(text),
    },
    { heading: heads.newest, width: 6, align: "right", cell: ({ newestTurn }) => String(newestTurn) },
    { heading: heads.cause, width: "rest", align: "left", cell: ({ cause }) => words.causes[cause] },
    { heading: heads.origin, width: 20, from: 78, align: "left", cell: ({ cause }) => words.origins[ORIGINS[cause]] },
  ];
}
