import type { Report } from "../../report/schema.ts";
import { dollars, fullTokens } from "../../ui/numbers.ts";
import type { Words } from "../../ui/words/words.ts";
import { formatHitRate } from "../../usage/hit-rate.ts";
import { promptTokens } from "../../usage/usage.ts";
import { html, type Markup, NOTHING } from "./markup.ts";
import { partsBar } from "./parts-bar.ts";

/** The rates of all scopes in large figures, then the window's tokens and money. What a closed session lacks is left out. */
export function overview(report: Report, words: Words, isOpenSession: boolean): Markup {
  return html`<section aria-labelledby="overview"><h2 id="overview">${words.page.overview}</h2>
<div class="cards">${isOpenSession ? openCards(report, words) : fileCards(report, words)}</div>
<div class="facts">${tokenFacts(report, words)}${moneyFacts(report, words)}</div></section>`;
}

function openCards(report: Report, words: Words): readonly Markup[] {
  const { window, run, branch } = report;
  return [
    scopeCard(scopeOf(report, words), window, words),
    ...[scopeCard(words.run, run, words), scopeCard(words.branch, branch, words), latestCard(report, words)],
  ];
}

function fileCards(report: Report, words: Words): readonly Markup[] {
  const { window, branch, latest } = report;
  return [
    scopeCard(scopeOf(report, words), window, words),
    ...(branch.turns === window.turns ? [] : [scopeCard(words.branch, branch, words)]),
    ...(latest.turn === null ? [] : [latestCard(report, words)]),
  ];
}

function latestCard({ latest }: Report, words: Words): Markup {
  const note = latest.turn === null ? words.noTurns : words.turnNumber(latest.turn);
  return card(words.latest, latest.hitRate, [note]);
}

function scopeCard(label: string, scope: Report["run"], words: Words): Markup {
  if (scope.turns === 0) return card(label, null, [words.noTurns]);
  const unrated = scope.measuredTurns - scope.ratedTurns;
  const notes = [unrated === 0 ? words.turns(scope.turns) : words.turnsOfWhichUnrated(scope.turns, unrated)];
  const prompt = promptTokens(scope.rated);
  if (prompt > 0) notes.push(words.fromCache(fullTokens(scope.rated.cacheRead), fullTokens(prompt)));
  return card(label, scope.hitRate, notes);
}

function card(label: string, rate: number | null, notes: readonly string[]): Markup {
  const lines = notes.map((note) => html`<p>${note}</p>`);
  return html`<div class="card"><h3>${label}</h3><p class="${rate === null ? "big none" : "big"}">${formatHitRate(rate, 1)}</p>${lines}</div>`;
}

/** These sums are the window's, where the charts show the branch. */
function scopeOf({ window }: Report, words: Words): string {
  return window.scope === "session" ? words.session : words.sinceReset;
}

function tokenFacts(report: Report, words: Words): Markup {
  const { page } = words;
  const { usage } = report.window;
  return html`<div class="fact"><h3>${page.tokens} (${scopeOf(report, words)})</h3>${partsBar(usage)}<dl>
${fact(page.cached, fullTokens(usage.cacheRead), "read")}${fact(page.written, fullTokens(usage.cacheWrite), "written")}
${fact(page.fresh, fullTokens(usage.input), "fresh")}${fact(page.output, fullTokens(usage.output))}</dl></div>`;
}

function moneyFacts(report: Report, words: Words): Markup {
  const { window, totalCost, money, breaks } = report;
  const { page } = words;
  const known = (amount: number | null): string => (amount === null ? "n/a" : dollars(amount));
  return html`<div class="fact"><h3>${page.money} (${scopeOf(report, words)})</h3><dl>
${fact(page.costOfTurns, known(window.cost))}${fact(page.costInAll, known(totalCost))}
${fact(page.saved, known(money.readSavings))}${fact(page.net, known(money.net))}
${fact(page.lost, known(breaks.missedCost))}</dl>${money.notional ? html`<p class="note">${page.notionalNote}</p>` : NOTHING}</div>`;
}

/** `swatch` names the colour and pattern that stand for it in the charts. */
function fact(label: string, value: string, swatch: string | null = null): Markup {
  const mark = swatch === null ? NOTHING : html`<i class="swatch ${swatch}"></i>`;
  return html`<div><dt>${mark}${label}</dt><dd>${value}</dd></div>`;
}
