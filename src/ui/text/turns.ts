import type { Report, TurnReport } from "../../report/schema.ts";
import { formatHitRate } from "../../usage/hit-rate.ts";
import { fullTokens, tokensPerSecond } from "../numbers.ts";
import { displayName } from "../safe-text.ts";
import type { Words } from "../words/words.ts";
import { alignColumns } from "./columns.ts";

/** Turns shown when no number is given. */
export const TURNS_SHOWN = 20;

/** `/cache-stats turns`: the newest turns of the active branch, oldest first. Times are local. */
export function turnsText(report: Report, words: Words, shown: number): string {
  const turns = report.turns.slice(-shown);
  const first = turns[0];
  if (first === undefined) return words.noTurns;
  const severalModels = new Set(turns.map((turn) => `${turn.provider}/${turn.model}`)).size > 1;
  const rows = turns.map((turn) => turnRow(turn, severalModels));
  const lines = alignColumns([words.columns, ...rows], new Set([9]));
  const earlier = report.branch.turns - turns.length;
  return earlier > 0 ? [words.earlierTurns(earlier), ...lines].join("\n") : lines.join("\n");
}

function turnRow(turn: TurnReport, withModel: boolean): readonly string[] {
  const { usage } = turn;
  const count = (value: number | undefined): string => (value === undefined ? "n/a" : fullTokens(value));
  const notes = [
    ...(turn.stopReason === "error" || turn.stopReason === "aborted" ? [turn.stopReason] : []),
    ...(withModel ? [displayName(turn.model)] : []),
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
