import { entryId, parentId } from "../usage/entry.ts";
import type { SessionView } from "../usage/session-view.ts";
import type { SessionFile } from "./session-file.ts";

/** The entries of a file as Pi shows those of an open session: the last one is the leaf, as when Pi opens the file. */
export function viewOf({ id, entries }: Pick<SessionFile, "id" | "entries">): SessionView {
  const byId = new Map<string, unknown>();
  let leaf: string | null = null;
  for (const entry of entries) {
    const own = entryId(entry);
    if (own === null) continue;
    byId.set(own, entry);
    leaf = own;
  }
  return {
    sessionId: () => id,
    leafId: () => leaf,
    entryCount: () => entries.length,
    entries: () => entries,
    entry: (asked) => byId.get(asked),
    branch: () => branchTo(leaf, byId),
  };
}

function branchTo(leaf: string | null, byId: ReadonlyMap<string, unknown>): readonly unknown[] {
  const branch: unknown[] = [];
  const seen = new Set<string>();
  // A damaged line may have been a parent: what lies before it is not known to belong to the branch.
  for (let id = leaf; id !== null && byId.has(id) && !seen.has(id); ) {
    seen.add(id);
    const entry = byId.get(id);
    branch.push(entry);
    id = parentId(entry);
  }
  return branch.reverse();
}
