import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cacheClock, NO_CLOCK } from "../../src/verdict/clock.ts";
import { noPrice } from "../support/entries.ts";
import { LIFETIMES, observation, past, price, START, usageOf } from "../support/verdicts.ts";

const AFTER = START + 100_000;
const clockOf = (last = past([10, 5, 9_000, 990]), now = AFTER) => cacheClock(last, LIFETIMES, now, price);

describe("the cache clock", () => {
  it("runs from the start of the last request, for the lifetime it asked for", () => {
    expect(clockOf()).toMatchObject({
      ...{ observed: true, lastStart: START, lifetimeSeconds: 300, expiresAt: START + 300_000, warm: true },
      tokensIfCold: 10_000,
    });
    expect(clockOf(past([10, 5, 9_000, 990], { retention: "long" }))).toMatchObject({
      ...{ lifetimeSeconds: 3_600, expiresAt: START + 3_600_000 },
    });
  });

  it("is warm up to the moment at which it expires, and cold from it on", () => {
    expect(clockOf(undefined, START + 299_999).warm).toBe(true);
    expect(clockOf(undefined, START + 300_000).warm).toBe(false);
    expect(clockOf(undefined, START).warm).toBe(true);
  });

  it("leaves open whether it is warm where the time went backwards", () => {
    expect(clockOf(undefined, START - 1)).toMatchObject({ warm: null, expiresAt: START + 300_000 });
  });

  it("says of no lifetime when it ends, and of no start either", () => {
    const undeclared = cacheClock(past([10, 5, 90, 0]), { short: null, long: 60 }, AFTER, price);
    expect(undeclared).toMatchObject({ lifetimeSeconds: null, expiresAt: null, warm: null, lastStart: START });
    const open = clockOf(past([10, 5, 90, 0], { startedAt: null }));
    expect(open).toMatchObject({ lifetimeSeconds: 300, expiresAt: null, warm: null, lastStart: null });
    expect(clockOf(past([10, 5, 90, 0], { retention: null }))).toMatchObject({ lifetimeSeconds: null, warm: null });
  });

  it("is observed only where this process saw the request", () => {
    expect(clockOf(past([10, 5, 90, 0], { observation: null })).observed).toBe(false);
    expect(clockOf(past([10, 5, 90, 0], { observation: observation() })).observed).toBe(true);
    expect(clockOf(past([10, 5, 90, 0], { observation: observation({ retention: "long" }) })).observed).toBe(true);
  });

  it("is not observed where the request was not read, so that its lifetime is not known from it", () => {
    const unread = observation({ relation: "skipped", retention: null });
    expect(clockOf(past([10, 5, 90, 0], { observation: unread }))).toMatchObject({ observed: false, warm: true });
  });

  it("that does not run knows nothing", () => {
    expect(new Set(Object.values(NO_CLOCK))).toEqual(new Set([false, null]));
  });
});

describe("the dollars it costs if the cache goes cold", () => {
  it("are the price of writing beyond that of reading, where the provider reports writes", () => {
    expect(clockOf(past([0, 5, 9_000, 1_000])).costIfCold).toBeCloseTo(10_000 * 4e-6, 12);
    expect(clockOf(past([0, 5, 9_999, 1])).costIfCold).toBeCloseTo(10_000 * 4e-6, 12);
    expect(clockOf(past([10_000, 5, 0, 0])).costIfCold).toBeCloseTo(10_000 * 4e-6, 12);
  });

  it("are the price of input beyond that of reading, where it reports reads alone", () => {
    expect(clockOf(past([1_000, 5, 9_000, 0])).costIfCold).toBeCloseTo(10_000 * 3e-6, 12);
  });

  it("are those of one-hour writes where the request asked for the long lifetime", () => {
    const long = past([0, 5, 9_000, 1_000], { retention: "long" });
    expect(clockOf(long).costIfCold).toBeCloseTo(10_000 * 7e-6, 12);
  });

  it("are those of input for a model without a price for writing", () => {
    const free = (...args: Parameters<typeof price>) => {
      const cost = price(...args);
      return cost === null ? null : { ...cost, cacheWrite: 0 };
    };
    const { costIfCold } = cacheClock(past([0, 5, 9_000, 1_000]), LIFETIMES, AFTER, free);
    expect(costIfCold).toBeCloseTo(10_000 * 3e-6, 12);
  });

  it("are unknown where reading has no price, which is one that the catalogue does not know", () => {
    const free: typeof price = (...args) => {
      const cost = price(...args);
      return cost === null ? null : { ...cost, cacheRead: 0 };
    };
    expect(cacheClock(past([0, 5, 9_000, 1_000]), LIFETIMES, AFTER, free).costIfCold).toBeNull();
    expect(cacheClock(past([1_000, 5, 9_000, 0]), LIFETIMES, AFTER, free).costIfCold).toBeNull();
  });

  it("are never less than nothing, and unknown without prices", () => {
    const dear: typeof price = (...args) => {
      const cost = price(...args);
      return cost === null ? null : { ...cost, cacheRead: cost.cacheRead * 100 };
    };
    expect(cacheClock(past([0, 5, 9_000, 0]), LIFETIMES, AFTER, dear).costIfCold).toBe(0);
    expect(cacheClock(past([0, 5, 9_000, 0]), LIFETIMES, AFTER, noPrice).costIfCold).toBeNull();
  });

  it.each(["input", "cacheRead", "cacheWrite"] as const)("are unknown where %s has no price", (bucket) => {
    const partly: typeof price = (provider, model, of) => (of[bucket] > 0 ? null : price(provider, model, of));
    expect(cacheClock(past([0, 5, 9_000, 1_000]), LIFETIMES, AFTER, partly).costIfCold).toBeNull();
  });
});

describe("a clock of any numbers", () => {
  it("never claims to be warm without a time at which it expires, nor after it", () => {
    const time = fc.option(fc.oneof(fc.double(), fc.integer({ min: START - 1e6, max: START + 1e6 })));
    const seconds = fc.option(fc.oneof(fc.double(), fc.nat({ max: 4_000 })));
    fc.assert(
      fc.property(
        time,
        time,
        seconds,
        fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()),
        (start, now, short, counts) => {
          const last = past(counts, { startedAt: start, usage: usageOf(counts) });
          const clock = cacheClock(last, { short, long: null }, now ?? 0, price);
          if (clock.expiresAt === null) expect(clock.warm).toBeNull();
          if (clock.warm === true) expect(now ?? 0).toBeLessThan(clock.expiresAt ?? Number.NEGATIVE_INFINITY);
          expect(Number.isFinite(clock.costIfCold)).toBe(true);
        },
      ),
    );
  });
});
