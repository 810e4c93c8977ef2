import { type Records, readRecords } from "../record/read-records.ts";
import { type EntryFact, entryId, entryTime, readEntry } from "../usage/entry.ts";
import { Totals } from "../usage/totals.ts";
import { ModelKeys, type Turn } from "../usage/turn.ts";
import type { DeclaredLifetimes, Lifetimes } from "../verdict/lifetime.ts";
import { SessionVerdicts } from "../verdict/session-verdicts.ts";
import { entryKey } from "./entry-key.ts";
import type { NumberSet } from "./number-set.ts";
import { RowPrices } from "./row-prices.ts";
import type { SessionFile } from "./session-file.ts";
import { turnsOfInterest } from "./turns-of-interest.ts";

/** What counts of a file. */
export interface Counting {
  /** Keys of entries that other files have counted already. */
  readonly counted?: Pick<NumberSet, "has">;
  /** Milliseconds since the epoch; what was written before is read, and not counted. */
  readonly since?: number | null;
  /** Only sums are asked for: then what was recorded of a request is read where they can depend on it. */
  readonly sumsOnly?: boolean;
}

/** A session file with its sums and verdicts. */
export interface JudgedFile {
  readonly file: SessionFile;
  /** As it was asked: milliseconds since the epoch, null for everything. */
  readonly since: number | null;
  readonly prices: RowPrices;
  readonly records: Records;
  /** Of the entries that count. */
  readonly totals: Totals;
  /** Of all turns; their sums are of those that count. */
  readonly verdicts: SessionVerdicts;
  /** The entry ids of the turns that count, in the order of the file. */
  readonly countedTurns: readonly string[];
  /** For each entry of the file whether it holds usage that counts. */
  readonly isCounted: readonly boolean[];
  /** Keys of all entries with usage. */
  readonly keys: readonly number[];
  /** Turns that another file has counted. */
  readonly copiedTurns: number;
  /** When its first and last counted turn started, in milliseconds since the epoch. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/**
 * Judges a session as Pi would when it opens the file: from Pi's own entries, and what was recorded of the requests. What
 * does not count is still what the turns after it are compared with.
 */
export function judgeFile(file: SessionFile, { counted, since = null, sumsOnly = false }: Counting = {}): JudgedFile {
  const prices = new RowPrices();
  const facts = factsOf(file, prices);
  const wanted = sumsOnly ? turnsOfInterest(file.entries, facts) : null;
  // A record is read by what it stands behind, so all entries are needed where there is one.
  const entries = file.records.length === 0 ? [] : file.entries;
  const records = readRecords(entries, null, (entry) => wanted?.has(entry) ?? true);
  const totals = new Totals();
  const verdicts = verdictsOf(records, prices, lifetimesIn(file, facts, records));
  const isCounted: boolean[] = [];
  const countedTurns: string[] = [];
  const keys: number[] = [];
  const times = new Times();
  let copiedTurns = 0;
  for (const [index, entry] of file.entries.entries()) {
    const fact = facts[index] ?? null;
    let counts = false;
    if (fact !== null) {
      const key = entryKey(entry);
      const isCopy = key !== null && counted?.has(key) === true;
      if (key !== null) keys.push(key);
      const isAsked = since === null || isSince(entry, fact, since);
      if (isCopy && isAsked && fact.kind === "turn") copiedTurns += 1;
      counts = isAsked && !isCopy;
    }
    if (fact !== null && counts) {
      totals.addFact(fact);
      const id = fact.kind === "turn" ? entryId(entry) : null;
      if (id !== null) countedTurns.push(id);
      if (fact.kind === "turn") times.add(fact.turn);
    }
    isCounted.push(counts);
    verdicts.entry(entry, fact, counts);
  }
  const { first: firstAt, last: lastAt } = times;
  return {
    file,
    since,
    prices,
    records,
    totals,
    verdicts,
    countedTurns,
    isCounted,
    keys,
    copiedTurns,
    firstAt,
    lastAt,
  };
}

function verdictsOf({ details }: Records, { price }: RowPrices, lifetimes: Lifetimes): SessionVerdicts {
  const live = (entry: string | null) => (entry === null ? null : (details.get(entry)?.live ?? null));
  return new SessionVerdicts({ price, lifetimes, live, opened: null }, Number.POSITIVE_INFINITY);
}

const NOT_DECLARED: DeclaredLifetimes = { short: null, long: null };

/** The lifetimes that were recorded with a model's turns, the newest of each. Without Pi nothing else knows them. */
function lifetimesIn(
  { entries }: SessionFile,
  facts: readonly (EntryFact | null)[],
  { lifetimes }: Records,
): Lifetimes {
  const byModel = new Map<string, DeclaredLifetimes>();
  const keys = new ModelKeys();
  const keyOf = (provider: string, model: string): string => keys.of({ provider, api: "", model });
  if (lifetimes.size > 0) {
    for (const [index, fact] of facts.entries()) {
      const id = fact?.kind === "turn" ? entryId(entries[index]) : null;
      const declared = id === null ? undefined : lifetimes.get(id);
      if (fact?.kind === "turn" && declared !== undefined)
        byModel.set(keyOf(fact.turn.provider, fact.turn.model), declared);
    }
  }
  return (provider, model) => byModel.get(keyOf(provider, model)) ?? NOT_DECLARED;
}

/** What each entry says of usage. Prices are learned first, so that rows without a cost of their own can have one. */
function factsOf({ entries }: SessionFile, prices: RowPrices): readonly (EntryFact | null)[] {
  const facts = entries.map((entry) => readEntry(entry, () => null));
  let isPriced = true;
  for (const fact of facts) {
    if (fact?.kind === "turn") prices.learn(fact.turn);
    isPriced &&= fact === null || rowOf(fact).cost !== null;
  }
  if (isPriced) return facts;
  return facts.map((fact, index) =>
    fact !== null && rowOf(fact).cost === null ? readEntry(entries[index], prices.price) : fact,
  );
}

function rowOf(fact: EntryFact) {
  return fact.kind === "turn" ? fact.turn.row : fact.row;
}

/** An entry without a readable time may be of any: it counts. */
function isSince(entry: unknown, fact: EntryFact, since: number): boolean {
  const time = entryTime(entry) ?? (fact.kind === "turn" ? fact.turn.at : null);
  return time === null || time >= since;
}

/** The times of turns whose messages say when their request started. */
class Times {
  first: number | null = null;
  last: number | null = null;

  add({ at }: Turn): void {
    if (at === null) return;
    if (this.first === null || at < this.first) this.first = at;
    if (this.last === null || at > this.last) this.last = at;
  }
}
