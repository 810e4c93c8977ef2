import type { Monitor } from "../../monitor.ts";
import { formatHitRate } from "../../usage/hit-rate.ts";
import { dollars } from "../numbers.ts";
import { plainColumns } from "../plain-marks.ts";
import { type ChartWindow, chartLines, chartWindow, SCALE_COLUMNS } from "./chart.ts";
import { listBody, type Style } from "./panel-body.ts";
import type { PanelContent } from "./panel-content.ts";
import { listsTurns, type PanelState, selectedTurn } from "./panel-state.ts";
import { PARTS, paintPart } from "./parts.ts";
import { fitScreen, helpLine, type ScreenRows, shareRows, spread, viewsLine } from "./screen.ts";
import { turnDetail } from "./turn-detail.ts";

/** What a click hit. */
export type Target =
  | { readonly kind: "turn"; readonly index: number }
  /** A row of the view by model or by cause. */
  | { readonly kind: "row"; readonly index: number };

/** A screen that was drawn. */
export interface Drawn {
  readonly width: number;
  /** As many as the terminal has rows, each as wide as the terminal. */
  readonly lines: readonly string[];
  /** Rows of the list that fit. */
  readonly page: number;
  /** Lines of the open turn that do not fit. */
  readonly overflow: number;
  /** What stands at a place of the screen, counted from 0; null for nothing that can be selected. */
  readonly at: (x: number, y: number) => Target | null;
}

/** Draws the panel for a terminal of any size. */
export function drawPanel(
  state: PanelState,
  content: PanelContent,
  width: number,
  height: number,
  { monitor, style }: { readonly monitor: Monitor; readonly style: Style },
): Drawn {
  const { words, paint } = style;
  const count = content.list(state.range).turns.length;
  const rows = shareRows(height, listsTurns(state) && count > 0, state.isOpen);
  const title = spread(` ${paint.strong(words.title)}`, `${sessionText(monitor, content, style)} `, width);
  const chart = rows.chart === null ? null : chartPart(state, content, width, rows, style);
  const above = [title, viewsLine(state, words, paint), ...(chart?.lines ?? [])];
  const open = state.isOpen ? content.open(state.range, selectedTurn(state, count)) : null;
  const detail = open === null ? null : turnDetail(open, words, width - 2);
  const overflow = Math.max(0, (detail?.length ?? 0) - rows.body);
  const list = detail === null ? listBody(state, content, width, rows.body, style) : null;
  const scroll = Math.min(state.scroll, overflow);
  const shown = list?.lines ?? detail?.slice(scroll, scroll + rows.body).map((line) => ` ${line}`) ?? [];
  const blank = Array.from({ length: Math.max(0, rows.body - shown.length) }, () => "");
  const help = state.noMoreBreaks
    ? paint.watch(` ${words.noMoreBreaks}`)
    : paint.dim(helpLine(state, overflow > 0, words, width));
  const lines = [...above, ...shown, ...blank, help];
  return {
    width,
    lines: fitScreen(style.ascii ? lines.map(plainColumns) : lines, width, height),
    page: Math.max(1, rows.body - 1),
    overflow,
    at: (x, y) => {
      if (chart !== null && y >= FIRST_ROWS && y < above.length) return chart.at(x);
      const index = (list?.from ?? 0) + y - above.length - 1;
      if (list === null || y <= above.length || y - above.length >= list.lines.length) return null;
      return { kind: listsTurns(state) ? "turn" : "row", index };
    },
  };
}

/** Title and views. */
const FIRST_ROWS = 2;

/** The session's rate, the latest turn's, and what broke. */
function sessionText(monitor: Monitor, content: PanelContent, { words, paint, glyphs }: Style): string {
  const { window, latest } = monitor.scan;
  const rates = [
    `${glyphs.session} ${formatHitRate(window.ledger.aggregate().hitRate, 1)}`,
    `${glyphs.latest} ${formatHitRate(latest === null ? null : window.ledger.rateOf(latest), 1)}`,
  ];
  const { count, missedCost } = monitor.session.verdicts?.breaks.total ?? { count: 0, missedCost: null };
  const price = missedCost !== null && missedCost > 0 ? ` ${dollars(missedCost)}` : "";
  const breaks = count === 0 ? [] : [paint.poor(words.breakTally(count) + price)];
  return [...rates, ...breaks, ...(content.isJudged ? [] : [paint.dim(words.judging)])].join("  ");
}

interface ChartPart {
  readonly lines: readonly string[];
  readonly at: (x: number) => Target | null;
}

function chartPart(
  state: PanelState,
  content: PanelContent,
  width: number,
  { chart, legend }: ScreenRows,
  style: Style,
): ChartPart {
  const { range, view } = state;
  const count = content.list(range).turns.length;
  const selected = selectedTurn(state, count);
  // One column stays free at the right edge.
  const window: ChartWindow = chartWindow(count, selected, width - 1);
  const turns = Array.from({ length: window.to - window.from }, (_, offset) =>
    content.chartTurn(range, window.from + offset, view === "cumulative"),
  ).filter((turn) => turn !== null);
  const { paint, glyphs } = style;
  const lines = chart === null ? [] : chartLines(turns, selected - window.from, window.columns, chart, paint, glyphs);
  return {
    lines: legend ? [...lines, legendLine(view === "cumulative", width, style)] : lines,
    at: (x) => {
      const index = window.from + Math.floor((x - SCALE_COLUMNS) / window.columns);
      return x >= SCALE_COLUMNS && index < window.to ? { kind: "turn", index } : null;
    },
  };
}

/** What the marks mean, where it fits. */
function legendLine(isSoFar: boolean, width: number, { words, paint, glyphs }: Style): string {
  const line = isSoFar ? words.rateSoFar : words.rateOfTurn;
  const parts = PARTS.map((part) => `${paintPart(part, glyphs.parts[part], paint)} ${paint.dim(words.parts[part])}`);
  const { marks } = words;
  const letters = `! ${marks.break}  C ${marks.compaction}  M ${marks.model}  R ${marks.refresh}`;
  const indent = " ".repeat(SCALE_COLUMNS);
  return spread(
    `${indent}${parts.join("  ")}  ${paint.dim(`${glyphs.spark.steps.at(3)} ${line}`)}`,
    `${paint.dim(letters)} `,
    width,
  );
}
