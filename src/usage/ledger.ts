import { addCost, addDollars } from "./cost.ts";
import { hitRate } from "./hit-rate.ts";
import { inclusiveInputRate } from "./inclusive-input.ts";
import type { Flag } from "./row.ts";
import { type ModelId, ModelKeys, type Turn } from "./turn.ts";
import { addUsage, hasCacheActivity, NO_USAGE, promptTokens, type Usage } from "./usage.ts";

/** Sums over a range of turns. */
export interface Aggregate {
  /** All model responses, failed and aborted ones included. */
  readonly turns: number;
  /** Those with prompt tokens. */
  readonly measuredTurns: number;
  /** Measured turns of the models that report their cache: those the rate is made of. */
  readonly ratedTurns: number;
  /** 0..1, over models that have shown cache activity in this range; null when none has. */
  readonly hitRate: number | null;
  /** Over all turns, also those of models that do not report their cache. */
  readonly usage: Usage;
  /** The part of `usage` that the rate is made of: that of the reporting models. */
  readonly rated: Usage;
  /** US dollars; null when no turn has a known cost. */
  readonly cost: number | null;
}

/** The sums of one provider+api+model in a range. */
export interface ModelAggregate extends ModelId, Aggregate {
  /** Whether this model has shown any cache activity here. Until then its zeros mean nothing. */
  readonly reporting: boolean;
  /**
   * 0..1: what the rate of its newest suspected turn would be if `input` contained the cached tokens; null without that
   * suspicion.
   */
  readonly inclusiveRate: number | null;
}

interface Tally extends ModelId {
  turns: number;
  measuredTurns: number;
  usage: Usage;
  cost: number | null;
  reporting: boolean;
  inclusiveRate: number | null;
  previous: Usage | null;
}

/**
 * Totals of a range of turns, by provider+api+model. It keeps no turn, so it stays small however long a session gets,
 * and it never loses one.
 */
export class Ledger {
  readonly #tallies = new Map<string, Tally>();
  readonly #keys = new ModelKeys();
  readonly #flags = new Set<Flag>();

  /** Adds one turn and returns its flags, the suspicion that needs the turn before it included. */
  add(turn: Turn): readonly Flag[] {
    const tally = this.#tally(turn);
    const { usage, cost } = turn.row;
    tally.turns += 1;
    tally.cost = addCost(tally.cost, cost);
    const flags: Flag[] = [...turn.row.flags];
    if (usage !== null) {
      tally.usage = addUsage(tally.usage, usage);
      if (promptTokens(usage) > 0) {
        tally.measuredTurns += 1;
        const alternative = inclusiveInputRate(turn.row, tally.previous);
        if (alternative !== null) {
          tally.inclusiveRate = alternative;
          flags.push("inclusive-input-suspected");
        }
        tally.previous = usage;
        tally.reporting ||= hasCacheActivity(usage);
      }
    }
    for (const flag of flags) this.#flags.add(flag);
    return flags;
  }

  /** Per model, in the order of first appearance. */
  get models(): readonly ModelAggregate[] {
    return [...this.#tallies.values()].map((tally) => ({
      provider: tally.provider,
      api: tally.api,
      model: tally.model,
      turns: tally.turns,
      measuredTurns: tally.measuredTurns,
      ratedTurns: tally.reporting ? tally.measuredTurns : 0,
      hitRate: tally.reporting ? hitRate(tally.usage) : null,
      usage: tally.usage,
      rated: tally.reporting ? tally.usage : NO_USAGE,
      cost: tally.cost,
      reporting: tally.reporting,
      inclusiveRate: tally.inclusiveRate,
    }));
  }

  /** Whether the model of this turn has shown cache activity in this range. */
  isReporting(id: ModelId): boolean {
    return this.#tallies.get(this.#keys.of(id))?.reporting ?? false;
  }

  /** The rate of one turn, by the rule of its model in this range: null until the model has shown cache activity. */
  rateOf(turn: Turn): number | null {
    return turn.row.usage !== null && this.isReporting(turn) ? hitRate(turn.row.usage) : null;
  }

  /** Everything in the range. The rate is sum(cacheRead) / sum(prompt) of the reporting models. */
  aggregate(): Aggregate {
    return aggregateOf(this.models);
  }

  /** All flags seen in the range, `not-reporting` when a measured model has shown no cache activity. */
  get flags(): readonly Flag[] {
    const silent = [...this.#tallies.values()].some((tally) => tally.measuredTurns > 0 && !tally.reporting);
    return silent ? [...this.#flags, "not-reporting"] : [...this.#flags];
  }

  #tally(id: ModelId): Tally {
    const key = this.#keys.of(id);
    const known = this.#tallies.get(key);
    if (known !== undefined) return known;
    const { provider, api, model } = id;
    const fresh: Tally = {
      ...{ provider, api, model },
      ...{ turns: 0, measuredTurns: 0, usage: NO_USAGE, cost: null, reporting: false, inclusiveRate: null },
      previous: null,
    };
    this.#tallies.set(key, fresh);
    return fresh;
  }
}

/** The sums of all models together. The rate is sum(cacheRead) / sum(prompt) of the reporting ones. */
export function aggregateOf(models: Iterable<ModelAggregate>): Aggregate {
  let [turns, measuredTurns, ratedTurns] = [0, 0, 0];
  let [usage, rated] = [NO_USAGE, NO_USAGE];
  let cost: number | null = null;
  for (const model of models) {
    turns += model.turns;
    measuredTurns += model.measuredTurns;
    ratedTurns += model.ratedTurns;
    usage = addUsage(usage, model.usage);
    rated = addUsage(rated, model.rated);
    cost = addDollars(cost, model.cost);
  }
  return { turns, measuredTurns, ratedTurns, hitRate: hitRate(rated), usage, rated, cost };
}
