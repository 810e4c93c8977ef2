import { colour, fillOf } from "./colours.js";
import { shortCount, shortDollars } from "./format.js";

/** How the charts draw their numbers: bars upon each other, the rate's line, and the axes. */

/** @typedef {import("uplot")} Plot */
/** @typedef {import("uplot").Series} Series */
/** @typedef {import("uplot").Axis} Axis */

/** The library stands before this script in the page. */
export const Library = /** @type {typeof import("uplot")} */ (Reflect.get(globalThis, "uPlot"));

const FONT = '12px system-ui, -apple-system, "Segoe UI", sans-serif';
/** The scales end a little above what they show, so that a line at 100% is seen whole. */
export const HEADROOM = 1.04;
/** With more turns in view than this, a rim around the rate's line would hide what is behind it. */
const RIM_TURNS = 300;
/** Canvas pixels between two bars from which on uPlot puts them on whole pixels. */
const SNAPPING = 5.1;
/** Turns are whole. */
const WHOLE_STEPS = [1, 10, 100, 1e3, 1e4, 1e5].flatMap((size) => [size, 2 * size, 5 * size]);

/**
 * Read, written and new upon each other: each bar is drawn over the taller one before it.
 * @param {[number, number]} size share of a turn's room, and CSS pixels at most
 * @returns {Series[]}
 */
export function stackedBars(size) {
  return [bars(() => fillOf("fresh"), size), bars(() => fillOf("written"), size), bars(() => fillOf("read"), size)];
}

/**
 * @param {() => string | CanvasPattern} fill
 * @param {[number, number]} size share of a turn's room, and CSS pixels at most
 * @returns {Series}
 */
export function bars(fill, [share, most]) {
  /** @type {Series["paths"]} */
  const paths = (plot, ...range) => {
    const room = plot.bbox.width / Math.max(1, turnsInView(plot));
    // Bars with a gap below SNAPPING are not put on whole pixels, and what lies behind one shows at its sides.
    const size = share < 1 && room > 3 * SNAPPING ? Math.min(share, 1 - SNAPPING / room) : share;
    return Library.paths.bars?.({ size: [size, most, 1] })(plot, ...range) ?? null;
  };
  return { fill, width: 0, points: { show: false }, paths };
}

/**
 * The rate as a line, with a rim that lifts it off the bars. Both take the same numbers.
 * @returns {Series[]}
 */
export function rateLine() {
  const rim = (/** @type {Plot} */ plot) => (turnsInView(plot) > RIM_TURNS ? "transparent" : colour("paper"));
  const points = { size: 6, width: 1.5, fill: () => colour("rate"), stroke: () => colour("paper") };
  return [
    { scale: "rate", stroke: rim, width: 5, points: { show: false } },
    { scale: "rate", stroke: () => colour("rate"), width: 1.75, points },
  ];
}

/**
 * Turns below, tokens or dollars at the left; with tokens the rate at the right.
 * @param {boolean} inDollars
 * @returns {Axis[]}
 */
export function axes(inDollars) {
  const look = { stroke: () => colour("muted"), font: FONT, ticks: { show: false } };
  const noGrid = { show: false };
  const grid = { stroke: () => colour("rule"), width: 1 };
  const name = inDollars ? shortDollars : shortCount;
  return [
    { ...look, grid: noGrid, size: 28, space: 56, incrs: WHOLE_STEPS },
    { ...look, grid, size: 58, space: 44, values: (_, splits) => splits.map(name) },
    {
      ...{ ...look, grid: noGrid, side: 1, size: 48, scale: "rate", splits: [0, 0.25, 0.5, 0.75, 1] },
      // All charts are of one width, so that their turns stand above each other.
      values: (_, splits) => splits.map((rate) => (inDollars ? "" : `${rate * 100}%`)),
    },
  ];
}

/**
 * How many turns are in view.
 * @param {Plot} plot
 */
export function turnsInView(plot) {
  const { min, max } = plot.scales.x ?? {};
  return min == null || max == null ? 0 : max - min;
}
