import type { Pricer } from "./cost.ts";
import type { Ledger } from "./ledger.ts";
import type { SessionScan } from "./session-scan.ts";
import type { SessionView } from "./session-view.ts";
import { type ListedTurn, type Place, ROOT, TurnList } from "./turn-list.ts";

/** The turns of the active branch inside the session window, oldest first, with their totals. */
export interface Branch {
  readonly turns: readonly ListedTurn[];
  readonly ledger: Ledger;
}

/** Reads the active branch. O(depth), so for commands, not for frames. */
export function readBranch(scan: SessionScan, view: SessionView, price: Pricer): Branch {
  const { entries, turnsBefore } = scan.branchEntries(view);
  const list = new TurnList(price);
  let place: Place = { ...ROOT, turns: turnsBefore };
  for (const entry of entries) place = list.add(entry, place);
  return list;
}
