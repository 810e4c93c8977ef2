import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import type { TurnReport } from "../../report/schema.ts";
import type { Verdict } from "../../verdict/evidence.ts";
import { dollars, fullTokens, tokensPerSecond } from "../numbers.ts";
import { displayName } from "../safe-text.ts";
import { alignColumns } from "../text/columns.ts";
import { changeText, observationText } from "../text/divergence.ts";
import { adviceText, atMost, evidenceLine, headingText, readRows } from "../text/why.ts";
import type { Words } from "../words/words.ts";

/** A turn and why it read what it read. */
export interface OpenTurn {
  readonly turn: TurnReport;
  /** Null while it is not known yet. */
  readonly verdict: Verdict | null;
  /** Dollars are not paid, but worth as much. */
  readonly notional: boolean;
}

type Row = readonly [label: string, text: string];

/**
 * An open turn in lines of at most `columns` columns: who answered, usage, verdict, all of its evidence, what was seen of
 * the request, and what to do. Nothing is left out for want of room: the panel scrolls.
 */
export function turnDetail(open: OpenTurn, words: Words, columns: number): readonly string[] {
  const { turn, verdict } = open;
  const heading = verdict === null ? words.verdictOf(turn.turn, words.judging) : headingText(turn, verdict, words);
  const rows = [
    ...(verdict === null ? [] : verdictRows({ ...open, verdict }, words, columns)),
    ...(turn.prefix === null ? [] : [row(words.request, observationText(turn.prefix, words))]),
    ...tokenRows(turn, words),
    row(words.answeredBy, answerText(turn)),
    ...turn.flags.map((flag) => row(words.notice, words.flags[flag])),
  ];
  return [...wrapTextWithAnsi(heading, columns), ...alignColumns(rows, new Set([0, 1]), columns)];
}

/** A reason in more lines is a name that nobody can read to its end. */
const LINES_OF_REASON = 3;
/** Columns that are left of a line for its label, in any language. */
const LABEL_COLUMNS = 14;

function verdictRows(
  { turn, verdict, notional }: OpenTurn & { readonly verdict: Verdict },
  words: Words,
  columns: number,
): readonly Row[] {
  const short = (text: string): string => atMost(LINES_OF_REASON, text, columns - LABEL_COLUMNS);
  const place = verdict.evidence.find((evidence) => evidence.kind === "place");
  const reasons = verdict.evidence.filter((evidence) => evidence !== place);
  return [
    ...(place === undefined ? [] : [row(words.where, short(changeText(place.divergence, words)))]),
    ...readRows(turn, verdict, words, notional).map(([label = "", text = ""]): Row => [label, text]),
    ...reasons.map((evidence, index) => row(index === 0 ? words.because : "", short(evidenceLine(evidence, words)))),
    ...(verdict.also.length === 0
      ? []
      : [row(words.also, words.listed(verdict.also.map((cause) => words.causes[cause])))]),
    row(words.next, short(adviceText(verdict, words))),
  ];
}

function row(label: string, text: string): Row {
  return [`  ${label}`, text];
}

function tokenRows(turn: TurnReport, words: Words): readonly Row[] {
  const { usage, promptTokens, cost, tokensPerSecond: speed, timeToFirstTokenMs: wait } = turn;
  if (usage === null || promptTokens === null || promptTokens === 0) {
    return [row(words.tokens, words.noPromptTokens(displayName(turn.stopReason)))];
  }
  const parts = [fullTokens(promptTokens), fullTokens(usage.input), fullTokens(usage.cacheRead)] as const;
  const output = fullTokens(usage.output);
  const { reasoning } = usage;
  const more = [reasoning === 0 ? words.outputOf(output) : words.outputWithReasoning(output, fullTokens(reasoning))];
  if (cost !== null) more.push(words.ownCost(dollars(cost)));
  if (speed !== null) more.push(tokensPerSecond(speed));
  if (wait !== null) more.push(words.firstToken((wait / 1_000).toFixed(1)));
  return [row(words.tokens, words.promptParts(...parts, fullTokens(usage.cacheWrite))), row("", more.join(" · "))];
}

function answerText({ provider, api, model, thinkingLevel, stopReason, at }: TurnReport): string {
  const when = at === null ? "n/a" : localTime(new Date(at));
  const names = [`${displayName(provider)}/${displayName(model)}`, displayName(api)];
  if (thinkingLevel !== null) names.push(displayName(thinkingLevel));
  return [...names, displayName(stopReason), when].join(" · ");
}

/** The user's own day and time: 2026-11-30 14:03:22. */
function localTime(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${date.toTimeString().slice(0, 8)}`;
}
