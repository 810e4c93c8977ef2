/** Numbers as the reports of the package write them. What was not measured reads `n/a`. */

const NOT_MEASURED = "n/a";
// 29 / 100 * 100 is 28.999… in binary, off by less than this; one token of 10^12 is more.
const ROUNDING_SLACK = 1e-11;

/**
 * A rate (0..1) with one decimal, rounded down; `<0.1%` for the smallest.
 * @param {number | null | undefined} rate
 */
export function rateText(rate) {
  if (rate === null || rate === undefined) return NOT_MEASURED;
  if (rate > 0 && rate < 0.001) return "<0.1%";
  return `${(Math.floor(rate * 1000 + ROUNDING_SLACK) / 10).toFixed(1)}%`;
}

/**
 * Tokens in full: 10,207.
 * @param {number | null | undefined} count
 */
export function countText(count) {
  return count === null || count === undefined ? NOT_MEASURED : Math.round(count).toLocaleString("en-US");
}

/**
 * Tokens for an axis: 950, 45k, 1.2M.
 * @param {number} count
 */
export function shortCount(count) {
  const units = /** @type {const} */ ([
    ["G", 1e9],
    ["M", 1e6],
    ["k", 1e3],
  ]);
  const unit = units.find(([, size]) => count >= size);
  return unit === undefined ? String(count) : `${Number((count / unit[1]).toFixed(2))}${unit[0]}`;
}

/**
 * US dollars: three decimals, more where three would hide the amount.
 * @param {number | null | undefined} amount
 */
export function dollarText(amount) {
  if (amount === null || amount === undefined) return NOT_MEASURED;
  const digits = amount !== 0 && Math.abs(amount) < 0.001 ? 6 : 3;
  return `${amount < 0 ? "-" : ""}$${Math.abs(amount).toFixed(digits)}`;
}

/**
 * US dollars for an axis: $0.100, $25.0, $100, $1.2k.
 * @param {number} amount
 */
export function shortDollars(amount) {
  if (amount >= 1_000) return `$${shortCount(amount)}`;
  return amount >= 100 ? `$${Math.round(amount)}` : `$${amount.toFixed(amount >= 10 ? 1 : 3)}`;
}

/**
 * A time on the reader's clock: 2026-11-30 09:11:46.
 * @param {number | null | undefined} ms milliseconds since the epoch
 */
export function timeText(ms) {
  if (ms === null || ms === undefined) return NOT_MEASURED;
  const time = new Date(ms);
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":")}`;
}
