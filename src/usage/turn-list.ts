import { field } from "../unknown.ts";
import type { Pricer } from "./cost.ts";
import { type EntryFact, entryId, readEntry } from "./entry.ts";
import { Ledger } from "./ledger.ts";
import type { Flag } from "./row.ts";
import { isSameModel, type Turn } from "./turn.ts";

/** What the session records between a turn and the one before it on its branch. */
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

/** What lies between the root of a branch and one of its entries, that entry included. */
export interface Place {
  readonly turns: number;
  /** The newest of them that was read; null where none was. */
  readonly last: Turn | null;
  /** Since that turn. */
  readonly compactions: number;
  readonly refreshes: number;
}

/** Before the first entry. */
export const ROOT: Place = Object.freeze({ turns: 0, last: null, compactions: 0, refreshes: 0 });

const NOTHING: Happened = Object.freeze({ compactions: 0, refreshes: 0, modelSwitched: false });

/** Turns read from session entries in their order, with their totals. It grows as entries come. */
export class TurnList {
  readonly ledger = new Ledger();
  readonly turns: ListedTurn[] = [];
  readonly #price: Pricer;

  constructor(price: Pricer) {
    this.#price = price;
  }

  /**
   * Reads the next entry, which follows `place` on its branch, and lists it if it is a turn. Returns the place after it.
   * Entries without usage add nothing.
   */
  add(entry: unknown, place: Place): Place {
    return this.#read(entry, place, true);
  }

  /** As `add`, for an entry that is not to be listed: only its place counts. */
  pass(entry: unknown, place: Place): Place {
    return this.#read(entry, place, false);
  }

  #read(entry: unknown, place: Place, isListed: boolean): Place {
    const fact = readEntry(entry, this.#price);
    const after = placeAfter(place, entry, fact);
    if (isListed && fact?.kind === "turn") {
      const { turn } = fact;
      const flags = this.ledger.add(turn);
      this.turns.push({ number: after.turns, entryId: entryId(entry), turn, flags, before: happened(place, turn) });
    }
    return after;
  }
}

function placeAfter(place: Place, entry: unknown, fact: EntryFact | null): Place {
  if (fact?.kind === "turn") return { turns: place.turns + 1, last: fact.turn, compactions: 0, refreshes: 0 };
  // A compaction without usage of its own is no usage fact, but it happened.
  if (field(entry, "type") === "compaction") return { ...place, compactions: place.compactions + 1 };
  return fact?.kind === "refresh" ? { ...place, refreshes: place.refreshes + 1 } : place;
}

function happened({ last, compactions, refreshes }: Place, turn: Turn): Happened {
  const modelSwitched = last !== null && !isSameModel(last, turn);
  return modelSwitched || compactions > 0 || refreshes > 0 ? { compactions, refreshes, modelSwitched } : NOTHING;
}
