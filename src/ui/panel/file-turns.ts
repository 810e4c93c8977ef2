import type { Host } from "../../host.ts";
import type { Pricer } from "../../usage/cost.ts";
import { entryId, parentId } from "../../usage/entry.ts";
import type { SessionScan } from "../../usage/session-scan.ts";
import { type Place, ROOT, TurnList } from "../../usage/turn-list.ts";

/**
 * The turns of all branches in the order of the file. Each has the number and the marks that it has on its own branch, so
 * several can share a number. An update reads what was appended, and nothing else.
 */
export class FileTurns {
  readonly list: TurnList;
  readonly #scan: SessionScan;
  readonly #host: Host;
  readonly #places = new Map<string, Place>();
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
      const before = this.#placeOf(parentId(entry));
      const after = this.#read < windowStart ? this.list.pass(entry, before) : this.list.add(entry, before);
      const id = entryId(entry);
      if (id !== null) this.#places.set(id, after);
    }
  }

  #placeOf(id: string | null): Place {
    return (id === null ? undefined : this.#places.get(id)) ?? ROOT;
  }
}
