import { type ReportSource, turnReport } from "../report/build.ts";
import type { TurnReport } from "../report/schema.ts";
import type { Happened } from "../usage/turn-list.ts";
import type { Verdict } from "../verdict/evidence.ts";
import { unmeasured } from "../verdict/judge.ts";

/** A turn as exports show it: the contract's own, and what the reader's language and a chart need beside it. */
export interface ExportedTurn {
  readonly report: TurnReport;
  /** The same verdict with its evidence as facts, to be said in any language. */
  readonly verdict: Verdict;
  /** What the session records between this turn and the one before. */
  readonly before: Happened;
  /** A subscription pays for its model: its dollars are what the tokens would cost. */
  readonly notional: boolean;
}

/** All turns of the active branch in the window, oldest first; a source gives verdicts of as many as it was asked for. */
export function exportedTurns(source: ReportSource): readonly ExportedTurn[] {
  return source.branch.turns.map((listed) => ({
    report: turnReport(listed, source),
    verdict: (listed.entryId === null ? undefined : source.verdicts?.of(listed.entryId)) ?? unmeasured(),
    before: listed.before,
    notional: source.isSubscription(listed.turn),
  }));
}
