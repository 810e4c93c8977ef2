import type { Report } from "../report/schema.ts";
import type { Sessions } from "../sessions/read-sessions.ts";
import { glyphs } from "../ui/glyphs.ts";
import { reportColumns } from "../ui/text/columns.ts";
import { summaryText } from "../ui/text/summary.ts";
import type { CliContext } from "./context.ts";

/** The sums of several sessions, as `/cache-stats` shows those of one. */
export function rangeSummary(
  { sessions }: Pick<Sessions, "sessions">,
  report: Report,
  { words, cli, config, terminal }: CliContext,
): string {
  return summaryText(report, words, {
    footerTaken: false,
    columns: reportColumns(terminal.columns),
    glyphs: glyphs(config.ascii),
    readFrom: cli.sessions(sessions.length),
  });
}
