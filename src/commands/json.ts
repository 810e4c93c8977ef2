import { reportNow } from "../report/report-now.ts";
import { displayName } from "../ui/safe-text.ts";
import { info, type Run, readCount, warning } from "./command.ts";

/**
 * `/cache-stats json [n]`: the machine report, with the last n turns. One line of JSON where programs read it (RPC, print,
 * JSON mode); in the TUI a file, since nobody reads it on a screen.
 */
export const run: Run = async ({ monitor, host, words, piVersion, now, agentDir }, args) => {
  const count = readCount(args);
  if (count === undefined) return warning(words.notACount(displayName(args)));
  const time = now();
  const report = reportNow(monitor, host, piVersion, time, count ?? undefined);
  if (host.mode !== "tui") return info(JSON.stringify(report));
  const { writeExport } = await import("../export/write.ts");
  const { jsonText } = await import("../export/json.ts");
  const naming = { now: time, extension: "json" };
  const written = await writeExport(agentDir(), report.session.id, naming, jsonText(report));
  return written.ok
    ? info(words.reportWritten(written.path))
    : warning(words.reportNotWritten(written.path, written.code));
};
