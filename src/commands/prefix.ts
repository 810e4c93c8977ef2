import { diffText } from "../ui/text/diff.ts";
import { prefixText } from "../ui/text/prefix.ts";
import { info, type Run } from "./command.ts";

/** `/cache-stats prefix`: what the last request looked like, without its text. */
export const prefix: Run = ({ monitor, words }) => info(prefixText(monitor.requests.last, words));

/** `/cache-stats diff`: the changed text itself, on the user's own screen. */
export const diff: Run = ({ monitor, words }) => info(diffText(monitor.requests.lastChange, words));
