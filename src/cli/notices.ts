import type { Sessions } from "../sessions/read-sessions.ts";
import type { CliWords } from "../ui/words/cli-words.ts";

/** What a reader of the numbers should know of the files they come from; nothing where all was as expected. */
export function noticesOf({ sums, sessions, copies }: Omit<Sessions, "unread">, cli: CliWords): readonly string[] {
  const newer = sessions.filter(({ isNewer }) => isNewer).length;
  return [
    ...(sums.copiedTurns > 0 || copies > 0 ? [cli.copies(copies, sums.copiedTurns)] : []),
    ...(sums.damagedLines > 0 ? [cli.damaged(sums.damagedLines)] : []),
    ...(newer > 0 ? [cli.newer(newer)] : []),
  ];
}
