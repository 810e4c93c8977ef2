import { KILL_MOMENTS } from "./replies.ts";

const FAULTS = [
  ...["failed", "cut", "refused", "gave up"],
  ...[
    "aborted before the head",
    "aborted in the stream",
    "aborted in a tool",
    "command in the stream",
    "steered in the stream",
  ],
  ...[
    "compaction",
    "failed compaction",
    "automatic compaction",
    "tree move",
    "branch summary",
    "model switch",
    "thinking switch",
  ],
  ...["reload", "new session", "new session in the stream", "resumed session", "fork", "command"],
];

/** The kinds of faults that have happened less often than `least`; of kills one of each kind is enough. */
export function rareOf(
  happened: ReadonlyMap<string, number>,
  least: number,
  { kills }: { readonly kills: boolean },
): readonly string[] {
  const few = (what: string, times: number): readonly string[] => {
    const found = happened.get(what) ?? 0;
    return found < times ? [`${what} ${found} times`] : [];
  };
  const killed = kills ? KILL_MOMENTS.flatMap((moment) => few(`killed: ${moment}`, 1)) : [];
  return [...FAULTS.flatMap((what) => few(what, least)), ...killed];
}
