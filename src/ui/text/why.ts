import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import type { Divergence } from "../../prefix/divergence.ts";
import type { TurnReport } from "../../report/schema.ts";
import { formatHitRate } from "../../usage/hit-rate.ts";
import { ORIGINS } from "../../verdict/cause.ts";
import { type Evidence, isBreak, type Verdict } from "../../verdict/evidence.ts";
import { dollars, fullTokens } from "../numbers.ts";
import { displayName, oneLine } from "../safe-text.ts";
import type { Words } from "../words/words.ts";
import { alignRows, REPORT_COLUMNS } from "./columns.ts";
import { changeText } from "./divergence.ts";

/** What broke, where, what it cost and what to do: more lines nobody reads. */
const MOST_LINES = 8;
/** Columns that are left for a text beside its label, in any language. */
const TEXT_COLUMNS = 64;
/** Longer sentences hold names that nobody can read to their end. */
const LONGEST_TEXT = 1_000;

interface WhyOptions {
  readonly notional: boolean;
  readonly intro?: string | null;
  /** Terminal columns that a line may take. */
  readonly columns?: number;
}

/**
 * `/cache-stats why`: one verdict, in at most eight lines of 78 columns. Evidence that would not fit is left out, the
 * least telling first; the machine report has all of it. `intro` is a line of its own before it. `notional`: dollars are not
 * paid, but worth as much.
 */
export function whyText(
  turn: TurnReport,
  verdict: Verdict,
  words: Words,
  { notional, intro = null, columns = REPORT_COLUMNS }: WhyOptions,
): string {
  const above = intro === null ? [] : [atMost(1, intro, columns)];
  const heading = [...above, atMost(1, headingText(turn, verdict, words), columns)];
  const place = verdict.evidence.find((evidence) => evidence.kind === "place");
  const others = verdict.evidence.filter((evidence) => evidence !== place);
  // What to do has its place whatever the names are.
  const room = columns - (REPORT_COLUMNS - TEXT_COLUMNS);
  const row = (label: string, text: string, lines = 2): readonly string[] => [`  ${label}`, atMost(lines, text, room)];
  const fixed = {
    above: [
      ...(place === undefined ? [] : [row(words.where, changeText(place.divergence, words))]),
      ...readRows(turn, verdict, words, notional),
    ],
    below: [
      ...(verdict.also.length === 0
        ? []
        : [row(words.also, words.listed(verdict.also.map((cause) => words.causes[cause])), 1)]),
      row(words.next, adviceText(verdict, words)),
    ],
  };
  const reasons = others.map((evidence) => row(words.because, evidenceLine(evidence, words)));
  for (let shown = reasons.length; shown >= 0; shown--) {
    const rows = [...fixed.above, ...sameLabelOnce(reasons.slice(0, shown)), ...fixed.below];
    const lines = [...heading, ...alignRows(rows, new Set([0, 1]), columns).flat()];
    if (lines.length <= MOST_LINES || shown === 0) return lines.slice(0, MOST_LINES).join("\n");
  }
  return heading.join("\n");
}

/** "Turn 7: miss · tools changed · observed (claude-sonnet-4-5)". */
export function headingText({ turn, model }: TurnReport, { outcome, cause, certainty }: Verdict, words: Words): string {
  const parts = [words.verdictOf(turn, words.outcomes[outcome])];
  if (cause !== null) parts.push(words.causes[cause]);
  if (cause !== null && cause !== "unknown") parts.push(words.certainties[certainty]);
  return `${parts.join(" · ")} (${displayName(model)})`;
}

/** What was read and what was missed, where anything was measured: one row of label and text. */
export function readRows(
  turn: TurnReport,
  verdict: Verdict,
  words: Words,
  notional: boolean,
): readonly (readonly string[])[] {
  if (turn.usage === null || turn.promptTokens === null || turn.promptTokens === 0) return [];
  const rate = formatHitRate(turn.hitRate, 1);
  const parts = [words.readOf(fullTokens(turn.usage.cacheRead), fullTokens(turn.promptTokens), rate)];
  if (isBreak(verdict) || (verdict.outcome === "expected-rebuild" && verdict.missedTokens > 0)) {
    parts.push(words.missed(fullTokens(verdict.missedTokens)));
    const cost = verdict.missedCost ?? 0;
    if (cost > 0) parts.push(words.missedPrice(dollars(cost)) + (notional ? ` (${words.notional})` : ""));
  }
  return [[`  ${words.tokensRead}`, parts.join(" · ")]];
}

/** The next step: by the extension or the prompt section, where the evidence names one. */
export function adviceText({ outcome, cause, also, evidence }: Verdict, words: Words): string {
  if (outcome === "unmeasured" && cause === null) return words.unmeasuredAdvice;
  if (cause === null) return words.hitAdvice;
  const divergence = evidence.find((fact) => fact.kind === "place")?.divergence ?? null;
  if (cause === "unknown" && evidence.some(({ kind }) => kind === "contradicted")) return words.contradictedAdvice;
  // What is known of the time says more than that nothing can be compared.
  if (cause === "resumed" && also.includes("expired")) return words.advice.expired;
  const isProviders = cause === "provider-side" || cause === "evicted";
  if (isProviders && also.some((other) => ORIGINS[other] === "prompt")) return words.changeTooAdvice;
  if (cause === "tools-changed" && divergence?.kind === "removed") return words.toolGoneAdvice;
  if (cause === "tools-changed" && divergence?.kind === "reordered") return words.orderAdvice;
  if (cause === "tools-changed" && divergence?.owner != null && divergence.owner !== "builtin") {
    const owner = displayName(divergence.owner);
    return divergence.kind === "changed" ? words.toolTextAdvice(owner) : words.toolAdvice(owner);
  }
  if (cause === "system-changed" && divergence !== null) return promptAdvice(divergence, words);
  return words.advice[cause];
}

function promptAdvice({ name, tag }: Divergence, words: Words): string {
  if (tag === CONTEXT_TAG && name !== null) return words.contextAdvice(displayName(name));
  return tag === null ? words.advice["system-changed"] : words.tagAdvice(displayName(tag));
}

/** Pi's part of the prompt with AGENTS.md and the like. */
const CONTEXT_TAG = "project_context";

/** One fact on one line, of bounded length. */
export function evidenceLine(evidence: Evidence, words: Words): string {
  return oneLine(words.evidence(evidence).slice(0, LONGEST_TEXT));
}

/** A text cut after so many lines, with a mark where it was cut. */
export function atMost(lines: number, text: string, columns: number): string {
  const wrapped = wrapTextWithAnsi(text.slice(0, LONGEST_TEXT), columns - 1);
  if (wrapped.length <= lines) return text;
  return `${wrapped.slice(0, lines).join(" ").trimEnd()}…`;
}

function sameLabelOnce(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return rows.map(([label = "", text = ""], index) => [index === 0 ? label : "", text]);
}
