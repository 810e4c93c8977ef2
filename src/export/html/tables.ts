import type { Report } from "../../report/schema.ts";
import { dollars, fullTokens } from "../../ui/numbers.ts";
import type { Words } from "../../ui/words/words.ts";
import { formatHitRate } from "../../usage/hit-rate.ts";
import { promptTokens } from "../../usage/usage.ts";
import { CAUSES, ORIGINS } from "../../verdict/cause.ts";
import { isBreak } from "../../verdict/evidence.ts";
import { VERDICTS_KEPT } from "../../verdict/session-verdicts.ts";
import type { ExportedTurn } from "../turns.ts";
import { evidenceSentences } from "./evidence.ts";
import { html, type Markup, NOTHING, named } from "./markup.ts";
import { shareBar } from "./parts-bar.ts";

/** Breaks in the list; a longer one nobody reads, and the charts show them all. */
const LISTED_BREAKS = 200;

/** The models of the window with their rates; nothing where there is but one. */
export function modelTable({ models }: Report, words: Words): Markup {
  const { page } = words;
  if (models.length < 2) return NOTHING;
  const rows = models.map(
    ({
      provider,
      model,
      turns,
      hitRate,
      usage,
      cost,
    }) => html`<tr><th scope="row">${named(provider)}/${named(model)}</th>
<td>${fullTokens(turns)}</td><td>${formatHitRate(hitRate, 1)}</td><td>${fullTokens(promptTokens(usage))}</td>
<td>${fullTokens(usage.cacheRead)}</td><td>${cost === null ? "n/a" : dollars(cost)}</td></tr>`,
  );
  const headings = [page.turns, page.rate, page.prompt, page.cached, words.cost];
  return section("models", page.models, table([page.model], headings, rows));
}

/** Breaks of the window by what caused them, the dearest in tokens first. */
export function causeTable({ breaks, window }: Report, words: Words): Markup {
  const { page } = words;
  const scope = window.scope === "session" ? words.session : words.sinceReset;
  const title = page.breaksByCause.replace("{scope}", scope);
  if (breaks.count === 0) return section("causes", title, html`<p>${page.noBreaks}</p>`);
  const causes = CAUSES.filter((cause) => breaks.byCause[cause].count > 0);
  const rows = causes
    .toSorted((a, b) => breaks.byCause[b].missedTokens - breaks.byCause[a].missedTokens)
    .map((cause) => {
      const { count, missedTokens, missedCost } = breaks.byCause[cause];
      const share = breaks.missedTokens === 0 ? 0 : missedTokens / breaks.missedTokens;
      return html`<tr><th scope="row">${words.causes[cause]}</th><td class="text">${words.origins[ORIGINS[cause]]}</td>
<td>${fullTokens(count)}</td><td>${fullTokens(missedTokens)}</td><td>${priceOf(missedCost)}</td>
<td class="share">${shareBar(share)}<span>${share > 0 && share < 0.01 ? "<1%" : `${Math.round(share * 100)}%`}</span></td></tr>`;
    });
  const headings = [page.count, page.missedTokens, page.missedDollars, page.share];
  return section("causes", title, table([page.cause, page.origin], headings, rows));
}

/** The newest breaks of the branch, each with what it rests on. */
export function breakList(turns: readonly ExportedTurn[], words: Words): Markup {
  const { page } = words;
  const all = turns.filter(({ verdict }) => isBreak(verdict));
  if (all.length === 0) return NOTHING;
  const rows = all
    .slice(-LISTED_BREAKS)
    .reverse()
    .map((turn) => breakRow(turn, words));
  const more = all.length - rows.length;
  const older =
    turns.length > VERDICTS_KEPT ? html`<p class="note">${words.pageOlderVerdicts(VERDICTS_KEPT)}</p>` : NOTHING;
  const note = more > 0 ? html`<p class="note">${words.pageMoreBreaks(more)}</p>` : NOTHING;
  const headings = [page.missedTokens, page.missedDollars];
  const body = table([page.turn, page.time, page.model, page.cause, page.certainty], headings, rows, [page.why]);
  return section("breaks", page.breaksOfBranch, html`<div class="list">${body}</div>${note}${older}`);
}

function breakRow({ report, verdict, notional }: ExportedTurn, words: Words): Markup {
  const { turn, at, model } = report;
  const { cause, certainty, missedTokens, missedCost } = verdict;
  const { page } = words;
  const reasons = evidenceSentences(verdict, words).map((sentence) => html`<li><bdi>${sentence}</bdi></li>`);
  return html`<tr><th scope="row"><a href="#turn-${turn}">${turn}</a></th><td class="text when">${timeOf(at)}</td>
<td class="text">${named(model)}</td><td class="text">${cause === null ? "n/a" : words.causes[cause]}</td>
<td class="text">${words.certainties[certainty]}</td><td data-label="${page.missedTokens}">${fullTokens(missedTokens)}</td>
<td data-label="${page.missedDollars}">${priceOf(missedCost)}${notional && missedCost !== null ? html` <small>${words.notional}</small>` : NOTHING}</td>
<td class="text why"><ul>${reasons}</ul></td></tr>`;
}

/** A time as the reader's clock shows it once the page's script has run; until then in ISO 8601. */
export function timeOf(at: string | null): Markup {
  return at === null ? html`n/a` : html`<time datetime="${at}">${at.slice(0, 19).replace("T", " ")}Z</time>`;
}

function priceOf(cost: number | null): string {
  return cost === null ? "n/a" : dollars(cost);
}

function section(id: string, title: string, body: Markup): Markup {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`;
}

/** `left` and `last` are headings of columns of text, `right` those of numbers between them. */
function table(
  left: readonly string[],
  right: readonly string[],
  rows: readonly Markup[],
  last: readonly string[] = [],
): Markup {
  const heading = (kind: string) => (text: string) => html`<th scope="col" class="${kind}">${text}</th>`;
  const headings = [...left.map(heading("text")), ...right.map(heading("number")), ...last.map(heading("text"))];
  return html`<div class="scroll"><table><thead><tr>${headings}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
