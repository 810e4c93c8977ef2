import { visibleWidth } from "@earendil-works/pi-tui";
import type { Config } from "../config.ts";
import { formatHitRate } from "../usage/hit-rate.ts";
import type { SessionScan } from "../usage/session-scan.ts";
import type { Cause } from "../verdict/cause.ts";
import { causeLabel } from "./footer/cause-label.ts";

/** The status shares its line with others. */
const STATUS_COLUMNS = 14;

/**
 * The latest turn's rate in at most 14 columns, such as `hit 97%`; with the cause of a break, where that fits:
 * `hit 6% tools`.
 */
export function statusText(scan: SessionScan, language: Config["language"], cause: Cause | null = null): string {
  const { latest, window } = scan;
  const rate = formatHitRate(latest === null ? null : window.ledger.rateOf(latest), 0);
  const text = language === "zh" ? `命中 ${rate}` : `hit ${rate}`;
  const labelled = cause === null ? text : `${text} ${causeLabel(cause, language)}`;
  return visibleWidth(labelled) <= STATUS_COLUMNS ? labelled : text;
}
