import type { Host } from "../host.ts";
import type { Monitor } from "../monitor.ts";
import { type Branch, readBranch } from "../usage/branch.ts";
import { buildReport, REPORT_TURNS, type ReportSource, type Verdicts } from "./build.ts";
import type { Report } from "./schema.ts";

/**
 * The report of a running instance. Apart from the monitor, so that start-up does not pay for it. `now` is milliseconds
 * since the epoch; `lastTurns` bounds the list of turns.
 */
export function reportNow(
  monitor: Monitor,
  host: Host,
  piVersion: string | null,
  now: number,
  lastTurns?: number,
): Report {
  return buildReport(sourceNow(monitor, host, piVersion, now, lastTurns ?? REPORT_TURNS), lastTurns);
}

/** What a report is made of now; `shown` is the number of newest turns whose verdicts are wanted. */
export function sourceNow(
  monitor: Monitor,
  host: Host,
  piVersion: string | null,
  now: number,
  shown: number,
): ReportSource {
  monitor.scan.update(host);
  const branch = readBranch(monitor.scan, host, monitor.price);
  return {
    now,
    piVersion,
    enabled: monitor.enabled,
    session: { id: host.sessionId(), file: host.sessionFile() },
    run: monitor.run.ledger,
    scan: monitor.scan,
    branch,
    details: { of: (entryId) => monitor.detailOf(entryId) },
    verdicts: verdictsNow(monitor, host, now, branch, shown),
    isSubscription: ({ provider, model }) => host.paidBySubscription(provider, model),
    prefix: monitor.requests.last,
    refusals: monitor.run.refusals.list,
    invalidConfig: [...monitor.config.invalid, ...monitor.metrics.invalid],
    unreadableRecords: monitor.session.records?.unreadable ?? 0,
    metrics: monitor.metrics,
    internalErrors: monitor.internalErrors,
  };
}

/** The verdicts that a report shows. Those of turns that are no longer kept are made again from the session's entries. */
function verdictsNow({ session }: Monitor, host: Host, now: number, { turns }: Branch, shown: number): Verdicts | null {
  const { verdicts } = session;
  if (verdicts === null) return null;
  const isKept = turns.slice(-shown).every(({ entryId }) => entryId === null || verdicts.of(entryId) !== undefined);
  const judge = isKept ? verdicts : verdicts.overAll(host.entries());
  const model = host.model();
  const { breaks, money } = verdicts;
  return { breaks, money, clock: verdicts.clock(model?.virtual ? null : model, now), of: (entry) => judge.of(entry) };
}
