import { colour } from "./colours.js";
import { BREAKS, page } from "./turns.js";

/** What is drawn on the charts beside their bars and lines: what happened between turns, and the chosen turn. */

/** @typedef {import("uplot")} Plot */

/** With more breaks in view than this, lines down from them would hide the bars. */
const BREAK_LINES = 60;

/** What happened, one row for each kind there is: the indexes of its turns. The highest row comes first. */
export const ROWS = [
  { kind: /** @type {const} */ ("break"), turns: BREAKS },
  { kind: /** @type {const} */ ("compaction"), turns: page.compactions.map(([index]) => index) },
  { kind: /** @type {const} */ ("model"), turns: page.switches.map(([index]) => index) },
  { kind: /** @type {const} */ ("refresh"), turns: page.refreshes.map(([index]) => index) },
].filter(({ turns }) => turns.length > 0);

/** Height of a row of marks in CSS pixels. */
export const ROW_HEIGHT = 15;

/**
 * Draws one mark of 11 CSS pixels around a place on a canvas. The shapes are those of the legend.
 * @param {CanvasRenderingContext2D} draw
 * @param {"break" | "compaction" | "model" | "refresh"} kind
 * @param {number} x
 * @param {number} y
 * @param {number} unit canvas pixels in a CSS pixel
 */
export function drawMark(draw, kind, x, y, unit) {
  const r = 4.6 * unit;
  draw.beginPath();
  if (kind === "break") {
    draw.moveTo(x - r, y - r * 0.8);
    draw.lineTo(x + r, y - r * 0.8);
    draw.lineTo(x, y + r * 0.9);
  } else if (kind === "compaction") draw.rect(x - r * 0.8, y - r * 0.8, r * 1.6, r * 1.6);
  else if (kind === "model") {
    draw.moveTo(x, y - r);
    draw.lineTo(x + r, y);
    draw.lineTo(x, y + r);
    draw.lineTo(x - r, y);
  } else draw.arc(x, y, r * 0.85, 0, 2 * Math.PI);
  draw.closePath();
  draw.fillStyle = draw.strokeStyle = colour(kind);
  draw.lineWidth = 1.5 * unit;
  // Open and filled shapes differ also where they are small.
  if (kind === "refresh") draw.stroke();
  else draw.fill();
}

/**
 * Draws the rows of marks above a chart, with a line down from each break where there are few.
 * @param {Plot} plot
 */
export function drawRows(plot) {
  const { ctx, bbox } = plot;
  const unit = devicePixelRatio;
  const { min, max } = plot.scales.x ?? {};
  if (min == null || max == null) return;
  ctx.save();
  ROWS.forEach(({ kind, turns }, row) => {
    const y = bbox.top - (ROWS.length - row - 0.5) * ROW_HEIGHT * unit - 2 * unit;
    const seen = turns.filter((index) => {
      const turn = page.turn[index] ?? 0;
      return turn >= min && turn <= max;
    });
    let last = Number.NEGATIVE_INFINITY;
    for (const index of seen) {
      const x = Math.round(plot.valToPos(page.turn[index] ?? 0, "x", true));
      // Marks that stand closer look like one.
      if (x - last < 3 * unit) continue;
      last = x;
      drawMark(ctx, kind, x, y, unit);
      if (kind === "break" && seen.length <= BREAK_LINES) dashDown(ctx, x, y + 6 * unit, bbox.top + bbox.height, unit);
    }
  });
  ctx.restore();
}

/**
 * @param {CanvasRenderingContext2D} draw
 * @param {number} x
 * @param {number} from
 * @param {number} to
 * @param {number} unit
 */
function dashDown(draw, x, from, to, unit) {
  draw.save();
  draw.globalAlpha = 0.55;
  draw.lineWidth = unit;
  draw.setLineDash([2 * unit, 4 * unit]);
  draw.beginPath();
  draw.moveTo(x, from);
  draw.lineTo(x, to);
  draw.stroke();
  draw.restore();
}

/**
 * Marks the chosen turn in a chart: its whole room, or a line where that is too narrow to be seen.
 * @param {Plot} plot
 * @param {number} turn the turn's number
 */
export function drawChosen(plot, turn) {
  const { ctx, bbox } = plot;
  const [from, to] = [turn - 0.5, turn + 0.5].map((edge) => plot.valToPos(edge, "x", true));
  if (from === undefined || to === undefined || to < bbox.left || from > bbox.left + bbox.width) return;
  const width = Math.max(to - from, 3 * devicePixelRatio);
  ctx.save();
  ctx.fillStyle = colour("chosen");
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.fillRect((from + to) / 2 - width / 2, bbox.top, width, bbox.height);
  ctx.restore();
}
