import { countText, dollarText, rateText, timeText } from "./format.js";
import { isBreak, page, promptOf, rateOf, SUMS } from "./turns.js";

/** What the page says about one turn: beside the charts the one that was chosen, above them the one under the pointer. */

const { labels } = page;

/**
 * A text of the catalogue with a turn's number and outcome in it.
 * @param {string} text
 * @param {number} index
 */
function titled(text, index) {
  const outcome = page.outcomes[page.outcome[index] ?? -1] ?? "";
  return text.replace("{turn}", String(page.turn[index])).replace("{outcome}", outcome);
}

/**
 * Fills the panel with everything about a turn.
 * @param {Element} panel
 * @param {number} index
 */
export function showDetail(panel, index) {
  const heading = element("h3", titled(labels.verdictTitle, index), isBreak(index) ? "broke" : "");
  const list = element("dl", "");
  for (const [label, text, kind] of rows(index)) {
    if (text === "") continue;
    const row = element("div", "");
    row.append(element("dt", label, kind ?? ""), element("dd", text));
    list.append(row);
  }
  panel.replaceChildren(heading, list, ...reasons(index));
}

/**
 * @param {number} index
 * @returns {[label: string, text: string, swatch?: string][]}
 */
function rows(index) {
  const { read, written, fresh, output, missed } = page;
  return [
    [labels.time, timeText(page.at[index])],
    [labels.model, page.models[page.model[index] ?? -1] ?? ""],
    [labels.rate, rateText(rateOf(index))],
    [labels.prompt, countText(promptOf(index))],
    [labels.cached, countText(read[index]), "read"],
    [labels.written, countText(written[index]), "written"],
    [labels.fresh, countText(fresh[index]), "fresh"],
    [labels.output, countText(output[index])],
    [labels.cost, withNote(page.cost[index], index)],
    [labels.cause, causeText(index)],
    [labels.certainty, page.cause[index] == null ? "" : (page.certainties[page.certainty[index] ?? -1] ?? "")],
    [labels.also, (page.also[index] ?? []).map((cause) => page.causes[cause]).join(", ")],
    [labels.missedTokens, (missed[index] ?? 0) > 0 ? countText(missed[index]) : ""],
    [labels.missedDollars, (page.lost[index] ?? 0) > 0 ? withNote(page.lost[index], index) : ""],
    [labels.stopped, page.stops[page.stop[index] ?? -1] ?? ""],
    [labels.before, happened(index)],
  ];
}

/** @param {number} index */
function reasons(index) {
  const evidence = page.evidence[index];
  if (evidence === null || evidence === undefined) return [element("p", labels.evidenceLeftOut, "note")];
  if (evidence.length === 0) return [];
  const list = element("ul", "");
  for (const sentence of evidence) list.append(element("li", page.sentences[sentence] ?? ""));
  return [element("h4", labels.why), list];
}

/** @param {number} index */
function causeText(index) {
  const cause = page.cause[index] ?? null;
  return cause === null ? "" : (page.causes[cause] ?? "");
}

/**
 * @param {number | null | undefined} amount
 * @param {number} index
 */
function withNote(amount, index) {
  const isNotional = page.notional.includes(page.model[index] ?? -1);
  return dollarText(amount) + (isNotional && amount != null ? ` (${labels.notional})` : "");
}

/**
 * What the session records between a turn and the one before it.
 * @param {number} index
 */
function happened(index) {
  const times = (/** @type {readonly (readonly [number, number])[]} */ list, /** @type {string} */ label) => {
    const count = list.find(([at]) => at === index)?.[1] ?? 0;
    return count === 0 ? [] : [count === 1 ? label : `${label} × ${count}`];
  };
  const { compaction, model, refresh } = labels.marks;
  return [
    ...times(page.compactions, compaction),
    ...times(page.switches, model),
    ...times(page.refreshes, refresh),
  ].join(", ");
}

/**
 * Puts a turn's numbers into the legends and its outcome into the line above the charts.
 * @param {number} index
 */
export function showReadout(index) {
  const sums = SUMS[index];
  /** @type {Readonly<Record<string, string>>} */
  const texts = {
    read: countText(page.read[index]),
    written: countText(page.written[index]),
    fresh: countText(page.fresh[index]),
    rate: rateText(rateOf(index)),
    "read-sum": countText(sums?.read),
    "written-sum": countText(sums?.written),
    "fresh-sum": countText(sums?.fresh),
    "rate-sum": rateText(sums?.rate),
    "lost-sum": dollarText(sums?.lost),
  };
  for (const place of document.querySelectorAll("[data-value]")) {
    place.textContent = texts[place.getAttribute("data-value") ?? ""] ?? "";
  }
  const cause = causeText(index);
  const outcome = page.outcomes[page.outcome[index] ?? -1] ?? "";
  const parts = [titled(labels.turnTitle, index), timeText(page.at[index]), outcome, cause, happened(index)];
  const line = document.getElementById("readout");
  if (line !== null) line.textContent = parts.filter((part) => part !== "").join(" · ");
}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} [kind] a class
 */
function element(name, text, kind = "") {
  const made = document.createElement(name);
  // Names of outside origin must not turn the text around them.
  made.dir = text === "" ? "" : "auto";
  made.textContent = text;
  if (kind !== "") made.className = kind;
  return made;
}
