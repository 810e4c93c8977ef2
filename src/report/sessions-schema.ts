import { type Static, Type } from "typebox";
import { CULPRIT_KINDS } from "../sessions/culprits.ts";
import { SESSIONS_SCHEMA } from "../version.ts";
import { ReportSchema } from "./schema.ts";
import { choice, count, nullable } from "./schema-parts.ts";

const { models, breaks, money, totalCost, refreshes, side, flags, branch, generatedAt } = ReportSchema.properties;
const time = nullable(generatedAt);
const breakSums = {
  count: count(),
  missedTokens: count(),
  missedCost: nullable(Type.Number({ description: "US dollars" })),
};

/** Breaks that are laid to one cause, tool, prompt section or extension. */
const CulpritSchema = Type.Object({
  kind: choice([...CULPRIT_KINDS]),
  name: Type.String(),
  ...breakSums,
  /** Sessions that it broke. */
  sessions: count(),
});

const SessionSchema = Type.Object({
  id: Type.String(),
  file: Type.String(),
  /** When its first and last turn started. */
  firstAt: time,
  lastAt: time,
  window: branch,
  breaks: Type.Object(breakSums),
  totalCost,
  flags,
  /** Turns that another file has counted, as the one that this was forked from. */
  copiedTurns: count(),
  damagedLines: count(),
  unreadableRecords: count(),
});

/** What the command line prints of several sessions as JSON. Every number is finite or null. */
export const SessionsSchema = Type.Object({
  schema: Type.Literal(SESSIONS_SCHEMA),
  generatedAt,
  versions: Type.Object({ piCacheStats: Type.String() }),
  /** Turns before this time are not counted. */
  since: time,
  files: Type.Object({
    sessions: count(),
    /** Files that hold nothing but what others hold too. */
    copies: count(),
    /** Files that were passed over, with the file system's code or `NOT_A_SESSION`. */
    unread: Type.Array(Type.Object({ path: Type.String(), code: Type.String() })),
    copiedTurns: count(),
    damagedLines: count(),
    unreadableRecords: count(),
    /** Sessions in a format newer than this version knows: read as far as it can be. */
    newer: count(),
  }),
  window: branch,
  models,
  breaks,
  money,
  totalCost,
  refreshes,
  side,
  flags,
  /** The dearest first, each kind for itself. */
  top: Type.Array(CulpritSchema),
  /** In the order of their files; those without a turn that counts are left out. */
  sessions: Type.Array(SessionSchema),
});

/** The report on several sessions. */
export type SessionsReport = Static<typeof SessionsSchema>;
