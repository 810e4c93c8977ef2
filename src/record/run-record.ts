import type { Monitor } from "../monitor.ts";
import type { Speed } from "../speed/speed.ts";
import type { TurnDetail } from "../usage/details.ts";
import type { LiveFacts } from "../verdict/facts.ts";
import { type CompactObservation, compactObservation } from "./compact-observation.ts";
import type { PrintKeeper, PrintRecord } from "./print-record.ts";

/** The type of our entries in Pi's session files. */
export const RECORD_TYPE = "cache-stats";
/** Of the format below; a record of another one is not read. */
export const RECORD_VERSION = 1;

/** What is kept of one turn, beside what Pi's own entries hold: what was seen of its request, and its speed. */
export interface TurnRecord {
  /** The turn's own entry. */
  readonly e: string;
  /** Speed: tokens per second, milliseconds to the first token, and 1 where it is that of the whole request. */
  readonly v?: readonly [tokensPerSecond: number | null, timeToFirstTokenMs: number | null, isOfRequest?: 1];
  readonly o?: CompactObservation;
  /** Salted digest of the endpoint, where it is not the run's. */
  readonly u?: string;
  /** The provider's own diagnosis. */
  readonly g?: LiveFacts["diagnosis"];
  /** When the last refresh before it was sent, in milliseconds since the epoch. */
  readonly h?: number;
}

/** One custom entry: the turns of a settled run. Names, lengths, digests and times; never text. */
export interface RunRecord {
  readonly version: typeof RECORD_VERSION;
  /** Digests with another salt have nothing in common with these; null where nothing was digested. */
  readonly salt: string | null;
  /** Salted digest of the endpoint of its turns; null where it was not seen. */
  readonly endpoint: string | null;
  readonly turns: readonly TurnRecord[];
  /** What the first request of a later process is compared with. */
  readonly print?: PrintRecord;
}

/** The record of the turns that have ended since the last one; null when there is nothing to keep. */
export function runRecord(monitor: Monitor, keeper: PrintKeeper): RunRecord | null {
  const entries = monitor.session.unrecorded.take(monitor.config.verbose);
  if (entries.length === 0 || !monitor.config.record) return null;
  const { salt, lastAnswered } = monitor.requests;
  const record = recordOf(
    salt,
    entries.map((entry) => [entry, monitor.detailOf(entry)]),
  );
  const print = salt === null || lastAnswered === null ? null : keeper.next(lastAnswered, salt);
  // The next one would continue a record that is not there.
  if (print === null) keeper.forget();
  return print === null ? record : { ...record, print: withoutKnownMarkers(print, record.turns.at(-1)) };
}

function withoutKnownMarkers(print: PrintRecord, last: TurnRecord | undefined): PrintRecord {
  const { m, ...rest } = print;
  return JSON.stringify(m) === JSON.stringify(last?.o?.m ?? []) ? rest : print;
}

/** A record of these turns; what is not known of them is left out. */
export function recordOf(salt: string | null, turns: readonly (readonly [entry: string, TurnDetail])[]): RunRecord {
  const endpoint = turns.map(([, { live }]) => live?.endpoint ?? null).find((digest) => digest !== null) ?? null;
  return {
    ...{ version: RECORD_VERSION, salt, endpoint },
    turns: turns.map(([entry, { speed, live }]) => ({
      e: entry,
      ...(speed === null ? {} : { v: compactSpeed(speed) }),
      ...(live === null ? {} : seenOf(live, endpoint)),
    })),
  };
}

function compactSpeed({ tokensPerSecond, timeToFirstTokenMs, basis }: Speed): NonNullable<TurnRecord["v"]> {
  const rate = tokensPerSecond === null ? null : Number(tokensPerSecond.toFixed(1));
  const wait = timeToFirstTokenMs === null ? null : Math.round(timeToFirstTokenMs);
  return basis === "request" ? [rate, wait, 1] : [rate, wait];
}

function seenOf(live: LiveFacts, endpointOfRun: string | null): Omit<TurnRecord, "e" | "v"> {
  const { observation, endpoint, diagnosis, refreshSentAt } = live;
  return {
    ...(observation === null ? {} : { o: compactObservation(observation) }),
    // An endpoint that was not seen is an empty text, since the run's would be taken for it.
    ...(endpoint === endpointOfRun ? {} : { u: endpoint ?? "" }),
    ...(diagnosis === null ? {} : { g: diagnosis }),
    ...(refreshSentAt === null ? {} : { h: refreshSentAt }),
  };
}
