import { reportOf } from "../support/truth.ts";
import type { Drive } from "./drive.ts";
import { type Charge, sum } from "./truth.ts";

/** Compares the report of the session that is open with what the provider charged in it. Throws what differs. */
export async function checkSession(drive: Drive, bare = false): Promise<void> {
  const { session, truths } = drive;
  // Without the extension there is no report.
  if (bare) return;
  const report = await reportOf(drive.pi, "1");
  const turns = truths.turnsOf(session);
  const { compaction, branchSummary } = report.side;
  const problems = [
    ...differences("session", report.session.id, session.id),
    ...differences("turns", report.window.turns, turns.length),
    ...differences("turns of the run", report.run.turns, drive.runTurns),
    ...chargeDifferences(
      "turns",
      { ...report.window.usage, cost: report.window.cost ?? 0 },
      sum(turns.filter((turn) => turn !== null)),
    ),
    ...chargeDifferences(
      "summaries",
      {
        ...sum([
          { ...compaction, cost: 0 },
          { ...branchSummary, cost: 0 },
        ]),
      },
      { ...truths.summariesOf(session), cost: 0 },
    ),
    ...differences("internal errors", report.internalErrors, 0),
    ...differences("unreadable records", report.unreadableRecords, 0),
    ...differences("flags", report.flags.filter((flag) => flag !== "not-reporting").join(), ""),
    ...differences("unplanned requests", truths.unplanned, 0),
    ...differences("stderr", drive.pi.stderr, ""),
  ];
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** Dollars are sums of fractions: they may differ by their rounding. */
const CENT_FRACTION = 1e-9;

export function chargeDifferences(what: string, found: Charge, expected: Charge): readonly string[] {
  const tokens = (["input", "output", "cacheRead", "cacheWrite"] as const).flatMap((kind) =>
    differences(`${what}: ${kind}`, found[kind], expected[kind]),
  );
  const gap = Math.abs(found.cost - expected.cost);
  return gap <= CENT_FRACTION * Math.max(1, expected.cost)
    ? tokens
    : [...tokens, ...differences(`${what}: cost`, found.cost, expected.cost)];
}

export function differences(what: string, found: unknown, expected: unknown): readonly string[] {
  return found === expected ? [] : [`${what}: found ${String(found)}, expected ${String(expected)}`];
}
