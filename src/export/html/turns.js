/** The turns as the page's script asks for them. */

/** @typedef {import("./page-data.ts").PageData} PageData */
/** @typedef {PageData & { readonly labels: import("../../ui/words/export-words.ts").PageWords & { readonly notional: string, readonly also: string, readonly cost: string } }} Page */

/** Read from the page itself. */
export const page = /** @type {Page} */ (JSON.parse(document.getElementById("data")?.textContent ?? "null"));

/** How many there are. A turn is named by its index, from 0. */
export const TURNS = page.turn.length;

/**
 * @param {readonly (number | null)[]} list
 * @param {number} index
 */
const known = (list, index) => list[index] ?? null;

/**
 * Read over prompt tokens; null for a turn without a rate.
 * @param {number} index
 */
export function rateOf(index) {
  const prompt = promptOf(index);
  return page.rated[index] === 1 && prompt !== null && prompt > 0 ? (known(page.read, index) ?? 0) / prompt : null;
}

/**
 * Prompt tokens of a turn; null where none were reported.
 * @param {number} index
 */
export function promptOf(index) {
  const read = known(page.read, index);
  return read === null ? null : read + (page.written[index] ?? 0) + (page.fresh[index] ?? 0);
}

/**
 * Whether a turn is a partial or full miss.
 * @param {number} index
 */
export function isBreak(index) {
  return page.breaks.includes(page.outcome[index] ?? -1);
}

/** Indexes of the breaks, in their order. */
export const BREAKS = page.turn.map((_, index) => index).filter(isBreak);

/** Everything added up along the branch: at each turn the sums so far. */
export const SUMS = addUp();

function addUp() {
  const sums = { read: 0, written: 0, fresh: 0, lost: 0, ratedRead: 0, ratedPrompt: 0 };
  /** @type {{ read: number, written: number, fresh: number, lost: number, rate: number | null }[]} */
  const list = [];
  for (let index = 0; index < TURNS; index++) {
    sums.read += page.read[index] ?? 0;
    sums.written += page.written[index] ?? 0;
    sums.fresh += page.fresh[index] ?? 0;
    if (isBreak(index)) sums.lost += page.lost[index] ?? 0;
    if (rateOf(index) !== null) {
      sums.ratedRead += page.read[index] ?? 0;
      sums.ratedPrompt += promptOf(index) ?? 0;
    }
    const rate = sums.ratedPrompt > 0 ? sums.ratedRead / sums.ratedPrompt : null;
    list.push({ read: sums.read, written: sums.written, fresh: sums.fresh, lost: sums.lost, rate });
  }
  return list;
}
