import { jsonText } from "../export/json.ts";
import { asReport, type Made, sessionsReport } from "../report/sessions-report.ts";
import type { CliContext } from "./context.ts";
import { folderCsv } from "./folder-csv.ts";
import { folderPage } from "./folder-page.ts";
import { checkGate } from "./gate.ts";
import { noticesOf } from "./notices.ts";
import { output } from "./output.ts";
import { type Range, readRange } from "./range.ts";
import { rangeSummary } from "./range-summary.ts";
import { sessionTable } from "./session-table.ts";
import { EXIT, type Exit } from "./terminal.ts";

/** `report` on a folder or several paths: the sums of all sessions, and a line for each. */
export async function reportFolder(paths: readonly string[], context: CliContext): Promise<Exit> {
  const { asked, terminal, cli } = context;
  const range = await readRange(paths, context);
  if (range === null) return EXIT.unusable;
  const text = await contentOf(range, { now: terminal.now(), since: asked.since }, context);
  if (text === null) {
    terminal.warn(`${cli.needsPackage(asked.format === "csv" ? "csv-stringify" : "uplot")}\n`);
    return EXIT.unusable;
  }
  const written = await output(text, asked, context);
  return written === EXIT.ok ? checkGate(range.sums, context) : written;
}

async function contentOf(range: Range, made: Made, context: CliContext): Promise<string | null> {
  switch (context.asked.format) {
    case "json":
      return jsonText(sessionsReport(range, made));
    case "csv":
      return folderCsv(range, context);
    case "html":
      return folderPage(range, made, context);
    case "text": {
      const summary = rangeSummary(range, asReport(range.sums, made, range.inputs.name), context);
      const parts = [summary, sessionTable(range, context), ...noticesOf(range, context.cli)];
      return `${parts.join("\n\n")}\n`;
    }
  }
}
