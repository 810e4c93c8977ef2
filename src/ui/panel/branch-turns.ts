import type { Host } from "../../host.ts";
import type { Pricer } from "../../usage/cost.ts";
import { parentId } from "../../usage/entry.ts";
import type { SessionScan } from "../../usage/session-scan.ts";
import { type Place, ROOT, TurnList } from "../../usage/turn-list.ts";

/** Entries further back than a turn with its tools reaches: then reading the whole branch is no more work. */
const FURTHEST_BACK = 1_000;

/** The turns that led to where the user is in the tree. An update reads what was appended, and nothing else. */
export class BranchTurns {
  readonly #scan: SessionScan;
  readonly #host: Host;
  readonly #price: Pricer;
  #list: TurnList;
  #end: string | null = null;
  #place: Place = ROOT;

  constructor(scan: SessionScan, host: Host, price: Pricer) {
    this.#scan = scan;
    this.#host = host;
    this.#price = price;
    this.#list = new TurnList(price);
  }

  get list(): TurnList {
    return this.#list;
  }

  update(): void {
    const appended = this.#appended();
    if (appended === null) this.#readAll();
    else for (const entry of appended) this.#place = this.#list.add(entry, this.#place);
    this.#end = this.#host.leafId();
  }

  #readAll(): void {
    const { entries, turnsBefore } = this.#scan.branchEntries(this.#host);
    this.#list = new TurnList(this.#price);
    this.#place = { ...ROOT, turns: turnsBefore };
    for (const entry of entries) this.#place = this.#list.add(entry, this.#place);
  }

  /** What follows the last entry that was read, oldest first; null where the branch does not continue it. */
  #appended(): readonly unknown[] | null {
    if (this.#end === null) return null;
    const entries: unknown[] = [];
    let id = this.#host.leafId();
    while (id !== null && id !== this.#end && entries.length < FURTHEST_BACK) {
      const entry = this.#host.entry(id);
      entries.push(entry);
      id = parentId(entry);
    }
    return id === this.#end ? entries.reverse() : null;
  }
}
