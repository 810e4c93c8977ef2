import type { Api, Model } from "@earendil-works/pi-ai";
import { calculateCost } from "@earendil-works/pi-ai";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPricer } from "../src/pi-price.ts";
import { field, isFunction } from "../src/unknown.ts";
import { NO_USAGE, type Usage } from "../src/usage/usage.ts";

type Registry = ExtensionContext["modelRegistry"];

const PRICES = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

/** A registry as far as prices are concerned: it is asked by `find` alone. */
function isRegistry(value: unknown): value is Registry {
  return isFunction(field(value, "find"));
}

function registryOf(...models: readonly unknown[]): Registry {
  const registry: unknown = {
    find: (provider: string, id: string) =>
      models.find((model) => field(model, "provider") === provider && field(model, "id") === id),
  };
  if (!isRegistry(registry)) throw new Error("no registry");
  return registry;
}

function model(cost: Model<Api>["cost"]): Model<Api> {
  return {
    id: "m1",
    name: "M1",
    provider: "acme",
    api: "anthropic-messages",
    baseUrl: "http://127.0.0.1:1",
    reasoning: false,
    input: ["text"],
    cost,
    contextWindow: 200_000,
    maxTokens: 8192,
  };
}

function usageOf(counts: Partial<Usage>): Usage {
  return { ...NO_USAGE, ...counts };
}

describe("the price of a response without a cost of its own", () => {
  it("is tokens times dollars per million, by bucket", () => {
    const price = createPricer(() => registryOf(model(PRICES)));
    const cost = price("acme", "m1", usageOf({ input: 3, output: 550, cacheRead: 1000, cacheWrite: 12304 }));
    expect(cost?.input).toBeCloseTo(0.000009, 12);
    expect(cost?.output).toBeCloseTo(0.00825, 12);
    expect(cost?.cacheRead).toBeCloseTo(0.0003, 12);
    expect(cost?.cacheWrite).toBeCloseTo(0.04614, 12);
    expect(cost?.total).toBeCloseTo(0.054699, 12);
  });

  it("charges one-hour writes at twice the input price, and only the rest at the write price", () => {
    const price = createPricer(() => registryOf(model(PRICES)));
    const cost = price("acme", "m1", usageOf({ cacheWrite: 1000, cacheWrite1h: 400 }));
    expect(cost?.cacheWrite).toBeCloseTo((600 * 3.75 + 400 * 6) / 1e6, 12);
  });

  it("is that of the tier with the highest threshold that the prompt exceeds", () => {
    const tier = (inputTokensAbove: number, input: number) => ({ ...PRICES, input, inputTokensAbove });
    const price = createPricer(() =>
      registryOf(model({ ...PRICES, tiers: [tier(200, 6), tier(100, 5), tier(400, 7)] })),
    );
    const inputCost = (input: number) => price("acme", "m1", usageOf({ input }))?.input;
    expect(inputCost(100)).toBeCloseTo(300e-6, 12);
    expect(inputCost(101)).toBeCloseTo(505e-6, 12);
    expect(inputCost(201)).toBeCloseTo(1206e-6, 12);
    expect(inputCost(401)).toBeCloseTo(2807e-6, 12);
    expect(price("acme", "m1", usageOf({ input: 1, cacheRead: 100, cacheWrite: 100 }))?.input).toBeCloseTo(6e-6, 12);
  });

  it("is unknown for a model that Pi does not know, and without a catalogue", () => {
    const price = createPricer(() => registryOf(model(PRICES)));
    expect(price("acme", "m2", usageOf({ input: 1 }))).toBeNull();
    expect(price("other", "m1", usageOf({ input: 1 }))).toBeNull();
    expect(createPricer(() => null)("acme", "m1", usageOf({ input: 1 }))).toBeNull();
  });

  it("is unknown for a model without prices", () => {
    expect(
      createPricer(() => registryOf({ provider: "acme", id: "m1" }))("acme", "m1", usageOf({ input: 1 })),
    ).toBeNull();
  });

  it("asks for the catalogue at each use, since it changes with the session", () => {
    let models: Registry | null = null;
    const price = createPricer(() => models);
    expect(price("acme", "m1", usageOf({ input: 1 }))).toBeNull();
    models = registryOf(model(PRICES));
    expect(price("acme", "m1", usageOf({ input: 1 }))?.total).toBeCloseTo(3e-6, 12);
  });

  it("is what Pi itself would have written into the row", () => {
    const dollars = fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100);
    const rates = fc.record({ input: dollars, output: dollars, cacheRead: dollars, cacheWrite: dollars });
    const tiers = fc.uniqueArray(fc.tuple(fc.nat({ max: 300_000 }), rates), {
      selector: ([above]) => above,
      maxLength: 3,
    });
    const tokens = fc.nat({ max: 200_000 });
    const counts = fc
      .record({
        input: tokens,
        output: tokens,
        cacheRead: tokens,
        cacheWrite: tokens,
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ share, ...rest }) => ({ ...NO_USAGE, ...rest, cacheWrite1h: Math.floor(rest.cacheWrite * share) }));
    fc.assert(
      fc.property(rates, tiers, counts, (base, steps, usage) => {
        const priced = model({
          ...base,
          tiers: steps.map(([inputTokensAbove, tier]) => ({ ...tier, inputTokensAbove })),
        });
        const cost = createPricer(() => registryOf(priced))("acme", "m1", usage);
        const pi = calculateCost(priced, {
          ...usage,
          totalTokens: 0,
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
        });
        expect(cost?.input).toBeCloseTo(pi.input, 9);
        expect(cost?.output).toBeCloseTo(pi.output, 9);
        expect(cost?.cacheRead).toBeCloseTo(pi.cacheRead, 9);
        expect(cost?.cacheWrite).toBeCloseTo(pi.cacheWrite, 9);
        expect(cost?.total).toBeCloseTo(pi.total, 9);
      }),
    );
  });
});
