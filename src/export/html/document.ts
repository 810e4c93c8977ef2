import { createHash } from "node:crypto";
import type { Report } from "../../report/schema.ts";
import { displayName } from "../../ui/safe-text.ts";
import type { Words } from "../../ui/words/words.ts";
import type { ExportedTurn } from "../turns.ts";
import { type Assets, readAssets } from "./assets.ts";
import { chartSection } from "./charts.ts";
import { html, Markup, NOTHING, named, scriptJson } from "./markup.ts";
import { overview } from "./overview.ts";
import { pageData } from "./page-data.ts";
import { patterns } from "./parts-bar.ts";
import { breakList, causeTable, modelTable, timeOf } from "./tables.ts";

/**
 * The report as one page that needs nothing else; null where the chart library is not installed. Without an open session there
 * is no current run to tell of.
 */
export async function htmlText(
  report: Report,
  turns: readonly ExportedTurn[],
  words: Words,
  language: "en" | "zh",
  isOpenSession = true,
): Promise<string | null> {
  const assets = await readAssets();
  if (assets === null) return null;
  return documentText(report, turns, words, language, { ...assets, overview: overview(report, words, isOpenSession) });
}

function documentText(
  report: Report,
  turns: readonly ExportedTurn[],
  words: Words,
  language: "en" | "zh",
  { style, library, script, overview: figures }: Assets & { readonly overview: Markup },
): string {
  const data = pageData(turns, words);
  const { page } = words;
  const policy = contentPolicy(style, [library, script]);
  const title = `${page.title} · ${displayName(report.session.id)}`;
  const labels = { ...page, notional: words.notional, also: words.also, cost: words.cost };
  // The charts are drawn before the lists below them are read: those may be long.
  const body = html`${patterns()}<main>${header(report, words)}${figures}${chartSection(data, words)}
${element("script", ' type="application/json" id="data"', scriptJson({ ...data, labels }).text)}
${element("script", "", library)}${element("script", "", script)}
${causeTable(report, words)}${breakList(turns, words)}${modelTable(report, words)}
<footer><p class="note">${page.privacy}</p></footer></main>`;
  return html`<!doctype html>
<html lang="${language === "zh" ? "zh-Hans" : "en"}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer"><title>${title}</title>${element("style", "", style)}</head>
<body>${body}</body></html>
`.text;
}

function header({ generatedAt, versions, session }: Report, words: Words): Markup {
  const pi = versions.pi === null ? NOTHING : html` · Pi ${named(versions.pi)}`;
  return html`<header><h1>${words.page.title}</h1><p class="note">${words.page.sessionId} ${named(session.id)} ·
${words.page.made} ${timeOf(generatedAt)} · pi-cache-stats ${versions.piCacheStats}${pi}</p></header>`;
}

/** Only these scripts and this style may run, and nothing may be loaded or sent. */
function contentPolicy(style: string, scripts: readonly string[]): string {
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const allowed = scripts.map(hash).join(" ");
  return `default-src 'none'; script-src ${allowed}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
}

/** An element whose text is not HTML. Our own files and the library hold no end of it; a test sees to that. */
function element(name: string, attributes: string, text: string): Markup {
  return new Markup(`<${name}${attributes}>${text}</${name}>`);
}
