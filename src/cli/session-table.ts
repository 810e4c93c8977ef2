import { relative } from "node:path";
import type { SessionSummary } from "../sessions/session-summary.ts";
import { dollars, fullTokens } from "../ui/numbers.ts";
import { displayName, oneLine } from "../ui/safe-text.ts";
import { formatHitRate } from "../usage/hit-rate.ts";
import { aggregateOf } from "../usage/ledger.ts";
import { promptTokens } from "../usage/usage.ts";
import type { CliContext } from "./context.ts";
import { localTime } from "./local-time.ts";
import type { Range } from "./range.ts";
import { fittingTable } from "./table.ts";

/** Sessions in the table unless another number is asked for. */
const ROWS = 20;

/** Characters of a session's id: enough for `pi --session`. */
const ID_CHARS = 13;

/** The newest sessions, a line for each, the newest first. Times are local. */
export function sessionTable(
  { sessions, inputs }: Pick<Range, "sessions"> & { readonly inputs: Pick<Range["inputs"], "base"> },
  { asked, cli, terminal }: CliContext,
): string {
  const { headings } = cli;
  const newest = sessions.toSorted((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0));
  const shown = newest.slice(0, asked.limit ?? ROWS);
  const numbers = [headings.turns, headings.rate, headings.prompt, headings.breaks, headings.lost, headings.cost];
  const table = fittingTable(
    [
      { heading: headings.last },
      { heading: headings.session },
      ...numbers.map((heading) => ({ heading, isNumber: true })),
      { heading: headings.file },
    ],
    shown.map((session) => rowOf(session, inputs.base)),
    terminal.columns,
  );
  const left = sessions.length - shown.length;
  return left > 0 ? `${table}\n${cli.moreRows(left)}` : table;
}

function rowOf({ id, path, lastAt, models, breaks, totalCost }: SessionSummary, base: string): readonly string[] {
  const { turns, hitRate, usage } = aggregateOf(models);
  return [
    localTime(lastAt),
    displayName(id.slice(0, ID_CHARS)),
    fullTokens(turns),
    formatHitRate(hitRate, 1),
    fullTokens(promptTokens(usage)),
    fullTokens(breaks.total.count),
    dollarsOf(breaks.total.count === 0 ? 0 : breaks.total.missedCost),
    dollarsOf(totalCost),
    shownPath(path, base),
  ];
}

/** An amount, or that it is not known. */
export function dollarsOf(amount: number | null): string {
  return amount === null ? "n/a" : dollars(amount);
}

/** The path itself, or from `base` on where it lies in there, on one line. */
function shownPath(path: string, base: string): string {
  const own = relative(base, path);
  return oneLine(own.length < path.length && !own.startsWith("..") ? own : path);
}
