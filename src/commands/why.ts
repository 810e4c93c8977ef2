import { turnReport } from "../report/build.ts";
import { sourceNow } from "../report/report-now.ts";
import { displayName } from "../ui/safe-text.ts";
import { reportColumns } from "../ui/text/columns.ts";
import { whyText } from "../ui/text/why.ts";
import type { ListedTurn } from "../usage/turn-list.ts";
import { isBreak, type Verdict } from "../verdict/evidence.ts";
import { unmeasured } from "../verdict/judge.ts";
import { info, type Run, readCount, warning } from "./command.ts";

/**
 * `/cache-stats why [turn]`: one verdict with its evidence. Without a number the newest turn if it was rebuilt or broke,
 * otherwise the newest break, which is what people ask for.
 */
export const run: Run = ({ monitor, host, words, piVersion, now }, args) => {
  const source = sourceNow(monitor, host, piVersion, now(), Number.POSITIVE_INFINITY);
  const { turns } = source.branch;
  const [first, last] = [turns[0], turns.at(-1)];
  if (first === undefined || last === undefined) return info(words.noTurns);
  const verdictOf = ({ entryId }: ListedTurn): Verdict =>
    (entryId === null ? undefined : source.verdicts?.of(entryId)) ?? unmeasured();
  const explain = (turn: ListedTurn, intro: string | null = null) =>
    whyText(turnReport(turn, source), verdictOf(turn), words, {
      notional: source.isSubscription(turn.turn),
      intro,
      columns: reportColumns(host.columns()),
    });
  if (args !== "") {
    const asked = turns.find(({ number }) => number === readCount(args));
    return asked === undefined
      ? warning(words.noSuchTurn(displayName(args), first.number, last.number))
      : info(explain(asked));
  }
  const { outcome } = verdictOf(last);
  if (isBreak(verdictOf(last)) || outcome === "expected-rebuild") return info(explain(last));
  const newest = turns.findLast((turn) => isBreak(verdictOf(turn)));
  if (newest === undefined) return info(explain(last, words.noBreak(turns.length)));
  return info(explain(newest, words.latestIs(last.number, words.outcomes[outcome])));
};
