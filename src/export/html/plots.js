import { colour, forgetColours } from "./colours.js";
import { lostColumns, stepFor, sumColumns, turnColumns } from "./columns.js";
import { drawChosen, drawRows, ROW_HEIGHT, ROWS } from "./marks.js";
import { axes, bars, HEADROOM, Library, rateLine, stackedBars, turnsInView } from "./series.js";
import { page, TURNS } from "./turns.js";

/** The charts: drawn with uPlot, zoomed together, with the chosen turn marked in each. */

/** @typedef {import("uplot")} Plot */
/** @typedef {import("uplot").Options} Options */

const [FIRST, LAST] = [page.turn[0] ?? 0, page.turn.at(-1) ?? 0];
/** CSS pixels that the axes take beside what is drawn. */
const BESIDE = 106;
/** Bars of the sums stand side by side without a gap. */
const FULL_WIDTH = /** @type {[number, number]} */ ([1, Number.POSITIVE_INFINITY]);

/** Part of the height that charts have on paper. */
const PAPER_HEIGHT = 0.8;

/** @type {Plot[]} */
const plots = [];
/** Heights on the screen. @type {Map<Plot, number>} */
const heights = new Map();
/** @type {number | null} */
let chosenTurn = null;
/** @type {number | null} */
let fixedWidth = null;

/**
 * Draws the charts into the page. `onHover` is told the index under the pointer or null, `onClick` the one clicked.
 * @param {(index: number | null) => void} onHover
 * @param {(index: number) => void} onClick
 */
export function drawPlots(onHover, onClick) {
  add("per-turn", 300, turnColumns, [...stackedBars([0.84, 72]), ...rateLine()], onHover);
  add("added-up", 230, sumColumns, [...stackedBars(FULL_WIDTH), ...rateLine()], onHover);
  if (page.isPriced) add("lost", 130, lostColumns, [bars(() => colour("missed"), FULL_WIDTH)], onHover);
  for (const plot of plots) plot.over.addEventListener("click", (event) => onClick(plot.posToIdx(event.offsetX)));
  const place = plots[0]?.root.parentElement;
  if (place !== null && place !== undefined) new ResizeObserver(sizePlots).observe(place);
}

/**
 * @param {"per-turn" | "added-up" | "lost"} id
 * @param {number} height CSS pixels
 * @param {(step: number) => import("./columns.js").Column[]} columns what it draws
 * @param {import("uplot").Series[]} series
 * @param {(index: number | null) => void} onHover
 */
function add(id, height, columns, series, onHover) {
  const place = document.getElementById(id);
  if (place === null) return;
  let step = stepFor(TURNS, widthOf(place) - BESIDE);
  const dataOf = () => /** @type {import("uplot").AlignedData} */ ([page.turn, ...columns(step)]);
  const above = 8 + (id === "per-turn" ? ROWS.length * ROW_HEIGHT : 0);
  const thin = (/** @type {Plot} */ plot) => {
    const needed = stepFor(turnsInView(plot), plot.width - BESIDE);
    if (needed === step) return;
    step = needed;
    plot.setData(dataOf(), false);
    tellStep(step);
  };
  /** @type {Options} */
  const options = {
    width: widthOf(place),
    height: height + above,
    padding: [above, 0, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false, dist: 6 },
      // The pointer is shown in all charts; a zoom is passed on by the scale instead.
      sync: { key: "turns", filters: { pub: (type) => type === "mousemove" || type === "mouseleave" } },
    },
    scales: {
      x: { time: false, range: (_, min, max) => wholeTurns(min, max) },
      y: { range: (_, __, max) => [0, max === null || max <= 0 ? 1 : max * HEADROOM] },
      rate: { range: [0, HEADROOM] },
    },
    axes: axes(id === "lost"),
    series: [{}, ...series],
    hooks: {
      setCursor: [(plot) => onHover(plot.cursor.idx ?? null)],
      setSize: [thin],
      setScale: [
        (plot, scale) => {
          if (scale !== "x") return;
          zoomOthers(plot);
          thin(plot);
        },
      ],
      draw: [
        ...(id === "per-turn" ? [drawRows] : []),
        (plot) => (chosenTurn === null ? undefined : drawChosen(plot, chosenTurn)),
      ],
    },
  };
  const plot = new Library(options, dataOf(), place);
  heights.set(plot, options.height);
  plots.push(plot);
  tellStep(step);
}

/**
 * The range of turns to show: the whole room of each, two turns at least, nothing beyond the ends.
 * @param {number} min
 * @param {number} max
 * @returns {[number, number]}
 */
function wholeTurns(min, max) {
  const [low, high] = [FIRST - 0.5, LAST + 0.5];
  if (min === FIRST && max === LAST) return [low, high];
  const half = Math.max(1, (max - min) / 2);
  const middle = Math.min(Math.max((min + max) / 2, low + half), high - half);
  return [Math.max(low, middle - half), Math.min(high, middle + half)];
}

/** @param {number} step */
function tellStep(step) {
  const note = document.getElementById("thinned");
  if (note !== null) note.textContent = step === 1 ? "" : page.labels.thinned.replace("{turns}", String(step));
}

/** @param {Plot} plot */
function zoomOthers(plot) {
  const { min, max } = plot.scales.x ?? {};
  if (min == null || max == null) return;
  for (const other of plots) {
    const same = other.scales.x?.min === min && other.scales.x?.max === max;
    if (!same) other.setScale("x", { min, max });
  }
}

/** Shows all turns again. */
export function showAll() {
  for (const plot of plots) plot.setScale("x", { min: FIRST, max: LAST });
}

/**
 * Marks a turn in all charts, and moves the view to it where it is outside.
 * @param {number} index
 */
export function markTurn(index) {
  const turn = page.turn[index] ?? FIRST;
  chosenTurn = turn;
  const { min, max } = plots[0]?.scales.x ?? {};
  const outside = min != null && max != null && (turn < min || turn > max);
  for (const plot of plots) {
    const half = turnsInView(plot) / 2;
    if (outside) plot.setScale("x", { min: turn - half, max: turn + half });
    else plot.redraw(false, false);
  }
}

/**
 * The index of the first or last turn in view.
 * @param {"first" | "last"} edge
 */
export function edgeOfView(edge) {
  const { min, max } = plots[0]?.scales.x ?? {};
  if (edge === "first") return Math.max(0, Math.ceil((min ?? FIRST) - FIRST));
  return Math.min(TURNS - 1, Math.floor((max ?? LAST) - FIRST));
}

/** Draws everything again in the colours of now. */
export function redrawPlots() {
  forgetColours();
  for (const plot of plots) plot.redraw(true, true);
}

/**
 * Gives the charts this width in CSS pixels, as paper has it; null for that of their place again.
 * @param {number | null} width
 */
export function useWidth(width) {
  fixedWidth = width;
  sizePlots();
}

function sizePlots() {
  for (const plot of plots) {
    const width = fixedWidth ?? widthOf(plot.root.parentElement);
    const height = (fixedWidth === null ? 1 : PAPER_HEIGHT) * (heights.get(plot) ?? plot.height);
    if (width !== plot.width || height !== plot.height) plot.setSize({ width, height });
  }
}

/** @param {HTMLElement | null} place */
function widthOf(place) {
  return Math.max(240, Math.floor(place?.clientWidth ?? 0));
}
