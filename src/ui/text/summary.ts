import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import type { Report, TurnReport } from "../../report/schema.ts";
import { formatHitRate } from "../../usage/hit-rate.ts";
import type { Flag } from "../../usage/row.ts";
import { promptTokens, type Usage } from "../../usage/usage.ts";
import type { Glyphs } from "../glyphs.ts";
import { dollars, fullTokens, tokensPerSecond } from "../numbers.ts";
import { displayName } from "../safe-text.ts";
import type { Words } from "../words/words.ts";
import { alignColumns, REPORT_COLUMNS } from "./columns.ts";
import { observationText } from "./divergence.ts";
import { trendRows } from "./trend-row.ts";
import { breakRows, clockRows, moneyRows } from "./verdict-rows.ts";

/** What the summary tells beside the report. */
export interface SummaryNotes {
  /** The footer's marks, so that the report explains them. */
  readonly glyphs: Glyphs;
  /** Another extension took the footer that we had set. */
  readonly footerTaken: boolean;
  /** Another command has our name, so that ours is called by a number. */
  readonly commandShared?: boolean;
  /** Terminal columns that a line may take. */
  readonly columns?: number;
  /** What the window is called where it is not an open session: then there is no current run either. */
  readonly readFrom?: string;
}

/** `/cache-stats`: both scopes, the latest turn, then only what there is to say. */
export function summaryText(report: Report, words: Words, notes: SummaryNotes): string {
  const rows = [
    ...scopeRows(report, words, notes),
    ...trendRows(report, words, notes.glyphs),
    ...latestRows(report, words, notes.glyphs),
    ...costRows(report, words),
    ...moneyRows(report, words),
    ...breakRows(report, words),
    ...clockRows(report, words),
    ...prefixRows(report, words),
    ...sideRows(report, words),
    ...refusedRows(report, words),
    ...noticeRows(report, words, notes),
  ];
  const title = `${words.title} · pi-cache-stats ${report.versions.piCacheStats}`;
  const columns = notes.columns ?? REPORT_COLUMNS;
  return [
    ...wrapTextWithAnsi(title, columns),
    ...alignColumns(rows, new Set([0, 2]), columns),
    ...modelLines(report, words, columns),
  ].join("\n");
}

type Row = readonly [label: string, rate: string, text: string];

function scopeRows(report: Report, words: Words, { glyphs, readFrom }: SummaryNotes): readonly Row[] {
  const { window, run, branch } = report;
  const label = readFrom ?? (window.scope === "session" ? words.session : words.sinceReset);
  const rows = [scopeRow(`${glyphs.session} ${label}`, window, words)];
  if (readFrom === undefined) rows.push(scopeRow(`  ${words.run}`, run, words));
  if (branch.turns !== window.turns) rows.push(scopeRow(`  ${words.branch}`, branch, words));
  return rows;
}

function scopeRow(label: string, scope: Report["run"], words: Words): Row {
  if (scope.turns === 0) return [label, formatHitRate(null, 1), words.noTurns];
  const prompt = promptTokens(scope.rated);
  const unrated = scope.measuredTurns - scope.ratedTurns;
  const parts = [unrated === 0 ? words.turns(scope.turns) : words.turnsOfWhichUnrated(scope.turns, unrated)];
  if (prompt > 0) parts.push(words.fromCache(fullTokens(scope.rated.cacheRead), fullTokens(prompt)));
  return [label, formatHitRate(scope.hitRate, 1), parts.join(" · ")];
}

function latestRows(report: Report, words: Words, glyphs: Glyphs): readonly Row[] {
  const turn = report.turns.at(-1);
  if (turn === undefined) return [];
  const parts = [words.turnNumber(turn.turn)];
  if (turn.usage === null || promptTokens(turn.usage) === 0) {
    parts.push(words.noPromptTokens(displayName(turn.stopReason)));
  } else {
    const { input, cacheRead, cacheWrite } = turn.usage;
    const prompt = fullTokens(promptTokens(turn.usage));
    parts.push(words.promptParts(prompt, fullTokens(input), fullTokens(cacheRead), fullTokens(cacheWrite)));
  }
  const row: Row = [`${glyphs.latest} ${words.latest}`, formatHitRate(turn.hitRate, 1), parts.join(" · ")];
  return [row, ...speedRows(turn, words, glyphs)];
}

function speedRows(turn: TurnReport, words: Words, glyphs: Glyphs): readonly Row[] {
  const { tokensPerSecond: speed, timeToFirstTokenMs: wait } = turn;
  if (speed === null) return [];
  const parts = [tokensPerSecond(speed) + (turn.speedBasis === "request" ? ` (${words.overWholeRequest})` : "")];
  if (wait !== null) parts.push(words.firstToken((wait / 1_000).toFixed(1)));
  return [[`${glyphs.speed} ${words.speed}`, "", parts.join(" · ")]];
}

