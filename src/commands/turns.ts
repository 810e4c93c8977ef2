import { reportNow } from "../report/report-now.ts";
import { displayName } from "../ui/safe-text.ts";
import { reportColumns } from "../ui/text/columns.ts";
import { TURNS_SHOWN, turnsText } from "../ui/text/turns.ts";
import { info, type Run, readCount, warning } from "./command.ts";

/** `/cache-stats turns [n]`: the table of the last n turns. */
export const run: Run = ({ monitor, host, words, piVersion, now }, args) => {
  const count = readCount(args);
  if (count === undefined) return warning(words.notACount(displayName(args)));
  return info(
    turnsText(reportNow(monitor, host, piVersion, now()), words, count ?? TURNS_SHOWN, reportColumns(host.columns())),
  );
};
