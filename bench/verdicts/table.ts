import type { TurnReport } from "../../src/report/schema.ts";
import type { HealthyRun } from "./healthy.ts";
import { namedByPi } from "./pi-notice.ts";
import type { Played } from "./play.ts";
import { type Divergence, isBreak } from "./scenario.ts";

const HEAD = ["scenario", "protocol", "truth", "verdict", "Pi's own notice", ""] as const;

/** One row for each scenario, in columns. */
export function table(played: readonly Played[]): string {
  const rows = [HEAD, ...played.map(row)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? "").length)));
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function row(one: Played): readonly string[] {
  const { scenario, turn, notice } = one;
  const { cause, also = [], place } = scenario.expect;
  const told = [[cause ?? "no miss", ...also].join(" + "), place === undefined ? "" : where(place)];
  const pi = notice === null ? "–" : `${notice.label}${notice.shown ? "" : " (below Pi's threshold)"}`;
  return [scenario.name, scenario.protocol, join(told), turn === null ? "–" : verdictOf(turn), pi, resultOf(one)];
}

/** What the bench says of a scenario in the last column. */
export function resultOf({ wrongTruth, wrong }: Played): string {
  if (wrongTruth.length > 0) return `WRONG TRUTH (${[...wrongTruth, ...wrong].join("; ")})`;
  return wrong.length > 0 ? `WRONG (${wrong.join("; ")})` : "right";
}

function verdictOf({ verdict, prefix }: TurnReport): string {
  const { outcome, cause, also, certainty } = verdict;
  const divergence = prefix?.divergence ?? null;
  const causes = cause === null ? "" : [cause, ...also].join(" + ");
  return join([[outcome, causes, certainty].filter(Boolean).join(" "), divergence === null ? "" : where(divergence)]);
}

function where({ section, index, name, tag, kind }: Partial<Divergence>): string {
  const at = index === undefined || index === null ? "" : `[${index}]`;
  return [`${section ?? ""}${at}`, name, tag && `<${tag}>`, kind].filter(Boolean).join(" ");
}

function join(parts: readonly string[]): string {
  return parts.filter(Boolean).join(", ");
}

/** The last lines: how many are right, how many alarms healthy sessions gave, and how Pi's own rule did. */
export function totals(played: readonly Played[], healthy: readonly HealthyRun[]): string {
  const right = played.filter(({ wrong, wrongTruth }) => wrong.length + wrongTruth.length === 0).length;
  const turns = healthy.reduce((sum, run) => sum + run.turns, 0);
  const alarms = healthy.reduce((sum, run) => sum + run.alarms.length, 0);
  const breaks = played.filter(({ scenario }) => isBreak(scenario.expect));
  const counted = breaks.flatMap(({ notice, scenario }) => (notice === null ? [] : [{ notice, scenario }]));
  const shown = counted.filter(({ notice }) => notice.shown).length;
  const named = counted.filter(({ notice }) => namedByPi(notice).length > 0);
  const rightly = named.filter(({ notice, scenario }) =>
    namedByPi(notice).some((one) => one === scenario.expect.cause),
  );
  const partly = named.filter(({ notice, scenario }) =>
    namedByPi(notice).some((one) => scenario.expect.also?.includes(one)),
  );
  const pi = `${counted.length} of ${breaks.length} misses noticed (${shown} above its threshold)`;
  return [
    `${right} of ${played.length} scenarios right`,
    `${turns.toLocaleString("en-US")} healthy turns, ${alarms} alarms`,
    `Pi's own rule: ${pi}, ${rightly.length} causes named, of ${partly.length} more only a lesser one`,
  ].join("; ");
}
