import type { Monitor } from "../monitor.ts";
import type { Speed } from "../speed/speed.ts";
import type { TurnDetail } from "../usage/details.ts";
import type { LiveFacts } from "../verdict/facts.ts";
import type { Lifetimes } from "../verdict/lifetime.ts";
import {
  type CompactObservation,
  compactMarker,
  compactObservation,
  type UsualObservation,
  usualObservation,
} from "./compact-observation.ts";
import { PrintKeeper, type PrintRecord } from "./print-record.ts";
import { type StatedUsual, sealOf, stated } from "./seal.ts";

export { RECORD_TYPE } from "./record-entry.ts";

/** Of the format below; a record of another one is not read. */
export const RECORD_VERSION = 1;

/** What is kept of one turn, beside what Pi's own entries hold: what was seen of its request, and its speed. */
export interface TurnRecord {
  /** The turn's own entry. */
  readonly e: string;
  /** Speed: tokens per second, milliseconds to the first token, and 1 where it is that of the whole request. */
  readonly v?: readonly [tokensPerSecond: number | null, timeToFirstTokenMs: number | null, isOfRequest?: 1];
  readonly o?: CompactObservation;
  /** Salted digest of the endpoint, where it is not the usual one or nothing else was seen; empty for an unseen one. */
  readonly u?: string;
  /** The provider's own diagnosis. */
  readonly g?: LiveFacts["diagnosis"];
  /** When the last refresh before it was sent, in milliseconds since the epoch. */
  readonly h?: number;
  /** Lifetimes that its model declares, where they are not the usual ones. */
  readonly l?: RecordedLifetimes;
}

/** Seconds that entries of a model live, short and long, null for none declared: a file that is read without Pi needs them. */
export type RecordedLifetimes = readonly [short: number | null, long: number | null];

/** What records leave out where it is as usual. */
export interface Usual {
  /** Digests with another salt have nothing in common with these; null where nothing was digested. */
  readonly s: string | null;
  /** Salted digest of the endpoint; null where it was not seen. */
  readonly e: string | null;
  readonly o?: UsualObservation;
  /** Left out where none are declared. */
  readonly l?: RecordedLifetimes;
}

/** One custom entry: the turns of a settled run. Names, lengths, digests and times; never text. */
export interface RunRecord {
  readonly v: typeof RECORD_VERSION;
  /** What is usual from now on. A record without it follows the one before on its branch: what was usual still is. */
  readonly u?: Usual;
  /** Its turns. */
  readonly t: readonly TurnRecord[];
  /** What the first request of a later process is compared with. */
  readonly p?: PrintRecord;
  /** Its seal: see seal.ts. */
  readonly k: string;
}

type KnownTurn = readonly [entry: string, detail: TurnDetail, lifetimes: RecordedLifetimes];

/** Makes one record after another. */
export class RunRecords {
  readonly #monitor: Monitor;
  readonly #lifetimes: Lifetimes;
  readonly #prints = new PrintKeeper();
  #usual: StatedUsual | null = null;
  #seal: string | null = null;

  constructor(monitor: Monitor, lifetimes: Lifetimes) {
    this.#monitor = monitor;
    this.#lifetimes = lifetimes;
  }

  /** The next record does not follow the last one on its branch: it leaves nothing out. */
  forget(): void {
    this.#prints.forget();
  }

  /** The record of the turns that have ended since the last one; null when there is nothing to keep. */
  next(): RunRecord | null {
    const { session, config, requests } = this.#monitor;
    const ended = session.unrecorded.take(config.verbose);
    if (ended.length === 0 || !config.record) return null;
    const turns = ended.map(({ entry, provider, model }): KnownTurn => {
      const { short, long } = this.#lifetimes(provider, model);
      return [entry, this.#monitor.detailOf(entry), [short, long]];
    });
    const { salt, lastAnswered } = requests;
    const print = salt === null || lastAnswered === null ? null : this.#prints.next(lastAnswered, salt);
    // The next one would continue a record that is not there.
    if (print === null) this.#prints.forget();
    return this.#sealed(salt, turns, print);
  }

  #sealed(salt: string | null, turns: readonly KnownTurn[], print: PrintRecord | null): RunRecord {
    const follows = print !== null && print.a === undefined ? this.#usual : null;
    const common = follows ?? stated(usualOf(salt, turns));
    const { usual } = common;
    const t = turns.map((turn) => turnRecord(turn, usual));
    const record = {
      v: RECORD_VERSION,
      ...(follows === null ? { u: usual } : {}),
      t,
      ...(print === null ? {} : { p: withoutKnownMarkers(print, turns.at(-1)?.[1].live ?? null) }),
    } as const;
    const k = sealOf(common, follows === null ? null : this.#seal, record);
    this.#usual = common;
    this.#seal = k;
    return { ...record, k };
  }
}

/** As the last request of these turns that was read tells it. */
function usualOf(salt: string | null, turns: readonly KnownTurn[]): Usual {
  const lives = turns.flatMap(([, { live }]) => (live === null ? [] : [live]));
  const read = lives.findLast(({ observation }) => (observation?.shape ?? null) !== null)?.observation ?? null;
  const e = lives.findLast(({ endpoint }) => endpoint !== null)?.endpoint ?? null;
  const l = turns.at(-1)?.[2] ?? NOT_DECLARED;
  return {
    ...{ s: salt, e },
    ...(read === null ? {} : { o: usualObservation(read) }),
    ...(isSame(l, NOT_DECLARED) ? {} : { l }),
  };
}

const NOT_DECLARED: RecordedLifetimes = [null, null];

function isSame([short, long]: RecordedLifetimes, [otherShort, otherLong]: RecordedLifetimes): boolean {
  return short === otherShort && long === otherLong;
}

function withoutKnownMarkers(print: PrintRecord, last: LiveFacts | null): PrintRecord {
  const { m, ...rest } = print;
  const known = last?.observation?.markers.map(compactMarker) ?? [];
  return JSON.stringify(m) === JSON.stringify(known) ? rest : print;
}

/** A turn in a record; what is not known of it is left out. */
function turnRecord([entry, { speed, live }, l]: KnownTurn, usual: Usual): TurnRecord {
  return {
    e: entry,
    ...(isSame(l, usual.l ?? NOT_DECLARED) ? {} : { l }),
    ...(speed === null ? {} : { v: compactSpeed(speed) }),
    ...(live === null ? {} : seenOf(live, usual)),
  };
}

function compactSpeed({ tokensPerSecond, timeToFirstTokenMs, basis }: Speed): NonNullable<TurnRecord["v"]> {
  const rate = tokensPerSecond === null ? null : Number(tokensPerSecond.toFixed(1));
  const wait = timeToFirstTokenMs === null ? null : Math.round(timeToFirstTokenMs);
  return basis === "request" ? [rate, wait, 1] : [rate, wait];
}

function seenOf(live: LiveFacts, usual: Usual): Omit<TurnRecord, "e" | "v"> {
  const { observation, endpoint, diagnosis, refreshSentAt } = live;
  return {
    ...(observation === null ? {} : { o: compactObservation(observation, usual.o ?? null) }),
    // An endpoint that was not seen is an empty text, since the usual one would be taken for it.
    ...(observation !== null && endpoint === usual.e ? {} : { u: endpoint ?? "" }),
    ...(diagnosis === null ? {} : { g: diagnosis }),
    ...(refreshSentAt === null ? {} : { h: refreshSentAt }),
  };
}
