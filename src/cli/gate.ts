import type { Sums } from "../sessions/session-summary.ts";
import { formatHitRate } from "../usage/hit-rate.ts";
import { aggregateOf } from "../usage/ledger.ts";
import type { CliContext } from "./context.ts";
import { EXIT, type Exit } from "./terminal.ts";

/**
 * Holds the sums against the limits that were set, and says on standard error which was passed. A rate that was not measured
 * is under no limit and above none: a gate that let it through would check nothing, so that is input it cannot use.
 */
export function checkGate(
  { models, breaks }: Pick<Sums, "models" | "breaks">,
  { asked: { failUnder, maxBreaks }, cli, terminal }: Pick<CliContext, "asked" | "cli" | "terminal">,
): Exit {
  const { hitRate } = aggregateOf(models);
  const { count } = breaks.total;
  const faults: string[] = [];
  if (failUnder !== null && hitRate === null) {
    terminal.warn(`${cli.nothingMeasured}\n`);
    return EXIT.unusable;
  }
  if (failUnder !== null && hitRate !== null && hitRate < failUnder) {
    faults.push(cli.underRate(formatHitRate(hitRate, 1), formatHitRate(failUnder, 1)));
  }
  if (maxBreaks !== null && count > maxBreaks) faults.push(cli.overBreaks(count, maxBreaks));
  for (const fault of faults) terminal.warn(`${fault}\n`);
  return faults.length === 0 ? EXIT.ok : EXIT.overLimit;
}
