import { reportColumns } from "../ui/text/columns.ts";
import { diffText } from "../ui/text/diff.ts";
import { prefixText } from "../ui/text/prefix.ts";
import { info, type Run, warning } from "./command.ts";

/** `/cache-stats prefix`: what the last request looked like, without its text. */
export const prefix: Run = ({ monitor, host, words }) =>
  info(prefixText(monitor.requests.last, words, reportColumns(host.columns())));

/** `/cache-stats diff`: the changed text itself, on the user's own screen and so not where answers go to a log. */
export const diff: Run = ({ monitor, host, words }) =>
  host.mode === "tui" || host.mode === "rpc"
    ? info(diffText(monitor.requests.lastChange, words, reportColumns(host.columns())))
    : warning(words.diffNeedsScreen);
