import { page, promptOf, SUMS, TURNS } from "./turns.js";

/**
 * The numbers of the charts by column, as uPlot takes them. With a `step` above 1 every so many turns are drawn together, at
 * the middle one of them. Null is a gap; undefined is nothing drawn, and no gap either.
 */

/** @typedef {(number | null | undefined)[]} Column */

/** CSS pixels that a bar has where several turns share one. */
const SHARED_ROOM = 3;

/**
 * How many turns are drawn together, so that what is drawn can be seen.
 * @param {number} turns in view
 * @param {number} room CSS pixels
 */
export function stepFor(turns, room) {
  return turns <= room ? 1 : Math.ceil((turns * SHARED_ROOM) / Math.max(1, room));
}

/**
 * Prompt tokens of each turn, or their means: all, those read or written, those read; then the rate, twice.
 * @param {number} step
 */
export function turnColumns(step) {
  const columns = emptyColumns(4);
  const [all = [], withWritten = [], read = [], rate = []] = columns;
  for (const [from, to, at] of groups(step)) {
    const sum = { turns: 0, read: 0, written: 0, prompt: 0, ratedRead: 0, ratedPrompt: 0 };
    for (let index = from; index < to; index++) {
      const prompt = promptOf(index);
      if (prompt === null) continue;
      sum.turns += 1;
      sum.prompt += prompt;
      sum.read += page.read[index] ?? 0;
      sum.written += page.written[index] ?? 0;
      if (page.rated[index] !== 1) continue;
      sum.ratedRead += page.read[index] ?? 0;
      sum.ratedPrompt += prompt;
    }
    all[at] = sum.turns > 0 ? sum.prompt / sum.turns : null;
    withWritten[at] = sum.turns > 0 ? (sum.read + sum.written) / sum.turns : null;
    read[at] = sum.turns > 0 ? sum.read / sum.turns : null;
    rate[at] = sum.ratedPrompt > 0 ? sum.ratedRead / sum.ratedPrompt : null;
  }
  return [...columns, rate];
}

/**
 * The same, added up from the first turn.
 * @param {number} step
 */
export function sumColumns(step) {
  const columns = emptyColumns(4);
  const [all = [], withWritten = [], read = [], rate = []] = columns;
  for (const [, , at] of groups(step)) {
    const sum = SUMS[at];
    if (sum === undefined) continue;
    all[at] = sum.read + sum.written + sum.fresh;
    withWritten[at] = sum.read + sum.written;
    read[at] = sum.read;
    rate[at] = sum.rate;
  }
  return [...columns, rate];
}

/**
 * Dollars lost so far.
 * @param {number} step
 */
export function lostColumns(step) {
  const columns = emptyColumns(1);
  const [lost = []] = columns;
  for (const [, , at] of groups(step)) lost[at] = SUMS[at]?.lost;
  return columns;
}

/** @param {number} count */
function emptyColumns(count) {
  return Array.from({ length: count }, () => /** @type {Column} */ (new Array(TURNS).fill(undefined)));
}

/**
 * Groups of so many turns: the first, the one after the last, and the middle one.
 * @param {number} step
 */
function groups(step) {
  return Array.from({ length: Math.ceil(TURNS / step) }, (_, group) => {
    const [from, to] = [group * step, Math.min(TURNS, (group + 1) * step)];
    return /** @type {const} */ ([from, to, Math.floor((from + to - 1) / 2)]);
  });
}
