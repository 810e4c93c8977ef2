import type { Words } from "../../ui/words/words.ts";
import { html, type Markup, NOTHING } from "./markup.ts";
import type { PageData } from "./page-data.ts";

/** Where the charts are drawn, with their legend, and the panel for the turn that is chosen. Nothing without turns. */
export function chartSection(data: PageData, words: Words): Markup {
  const { page } = words;
  if (data.turn.length === 0) return NOTHING;
  return html`<section aria-labelledby="charts" class="charts"><h2 id="charts">${page.charts}</h2>
<noscript><p class="note">${page.needsScript}</p></noscript>
<p class="note interactive">${page.hint}</p>
<div class="controls interactive"><button type="button" id="previous">${page.previousBreak}</button>
<button type="button" id="next">${page.nextBreak}</button><button type="button" id="whole">${page.wholeRange}</button></div>
<div class="beside"><div class="plots">
<p id="readout" class="readout interactive">&nbsp;</p>
${figure("per-turn", page.perTurn, legend(page.rate, "", markItems(data, words), words))}
${figure("added-up", page.addedUp, legend(page.rateSoFar, "-sum", [], words))}
${data.isPriced ? figure("lost", page.lostSoFar, html`<ul class="legend"><li>${value("lost-sum")}</li></ul>`) : NOTHING}
</div><aside id="detail" class="detail interactive" aria-live="polite" aria-label="${page.detail}"><p class="note">${page.chooseTurn}</p></aside></div></section>`;
}

function figure(id: string, caption: string, below: Markup): Markup {
  return html`<figure><figcaption><b>${caption}</b>${below}</figcaption><div id="${id}" class="plot" role="img" aria-label="${caption}"></div></figure>`;
}

/** What the bars and the line are, each with the number of the turn under the pointer; `range` tells sums from turns. */
function legend(rate: string, range: "" | "-sum", marks: readonly Markup[], { page }: Words): Markup {
  const item = (kind: string, label: string) =>
    html`<li><i class="swatch ${kind}"></i>${label}${value(`${kind}${range}`)}</li>`;
  return html`<ul class="legend">${item("read", page.cached)}${item("written", page.written)}${item("fresh", page.fresh)}
${item("rate", rate)}${marks}</ul>${range === "" ? html`<span id="thinned" class="note interactive"></span>` : NOTHING}`;
}

function value(name: string): Markup {
  return html`<b data-value="${name}"></b>`;
}

/** Only what there is in this session. */
function markItems(data: PageData, { page }: Words): readonly Markup[] {
  const counts = {
    break: data.outcome.filter((outcome) => data.breaks.includes(outcome)).length,
    ...{ compaction: data.compactions.length, model: data.switches.length, refresh: data.refreshes.length },
  };
  const kinds = ["break", "compaction", "model", "refresh"] as const;
  return kinds.filter((kind) => counts[kind] > 0).map((kind) => markItem(kind, page.marks[kind]));
}

/** The shapes in which `marks.js` draws what happened, here for the legend. */
const SHAPES: Readonly<Record<string, string>> = {
  break: "M1 2H11L6 11Z",
  compaction: "M2 2H10V10H2Z",
  model: "M6 0.5L11.5 6L6 11.5L0.5 6Z",
  refresh: "M6 1A5 5 0 1 0 6 11A5 5 0 1 0 6 1Z",
};

function markItem(kind: string, label: string): Markup {
  const shape = SHAPES[kind] ?? "";
  return html`<li><svg class="mark ${kind}" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path d="${shape}"/></svg>${label}</li>`;
}
