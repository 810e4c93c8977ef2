import { showDetail, showReadout } from "./detail.js";
import { timeText } from "./format.js";
import { drawPlots, edgeOfView, markTurn, redrawPlots, showAll, useWidth } from "./plots.js";
import { BREAKS, page, TURNS } from "./turns.js";

/** Brings the page to life: pointer, keys and buttons, light and dark, paper. */

/** Width of the charts on paper in CSS pixels: A4 and Letter less their margins. */
const PAPER_WIDTH = 660;

/** Index of the chosen turn; null before one was chosen. @type {number | null} */
let chosen = null;

// This script runs before the lists below the charts are read.
addEventListener("DOMContentLoaded", () => {
  for (const time of document.querySelectorAll("time")) time.textContent = timeText(Date.parse(time.dateTime));
  chooseNamed();
});
document.documentElement.toggleAttribute("data-live", true);
if (TURNS > 0) start();

function start() {
  drawPlots((hovered) => showReadout(hovered ?? chosen ?? TURNS - 1), choose);
  showReadout(TURNS - 1);
  document.getElementById("previous")?.addEventListener("click", () => toBreak(-1));
  document.getElementById("next")?.addEventListener("click", () => toBreak(1));
  document.getElementById("whole")?.addEventListener("click", showAll);
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", chooseNamed);
  // A link to the turn that the address names already changes nothing by itself.
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest('a[href^="#turn-"]') : null;
    if (link !== null && link.getAttribute("href") === location.hash) chooseNamed();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawPlots);
  matchMedia("print").addEventListener("change", ({ matches }) => onPaper(matches));
  addEventListener("beforeprint", () => onPaper(true));
  addEventListener("afterprint", () => onPaper(false));
  tellDrawn();
}

/** Says when the charts are on the screen, in milliseconds since the page was asked for: the frame after the next. */
function tellDrawn() {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      document.documentElement.dataset["drawn"] = String(Math.round(performance.now()));
    }),
  );
}

/**
 * Opens a turn.
 * @param {number} index
 */
function choose(index) {
  chosen = Math.min(TURNS - 1, Math.max(0, index));
  markTurn(chosen);
  showReadout(chosen);
  const panel = document.getElementById("detail");
  if (panel !== null) showDetail(panel, chosen);
}

/** A link of the list of breaks names its turn: #turn-12. */
function chooseNamed() {
  const turn = Number(/^#turn-(\d+)$/.exec(location.hash)?.[1] ?? Number.NaN);
  const index = page.turn.indexOf(turn);
  if (index < 0) return;
  choose(index);
  document.getElementById("charts")?.scrollIntoView();
}

/** @param {-1 | 1} step */
function toBreak(step) {
  const from = chosen ?? (step > 0 ? -1 : TURNS);
  const next = step > 0 ? BREAKS.find((index) => index > from) : BREAKS.findLast((index) => index < from);
  if (next !== undefined) choose(next);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  // Where something scrolls sideways the arrows are its own.
  if (event.target instanceof Element && event.target.closest(".scroll") !== null) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.key === "ArrowRight") choose(chosen === null ? edgeOfView("first") : chosen + 1);
  else if (event.key === "ArrowLeft") choose(chosen === null ? edgeOfView("last") : chosen - 1);
  else return;
  event.preventDefault();
}

/**
 * Paper is light and narrow, whatever the screen is.
 * @param {boolean} printing
 */
function onPaper(printing) {
  document.documentElement.toggleAttribute("data-paper", printing);
  useWidth(printing ? PAPER_WIDTH : null);
  redrawPlots();
}
