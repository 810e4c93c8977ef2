import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { ownPath } from "../export/target.ts";
import { findFiles, inOrder } from "../sessions/find-files.ts";
import { NOT_A_SESSION, type UnreadFile } from "../sessions/session-file.ts";
import { oneLine } from "../ui/safe-text.ts";
import type { CliContext } from "./context.ts";
import type { Terminal } from "./terminal.ts";

/** The files of one or several paths. */
export interface Inputs {
  readonly paths: readonly string[];
  readonly unread: readonly UnreadFile[];
  /** One path that is a file: then its session is the subject, and else a range of them. */
  readonly isOneFile: boolean;
  /** What was asked for, for display. */
  readonly name: string;
  /** The one folder that was asked for, or the working directory: paths are shown from there. */
  readonly base: string;
}

/** Finds the session files of the paths that were given; without any, those that Pi keeps. */
export function findInputs(asked: readonly string[], terminal: Terminal): Inputs {
  const given = asked.length > 0 ? asked : [sessionFolder(terminal)];
  // A file that two of the paths lead to is read once.
  const seen = new Set<string>();
  const found = given.map((path) => findFiles(resolve(terminal.cwd, path), seen));
  const [first] = found;
  return {
    paths: found.flatMap(({ paths }) => paths).sort(inOrder),
    unread: found.flatMap(({ unread }) => unread),
    isOneFile: given.length === 1 && first?.isFolder === false,
    name: given.map(oneLine).join(", "),
    base: given.length === 1 && first?.isFolder === true ? resolve(terminal.cwd, given[0] ?? "") : terminal.cwd,
  };
}

/** Pi: `PI_CODING_AGENT_SESSION_DIR`, else `sessions` in the agent folder; in both `~` is the home folder. */
function sessionFolder({ env, cwd, home }: Terminal): string {
  const from = { cwd, home: home ?? homedir() };
  const folder = ownPath({ ...from, typed: env.PI_CODING_AGENT_SESSION_DIR ?? "" });
  if (folder !== null) return folder;
  const agent = ownPath({ ...from, typed: env.PI_CODING_AGENT_DIR ?? "" });
  return join(agent ?? join(from.home, ".pi", "agent"), "sessions");
}

/** Files told by name; a folder may hold thousands that are no sessions. */
const MOST_NAMED = 5;

/** Says on standard error which files were passed over. */
export function warnUnread(unread: readonly UnreadFile[], { terminal, cli }: CliContext): void {
  for (const { path, code } of unread.slice(0, MOST_NAMED)) {
    const shown = oneLine(path);
    terminal.warn(`${code === NOT_A_SESSION ? cli.notSession(shown) : cli.unread(shown, code)}\n`);
  }
  if (unread.length > MOST_NAMED) terminal.warn(`${cli.moreUnread(unread.length - MOST_NAMED)}\n`);
}
