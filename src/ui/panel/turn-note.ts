import type { ListedTurn } from "../../usage/turn-list.ts";
import { isBreak, type Verdict } from "../../verdict/evidence.ts";
import type { Words } from "../words/words.ts";
import type { PanelPaint } from "./panel-paint.ts";
import type { Column } from "./table.ts";
import type { TurnRow } from "./turn-columns.ts";

/** The last column of every list of turns. */
export function noteColumn(words: Words, paint: PanelPaint): Column<TurnRow> {
  return {
    heading: "",
    width: "rest",
    align: "left",
    cell: (row) => noteOf(row, words),
    paint: ({ verdict }, text) => (verdict !== null && isBreak(verdict) ? paint.poor(text) : paint.dim(text)),
  };
}

/** What is to be said of a turn in a few words: its marks, the cause, how it ended. */
function noteOf({ listed, verdict, isOnBranch }: TurnRow, words: Words): string {
  const { stopReason } = listed.turn;
  const notes = [marksOf(listed, verdict)];
  if (verdict === null) notes.push(words.judging);
  else if (verdict.cause !== null && verdict.outcome !== "unmeasured") {
    const cause = words.causes[verdict.cause];
    notes.push(verdict.outcome === "hit" ? `(${cause})` : cause);
  }
  if (stopReason === "error" || stopReason === "aborted") notes.push(stopReason);
  if (!isOnBranch) notes.push(`(${words.otherBranch})`);
  return notes.filter(Boolean).join(" ");
}

/** One letter for each thing that happened: a break, a compaction, another model, a refresh. */
export function marksOf({ before }: ListedTurn, verdict: Verdict | null): string {
  const isBroken = verdict !== null && isBreak(verdict);
  return `${isBroken ? "!" : ""}${before.compactions > 0 ? "C" : ""}${before.modelSwitched ? "M" : ""}${before.refreshes > 0 ? "R" : ""}`;
}
