import type { TurnReport } from "../../src/report/schema.ts";
import type { ProtocolName, Shortfall, Truth } from "../../test/support/provider/index.ts";
import type { Setup, Stage } from "./stage.ts";

type Verdict = TurnReport["verdict"];
/** The closed sets of the machine contract. */
export type Outcome = Verdict["outcome"];
export type Cause = NonNullable<Verdict["cause"]>;
export type Certainty = Verdict["certainty"];
export type Divergence = NonNullable<NonNullable<TurnReport["prefix"]>["divergence"]>;

/** What the provider must have seen, for the scenario to be what it says. */
export interface Happened {
  readonly shortfall: Shortfall | readonly Shortfall[];
  /** Whether anything was read from the cache; left out where either may be. */
  readonly read?: "nothing" | "something";
  /** The judged request among all of them; default -1, the last. */
  readonly request?: number;
  /** Stands in the body of the judged request. */
  readonly contains?: string;
  /** How many requests there were in all. */
  readonly requests?: number;
  /** One of the requests before ended so. */
  readonly earlier?: Truth["outcome"];
}

/** What the verdict of one turn must say. Fields that are left out may say anything. */
export interface Expected {
  readonly outcome: Outcome | readonly Outcome[];
  readonly cause: Cause | null;
  readonly certainty?: Certainty;
  /** Must all be among the further causes. */
  readonly also?: readonly Cause[];
  /** Must all be so in the divergence of the turn's observation. */
  readonly place?: Partial<Divergence>;
  /** The judged turn among those of the report; default -1, the last. */
  readonly turn?: number;
  /**
   * Whether the other turns may be called misses: `quiet`, the default, for those where the judged turn is the only
   * one; `any` where they are misses too.
   */
  readonly others?: "quiet" | "any";
  readonly truth: Happened;
}

/** One story with a known end. */
export interface Scenario {
  readonly name: string;
  readonly protocol: ProtocolName;
  readonly setup?: Setup;
  readonly play: (stage: Stage) => Promise<void>;
  readonly expect: Expected;
}

/** Whether the expectation is a cache miss that somebody should be told of. */
export function isBreak({ outcome }: Expected): boolean {
  return [outcome].flat().every((one) => one === "partial" || one === "miss");
}
