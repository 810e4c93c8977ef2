import { type ExportedTurn, exportedTurns } from "../export/turns.ts";
import { sourceOf } from "../sessions/file-turns.ts";
import { judgeFile } from "../sessions/judged-file.ts";
import { LineReader } from "../sessions/line-reader.ts";
import { NumberSet } from "../sessions/number-set.ts";
import { isSessionFile, readSessionFile } from "../sessions/session-file.ts";
import type { CliContext } from "./context.ts";
import type { Range } from "./range.ts";

/** The turns of one session that count, of all its branches. */
export interface SessionTurns {
  readonly session: string;
  readonly file: string;
  readonly turns: readonly ExportedTurn[];
}

/**
 * The turns of all sessions of a range, a session at a time, so that memory holds one. The files are read once more: sums and
 * turns together would be kept for nothing by the commands that want sums.
 */
export function* turnsOfRange(
  { sessions }: Pick<Range, "sessions">,
  { asked, terminal }: Pick<CliContext, "asked" | "terminal">,
): Generator<SessionTurns> {
  const reader = new LineReader();
  const counted = new NumberSet();
  for (const { path } of sessions) {
    const file = readSessionFile(path, reader);
    if (!isSessionFile(file)) continue;
    const judged = judgeFile(file, { since: asked.since, counted });
    for (const key of judged.keys) counted.add(key);
    const turns = exportedTurns(sourceOf(judged, "file", terminal.now()));
    yield { session: file.id, file: path, turns };
  }
}
