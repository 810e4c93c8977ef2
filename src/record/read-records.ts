import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { ObservationSchema } from "../report/observation-schema.ts";
import { choice, count, nullable } from "../report/schema-parts.ts";
import type { Speed } from "../speed/speed.ts";
import { field } from "../unknown.ts";
import type { TurnDetail } from "../usage/details.ts";
import { CAUSES } from "../verdict/cause.ts";
import { fullObservation } from "./compact-observation.ts";
import { RECORD_TYPE, RECORD_VERSION } from "./run-record.ts";

const TurnSchema = Type.Object({
  e: Type.String({ minLength: 1, maxLength: 200 }),
  v: Type.Optional(Type.Array(nullable(Type.Number({ minimum: 0 })), { minItems: 2, maxItems: 3 })),
  o: Type.Optional(Type.Unknown()),
  u: Type.Optional(Type.String({ maxLength: 100 })),
  g: Type.Optional(choice(CAUSES)),
  h: Type.Optional(count()),
});

/** A record of this version, whoever wrote it: an entry may have been edited or be another package's. */
const RunSchema = Type.Object({
  version: Type.Literal(RECORD_VERSION),
  salt: nullable(Type.String({ minLength: 1, maxLength: 100 })),
  endpoint: nullable(Type.String({ maxLength: 100 })),
  turns: Type.Array(Type.Unknown(), { maxItems: 100_000 }),
});

/** What the records of a session say. */
export interface Records {
  /** Details of turns by their entry. */
  readonly details: ReadonlyMap<string, TurnDetail>;
  /** The salt of the newest record; null without one. */
  readonly salt: string | null;
  /** Records, and turns in them, that are not of this version or were damaged. */
  readonly unreadable: number;
}

/** Reads the records among session entries. Foreign, newer and damaged ones are counted and otherwise ignored. */
export function readRecords(entries: readonly unknown[]): Records {
  const details = new Map<string, TurnDetail>();
  let salt: string | null = null;
  let unreadable = 0;
  for (const entry of entries) {
    if (field(entry, "type") !== "custom" || field(entry, "customType") !== RECORD_TYPE) continue;
    const record: unknown = field(entry, "data");
    if (!Value.Check(RunSchema, record)) {
      unreadable += 1;
      continue;
    }
    salt = record.salt ?? salt;
    for (const turn of record.turns) {
      const isTurn = Value.Check(TurnSchema, turn);
      const detail = isTurn ? detailOf(turn, record.endpoint) : null;
      if (isTurn && detail !== null) details.set(turn.e, detail);
      else unreadable += 1;
    }
  }
  return { details, salt, unreadable };
}

/** Null where what was seen is no observation. */
function detailOf(turn: Static<typeof TurnSchema>, endpointOfRun: string | null): TurnDetail | null {
  const { v, o, u, g, h } = turn;
  const observation = o === undefined ? null : fullObservation(o);
  if (observation !== null && !Value.Check(ObservationSchema, observation)) return null;
  const endpoint = u === undefined ? endpointOfRun : u === "" ? null : u;
  const isSeen = o !== undefined || u !== undefined || g !== undefined;
  return {
    speed: v === undefined ? null : speedOf(v),
    live: isSeen ? { observation, endpoint, diagnosis: g ?? null, refreshSentAt: h ?? null } : null,
  };
}

function speedOf([tokensPerSecond = null, timeToFirstTokenMs = null, isOfRequest]: readonly (number | null)[]): Speed {
  return { tokensPerSecond, timeToFirstTokenMs, basis: isOfRequest === 1 ? "request" : "stream" };
}
