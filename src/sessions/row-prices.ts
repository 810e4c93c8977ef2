import { type Cost, type Pricer, readCost } from "../usage/cost.ts";
import { ModelKeys, type Turn } from "../usage/turn.ts";
import type { Usage } from "../usage/usage.ts";

const BUCKETS = ["input", "output", "cacheRead", "cacheWrite"] as const;
type Bucket = (typeof BUCKETS)[number];
type Rates = Partial<Record<Bucket, number>>;

/** A refresh names no API, and neither does a price. */
const NO_API = "";

/**
 * Prices as the rows of a session show them: what a model's turns paid for a token of each kind. It stands in for Pi's
 * catalogue where Pi is not running, so that a turn that read nothing can be compared with the price of reading.
 */
export class RowPrices {
  readonly #keys = new ModelKeys();
  readonly #rates = new Map<string, Rates>();

  /** Takes the prices of a turn whose row has a cost of its own. The newest that was paid is what counts. */
  learn({ provider, model, row: { usage, cost } }: Turn): void {
    if (usage === null || cost === null || cost.total <= 0) return;
    const key = this.#keys.of({ provider, api: NO_API, model });
    const rates = this.#rates.get(key) ?? {};
    this.#rates.set(key, rates);
    // Field by field: this runs for every answer of a folder.
    if (usage.input >= 1 && cost.input > 0) rates.input = cost.input / usage.input;
    if (usage.output >= 1 && cost.output > 0) rates.output = cost.output / usage.output;
    if (usage.cacheRead >= 1 && cost.cacheRead > 0) rates.cacheRead = cost.cacheRead / usage.cacheRead;
    if (usage.cacheWrite >= 1 && cost.cacheWrite > 0) rates.cacheWrite = cost.cacheWrite / usage.cacheWrite;
  }

  /** Null where a kind of token was used that no row of the model paid for. */
  readonly price: Pricer = (provider, model, usage) => {
    const rates = this.#rates.get(this.#keys.of({ provider, api: NO_API, model }));
    return rates === undefined ? null : priced(rates, usage);
  };
}

function priced(rates: Rates, usage: Usage): Cost | null {
  if (BUCKETS.some((bucket) => usage[bucket] > 0 && rates[bucket] === undefined)) return null;
  return readCost(Object.fromEntries(BUCKETS.map((bucket) => [bucket, (rates[bucket] ?? 0) * usage[bucket]])));
}
