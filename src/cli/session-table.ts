import { relative } from "node:path";
import type { SessionSummary } from "../sessions/session-summary.ts";
import { dollars, fullTokens } from "../ui/numbers.ts";
import { oneLine } from "../ui/safe-text.ts";
import { formatHitRate } from "../usage/hit-rate.ts";
import { aggregateOf } from "../usage/ledger.ts";
import { promptTokens } from "../usage/usage.ts";
import type { CliContext } from "./context.ts";
import type { Range } from "./range.ts";
import { tableText } from "./table.ts";

/** Sessions in the table unless another number is asked for. */
const ROWS = 20;

/** The newest sessions, a line for each, the newest first. Times are local. */
export function sessionTable({ sessions }: Pick<Range, "sessions">, { asked, cli, terminal }: CliContext): string {
  const { headings } = cli;
  const newest = sessions.toSorted((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0));
  const shown = newest.slice(0, asked.limit ?? ROWS);
  const numbers = [headings.turns, headings.rate, headings.prompt, headings.breaks, headings.lost, headings.cost];
  const table = tableText(
    [
      { heading: headings.last },
      ...numbers.map((heading) => ({ heading, isNumber: true })),
      { heading: headings.file },
    ],
    shown.map((session) => rowOf(session, terminal.cwd)),
  );
  const left = sessions.length - shown.length;
  return left > 0 ? `${table}\n${cli.moreRows(left)}` : table;
}

function rowOf({ path, lastAt, models, breaks, totalCost }: SessionSummary, cwd: string): readonly string[] {
  const { turns, hitRate, usage } = aggregateOf(models);
  return [
    localTime(lastAt),
    fullTokens(turns),
    formatHitRate(hitRate, 1),
    fullTokens(promptTokens(usage)),
    fullTokens(breaks.total.count),
    dollarsOf(breaks.total.count === 0 ? 0 : breaks.total.missedCost),
    dollarsOf(totalCost),
    shownPath(path, cwd),
  ];
}

/** `2026-11-30 16:58`, by the reader's clock. */
export function localTime(time: number | null): string {
  if (time === null || !Number.isFinite(new Date(time).getTime())) return "n/a";
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = [String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** An amount, or that it is not known. */
export function dollarsOf(amount: number | null): string {
  return amount === null ? "n/a" : dollars(amount);
}

/** The shorter of the path itself and the one from the working directory, on one line. */
function shownPath(path: string, cwd: string): string {
  const own = relative(cwd, path);
  return oneLine(own.length < path.length && !own.startsWith("..") ? own : path);
}
