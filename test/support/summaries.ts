import { buildReport } from "../../src/report/build.ts";
import type { Report } from "../../src/report/schema.ts";
import { readBranch } from "../../src/usage/branch.ts";
import { TurnDetails } from "../../src/usage/details.ts";
import { Ledger } from "../../src/usage/ledger.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import { NO_CLOCK } from "../../src/verdict/clock.ts";
import { SessionVerdicts } from "../../src/verdict/session-verdicts.ts";
import { type Counts, MemorySession, noPrice, turn } from "./entries.ts";

/** A prompt that is written, and one of which nothing is read. */
export const WRITE: Counts = [100, 5, 0, 9_900];
export const MISS: Counts = [10_000, 5, 0, 0];

/** The report on a session of such turns, with verdicts; nothing was seen of their requests. */
export function reportOf(...rows: readonly Counts[]): Report {
  const session = new MemorySession(...rows.map((counts) => turn(counts)));
  const verdicts = new SessionVerdicts({
    ...{ price: noPrice, lifetimes: () => ({ short: null, long: null }), live: () => null, opened: null },
  });
  const scan = new SessionScan(noPrice);
  scan.follow(verdicts);
  scan.update(session);
  const { breaks, money } = verdicts;
  return buildReport({
    ...{ now: Date.UTC(2026, 0, 1), piVersion: null, enabled: true, session: { id: "s", file: null } },
    ...{ run: new Ledger(), scan, branch: readBranch(scan, session, noPrice), details: new TurnDetails() },
    verdicts: { breaks, money, clock: NO_CLOCK, of: (entry) => verdicts.of(entry) },
    isSubscription: () => false,
    ...{ prefix: null, refusals: [], invalidConfig: [], unreadableRecords: 0, internalErrors: 0 },
  });
}
