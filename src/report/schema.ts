import { type Static, Type } from "typebox";
import { ON_STATES } from "../otel/export-tally.ts";
import { FLAGS } from "../usage/row.ts";
import { CAUSES } from "../verdict/cause.ts";
import { REPORT_SCHEMA } from "../version.ts";
import { ObservationSchema } from "./observation-schema.ts";
import { choice, count, nullable } from "./schema-parts.ts";

const rate = Type.Number({ minimum: 0, maximum: 1, description: "0..1" });
const dollars = Type.Number({ description: "US dollars" });
const time = Type.String({ description: "ISO 8601" });
const flags = Type.Array(choice(FLAGS));

const UsageSchema = Type.Object({
  input: count(),
  output: count(),
  cacheRead: count(),
  cacheWrite: count(),
  cacheWrite1h: count(),
  reasoning: count(),
});

const AGGREGATE = {
  turns: count(),
  measuredTurns: count(),
  hitRate: nullable(rate),
  /** Measured turns of the models that report their cache: those the rate is made of. */
  ratedTurns: count(),
  usage: UsageSchema,
  /** The part of `usage` that the rate is made of: that of models that report their cache. */
  rated: UsageSchema,
  cost: nullable(dollars),
};
const AggregateSchema = Type.Object(AGGREGATE);

const VerdictSchema = Type.Object({
  /** `partial` and `miss` are breaks. */
  outcome: choice(["hit", "partial", "miss", "expected-rebuild", "unmeasured"]),
  /** The one that alone explains it. */
  cause: nullable(choice(CAUSES)),
  also: Type.Array(choice(CAUSES)),
  /** Of the cause; `unknown` also where there is none. */
  certainty: choice(["observed", "likely", "provider-reported", "unknown"]),
  evidence: Type.Array(Type.String()),
  missedTokens: count(),
  missedCost: nullable(dollars),
});

/** One model response. `turn` counts from 1 along the active branch. */
export const TurnSchema = Type.Object({
  turn: count(),
  entryId: nullable(Type.String()),
  at: nullable(time),
  provider: Type.String(),
  api: Type.String(),
  model: Type.String(),
  thinkingLevel: nullable(Type.String()),
  stopReason: Type.String(),
  usage: nullable(UsageSchema),
  promptTokens: nullable(count()),
  hitRate: nullable(rate),
  cost: nullable(dollars),
  prefix: nullable(ObservationSchema),
  verdict: VerdictSchema,
  tokensPerSecond: nullable(Type.Number()),
  timeToFirstTokenMs: nullable(count()),
  speedBasis: nullable(choice(["stream", "request"])),
  flags,
});

const breakSums = { count: count(), missedTokens: count(), missedCost: nullable(dollars) };

/** The machine contract: what `/cache-stats json` prints. Every number is finite or null. */
export const ReportSchema = Type.Object({
  schema: Type.Literal(REPORT_SCHEMA),
  generatedAt: time,
  versions: Type.Object({ piCacheStats: Type.String(), pi: nullable(Type.String()) }),
  enabled: Type.Boolean(),
  session: Type.Object({ id: Type.String(), file: nullable(Type.String()) }),
  run: AggregateSchema,
  window: Type.Object({ ...AGGREGATE, scope: choice(["session", "since-reset"]) }),
  branch: AggregateSchema,
  latest: Type.Object({ turn: nullable(count()), hitRate: nullable(rate) }),
  models: Type.Array(
    Type.Object({
      ...{ provider: Type.String(), api: Type.String(), model: Type.String() },
      ...AGGREGATE,
      reporting: Type.Boolean(),
      inclusiveRate: nullable(rate),
    }),
  ),
  turns: Type.Array(TurnSchema),
  breaks: Type.Object({ ...breakSums, byCause: Type.Record(choice(CAUSES), Type.Object(breakSums)) }),
  money: Type.Object({
    readSavings: nullable(dollars),
    writePremium: nullable(dollars),
    warmingCost: nullable(dollars),
    compactionCost: nullable(dollars),
    net: nullable(dollars),
    /** A subscription pays for some of these models: their dollars are what the tokens would cost, not what is paid. */
    notional: Type.Boolean(),
  }),
  /** Turns, refreshes, summaries and nested usage together, as Pi's own footer sums the file. */
  totalCost: nullable(dollars),
  refreshes: Type.Object({ count: count(), usage: UsageSchema, cost: nullable(dollars) }),
  side: Type.Object({ compaction: UsageSchema, branchSummary: UsageSchema, nested: UsageSchema }),
  clock: Type.Object({
    observed: Type.Boolean(),
    lastStart: nullable(time),
    lifetimeSeconds: nullable(count()),
    expiresAt: nullable(time),
    warm: nullable(Type.Boolean()),
    tokensIfCold: nullable(count()),
    costIfCold: nullable(dollars),
  }),
  prefix: nullable(ObservationSchema),
  unclassified400: Type.Array(Type.Object({ at: time, provider: Type.String(), model: Type.String() })),
  flags,
  invalidConfig: Type.Array(Type.String()),
  /** Our entries in the session file that are damaged or of another version: they are ignored. */
  unreadableRecords: count(),
  /**
   * Export of metrics over OTLP; null while it is off. `exported` and `dropped` count exports that the collector took and did
   * not take.
   */
  metrics: nullable(Type.Object({ state: choice(ON_STATES), exported: count(), dropped: count() })),
  internalErrors: count(),
});

/** The machine report. */
export type Report = Static<typeof ReportSchema>;
/** One turn of the report. */
export type TurnReport = Static<typeof TurnSchema>;
/** Why a turn read what it read from the cache, and how sure that is. */
export type VerdictReport = Static<typeof VerdictSchema>;
