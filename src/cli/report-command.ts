import type { CliContext } from "./context.ts";
import { findInputs, warnUnread } from "./inputs.ts";
import { reportFile } from "./report-file.ts";
import { reportFolder } from "./report-folder.ts";
import { EXIT, type Exit } from "./terminal.ts";

/** `report`: of one session file all that Pi would show of it, of a folder or several files their sums. */
export async function report(paths: readonly string[], context: CliContext): Promise<Exit> {
  const { asked, cli, terminal } = context;
  const inputs = findInputs(paths, terminal);
  const [only] = inputs.paths;
  if (inputs.isOneFile && only !== undefined) return reportFile(only, context);
  if (inputs.isOneFile) {
    warnUnread(inputs.unread, context);
    return EXIT.unusable;
  }
  const ofFile = [asked.turns ? "--turns" : null, asked.why === null ? null : "--why"];
  const unfit = ofFile.find((option) => option !== null) ?? null;
  if (unfit === null) return reportFolder(paths, context);
  terminal.warn(`${cli.onlyOfFile(unfit)}\n`);
  return EXIT.unusable;
}
