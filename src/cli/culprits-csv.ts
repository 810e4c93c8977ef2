import { missingPackage } from "../export/missing-package.ts";
import type { Culprit } from "../sessions/culprits.ts";
import { oneLine } from "../ui/safe-text.ts";

const COLUMNS = ["kind", "name", "breaks", "missedTokens", "missedCostUsd", "sessions"];
const LONGEST_NAME = 1_000;

/** Culprits as a table by RFC 4180. Null where the package that writes it is not installed. */
export async function culpritsCsv(culprits: readonly Culprit[]): Promise<string | null> {
  const library = await import("csv-stringify/sync").catch(missingPackage);
  if (library === null) return null;
  const rows = culprits.map(({ kind, name, count, missedTokens, missedCost, sessions }) => [
    ...[kind, oneLine(name.slice(0, LONGEST_NAME).toWellFormed())],
    ...[count, missedTokens, missedCost, sessions],
  ]);
  return library.stringify(rows, {
    ...{ header: true, columns: COLUMNS, record_delimiter: "windows", escape_formulas: true },
  });
}
