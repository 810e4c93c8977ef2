import type { ExportedTurn } from "../export/turns.ts";
import { asReport, type Made } from "../report/sessions-report.ts";
import { fullTokens } from "../ui/numbers.ts";
import type { CliContext } from "./context.ts";
import { turnsOfRange } from "./folder-turns.ts";
import type { Range } from "./range.ts";

/** Turns on a page: more of them make it slow, and nobody steps through them. */
const MOST_TURNS = 20_000;

/** A page on all sessions, their newest turns in the order of time. Null where the chart library is not installed. */
export async function folderPage(range: Range, made: Made, context: CliContext): Promise<string | null> {
  const { words, cli, config, terminal } = context;
  const { htmlText } = await import("../export/html/document.ts");
  const all: ExportedTurn[] = [];
  for (const { turns } of turnsOfRange(range, context)) all.push(...turns);
  all.sort((a, b) => timeOf(a) - timeOf(b));
  const shown = all.slice(-MOST_TURNS).map((turn, index) => numbered(turn, all.length - MOST_TURNS, index));
  if (all.length > shown.length) {
    terminal.warn(`${cli.olderTurns(fullTokens(all.length - shown.length), fullTokens(shown.length))}\n`);
  }
  const report = asReport(range.sums, made, range.inputs.name);
  // The page is made for one session: of a range it speaks by other names.
  const { page, ...rest } = words;
  const own = { ...page, sessionId: cli.sessions(range.sessions.length), breaksOfBranch: cli.newestBreaks };
  const named = { ...rest, session: cli.sessions(range.sessions.length), page: own };
  return htmlText(report, shown, named, config.language, false);
}

/** A turn's number in the order of all. */
function numbered(turn: ExportedTurn, left: number, index: number): ExportedTurn {
  return { ...turn, report: { ...turn.report, turn: Math.max(0, left) + index + 1 } };
}

function timeOf({ report }: ExportedTurn): number {
  return report.at === null ? 0 : Date.parse(report.at);
}
