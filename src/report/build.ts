import type { ExportTally } from "../otel/export-tally.ts";
import type { Observation } from "../prefix/observation.ts";
import type { Refusal } from "../unclassified-400.ts";
import type { Branch } from "../usage/branch.ts";
import type { TurnDetails } from "../usage/details.ts";
import type { Ledger } from "../usage/ledger.ts";
import type { SessionScan } from "../usage/session-scan.ts";
import type { ModelId } from "../usage/turn.ts";
import type { ListedTurn } from "../usage/turn-list.ts";
import { promptTokens } from "../usage/usage.ts";
import { addBreaks } from "../verdict/breaks.ts";
import { type CacheClock, NO_CLOCK } from "../verdict/clock.ts";
import type { Verdict } from "../verdict/evidence.ts";
import { unmeasured } from "../verdict/judge.ts";
import { Money } from "../verdict/money.ts";
import type { SessionVerdicts } from "../verdict/session-verdicts.ts";
import { REPORT_SCHEMA, VERSION } from "../version.ts";
import { isoTime } from "./iso-time.ts";
import type { Report, TurnReport } from "./schema.ts";
import { breaksReport, clockReport, verdictReport } from "./verdict-report.ts";

/** Turns in a report unless fewer are asked for (machine contract). */
export const REPORT_TURNS = 500;

/** The verdicts of turns, by entry. */
export interface TurnVerdicts {
  readonly of: (entryId: string) => Verdict | undefined;
}

/** What a report takes of the session's verdicts. Null in their place: nothing was judged. */
export interface Verdicts extends TurnVerdicts, Pick<SessionVerdicts, "breaks" | "money"> {
  readonly clock: CacheClock;
}

/** Everything a report is made of. */
export interface ReportSource {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly piVersion: string | null;
  readonly enabled: boolean;
  readonly session: { readonly id: string; readonly file: string | null };
  readonly run: Ledger;
  readonly scan: Pick<SessionScan, "window" | "isReset">;
  readonly branch: Branch;
  readonly details: Pick<TurnDetails, "of">;
  readonly verdicts: Verdicts | null;
  /** Whether a model is paid by a subscription. */
  readonly isSubscription: (model: ModelId) => boolean;
  /** The newest observation of a request; null before any. */
  readonly prefix: Observation | null;
  readonly refusals: readonly Refusal[];
  readonly invalidConfig: readonly string[];
  /** Records in the session file that are damaged or of another version. */
  readonly unreadableRecords: number;
  /** How the export of metrics goes; absent where a report is made without an instance. */
  readonly metrics?: Pick<ExportTally, "state" | "exported" | "dropped">;
  readonly internalErrors: number;
}

/** Builds the report. `lastTurns` bounds the turn list; what is not a count of at least 1 means the default. */
export function buildReport(source: ReportSource, lastTurns: number = REPORT_TURNS): Report {
  const { scan, branch, run, session } = source;
  const { ledger } = scan.window;
  const asked = Number.isInteger(lastTurns) && lastTurns >= 1 ? lastTurns : REPORT_TURNS;
  const shown = branch.turns.slice(-Math.min(asked, REPORT_TURNS));
  const newest = branch.turns.at(-1);
  return {
    schema: REPORT_SCHEMA,
    generatedAt: new Date(source.now).toISOString(),
    versions: { piCacheStats: VERSION, pi: source.piVersion },
    enabled: source.enabled,
    session,
    run: run.aggregate(),
    window: { ...ledger.aggregate(), scope: scan.isReset ? "since-reset" : "session" },
    branch: branch.ledger.aggregate(),
    latest: { turn: newest?.number ?? null, hitRate: newest === undefined ? null : ledger.rateOf(newest.turn) },
    models: [...ledger.models],
    turns: shown.map((turn) => turnReport(turn, source)),
    breaks: breaksReport(source.verdicts?.breaks ?? addBreaks([])),
    money: { ...(source.verdicts?.money ?? new Money().sums), notional: ledger.models.some(source.isSubscription) },
    totalCost: scan.window.everything.cost,
    refreshes: scan.window.refreshes,
    side: scan.window.side,
    clock: clockReport(source.verdicts?.clock ?? NO_CLOCK),
    prefix: observationReport(source.prefix),
    unclassified400: source.refusals.map(({ at, provider, model }) => ({
      at: new Date(at).toISOString(),
      provider,
      model,
    })),
    flags: [...ledger.flags],
    invalidConfig: [...source.invalidConfig],
    unreadableRecords: source.unreadableRecords,
    metrics: metricsReport(source.metrics),
    internalErrors: source.internalErrors,
  };
}

/** One turn of the contract. Its rate follows the window: null until its model has shown cache activity there. */
export function turnReport(
  { number, entryId, turn, flags }: Omit<ListedTurn, "before">,
  { scan, details, verdicts }: Pick<ReportSource, "scan" | "details"> & { readonly verdicts: TurnVerdicts | null },
): TurnReport {
  const { speed, live } = details.of(entryId);
  const verdict = entryId === null ? undefined : verdicts?.of(entryId);
  return {
    turn: number,
    entryId,
    at: isoTime(turn.at),
    provider: turn.provider,
    api: turn.api,
    model: turn.model,
    thinkingLevel: turn.thinkingLevel,
    stopReason: turn.stopReason,
    usage: turn.row.usage,
    promptTokens: turn.row.usage === null ? null : promptTokens(turn.row.usage),
    hitRate: scan.window.ledger.rateOf(turn),
    cost: turn.row.cost?.total ?? null,
    prefix: observationReport(live?.observation ?? null),
    verdict: verdictReport(verdict ?? unmeasured()),
    tokensPerSecond: speed?.tokensPerSecond ?? null,
    timeToFirstTokenMs: speed?.timeToFirstTokenMs ?? null,
    speedBasis: speed?.basis ?? null,
    flags: [...flags],
  };
}

/** Null while metrics are off. */
function metricsReport(tally: ReportSource["metrics"]): Report["metrics"] {
  if (tally === undefined || tally.state === "off") return null;
  return { state: tally.state, exported: tally.exported, dropped: tally.dropped };
}

/** A copy: what a report hands out is the reader's. */
function observationReport(observation: Observation | null): Report["prefix"] {
  if (observation === null) return null;
  const { markers, divergences, otherDivergences, ...rest } = observation;
  return {
    ...rest,
    markers: [...markers],
    divergences: [...divergences],
    otherDivergences: { ...otherDivergences },
  };
}
