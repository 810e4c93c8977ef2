import { jsonText } from "../export/json.ts";
import { asReport, sessionsReport } from "../report/sessions-report.ts";
import { CULPRIT_KINDS, type Culprit, type CulpritKind, dearest } from "../sessions/culprits.ts";
import type { Sums } from "../sessions/session-summary.ts";
import { dollars, fullTokens } from "../ui/numbers.ts";
import { displayName } from "../ui/safe-text.ts";
import { CAUSES } from "../verdict/cause.ts";
import type { CliContext } from "./context.ts";
import { culpritsCsv } from "./culprits-csv.ts";
import { checkGate } from "./gate.ts";
import { noticesOf } from "./notices.ts";
import { output } from "./output.ts";
import { type Range, readRange } from "./range.ts";
import { rangeSummary } from "./range-summary.ts";
import { fittingTable } from "./table.ts";
import { EXIT, type Exit } from "./terminal.ts";

/** Rows of each table unless another number is asked for. */
const ROWS = 10;

/** `top`: what cost most over all sessions of the paths, by cause, tool, prompt section and extension. */
export async function top(paths: readonly string[], context: CliContext): Promise<Exit> {
  const { asked, cli, terminal } = context;
  const range = await readRange(paths, context);
  if (range === null) return EXIT.unusable;
  const text = await contentOf(range, context);
  if (text === null) {
    terminal.warn(`${cli.needsPackage("csv-stringify")}\n`);
    return EXIT.unusable;
  }
  const written = await output(text, asked, context);
  return written === EXIT.ok ? checkGate(range.sums, context) : written;
}

async function contentOf(range: Range, context: CliContext): Promise<string | null> {
  const { asked, terminal } = context;
  if (asked.format === "csv") return culpritsCsv(CULPRIT_KINDS.flatMap((kind) => dearest(range.sums.culprits, kind)));
  const made = { now: terminal.now(), since: asked.since };
  if (asked.format === "json") return jsonText(sessionsReport(range, made));
  return `${[rangeSummary(range, asReport(range.sums, made, range.inputs.name), context), ...tables(range.sums, context), ...noticesOf(range, context.cli)].join("\n\n")}\n`;
}

function tables({ culprits, breaks }: Sums, context: CliContext): readonly string[] {
  const { cli } = context;
  if (breaks.total.count === 0) return [cli.noBreaks];
  return CULPRIT_KINDS.map((kind) => ({ kind, all: dearest(culprits, kind) }))
    .filter(({ all }) => all.length > 0)
    .map(({ kind, all }) => culpritTable(kind, all, breaks.total.missedTokens, context));
}

function culpritTable(
  kind: CulpritKind,
  all: readonly Culprit[],
  missedInAll: number,
  { asked, cli, words, terminal }: CliContext,
): string {
  const shown = all.slice(0, asked.limit ?? ROWS);
  const { headings } = cli;
  const columns = [
    { heading: cli.kinds[kind] },
    ...[headings.breaks, headings.missed, headings.share, headings.lost, headings.sessions].map((heading) => ({
      heading,
      isNumber: true,
    })),
  ];
  const rows = shown.map(({ name, count, missedTokens, missedCost, sessions }) => [
    nameOf(kind, name, words),
    fullTokens(count),
    fullTokens(missedTokens),
    missedInAll === 0 ? "n/a" : `${Math.round((missedTokens / missedInAll) * 100)}%`,
    missedCost === null ? "n/a" : dollars(missedCost),
    fullTokens(sessions),
  ]);
  const table = fittingTable(columns, rows, terminal.columns);
  return all.length > shown.length ? `${table}\n${cli.moreRows(all.length - shown.length)}` : table;
}

/** A cause in the reader's language; any other name as it is, cleaned. */
function nameOf(kind: CulpritKind, name: string, words: CliContext["words"]): string {
  const cause = kind === "cause" ? CAUSES.find((known) => known === name) : undefined;
  return cause === undefined ? displayName(name) : words.causes[cause];
}
