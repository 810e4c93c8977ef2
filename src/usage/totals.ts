import { addCost, type Pricer } from "./cost.ts";
import { type EntryFact, readEntry, type SideKind } from "./entry.ts";
import { Ledger } from "./ledger.ts";
import type { Flag, Row } from "./row.ts";
import { addUsage, NO_USAGE, type Usage } from "./usage.ts";

/** Refreshes and other `usage` entries: requests Pi made outside the conversation. */
export interface Refreshes {
  readonly count: number;
  readonly usage: Usage;
  /** US dollars; null when none has a known cost. */
  readonly cost: number | null;
}

/** Totals of a range of session entries: its turns by model, and apart from them everything that is not a turn. */
export class Totals {
  readonly ledger = new Ledger();
  #refreshes: Refreshes = { count: 0, usage: NO_USAGE, cost: null };
  #side: Readonly<Record<SideKind, Usage>> = { compaction: NO_USAGE, branchSummary: NO_USAGE, nested: NO_USAGE };
  #everything: { readonly usage: Usage; readonly cost: number | null } = { usage: NO_USAGE, cost: null };

  /** Adds what one entry says; entries without usage add nothing. Returns the turn's flags when it was a turn. */
  add(entry: unknown, price: Pricer): readonly Flag[] | null {
    const fact = readEntry(entry, price);
    return fact === null ? null : this.addFact(fact);
  }

  addFact(fact: EntryFact): readonly Flag[] | null {
    if (fact.kind === "turn") {
      this.#addToAll(fact.turn.row);
      return this.ledger.add(fact.turn);
    }
    this.#addToAll(fact.row);
    const usage = fact.row.usage ?? NO_USAGE;
    if (fact.kind === "refresh") {
      const { count, usage: sum, cost } = this.#refreshes;
      this.#refreshes = { count: count + 1, usage: addUsage(sum, usage), cost: addCost(cost, fact.row.cost) };
    } else {
      this.#side = { ...this.#side, [fact.side]: addUsage(this.#side[fact.side], usage) };
    }
    return null;
  }

  get refreshes(): Refreshes {
    return this.#refreshes;
  }

  get side(): Readonly<Record<SideKind, Usage>> {
    return this.#side;
  }

  /** Every token and dollar of the range, as Pi's own footer sums them: turns, refreshes, summaries, nested usage. */
  get everything(): { readonly usage: Usage; readonly cost: number | null } {
    return this.#everything;
  }

  #addToAll(row: Row): void {
    this.#everything = {
      usage: addUsage(this.#everything.usage, row.usage ?? NO_USAGE),
      cost: addCost(this.#everything.cost, row.cost),
    };
  }
}
