import { formatHitRate } from "../../usage/hit-rate.ts";
import type { ListedTurn } from "../../usage/turn-list.ts";
import { promptTokens, type Usage } from "../../usage/usage.ts";
import { isBreak, type Verdict } from "../../verdict/evidence.ts";
import type { Glyphs } from "../glyphs.ts";
import { dollarsIn, tokensIn, tokensPerSecond } from "../numbers.ts";
import { displayName } from "../safe-text.ts";
import type { Words } from "../words/words.ts";
import { type PanelPaint, paintGrade } from "./panel-paint.ts";
import { partsBar } from "./parts.ts";
import type { SumsSoFar } from "./running-sums.ts";
import type { Column } from "./table.ts";
import { noteColumn } from "./turn-note.ts";
import { partsOf } from "./turn-parts.ts";

/** One row of the views that list turns. */
export interface TurnRow {
  readonly listed: ListedTurn;
  /** 0..1; null where it was not measured. */
  readonly rate: number | null;
  /** Null while it is not known yet. */
  readonly verdict: Verdict | null;
  readonly tokensPerSecond: number | null;
  readonly isOnBranch: boolean;
  readonly sums: SumsSoFar | null;
}

const NOT_MEASURED = "n/a";

/** The columns of the view by turn, for a screen of `width` columns, 60 and up. */
export function turnColumns(
  width: number,
  words: Words,
  paint: PanelPaint,
  glyphs: Glyphs,
): readonly Column<TurnRow>[] {
  const { heads } = words;
  const usageOf = ({ listed }: TurnRow) => listed.turn.row.usage;
  return [
    ...firstColumns(words),
    {
      heading: heads.rate,
      width: 6,
      align: "right",
      cell: ({ rate }) => formatHitRate(rate, 1),
      paint: paintRate(paint),
    },
    { heading: "", width: barColumns(width), align: "left", cell: bar(paint, glyphs) },
    { heading: heads.prompt, width: 9, align: "right", cell: (row, room) => tokens(usageOf(row), promptTokens, room) },
    {
      heading: heads.read,
      width: 9,
      from: 110,
      align: "right",
      cell: (row, room) => tokens(usageOf(row), (u) => u.cacheRead, room),
    },
    {
      heading: heads.written,
      width: 9,
      from: 110,
      align: "right",
      cell: (row, room) => tokens(usageOf(row), (u) => u.cacheWrite, room),
    },
    {
      heading: heads.fresh,
      width: 9,
      from: 110,
      align: "right",
      cell: (row, room) => tokens(usageOf(row), (u) => u.input, room),
    },
    {
      heading: heads.output,
      width: 7,
      from: 130,
      align: "right",
      cell: (row, room) => tokens(usageOf(row), (u) => u.output, room),
    },
    {
      heading: heads.speed,
      width: 8,
      from: 140,
      align: "right",
      cell: ({ tokensPerSecond: speed }) => (speed === null ? "" : tokensPerSecond(speed)),
    },
    {
      heading: heads.cost,
      width: 8,
      from: 150,
      align: "right",
      cell: ({ listed }, room) => (listed.turn.row.cost === null ? "" : dollarsIn(listed.turn.row.cost.total, room)),
    },
    {
      heading: heads.missed,
      width: 9,
      from: 72,
      align: "right",
      cell: ({ verdict }, room) => (verdict !== null && isBreak(verdict) ? tokensIn(verdict.missedTokens, room) : ""),
    },
    { heading: heads.model, width: 22, from: 170, align: "left", cell: ({ listed }) => displayName(listed.turn.model) },
    noteColumn(words, paint),
  ];
}

/** Which turn it is: the first columns of every list of turns. */
export function firstColumns({ heads }: Words): readonly Column<TurnRow>[] {
  return [
    { heading: heads.turn, width: 6, align: "right", cell: ({ listed }) => String(listed.number) },
    { heading: heads.time, width: 8, align: "left", cell: ({ listed }) => clockTime(listed.turn.at) },
  ];
}

/** Columns of a bar in a list on a screen of so many columns. */
export function barColumns(width: number): number {
  if (width < 80) return 8;
  return width < 120 ? 14 : 24;
}

function bar(paint: PanelPaint, glyphs: Glyphs): Column<TurnRow>["cell"] {
  return ({ listed }, width) => partsBar(partsOf(listed), width, paint, glyphs);
}

function paintRate(paint: PanelPaint): NonNullable<Column<TurnRow>["paint"]> {
  return (row, text) =>
    // An expected rebuild has nothing to read: neither good nor poor.
    row.verdict?.outcome === "expected-rebuild" ? paint.dim(text) : paintGrade(row.rate, text, paint);
}

function tokens(usage: Usage | null, of: (usage: Usage) => number, room: number): string {
  // Failed before it was counted: not a prompt of no tokens.
  return usage === null || promptTokens(usage) === 0 ? NOT_MEASURED : tokensIn(of(usage), room);
}

function clockTime(at: number | null): string {
  return at === null ? NOT_MEASURED : new Date(at).toTimeString().slice(0, 8);
}
