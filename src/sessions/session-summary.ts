import { addDollars } from "../usage/cost.ts";
import { aggregateOf, type ModelAggregate } from "../usage/ledger.ts";
import type { Flag } from "../usage/row.ts";
import type { Refreshes, Totals } from "../usage/totals.ts";
import { modelKey } from "../usage/turn.ts";
import { addUsage, NO_USAGE } from "../usage/usage.ts";
import { addBreaks, type BreakSums } from "../verdict/breaks.ts";
import { addMoney, Money, type MoneySums } from "../verdict/money.ts";
import { addCulprits, type Culprit, culpritsOf } from "./culprits.ts";
import type { JudgedFile } from "./judged-file.ts";

/** The sums of one or several sessions. */
export interface Sums {
  /** Per provider+api+model, in the order of first appearance. */
  readonly models: readonly ModelAggregate[];
  readonly flags: readonly Flag[];
  readonly breaks: BreakSums;
  readonly culprits: readonly Culprit[];
  readonly money: MoneySums;
  readonly refreshes: Refreshes;
  readonly side: Totals["side"];
  /** US dollars of turns, refreshes, summaries and nested usage together; null when none has a known cost. */
  readonly totalCost: number | null;
  /** When the first and the last turn started, in milliseconds since the epoch. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  /** Turns that another file has counted. */
  readonly copiedTurns: number;
  /** Lines that were left out, and records that were. */
  readonly damagedLines: number;
  readonly unreadableRecords: number;
}

/** The sums of one session. */
export interface SessionSummary extends Sums {
  readonly path: string;
  readonly id: string;
  readonly isNewer: boolean;
}

/** What is known of a file, without its entries. */
export function summaryOf(judged: JudgedFile): SessionSummary {
  const { file, totals, verdicts, records, copiedTurns, firstAt, lastAt } = judged;
  const { path, id, isNewer, damagedLines } = file;
  return {
    ...{ path, id, isNewer, damagedLines, copiedTurns, firstAt, lastAt },
    models: totals.ledger.models,
    flags: totals.ledger.flags,
    breaks: verdicts.breaks,
    culprits: culpritsOf(judged),
    money: verdicts.money,
    refreshes: totals.refreshes,
    side: totals.side,
    totalCost: totals.everything.cost,
    unreadableRecords: records.unreadable,
  };
}

/** Nothing was read. */
export const NO_SUMS: Sums = Object.freeze({
  models: [],
  flags: [],
  breaks: addBreaks([]),
  culprits: [],
  money: new Money().sums,
  refreshes: { count: 0, usage: NO_USAGE, cost: null },
  side: { compaction: NO_USAGE, branchSummary: NO_USAGE, nested: NO_USAGE },
  totalCost: null,
  ...{ firstAt: null, lastAt: null, copiedTurns: 0, damagedLines: 0, unreadableRecords: 0 },
});

/** The sums of two ranges together. */
export function addSums(a: Sums, b: Sums): Sums {
  const models = addModels(a.models, b.models);
  return {
    models,
    flags: addFlags(models, [...a.flags, ...b.flags]),
    breaks: together(a.breaks, b.breaks),
    culprits: b.culprits.length === 0 ? a.culprits : addCulprits([...a.culprits, ...b.culprits]),
    money: addMoney(a.money, b.money),
    refreshes: {
      count: a.refreshes.count + b.refreshes.count,
      usage: addUsage(a.refreshes.usage, b.refreshes.usage),
      cost: addDollars(a.refreshes.cost, b.refreshes.cost),
    },
    side: {
      compaction: addUsage(a.side.compaction, b.side.compaction),
      branchSummary: addUsage(a.side.branchSummary, b.side.branchSummary),
      nested: addUsage(a.side.nested, b.side.nested),
    },
    totalCost: addDollars(a.totalCost, b.totalCost),
    firstAt: earliest(a.firstAt, b.firstAt),
    lastAt: latest(a.lastAt, b.lastAt),
    copiedTurns: a.copiedTurns + b.copiedTurns,
    damagedLines: a.damagedLines + b.damagedLines,
    unreadableRecords: a.unreadableRecords + b.unreadableRecords,
  };
}

/** A model that has shown cache activity in one of the sessions reports its cache: its zeros in the others are real. */
function addModels(a: readonly ModelAggregate[], b: readonly ModelAggregate[]): readonly ModelAggregate[] {
  const byKey = new Map(a.map((model) => [modelKey(model), model]));
  for (const model of b) {
    const key = modelKey(model);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? model : addModel(known, model));
  }
  return [...byKey.values()];
}

function addModel(a: ModelAggregate, b: ModelAggregate): ModelAggregate {
  const reporting = a.reporting || b.reporting;
  const sum = aggregateOf([a, b].map((model) => ({ ...model, ...ratedWhere(reporting, model) })));
  return { ...a, ...sum, reporting, inclusiveRate: b.inclusiveRate ?? a.inclusiveRate };
}

function ratedWhere(reporting: boolean, { measuredTurns, usage }: ModelAggregate) {
  return reporting ? { ratedTurns: measuredTurns, rated: usage } : { ratedTurns: 0, rated: NO_USAGE };
}

/** Whether a model reports its cache is told by all sessions together, as within one. */
function addFlags(models: readonly ModelAggregate[], all: readonly Flag[]): readonly Flag[] {
  const flags = new Set(all.filter((flag) => flag !== "not-reporting"));
  const isSilent = models.some(({ measuredTurns, reporting }) => measuredTurns > 0 && !reporting);
  return isSilent ? [...flags, "not-reporting"] : [...flags];
}

function together(a: BreakSums, b: BreakSums): BreakSums {
  return b.total.count === 0 ? a : addBreaks([a, b].map(({ byCause }) => ({ of: (cause) => byCause[cause] })));
}

function earliest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function latest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
