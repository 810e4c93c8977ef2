import { field, textOrNull } from "./unknown.ts";
import type { SessionView } from "./usage/session-view.ts";

/** Results of a turn's tools and entries of other extensions that may stand behind its message. */
const FARTHEST = 500;

/**
 * The entry under which the message of a turn that ends was saved, for a Pi that does not say (before 0.87.1). Such a Pi saves the very
 * object that its event carries, so no other entry can be taken for it; null where none near the leaf is it.
 */
export function savedEntry(message: unknown, session: Pick<SessionView, "leafId" | "entry">): string | null {
  let id = session.leafId();
  for (let step = 0; id !== null && step < FARTHEST; step++) {
    const entry = session.entry(id);
    if (field(entry, "message") === message) return id;
    id = textOrNull(field(entry, "parentId"));
  }
  return null;
}
