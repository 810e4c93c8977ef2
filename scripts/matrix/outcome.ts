/** How the tests went on one Pi. */
export interface Outcome {
  readonly version: string;
  readonly passed: number;
  readonly failed: readonly string[];
  /** Titles, and why they were skipped. */
  readonly skipped: readonly Skipped[];
  readonly seconds: number;
  /** What went wrong beside tests: the installation, a file that could not be loaded. Empty where nothing did. */
  readonly trouble: string;
}

export interface Skipped {
  readonly title: string;
  readonly reason: string;
}

/** Whether all went well: something ran, and nothing failed. */
export function isGood({ passed, failed, trouble }: Outcome): boolean {
  return passed > 0 && failed.length === 0 && trouble === "";
}

/** The table, and below it by name what failed and what was skipped. */
export function outcomeText(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ version, passed, failed, skipped, seconds, trouble }) => [
    ...[version, String(passed), String(failed.length), String(skipped.length), `${Math.round(seconds)} s`],
    trouble,
  ]);
  const cells = [["Pi", "passed", "failed", "skipped", "time", ""], ...rows];
  const table = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(column === 0 ? 8 : 9))
      .join("")
      .trimEnd(),
  );
  const named = outcomes.flatMap(({ version, failed, skipped }) => [
    ...failed.map((title) => `  failed on ${version}: ${title}`),
    ...skipped.map(({ title, reason }) => `  skipped on ${version}: ${title} (${reason})`),
  ]);
  return [...table, ...(named.length === 0 ? [] : ["", ...named])].join("\n");
}
