import type { Report, TurnReport } from "../../report/schema.ts";
import { formatHitRate } from "../../usage/hit-rate.ts";
import { fullTokens, tokensPerSecond } from "../numbers.ts";
import { displayName } from "../safe-text.ts";
import type { Words } from "../words/words.ts";
import { alignRows, REPORT_COLUMNS } from "./columns.ts";

/** Turns shown when no number is given. */
export const TURNS_SHOWN = 20;

/** `/cache-stats turns`: the newest turns of the active branch, oldest first. Times are local. */
export function turnsText(report: Report, words: Words, shown: number, columns = REPORT_COLUMNS): string {
  const turns = report.turns.slice(-shown);
  const first = turns[0];
  if (first === undefined) return words.noTurns;
  const fitting = (row: readonly string[]): readonly string[] => row.filter((_, index) => !isLeftOut(index, columns));
  const [heading = [], ...rows] = alignRows(
    [words.columns, ...turns.map((turn) => turnRow(turn, words))].map(fitting),
    new Set([fitting(words.columns).length - 1]),
    columns,
  );
  const table = [...heading, ...withModelLines(turns, rows)];
  const earlier = report.branch.turns - turns.length;
  return (earlier > 0 ? [words.earlierTurns(earlier), ...table] : table).join("\n");
}

/** On a narrow screen speed, output and what was written give way: the rate and its cause come last. */
const LEFT_OUT_BELOW: ReadonlyMap<number, number> = new Map([
  [8, 74],
  [7, 66],
  [5, 58],
  [6, 50],
  [4, 44],
]);

function isLeftOut(column: number, columns: number): boolean {
  return columns < (LEFT_OUT_BELOW.get(column) ?? 0);
}

/** Where several models answered, a line names the model whose turns follow: a column for it would not fit 80 columns. */
function withModelLines(turns: readonly TurnReport[], rows: readonly (readonly string[])[]): readonly string[] {
  const name = (turn: TurnReport | undefined): string => `${turn?.provider}/${turn?.model}`;
  if (new Set(turns.map(name)).size === 1) return rows.flat();
  return rows.flatMap((row, index) => {
    const turn = turns[index];
    if (turn === undefined || name(turn) === name(turns[index - 1])) return row;
    return [`  ${displayName(turn.provider)}/${displayName(turn.model)}`, ...row];
  });
}

function turnRow(turn: TurnReport, words: Words): readonly string[] {
  const { usage } = turn;
  const count = (value: number | undefined): string => (value === undefined ? "n/a" : fullTokens(value));
  const { outcome, cause } = turn.verdict;
  const notes = [
    ...(cause === null || outcome === "unmeasured" ? [] : [labelOf(words.causeLabel(cause), outcome)]),
    ...(turn.stopReason === "error" || turn.stopReason === "aborted" ? [turn.stopReason] : []),
    ...turn.flags,
  ];
  return [
    String(turn.turn),
    turn.at === null ? "n/a" : new Date(turn.at).toTimeString().slice(0, 8),
    formatHitRate(turn.hitRate, 1),
    turn.promptTokens === null ? "n/a" : fullTokens(turn.promptTokens),
    count(usage?.cacheRead),
    count(usage?.cacheWrite),
    count(usage?.input),
    count(usage?.output),
    turn.tokensPerSecond === null ? "n/a" : tokensPerSecond(turn.tokensPerSecond),
    notes.join(" "),
  ];
}

/** A cause in brackets where it cost next to nothing. */
function labelOf(label: string, outcome: TurnReport["verdict"]["outcome"]): string {
  return outcome === "hit" ? `(${label})` : label;
}
