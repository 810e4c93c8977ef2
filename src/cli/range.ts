import { readSessions, type Sessions } from "../sessions/read-sessions.ts";
import type { CliContext } from "./context.ts";
import { findInputs, type Inputs, warnUnread } from "./inputs.ts";
import { localTime } from "./local-time.ts";
import { Progress } from "./progress.ts";

/** Sessions that were read, and what they were called. */
export interface Range extends Sessions {
  readonly inputs: Inputs;
}

/** Reads all sessions of the paths. Null where none has a turn that counts: then why is said on standard error. */
export async function readRange(paths: readonly string[], context: CliContext): Promise<Range | null> {
  const { terminal, cli, asked } = context;
  const inputs = findInputs(paths, terminal);
  const progress = new Progress(terminal, cli);
  const sessions = await readSessions(inputs.paths, { since: asked.since, onProgress: progress.files });
  progress.end();
  const unread = [...inputs.unread, ...sessions.unread];
  warnUnread(unread, context);
  if (sessions.sessions.length > 0) return { ...sessions, unread, inputs };
  const isEmpty = sessions.copies === 0 && inputs.paths.length === sessions.unread.length;
  const since = asked.since === null ? null : localTime(asked.since);
  // Of one file that is no session that was said already.
  if (!isEmpty || !inputs.isOneFile) {
    terminal.warn(`${isEmpty ? cli.noSessions(inputs.name) : cli.noTurns(since)}\n`);
  }
  return null;
}
