import { describe, expect, it } from "vitest";
import { CAUSES, type Cause, ORIGINS } from "../../src/verdict/cause.ts";

describe("the causes", () => {
  it("are the closed set of the contract", () => {
    expect([...CAUSES].sort()).toEqual(
      [
        ...["below-minimum", "cold-start", "compacted", "concurrent", "endpoint-changed", "evicted", "expired"],
        ...["history-rewritten", "lookback-exceeded", "malformed-usage", "markers-moved", "model-changed", "navigated"],
        ...["not-reported", "params-changed", "provider-side", "resumed", "retention-changed", "system-changed"],
        ...["thinking-changed", "tools-changed", "unknown"],
      ].sort(),
    );
  });

  it("lie each in one place: the prompt, time, the provider, the session, the measurement, or nobody knows", () => {
    const from = (origin: string): readonly Cause[] => CAUSES.filter((cause) => ORIGINS[cause] === origin);
    expect(from("time")).toEqual(["expired"]);
    expect(from("provider")).toEqual(["evicted", "provider-side", "concurrent"]);
    expect(from("session")).toEqual(["cold-start", "compacted", "navigated", "resumed"]);
    expect(from("measurement")).toEqual(["below-minimum", "not-reported", "malformed-usage"]);
    expect(from("unknown")).toEqual(["unknown"]);
    expect(from("prompt")).toHaveLength(10);
  });
});
