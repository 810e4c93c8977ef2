import type { Static } from "typebox";
import type { Marker } from "../prefix/snapshot.ts";
import type { Speed } from "../speed/speed.ts";
import { field, textOrNull } from "../unknown.ts";
import type { TurnDetail } from "../usage/details.ts";
import { entryId, parentId } from "../usage/entry.ts";
import type { DeclaredLifetimes } from "../verdict/lifetime.ts";
import { Branches } from "./branches.ts";
import { fullMarker, fullMarkers, fullObservation } from "./compact-observation.ts";
import type { PrintRecord } from "./print-record.ts";
import { type PrintLink, type RecalledRequest, recallRequest } from "./recall.ts";
import { markerCheck, observationCheck, runCheck } from "./record-checks.ts";
import { isRecordEntry } from "./record-entry.ts";
import type { RunSchema } from "./record-schema.ts";
import type { Usual } from "./run-record.ts";
import { isSealed, type StatedUsual, stated } from "./seal.ts";
import { writtenOf } from "./written.ts";

/** What the records of a session say. */
export interface Records {
  /** Details of turns by their entry. */
  readonly details: ReadonlyMap<string, TurnDetail>;
  /** The lifetimes that the models of turns declared, by the turns' entries. */
  readonly lifetimes: ReadonlyMap<string, DeclaredLifetimes>;
  /** What new digests are salted with so that they can be compared with those of the records; null without any. */
  readonly salt: string | null;
  /** The last request that was recorded on the active branch; null where none is known. */
  readonly recalled: RecalledRequest | null;
  /** Records, and turns in them, that are not of this version or were damaged, or depend on one that was. */
  readonly unreadable: number;
}

type RunRecord = Static<typeof RunSchema>;
type Turn = RunRecord["t"][number];

/** What a record on a branch goes on from. */
interface Branch {
  readonly usual: StatedUsual | null;
  /** The seal of the last record, as it stands in the file. */
  readonly seal: string | null;
  /** The last request; null where a record of it is missing or damaged. */
  readonly request: PrintLink | null;
}

const ROOT: Branch = { usual: null, seal: null, request: null };

/**
 * Reads the records among all entries of a session; `leaf` is the end of the active branch. Foreign, newer, edited and
 * damaged ones are counted and otherwise ignored, and so are copies, turns that are not there, and records that leave out
 * what stands in one that cannot be read. `isWanted` says of a turn's entry whether what was seen of its request is to be made
 * of the record; without it everything is.
 */
export function readRecords(
  entries: readonly unknown[],
  leaf: string | null = null,
  isWanted: (entry: string) => boolean = () => true,
): Records {
  const branches = new Branches(ROOT);
  const seen = new Set<string>();
  const turns: { readonly turn: Turn; readonly usual: Usual }[] = [];
  let newest: Usual | null = null;
  let unreadable = 0;
  for (const entry of entries) {
    const id = entryId(entry);
    const before = branches.behind(parentId(entry));
    if (!isRecordEntry(entry)) {
      if (id !== null) branches.add(id, before);
      continue;
    }
    const isCopy = id === null || seen.has(id);
    const read = isCopy ? null : readRecord(entry, before);
    if (read === null) unreadable += 1;
    else {
      newest = read.usual;
      const known = read.record.t.filter(({ e }) => branches.has(e));
      unreadable += read.record.t.length - known.length;
      for (const turn of known) turns.push({ turn, usual: read.usual });
    }
    if (isCopy) continue;
    seen.add(id);
    branches.add(id, read === null ? behindDamaged(field(entry, "data"), before) : read.branch);
  }
  const end = branches.behind(leaf);
  const salt = end.usual?.usual.s ?? newest?.s ?? null;
  const details = new Map<string, TurnDetail>();
  const lifetimes = new Map<string, DeclaredLifetimes>();
  // Which request is the one before depends on the endpoint: with several of them it may be any.
  const isAll = new Set(turns.map(({ turn, usual }) => turn.u ?? usual.e)).size > 1;
  for (const { turn, usual } of turns) {
    const detail = detailOf(turn, usual, salt, isAll || isWanted(turn.e));
    if (detail === null) unreadable += 1;
    else details.set(turn.e, detail);
    const declared = turn.l ?? usual.l;
    if (declared !== undefined) lifetimes.set(turn.e, { short: declared[0], long: declared[1] });
  }
  const recalled = end.request === null || salt === null ? null : recallRequest(end.request, salt);
  return { details, lifetimes, salt, recalled, unreadable };
}

