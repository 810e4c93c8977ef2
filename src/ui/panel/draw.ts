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

/** A screen that was drawn. */
export interface Drawn {
  readonly width: number;
  /** As many as the terminal has rows, each as wide as the terminal. */
  readonly lines: readonly string[];
  /** Rows of the list that fit. */
  readonly page: number;
  /** Lines of the open turn that do not fit. */
  readonly overflow: number;
  /** Index of the first row of the list that is shown, and of the first turn of the chart; null where there is none. */
  readonly from: number | null;
  readonly chartFrom: number | null;
  /** Index of the turn, or of the row of another view, at a place of the screen, counted from 0; null for none. */
  readonly at: (x: number, y: number) => number | null;
}

/** Draws the panel for a terminal of any size. */
export function drawPanel(
  state: PanelState,
  content: PanelContent,
  width: number,
  height: number,
  { monitor, style }: { readonly monitor: Monitor; readonly style: Style },
  before: Pick<Drawn, "from" | "chartFrom"> | null = null,
): Drawn {
  const { words, paint } = style;
  const count = content.list(state.range).turns.length;
  const rows = shareRows(height, listsTurns(state) && count > 0, state.isOpen);
  const title = spread(` ${paint.strong(words.title)}`, `${sessionText(monitor, content, style)} `, width);
  const chart = rows.chart === null ? null : chartPart(state, content, width, rows, style, before?.chartFrom ?? null);
  const above = [title, viewsLine(state, words, paint), ...(chart?.lines ?? [])];
  const open = state.isOpen ? content.open(state.range, selectedTurn(state, count)) : null;
  const detail = open === null ? null : turnDetail(open, words, width - 2);
  const overflow = Math.max(0, (detail?.length ?? 0) - rows.body);
  const list = detail === null ? listBody(state, content, width, rows.body, style, before?.from ?? null) : null;
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
    // While a turn is open, what stood around it in the list is remembered.
    from: list === null ? (before?.from ?? null) : list.from,
    chartFrom: chart === null ? (before?.chartFrom ?? null) : chart.from,
    at: (x, y) => {
      if (chart !== null && y >= FIRST_ROWS && y < above.length) return chart.at(x);
      const index = (list?.from ?? 0) + y - above.length - 1;
      if (list === null || y <= above.length || y - above.length >= list.lines.length) return null;
      return index;
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
  const note = price !== "" && content.isNotional ? ` (${words.notional})` : "";
  const breaks = count === 0 ? [] : [paint.poor(words.breakTally(count) + price + note)];
  return [...rates, ...breaks, ...(content.isJudged ? [] : [paint.dim(words.judging)])].join("  ");
}

interface ChartPart {
  /** Index of the first turn that is drawn. */
  readonly from: number;
  readonly lines: readonly string[];
  readonly at: (x: number) => number | null;
}

function chartPart(
  state: PanelState,
  content: PanelContent,
  width: number,
  { chart, legend }: ScreenRows,
  style: Style,
  before: number | null,
): ChartPart {
  const { range, view } = state;
  const count = content.list(range).turns.length;
  const selected = selectedTurn(state, count);
  // One column stays free at the right edge.
  const window: ChartWindow = chartWindow(count, selected, width - 1, before);
  const turns = Array.from({ length: window.to - window.from }, (_, offset) =>
    content.chartTurn(range, window.from + offset, view === "cumulative"),
  ).filter((turn) => turn !== null);
  const { paint, glyphs } = style;
  const lines = chart === null ? [] : chartLines(turns, selected - window.from, window.columns, chart, paint, glyphs);
  const shownMarks = new Set(turns.map(({ mark }) => mark));
  return {
    from: window.from,
    lines: legend ? [...lines, legendLine(view === "cumulative", shownMarks, width, style)] : lines,
    at: (x) => {
      const index = window.from + Math.floor((x - SCALE_COLUMNS) / window.columns);
      return x >= SCALE_COLUMNS && index < window.to ? index : null;
    },
  };
}

/** What the marks mean: all of them where they fit, else those that are on the screen. */
function legendLine(
  isSoFar: boolean,
  shownMarks: ReadonlySet<string>,
  width: number,
  { words, paint, glyphs }: Style,
): string {
  const line = isSoFar ? words.rateSoFar : words.rateOfTurn;
  const parts = PARTS.map((part) => `${paintPart(part, glyphs.parts[part], paint)} ${paint.dim(words.parts[part])}`);
  const left = ` ${parts.join("  ")}  ${paint.dim(`${glyphs.spark.steps.at(3)} ${line}`)}`;
  const { marks } = words;
  const all = [
    ["!", marks.break],
    ["C", marks.compaction],
    ["M", marks.model],
    ["R", marks.refresh],
  ] as const;
  const letters = (shown: readonly (readonly [string, string])[]): string =>
    paint.dim(`${shown.map(([letter, name]) => `${letter} ${name}`).join("  ")} `);
  const whole = spread(left, letters(all), width);
  return whole === left ? spread(left, letters(all.filter(([letter]) => shownMarks.has(letter))), width) : whole;
}
