import { csvText } from "../export/csv.ts";
import type { CliContext } from "./context.ts";
import { turnsOfRange } from "./folder-turns.ts";
import type { Range } from "./range.ts";

/** The turns of all sessions as one table. Null where the package that writes it is not installed. */
export async function folderCsv(range: Range, context: CliContext): Promise<string | null> {
  const tables: string[] = [];
  for (const { session, file, turns } of turnsOfRange(range, context)) {
    const table = await csvText(turns, { session, file, isFirst: tables.length === 0 });
    if (table === null) return null;
    tables.push(table);
  }
  return tables.join("");
}
