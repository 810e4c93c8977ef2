import { buildReport, type ReportSource } from "../report/build.ts";
import type { Report } from "../report/schema.ts";
import type { ExportedTurn } from "./turns.ts";

/** The machine report with all turns instead of the newest. */
export function fullReport(source: ReportSource, turns: readonly ExportedTurn[]): Report {
  return { ...buildReport(source, 1), turns: turns.map(({ report }) => report) };
}

/** A report of any contract as a file: JSON that people can read too, with a line end at its end. */
export function jsonText(report: object): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
