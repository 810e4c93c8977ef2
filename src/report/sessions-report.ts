import { CULPRIT_KINDS, dearest } from "../sessions/culprits.ts";
import type { Sessions } from "../sessions/read-sessions.ts";
import type { SessionSummary, Sums } from "../sessions/session-summary.ts";
import { aggregateOf } from "../usage/ledger.ts";
import { NO_CLOCK } from "../verdict/clock.ts";
import { REPORT_SCHEMA, SESSIONS_SCHEMA, VERSION } from "../version.ts";
import { isoTime } from "./iso-time.ts";
import type { Report } from "./schema.ts";
import type { SessionsReport } from "./sessions-schema.ts";
import { breaksReport, clockReport } from "./verdict-report.ts";

/** When a report was made and what it covers, in milliseconds since the epoch. */
export interface Made {
  readonly now: number;
  readonly since: number | null;
}

/** The report on several sessions, as the contract has it. */
export function sessionsReport({ sums, sessions, copies, unread }: Sessions, { now, since }: Made): SessionsReport {
  const { copiedTurns, damagedLines, unreadableRecords } = sums;
  return {
    schema: SESSIONS_SCHEMA,
    generatedAt: new Date(now).toISOString(),
    versions: { piCacheStats: VERSION },
    since: isoTime(since),
    files: {
      ...{ sessions: sessions.length, copies, unread: [...unread] },
      ...{ copiedTurns, damagedLines, unreadableRecords },
      newer: sessions.filter(({ isNewer }) => isNewer).length,
    },
    window: aggregateOf(sums.models),
    ...sharedFields(sums),
    top: CULPRIT_KINDS.flatMap((kind) => dearest(sums.culprits, kind)),
    sessions: sessions.map(sessionOf),
  };
}

/**
 * The same sums in the form of a report on one session, for the views that are made for it: what only an open session has is
 * empty.
 */
export function asReport(sums: Sums, { now, since }: Made, name: string): Report {
  const window = aggregateOf(sums.models);
  return {
    schema: REPORT_SCHEMA,
    generatedAt: new Date(now).toISOString(),
    versions: { piCacheStats: VERSION, pi: null },
    enabled: true,
    session: { id: name, file: null },
    run: aggregateOf([]),
    window: { ...window, scope: since === null ? "session" : "since-reset" },
    branch: window,
    latest: { turn: null, hitRate: null },
    ...sharedFields(sums),
    turns: [],
    clock: clockReport(NO_CLOCK),
    ...{ prefix: null, unclassified400: [], invalidConfig: [], metrics: null, internalErrors: 0 },
    unreadableRecords: sums.unreadableRecords,
  };
}

function sharedFields({ models, breaks, money, totalCost, refreshes, side, flags }: Sums) {
  return {
    models: [...models],
    breaks: breaksReport(breaks),
    // A file does not say whether a subscription paid for it.
    money: { ...money, notional: false },
    ...{ totalCost, refreshes, side, flags: [...flags] },
  };
}

function sessionOf(summary: SessionSummary): SessionsReport["sessions"][number] {
  const { id, path, firstAt, lastAt, models, breaks, totalCost, flags } = summary;
  const { copiedTurns, damagedLines, unreadableRecords } = summary;
  return {
    ...{ id, file: path, firstAt: isoTime(firstAt), lastAt: isoTime(lastAt) },
    window: aggregateOf(models),
    breaks: { ...breaks.total },
    ...{ totalCost, flags: [...flags], copiedTurns, damagedLines, unreadableRecords },
  };
}
