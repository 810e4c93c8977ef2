import { formatHitRate } from "../../usage/hit-rate.ts";
import type { Glyphs } from "../glyphs.ts";
import { shortTokens } from "../numbers.ts";
import { padStart } from "../text/columns.ts";
import { type PanelPaint, paintGrade } from "./panel-paint.ts";
import { type PromptParts, paintPart, partAt, sumOf } from "./parts.ts";

/** One turn of the chart. */
export interface ChartTurn {
  readonly parts: PromptParts;
  /** The line, 0..1; null leaves a gap. */
  readonly rate: number | null;
  /** One column wide; empty for nothing to mark. */
  readonly mark: string;
}

/** Rows for each part of a chart; the marks below the bars take one more. */
export interface ChartRows {
  readonly rate: number;
  readonly bars: number;
  /** 1 for a row that shows where the selected turn stands, 0 for none. */
  readonly axis: 0 | 1;
}

/** Columns of the scale at the left, its gap included. */
export const SCALE_COLUMNS = 6;
/** A bar wider than this says no more. */
const WIDEST_TURN = 6;

/** The part of a long session that fits, around the selected turn, and the columns each of its turns takes. */
export interface ChartWindow {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
}

/**
 * Which of `turns` are drawn in `width` columns. A window that began at `previous` stays where it is while the selected
 * turn is in it: what is clicked must not move away.
 */
export function chartWindow(turns: number, selected: number, width: number, previous: number | null): ChartWindow {
  const plot = Math.max(1, width - SCALE_COLUMNS);
  const columns = Math.max(1, Math.min(WIDEST_TURN, Math.floor(plot / Math.max(1, turns))));
  const fitting = Math.floor(plot / columns);
  const isInside = previous !== null && selected >= previous && selected < previous + fitting;
  const wanted = isInside ? previous : selected - Math.floor(fitting / 2);
  const from = Math.max(0, Math.min(wanted, turns - fitting));
  return { from, to: Math.min(turns, from + fitting), columns };
}

/**
 * The rates as a line of blocks, below it what each prompt was made of as stacked bars, below them the marks and where the
 * selected turn stands. `selected` counts within `turns`, which all fit the width at `columns` each.
 */
export function chartLines(
  turns: readonly ChartTurn[],
  selected: number,
  columns: number,
  rows: ChartRows,
  paint: PanelPaint,
  glyphs: Glyphs,
): readonly string[] {
  const most = turns.reduce((max, { parts }) => Math.max(max, sumOf(parts)), 0);
  const line = (label: string, cell: (turn: ChartTurn, index: number) => string): string =>
    `${paint.dim(padStart(label, SCALE_COLUMNS - 1))} ${turns.map(cell).join("")}`;
  const lines: string[] = [];
  for (let row = rows.rate - 1; row >= 0; row--) {
    const label = row === rows.rate - 1 ? formatHitRate(1, 0) : row === 0 ? formatHitRate(0, 0) : "";
    lines.push(line(label, ({ rate }) => rateCell(rate, row, rows.rate, columns, paint, glyphs)));
  }
  for (let row = rows.bars - 1; row >= 0; row--) {
    const label = row === rows.bars - 1 && most > 0 ? shortTokens(most, SCALE_COLUMNS - 1) : row === 0 ? "0" : "";
    lines.push(
      line(label, ({ parts }) => barCell(parts, ((row + 0.5) / rows.bars) * most, row, columns, paint, glyphs)),
    );
  }
  const here = (index: number): string => (index === selected ? glyphs.here : " ");
  // Where both share a row, the list says what the selected turn's mark is.
  const mark = (text: string, index: number): string =>
    fill(rows.axis === 0 && index === selected ? glyphs.here : text || " ", 1, columns);
  lines.push(line("", ({ mark: text }, index) => paint.watch(mark(text, index))));
  if (rows.axis === 1) lines.push(line("", (_, index) => paint.accent(fill(here(index), 1, columns))));
  return lines;
}

function rateCell(
  rate: number | null,
  row: number,
  rows: number,
  columns: number,
  paint: PanelPaint,
  { spark }: Glyphs,
): string {
  const { steps } = spark;
  if (rate === null) return " ".repeat(columns);
  // The lowest step stands for 0%, so that it can be told from a gap.
  const level = 1 + Math.floor(rate * (rows * steps.length - 1)) - row * steps.length;
  const mark = level <= 0 ? " " : (steps[Math.min(level, steps.length) - 1] ?? " ");
  // Without gaps, so that it reads as one line.
  return paintGrade(rate, mark.repeat(columns), paint);
}

function barCell(
  parts: PromptParts,
  place: number,
  row: number,
  columns: number,
  paint: PanelPaint,
  glyphs: Glyphs,
): string {
  // A prompt too short for half a row still shows that it was there.
  const part = partAt(parts, place) ?? (row === 0 ? partAt(parts, sumOf(parts) / 2) : null);
  if (part === null) return " ".repeat(columns);
  return paintPart(part, fill(glyphs.parts[part], barColumns(columns), columns), paint);
}

/** Bars stand apart where there is room. */
function barColumns(columns: number): number {
  return columns > 1 ? columns - 1 : 1;
}

function fill(mark: string, marked: number, columns: number): string {
  return mark.repeat(marked) + " ".repeat(columns - marked);
}