/** A record that is what was written, and where it stood then; null for any other. */
function readRecord(entry: unknown, before: Branch) {
  const data = field(entry, "data");
  if (!runCheck.Check(data)) return null;
  const common = data.u === undefined ? before.usual : stated(data.u);
  const { k: seal, ...record } = data;
  const link = data.u === undefined ? before.seal : null;
  if (common === null || !isSealed(common, link, seal, writtenOf(entry), record)) return null;
  const { usual } = common;
  const branch: Branch = { usual: common, seal, request: requestOf(data, usual, before.request) };
  return { record: data, usual, branch };
}

/**
 * What a damaged record leaves to the next one, whose own seal tells whether it followed this one: not the request. One that
 * never was a link, as a copy or another package's, leaves everything.
 */
function behindDamaged(data: unknown, before: Branch): Branch {
  const seal = textOrNull(field(data, "k"));
  return seal === null || seal === before.seal ? before : { ...before, seal, request: null };
}

function requestOf({ p, t, u }: RunRecord, usual: Usual, last: PrintLink | null): PrintLink | null {
  if (p === undefined || (u === undefined && last === null)) return null;
  return new Link(p, t.at(-1)?.o, usual, u === undefined ? last : null);
}

/** Makes markers when they are asked for: of all requests only the last one's are. */
class Link implements PrintLink {
  readonly print: PrintRecord;
  readonly before: PrintLink | null;
  readonly #observation: unknown;
  readonly #usual: Usual;

  constructor(print: PrintRecord, observation: unknown, usual: Usual, before: PrintLink | null) {
    this.print = print;
    this.before = before;
    this.#observation = observation;
    this.#usual = usual;
  }

  get markers(): readonly Marker[] {
    const found = this.print.m?.map(fullMarker) ?? markersOf(this.#observation, this.#usual);
    return found.filter((marker) => markerCheck.Check(marker));
  }
}

/** Those of the turn's request; none for one that was not seen. */
function markersOf(observation: unknown, usual: Usual): readonly unknown[] {
  return observation === undefined ? [] : fullMarkers(field(observation, "m"), usual.o ?? null);
}

/** Null where what was seen is no observation. */
function detailOf(
  { v, o: recorded, u, g, h }: Turn,
  usual: Usual,
  salt: string | null,
  isWanted: boolean,
): TurnDetail | null {
  const o = isWanted ? recorded : undefined;
  const observation = o === undefined ? null : fullObservation(o, usual.o ?? null);
  if (observation !== null && !observationCheck.Check(observation)) return null;
  const isSeen = o !== undefined || u !== undefined || g !== undefined;
  // A digest with another salt is no other endpoint: it cannot be compared.
  const digest = usual.s === salt ? (u ?? usual.e) : null;
  const endpoint = digest === "" ? null : digest;
  return {
    speed: v === undefined ? null : speedOf(v),
    live: isSeen ? { observation, endpoint, diagnosis: g ?? null, refreshSentAt: h ?? null } : null,
  };
}

function speedOf([tokensPerSecond = null, timeToFirstTokenMs = null, isOfRequest]: readonly (number | null)[]): Speed {
  return { tokensPerSecond, timeToFirstTokenMs, basis: isOfRequest === 1 ? "request" : "stream" };
}
