import type { Pricer } from "./cost.ts";
import type { Ledger } from "./ledger.ts";
import type { SessionScan } from "./session-scan.ts";
import type { SessionView } from "./session-view.ts";
import { type ListedTurn, TurnList } from "./turn-list.ts";

/** The turns of the active branch inside the session window, oldest first, with their totals. */
export interface Branch {
  readonly turns: readonly ListedTurn[];
  readonly ledger: Ledger;
}

/** Reads the active branch. O(depth), so for commands, not for frames. */
export function readBranch(scan: SessionScan, view: SessionView, price: Pricer): Branch {
  const { entries, turnsBefore } = scan.branchEntries(view);
  const list = new TurnList(price);
  for (const entry of entries) list.add(entry, () => turnsBefore + list.turns.length + 1);
  return list;
}