function costRows(report: Report, words: Words): readonly Row[] {
  const { window, totalCost } = report;
  if (totalCost === null || totalCost === 0) return [];
  const parts = window.cost === null ? [] : [words.costOfTurns(dollars(window.cost))];
  // What is not a turn (refreshes, summaries, subagents) is in Pi's own total too.
  const rest = totalCost - (window.cost ?? 0);
  if (Math.abs(rest) >= 0.0000005) parts.push(words.costInAll(dollars(totalCost)));
  return [[`  ${words.cost}`, "", parts.join(" · ")]];
}

function prefixRows({ prefix }: Report, words: Words): readonly Row[] {
  return prefix === null ? [] : [[`  ${words.prefix}`, "", observationText(prefix, words)]];
}

function sideRows(report: Report, words: Words): readonly Row[] {
  const rows: Row[] = [];
  const { refreshes, side } = report;
  if (refreshes.count > 0) {
    const text = words.refreshCount(refreshes.count, fullTokens(refreshes.usage.cacheRead));
    rows.push([`  ${words.refreshes}`, "", refreshes.cost === null ? text : `${text} · ${dollars(refreshes.cost)}`]);
  }
  for (const [label, usage] of [
    [words.compaction, side.compaction],
    [words.branchSummary, side.branchSummary],
    [words.nested, side.nested],
  ] as const) {
    if (promptTokens(usage) + usage.output > 0) rows.push([`  ${label}`, sideRate(usage), sideText(usage, words)]);
  }
  return rows;
}

// A side request without cache activity says nothing about the cache: no rate rather than 0%.
function sideRate(usage: Usage): string {
  return usage.cacheRead === 0 ? "" : formatHitRate(usage.cacheRead / promptTokens(usage), 1);
}

function sideText(usage: Usage, words: Words): string {
  return words.sideTokens(fullTokens(promptTokens(usage)), fullTokens(usage.output));
}

function refusedRows(report: Report, words: Words): readonly Row[] {
  const newest = report.unclassified400.at(-1);
  if (newest === undefined) return [];
  const name = `${displayName(newest.provider)}/${displayName(newest.model)} ${newest.at}`;
  return [[`  ${words.refused}`, "", words.refusedList(report.unclassified400.length, name)]];
}

function noticeRows(report: Report, words: Words, notes: SummaryNotes): readonly Row[] {
  const texts: string[] = [];
  if (!report.enabled) texts.push(words.disabledNotice);
  if (notes.footerTaken) texts.push(words.footerTaken);
  if (notes.commandShared === true) texts.push(words.commandShared);
  const unmeasured = report.window.turns - report.window.measuredTurns;
  if (unmeasured > 0) texts.push(words.withoutUsage(unmeasured));
  for (const model of report.models) {
    if (model.inclusiveRate === null) continue;
    texts.push(words.inclusive(displayName(model.model), formatHitRate(model.inclusiveRate, 1)));
  }
  // Those that have a line of their own.
  const covered = new Set<Flag>(["inclusive-input-suspected", "usage-missing", "not-reporting"]);
  for (const model of report.models.length > 1 ? [] : report.models) {
    if (model.measuredTurns > 0 && !model.reporting) texts.push(words.silentModel(displayName(model.model)));
  }
  texts.push(...report.flags.filter((flag) => !covered.has(flag)).map((flag) => words.flags[flag]));
  if (report.invalidConfig.length > 0) texts.push(words.invalidConfig(report.invalidConfig.join(", ")));
  const { metrics } = report;
  if (metrics !== null && metrics.state !== "exporting") texts.push(words.metricsState[metrics.state]);
  if (metrics !== null && metrics.exported > 0) texts.push(words.metricsExported(metrics.exported));
  if (metrics !== null && metrics.dropped > 0) texts.push(words.metricsDropped(metrics.dropped));
  if (report.unreadableRecords > 0) texts.push(words.unreadableRecords(report.unreadableRecords));
  if (report.internalErrors > 0) texts.push(words.internalErrors(report.internalErrors));
  return texts.map((text): Row => [`  ${words.notice}`, "", text]);
}

function modelLines(report: Report, words: Words, columns: number): readonly string[] {
  if (report.models.length < 2) return [];
  const rows = report.models.map((model) => {
    const name = `${displayName(model.provider)}/${displayName(model.model)}`;
    const silent = model.measuredTurns > 0 && !model.reporting;
    const text = silent ? `${words.turns(model.turns)} · ${words.notReporting}` : scopeRow("", model, words)[2];
    return [`  ${name}`, formatHitRate(model.hitRate, 1), text];
  });
  return [words.models, ...alignColumns(rows, new Set([0, 2]), columns)];
}
