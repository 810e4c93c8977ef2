import type { Config } from "../config.ts";
import { formatHitRate } from "../usage/hit-rate.ts";
import type { SessionScan } from "../usage/session-scan.ts";

/** The latest turn's rate in at most 14 columns, such as `hit 97%`: it shares its line with other statuses. */
export function statusText(scan: SessionScan, language: Config["language"]): string {
  const { latest, window } = scan;
  const rate = formatHitRate(latest === null ? null : window.ledger.rateOf(latest), 0);
  return language === "zh" ? `命中 ${rate}` : `hit ${rate}`;
}
