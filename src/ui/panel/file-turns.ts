import type { Host } from "../../host.ts";
import type { Pricer } from "../../usage/cost.ts";
import { entryId, isTurnEntry, parentId } from "../../usage/entry.ts";
import type { SessionScan } from "../../usage/session-scan.ts";
import { TurnList } from "../../usage/turn-list.ts";

/**
 * The turns of all branches in the order of the file. Each has the number that it has on its own branch, so several can
 * share one. An update reads what was appended, and nothing else.
 */
export class FileTurns {
  readonly list: TurnList;
  readonly #scan: SessionScan;
  readonly #host: Host;
  /** Turns from the root to an entry, that entry included. */
  readonly #depth = new Map<string, number>();
  #read = 0;

  constructor(scan: SessionScan, host: Host, price: Pricer) {
    this.#scan = scan;
    this.#host = host;
    this.list = new TurnList(price);
  }

  update(): void {
    const { entries, windowStart } = this.#scan.fileEntries(this.#host);
    for (; this.#read < entries.length; this.#read++) {
      const entry = entries[this.#read];
      const depth = this.#depthOf(parentId(entry)) + (isTurnEntry(entry) ? 1 : 0);
      const id = entryId(entry);
      if (id !== null) this.#depth.set(id, depth);
      if (this.#read >= windowStart) this.list.add(entry, () => depth);
    }
  }

  #depthOf(id: string | null): number {
    return (id === null ? undefined : this.#depth.get(id)) ?? 0;
  }
}
