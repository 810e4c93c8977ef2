import { csvText } from "../export/csv.ts";
import { fullReport, jsonText } from "../export/json.ts";
import { notWritten, writeTo } from "../export/target.ts";
import { exportedTurns } from "../export/turns.ts";
import type { ReportSource } from "../report/build.ts";
import { sourceNow } from "../report/report-now.ts";
import { displayName, oneLine } from "../ui/safe-text.ts";
import { type CommandContext, info, type Run, warning } from "./command.ts";

const FORMATS = ["csv", "json", "html"] as const;
type Format = (typeof FORMATS)[number];

/**
 * `/cache-stats export csv|json|html [path]`: every turn of the branch in a file, in every mode. Without a path it goes below
 * Pi's agent folder; the rest of the line is the path, blanks included.
 */
export const run: Run = async (context, args) => {
  const { monitor, host, words, piVersion, now, agentDir } = context;
  const [, word = "", typed = ""] = /^(\S*)\s*(.*)$/s.exec(args) ?? [];
  const format = FORMATS.find((known) => known === word.toLowerCase());
  if (format === undefined) return warning(word === "" ? words.exportUsage : words.exportUnknown(displayName(word)));
  const time = now();
  const source = sourceNow(monitor, host, piVersion, time, Number.POSITIVE_INFINITY);
  const content = await contentOf(format, source, context);
  if (content === null) return warning(words.exportNeedsPackage(format, format === "csv" ? "csv-stringify" : "uplot"));
  const target = { typed, cwd: host.cwd(), home: host.home(), agentDir: agentDir(), sessionId: source.session.id };
  const written = await writeTo(target, { now: time, extension: format }, content);
  const shown = oneLine(written.path);
  return written.ok ? info(words.reportWritten(shown)) : warning(notWritten(shown, written.code, words));
};

/** The file's text; null where it needs a package that is not installed. */
async function contentOf(
  format: Format,
  source: ReportSource,
  { monitor, words }: CommandContext,
): Promise<string | null> {
  const turns = exportedTurns(source);
  if (format === "csv") return csvText(turns);
  const report = fullReport(source, turns);
  if (format === "json") return jsonText(report);
  const { htmlText } = await import("../export/html/document.ts");
  return htmlText(report, turns, words, monitor.config.language);
}
