import { formatHitRate } from "../../usage/hit-rate.ts";
import type { ModelAggregate } from "../../usage/ledger.ts";
import { promptTokens } from "../../usage/usage.ts";
import type { BreakSum } from "../../verdict/breaks.ts";
import type { Glyphs } from "../glyphs.ts";
import { dollarsIn, tokensIn } from "../numbers.ts";
import { displayName } from "../safe-text.ts";
import type { Words } from "../words/words.ts";
import { type PanelPaint, paintGrade } from "./panel-paint.ts";
import { partsBar } from "./parts.ts";
import type { Column } from "./table.ts";
import { barColumns } from "./turn-columns.ts";

/** One row of the view by model. */
export interface ModelRow {
  readonly model: ModelAggregate;
  /** 0..1 over the range; null while the model has reported nothing of its cache in the session. */
  readonly rate: number | null;
  readonly breaks: BreakSum;
  /** Index of its newest turn in the range. */
  readonly newest: number;
}

/** The columns of the view by model, for a screen of `width` columns, 60 and up. */
export function modelColumns(
  width: number,
  words: Words,
  paint: PanelPaint,
  glyphs: Glyphs,
): readonly Column<ModelRow>[] {
  const { heads } = words;
  return [
    { heading: heads.turns, width: 6, align: "right", cell: ({ model }, room) => tokensIn(model.turns, room) },
    {
      heading: heads.rate,
      width: 6,
      align: "right",
      cell: ({ rate }) => formatHitRate(rate, 1),
      paint: ({ rate }, text) => paintGrade(rate, text, paint),
    },
    {
      heading: "",
      width: barColumns(width),
      align: "left",
      cell: ({ model }, room) => bar(model, room, paint, glyphs),
    },
    {
      heading: heads.prompt,
      width: 12,
      align: "right",
      cell: ({ model }, room) => tokensIn(promptTokens(model.usage), room),
    },
    {
      heading: heads.output,
      width: 10,
      from: 110,
      align: "right",
      cell: ({ model }, room) => tokensIn(model.usage.output, room),
    },
    {
      heading: heads.cost,
      width: 9,
      from: 90,
      align: "right",
      cell: ({ model }, room) => (model.cost === null ? "" : dollarsIn(model.cost, room)),
    },
    {
      heading: heads.breaks,
      width: 6,
      align: "right",
      cell: ({ breaks }, room) => (breaks.count === 0 ? "" : tokensIn(breaks.count, room)),
    },
    {
      heading: heads.missed,
      width: 11,
      from: 80,
      align: "right",
      cell: ({ breaks }, room) => (breaks.count === 0 ? "" : tokensIn(breaks.missedTokens, room)),
    },
    { heading: heads.model, width: "rest", align: "left", cell: (row) => nameOf(row, words) },
  ];
}

function bar({ usage }: ModelAggregate, columns: number, paint: PanelPaint, glyphs: Glyphs): string {
  return partsBar({ read: usage.cacheRead, written: usage.cacheWrite, fresh: usage.input }, columns, paint, glyphs);
}

function nameOf({ model, rate }: ModelRow, words: Words): string {
  const silent = model.measuredTurns > 0 && rate === null ? ` (${words.notReporting})` : "";
  return `${displayName(model.model)}${silent} · ${displayName(model.provider)} · ${displayName(model.api)}`;
}
