import type { Host } from "../host.ts";
import type { Monitor } from "../monitor.ts";
import { readBranch } from "../usage/branch.ts";
import { buildReport } from "./build.ts";
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
  monitor.scan.update(host);
  const source = {
    now,
    piVersion,
    enabled: monitor.enabled,
    session: { id: host.sessionId(), file: host.sessionFile() },
    run: monitor.run,
    scan: monitor.scan,
    branch: readBranch(monitor.scan, host, monitor.price),
    details: monitor.details,
    prefix: monitor.requests.last,
    refusals: monitor.refusals,
    invalidConfig: monitor.config.invalid,
    internalErrors: monitor.internalErrors,
  };
  return buildReport(source, lastTurns);
}
