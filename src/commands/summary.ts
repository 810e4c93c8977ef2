import { reportNow } from "../report/report-now.ts";
import { glyphs } from "../ui/glyphs.ts";
import { reportColumns } from "../ui/text/columns.ts";
import { summaryText } from "../ui/text/summary.ts";
import { info, type Run } from "./command.ts";

/** `/cache-stats` without a word. */
export const run: Run = ({ monitor, host, words, piVersion, now, views }) =>
  info(
    summaryText(reportNow(monitor, host, piVersion, now()), words, {
      footerTaken: views.footerTaken,
      commandShared: host.isCommandShared(),
      columns: reportColumns(host.columns()),
      glyphs: glyphs(monitor.config.ascii),
    }),
  );
