import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { idleSeconds, lifetimeSeconds, readLifetime, retentionOf } from "../../src/verdict/lifetime.ts";
import { LIFETIMES, observation, START, usageOf } from "../support/verdicts.ts";

const DAYS_30 = 30 * 86_400;

describe("a declared lifetime", () => {
  it.each([300, 0.5, 1, DAYS_30])("of %d seconds is one", (seconds) => {
    expect(readLifetime(seconds)).toBe(seconds);
  });

  it.each([
    0,
    -1,
    -0,
    DAYS_30 + 1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    "300",
    null,
    undefined,
    true,
    [300],
    300n,
  ])("of %s is none", (seconds) => {
    expect(readLifetime(seconds)).toBeNull();
  });

  it("is none or a time above zero, whatever is declared", () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.anything()), (declared) => {
        const seconds = readLifetime(declared);
        expect(seconds === null || (seconds === declared && seconds > 0 && seconds <= DAYS_30)).toBe(true);
      }),
    );
  });
});

describe("the lifetime that a request asked for", () => {
  it("is the long one where one-hour writes were billed, whatever was seen", () => {
    const usage = usageOf([1, 1, 1, 5], { cacheWrite1h: 1 });
    expect(retentionOf(usage, observation({ retention: "short" }))).toBe("long");
    expect(retentionOf(usage, null)).toBe("long");
  });

  it("is otherwise what was seen", () => {
    expect(retentionOf(usageOf([1, 1, 1, 5]), observation({ retention: "long" }))).toBe("long");
    expect(retentionOf(usageOf([1, 1, 1, 0]), observation({ retention: "short" }))).toBe("short");
  });

  it("is the short one where something was written and nothing was seen of an hour", () => {
    expect(retentionOf(usageOf([1, 1, 1, 1]), null)).toBe("short");
    expect(retentionOf(usageOf([1, 1, 1, 1]), observation({ retention: null }))).toBe("short");
  });

  it("is not known of a read that was not seen", () => {
    expect(retentionOf(usageOf([1, 1, 9, 0]), null)).toBeNull();
    expect(retentionOf(usageOf([1, 1, 9, 0]), observation({ retention: null }))).toBeNull();
  });

  it("is taken from what the model declares, and is unknown where it is not known which applies", () => {
    expect(lifetimeSeconds(LIFETIMES, "short")).toBe(300);
    expect(lifetimeSeconds(LIFETIMES, "long")).toBe(3_600);
    expect(lifetimeSeconds(LIFETIMES, null)).toBeNull();
    expect(lifetimeSeconds({ short: 300, long: null }, "long")).toBeNull();
  });
});

describe("the seconds between two requests", () => {
  it("are counted from start to start", () => {
    expect(idleSeconds(START, START + 1_500)).toBe(1.5);
    expect(idleSeconds(START, START)).toBe(0);
  });

  it("are unknown where one is not recorded or the clock went backwards", () => {
    expect(idleSeconds(null, START)).toBeNull();
    expect(idleSeconds(START, null)).toBeNull();
    expect(idleSeconds(START, START - 1)).toBeNull();
  });

  it("are finite and not negative, or unknown", () => {
    const time = fc.option(fc.oneof(fc.double(), fc.constantFrom(1e308, -1e308, START)));
    fc.assert(
      fc.property(time, time, (from, to) => {
        const seconds = idleSeconds(from, to);
        expect(seconds === null || (Number.isFinite(seconds) && seconds >= 0)).toBe(true);
      }),
      { examples: [[-1e308, 1e308]] },
    );
  });
});
