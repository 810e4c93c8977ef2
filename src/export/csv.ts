import { oneLine } from "../ui/safe-text.ts";
import { missingPackage } from "./missing-package.ts";
import type { ExportedTurn } from "./turns.ts";

type Cell = string | number | null;

/** A name or path may be megabytes long; what is left of it still tells one from another. */
const LONGEST_TEXT = 1_000;

/** The table's columns in their order. Its words are those of the machine contract; what was not measured is empty. */
const COLUMNS: readonly (readonly [name: string, cell: (turn: ExportedTurn) => Cell])[] = [
  ["turn", ({ report }) => report.turn],
  ["entryId", ({ report }) => text(report.entryId)],
  ["at", ({ report }) => report.at],
  ["provider", ({ report }) => text(report.provider)],
  ["api", ({ report }) => text(report.api)],
  ["model", ({ report }) => text(report.model)],
  ["thinkingLevel", ({ report }) => text(report.thinkingLevel)],
  ["stopReason", ({ report }) => text(report.stopReason)],
  ["input", ({ report }) => report.usage?.input ?? null],
  ["output", ({ report }) => report.usage?.output ?? null],
  ["cacheRead", ({ report }) => report.usage?.cacheRead ?? null],
  ["cacheWrite", ({ report }) => report.usage?.cacheWrite ?? null],
  ["cacheWrite1h", ({ report }) => report.usage?.cacheWrite1h ?? null],
  ["reasoning", ({ report }) => report.usage?.reasoning ?? null],
  ["promptTokens", ({ report }) => report.promptTokens],
  ["hitRate", ({ report }) => report.hitRate],
  ["costUsd", ({ report }) => report.cost],
  ["outcome", ({ report }) => report.verdict.outcome],
  ["cause", ({ report }) => report.verdict.cause],
  ["also", ({ report }) => list(report.verdict.also, "; ")],
  ["certainty", ({ report }) => report.verdict.certainty],
  ["missedTokens", ({ report }) => report.verdict.missedTokens],
  ["missedCostUsd", ({ report }) => report.verdict.missedCost],
  ["evidence", ({ report }) => list(report.verdict.evidence, " | ")],
  ["relation", ({ report }) => report.prefix?.relation ?? null],
  ["section", (turn) => placeOf(turn)?.section ?? null],
  ["kind", (turn) => placeOf(turn)?.kind ?? null],
  ["index", (turn) => placeOf(turn)?.index ?? null],
  ["name", (turn) => text(placeOf(turn)?.name ?? null)],
  ["path", (turn) => text(placeOf(turn)?.path ?? null)],
  ["tag", (turn) => text(placeOf(turn)?.tag ?? null)],
  ["line", (turn) => placeOf(turn)?.line ?? null],
  ["char", (turn) => placeOf(turn)?.char ?? null],
  ["charsBefore", (turn) => placeOf(turn)?.before?.chars ?? null],
  ["charsAfter", (turn) => placeOf(turn)?.after?.chars ?? null],
  ["owner", (turn) => text(placeOf(turn)?.owner ?? null)],
  ["shareBefore", (turn) => placeOf(turn)?.shareBefore ?? null],
  ["tokensPerSecond", ({ report }) => report.tokensPerSecond],
  ["timeToFirstTokenMs", ({ report }) => report.timeToFirstTokenMs],
  ["speedBasis", ({ report }) => report.speedBasis],
  ["flags", ({ report }) => list(report.flags, "; ")],
];

/** The session of the turns where a table holds those of several: it stands in columns before the others. */
export interface CsvSession {
  readonly session: string;
  readonly file: string;
  /** Whether the table begins here: it has one header. */
  readonly isFirst: boolean;
}

/**
 * Turns as a table by RFC 4180: a header, then a row for each, in UTF-8 without a mark at its beginning. A text that a
 * spreadsheet would take for a formula starts with an apostrophe. Null where the package that writes it is not installed.
 */
export async function csvText(turns: readonly ExportedTurn[], of: CsvSession | null = null): Promise<string | null> {
  const library = await import("csv-stringify/sync").catch(missingPackage);
  if (library === null) return null;
  const before = of === null ? [] : [text(of.session), text(of.file)];
  const names = [...(of === null ? [] : ["session", "file"]), ...COLUMNS.map(([name]) => name)];
  return library.stringify(
    turns.map((turn) => [...before, ...COLUMNS.map(([, cell]) => cell(turn))]),
    { header: of?.isFirst ?? true, columns: names, record_delimiter: "windows", escape_formulas: true },
  );
}

/** The difference that explains the verdict, or the first there was. */
function placeOf({ report, verdict }: ExportedTurn) {
  return verdict.evidence.find((evidence) => evidence.kind === "place")?.divergence ?? report.prefix?.divergence;
}

/** Text of outside origin in one line, bounded. An empty name is an empty cell, as one that is not known. */
function text(value: string | null): string | null {
  return value === null ? null : oneLine(value.slice(0, LONGEST_TEXT).toWellFormed());
}

function list(values: readonly string[], between: string): string {
  return values.map(text).join(between);
}
