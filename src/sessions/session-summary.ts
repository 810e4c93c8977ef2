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

/** The sums of several ranges together. */
export function addSums(all: readonly Sums[]): Sums {
  const models = all.map((one) => one.models).reduce(addModels, NO_SUMS.models);
  return {
    models,
    flags: addFlags(
      models,
      all.flatMap(({ flags }) => flags),
    ),
    breaks: addBreaks(all.map(({ breaks: { byCause } }) => ({ of: (cause) => byCause[cause] }))),
    culprits: addCulprits(all.flatMap(({ culprits }) => culprits)),
    money: all.map(({ money }) => money).reduce(addMoney, NO_SUMS.money),
    refreshes: all.map(({ refreshes }) => refreshes).reduce(addRefreshes, NO_SUMS.refreshes),
    side: all.map(({ side }) => side).reduce(addSide, NO_SUMS.side),
    totalCost: all.map(({ totalCost }) => totalCost).reduce(addDollars, null),
    firstAt: all.map(({ firstAt }) => firstAt).reduce(earliest, null),
    lastAt: all.map(({ lastAt }) => lastAt).reduce(latest, null),
    copiedTurns: added(all, ({ copiedTurns }) => copiedTurns),
    damagedLines: added(all, ({ damagedLines }) => damagedLines),
    unreadableRecords: added(all, ({ unreadableRecords }) => unreadableRecords),
  };
}

function added(all: readonly Sums[], count: (sums: Sums) => number): number {
  return all.reduce((sum, one) => sum + count(one), 0);
}

function addRefreshes(a: Refreshes, b: Refreshes): Refreshes {
  return { count: a.count + b.count, usage: addUsage(a.usage, b.usage), cost: addDollars(a.cost, b.cost) };
}

function addSide(a: Totals["side"], b: Totals["side"]): Totals["side"] {
  return {
    compaction: addUsage(a.compaction, b.compaction),
    branchSummary: addUsage(a.branchSummary, b.branchSummary),
    nested: addUsage(a.nested, b.nested),
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

function earliest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function latest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
