import { addCost, addDollars, type Pricer } from "../usage/cost.ts";
import type { EntryFact } from "../usage/entry.ts";
import type { Turn } from "../usage/turn.ts";
import { rateOf } from "./missed.ts";

/** What caching saved and cost, in US dollars; null where nothing of that kind has a known price. */
export interface MoneySums {
  /** What the tokens read would have cost as input, less what reading them cost. */
  readonly readSavings: number | null;
  /** What writing cost beyond the price of input; of five-minute and one-hour writes alike, as the rows were billed. */
  readonly writePremium: number | null;
  readonly warmingCost: number | null;
  readonly compactionCost: number | null;
  /** Savings less the other three; null without savings. */
  readonly net: number | null;
}

/** Money of a range of entries, from the rows' own cost. */
export class Money {
  #readSavings: number | null = null;
  #writePremium: number | null = null;
  #warmingCost: number | null = null;
  #compactionCost: number | null = null;

  add(fact: EntryFact, price: Pricer): void {
    if (fact.kind === "turn") this.#addTurn(fact.turn, price);
    else if (fact.kind === "refresh" && fact.warms !== null)
      this.#warmingCost = addCost(this.#warmingCost, fact.row.cost);
    else if (fact.kind === "side" && fact.side === "compaction") {
      this.#compactionCost = addCost(this.#compactionCost, fact.row.cost);
    }
  }

  get sums(): MoneySums {
    const [readSavings, writePremium] = [this.#readSavings, this.#writePremium];
    const [warmingCost, compactionCost] = [this.#warmingCost, this.#compactionCost];
    return withNet({ readSavings, writePremium, warmingCost, compactionCost });
  }

  #addTurn(turn: Turn, price: Pricer): void {
    const { usage, cost } = turn.row;
    // What is free, or known in total only, says nothing of the price of a token.
    if (usage === null || cost === null || cost.total <= 0 || cost.input + cost.cacheRead + cost.cacheWrite <= 0)
      return;
    const inputRate = rateOf(turn, "input", price);
    if (inputRate === null) return;
    this.#readSavings = (this.#readSavings ?? 0) + usage.cacheRead * inputRate - cost.cacheRead;
    this.#writePremium = (this.#writePremium ?? 0) + cost.cacheWrite - usage.cacheWrite * inputRate;
  }
}

/** The money of several ranges together, as of several sessions. */
export function addMoney(a: MoneySums, b: MoneySums): MoneySums {
  return withNet({
    readSavings: addDollars(a.readSavings, b.readSavings),
    writePremium: addDollars(a.writePremium, b.writePremium),
    warmingCost: addDollars(a.warmingCost, b.warmingCost),
    compactionCost: addDollars(a.compactionCost, b.compactionCost),
  });
}

function withNet(sums: Omit<MoneySums, "net">): MoneySums {
  const { readSavings, writePremium, warmingCost, compactionCost } = sums;
  const costs = (writePremium ?? 0) + (warmingCost ?? 0) + (compactionCost ?? 0);
  return { ...sums, net: readSavings === null ? null : readSavings - costs };
}
