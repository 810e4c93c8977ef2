import { isTurnEntry, parentId } from "./entry.ts";
import type { SessionView } from "./session-view.ts";

/**
 * Numbers turns along their branch from its root, from 1. It remembers the last one, so that the next costs only the
 * entries in between, and not the branch.
 */
export class TurnNumbers {
  #last: { readonly entryId: string; readonly number: number } | null = null;

  /** The number of the turn whose entry this is; of any other entry the number of the turn before it. */
  of(view: Pick<SessionView, "entry">, entryId: string): number {
    const seen = new Set<string>();
    let turns = 0;
    for (let id: string | null = entryId; id !== null && !seen.has(id); ) {
      if (id === this.#last?.entryId) {
        turns += this.#last.number;
        break;
      }
      seen.add(id);
      const entry = view.entry(id);
      if (isTurnEntry(entry)) turns += 1;
      id = parentId(entry);
    }
    this.#last = { entryId, number: turns };
    return turns;
  }
}
