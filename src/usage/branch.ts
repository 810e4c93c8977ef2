import type { Pricer } from "./cost.ts";
import { entryId, readEntry } from "./entry.ts";
import { Ledger } from "./ledger.ts";
import type { Flag } from "./row.ts";
import type { SessionScan } from "./session-scan.ts";
import type { SessionView } from "./session-view.ts";
import type { Turn } from "./turn.ts";

/** A turn of the active branch with its place. */
export interface BranchTurn {
  /** Counts from 1 along the branch from its root, also after a reset, so that a number keeps its meaning. */
  readonly number: number;
  readonly entryId: string | null;
  readonly turn: Turn;
  readonly flags: readonly Flag[];
}

/** The turns of the active branch inside the session window, oldest first, with their totals. */
export interface Branch {
  readonly turns: readonly BranchTurn[];
  readonly ledger: Ledger;
}

/** Reads the active branch. O(depth), so for commands, not for frames. */
export function readBranch(scan: SessionScan, view: SessionView, price: Pricer): Branch {
  const { entries, turnsBefore } = scan.branchEntries(view);
  const ledger = new Ledger();
  const turns: BranchTurn[] = [];
  for (const entry of entries) {
    const fact = readEntry(entry, price);
    if (fact?.kind !== "turn") continue;
    const flags = ledger.add(fact.turn);
    turns.push({ number: turnsBefore + turns.length + 1, entryId: entryId(entry), turn: fact.turn, flags });
  }
  return { turns, ledger };
}
