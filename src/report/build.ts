import type { Observation } from "../prefix/observation.ts";
import type { Refusal } from "../unclassified-400.ts";
import type { Branch, BranchTurn } from "../usage/branch.ts";
import type { TurnDetails } from "../usage/details.ts";
import type { Ledger } from "../usage/ledger.ts";
import type { SessionScan } from "../usage/session-scan.ts";
import { promptTokens } from "../usage/usage.ts";
import { REPORT_SCHEMA, VERSION } from "../version.ts";
import { CAUSES } from "./cause.ts";
import type { Report, TurnReport, Verdict } from "./schema.ts";

/** Turns in a report unless fewer are asked for (machine contract). */
export const REPORT_TURNS = 500;

/** Everything a report is made of. */
export interface ReportSource {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly piVersion: string | null;
  readonly enabled: boolean;
  readonly session: { readonly id: string; readonly file: string | null };
  readonly run: Ledger;
  readonly scan: SessionScan;
  readonly branch: Branch;
  readonly details: TurnDetails;
  /** The newest observation of a request; null before any. */
  readonly prefix: Observation | null;
  readonly refusals: readonly Refusal[];
  readonly invalidConfig: readonly string[];
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
    turns: shown.map((turn) => turnReport(turn, ledger, source.details)),
    breaks: noBreaks(),
    money: { readSavings: null, writePremium: null, warmingCost: null, compactionCost: null, net: null },
    totalCost: scan.window.everything.cost,
    refreshes: scan.window.refreshes,
    side: scan.window.side,
    clock: {
      observed: false,
      lastStart: null,
      lifetimeSeconds: null,
      expiresAt: null,
      warm: null,
      tokensIfCold: null,
      costIfCold: null,
    },
    prefix: observationReport(source.prefix),
    unclassified400: source.refusals.map(({ at, provider, model }) => ({
      at: new Date(at).toISOString(),
      provider,
      model,
    })),
    flags: [...ledger.flags],
    invalidConfig: [...source.invalidConfig],
    internalErrors: source.internalErrors,
  };
}

/** One turn of the contract. Its rate follows the window: null until its model has shown cache activity there. */
export function turnReport(branchTurn: BranchTurn, window: Ledger, details: TurnDetails): TurnReport {
  const { number, entryId, turn, flags } = branchTurn;
  const { speed, observation } = details.of(entryId);
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
    hitRate: window.rateOf(turn),
    cost: turn.row.cost?.total ?? null,
    prefix: observationReport(observation),
    verdict: unmeasured(),
    tokensPerSecond: speed?.tokensPerSecond ?? null,
    timeToFirstTokenMs: speed?.timeToFirstTokenMs ?? null,
    speedBasis: speed?.basis ?? null,
    flags: [...flags],
  };
}

/** A copy: what a report hands out is the reader's. */
function observationReport(observation: Observation | null): Report["prefix"] {
  if (observation === null) return null;
  const { markers, otherDivergences, ...rest } = observation;
  return { ...rest, markers: [...markers], otherDivergences: { ...otherDivergences } };
}

/** What a turn carries until its verdict exists. */
const unmeasured = (): Verdict => ({
  outcome: "unmeasured",
  cause: null,
  also: [],
  certainty: "unknown",
  evidence: [],
  missedTokens: 0,
  missedCost: null,
});

function noBreaks(): Report["breaks"] {
  const none = () => ({ count: 0, missedTokens: 0, missedCost: null });
  const byCause = CAUSES.map((cause) => [cause, none()] as const);
  return { ...none(), byCause: Object.fromEntries(byCause) as Report["breaks"]["byCause"] };
}

/** ISO 8601, or null for a time that is missing or outside what a date can hold. */
function isoTime(ms: number | null): string | null {
  if (ms === null || Number.isNaN(new Date(ms).getTime())) return null;
  return new Date(ms).toISOString();
}
