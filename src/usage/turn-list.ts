import { field } from "../unknown.ts";
import type { Pricer } from "./cost.ts";
import { entryId, readEntry } from "./entry.ts";
import { Ledger } from "./ledger.ts";
import type { Flag } from "./row.ts";
import { isSameModel, type Turn } from "./turn.ts";

/** What the session records between a turn and the one before it in the same list. */
export interface Happened {
  readonly compactions: number;
  /** Requests outside the conversation, as cache-warming refreshes are. */
  readonly refreshes: number;
  /** Another provider, API or model answered the turn before. */
  readonly modelSwitched: boolean;
}

/** A turn in a list with its place. */
export interface ListedTurn {
  /** Counts from 1 along its branch from the root, also after a reset, so that a number keeps its meaning. */
  readonly number: number;
  readonly entryId: string | null;
  readonly turn: Turn;
  readonly flags: readonly Flag[];
  readonly before: Happened;
}

const NOTHING: Happened = Object.freeze({ compactions: 0, refreshes: 0, modelSwitched: false });

/** Turns read from session entries in their order, with their totals. It grows as entries come. */
export class TurnList {
  readonly ledger = new Ledger();
  readonly turns: ListedTurn[] = [];
  readonly #price: Pricer;
  #compactions = 0;
  #refreshes = 0;

  constructor(price: Pricer) {
    this.#price = price;
  }

  /** Reads the next entry; `number` is the turn's, asked only for a turn. Entries without usage add nothing. */
  add(entry: unknown, number: () => number): void {
    const fact = readEntry(entry, this.#price);
    if (isCompaction(entry)) this.#compactions += 1;
    if (fact?.kind === "refresh") this.#refreshes += 1;
    if (fact?.kind !== "turn") return;
    const { turn } = fact;
    const flags = this.ledger.add(turn);
    this.turns.push({ number: number(), entryId: entryId(entry), turn, flags, before: this.#happened(turn) });
    this.#compactions = 0;
    this.#refreshes = 0;
  }

  #happened(turn: Turn): Happened {
    const previous = this.turns.at(-1)?.turn;
    const modelSwitched = previous !== undefined && !isSameModel(previous, turn);
    if (!modelSwitched && this.#compactions === 0 && this.#refreshes === 0) return NOTHING;
    return { compactions: this.#compactions, refreshes: this.#refreshes, modelSwitched };
  }
}

// A compaction without usage of its own is no usage fact, but it happened.
function isCompaction(entry: unknown): boolean {
  return field(entry, "type") === "compaction";
}
