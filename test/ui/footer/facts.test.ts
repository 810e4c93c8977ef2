import { describe, expect, it } from "vitest";
import type { FooterFacts } from "../../../src/ui/footer/facts.ts";
import { sameFacts } from "../../../src/ui/footer/facts.ts";
import { footerFacts } from "../../support/fake-pi.ts";

/** One other value for every fact. */
const OTHER: FooterFacts = {
  ...{ folder: "~", branch: null, sessionName: "name" },
  ...{ input: 1, output: 2, cacheRead: 3, cacheWrite: 4, cost: 5 },
  ...{ subscription: true, experimental: true, sessionRate: null, breakLabel: "tools", latestRate: null },
  ...{ contextPercent: null, contextWindow: 1, autoCompaction: false },
  ...{ speed: null, speedOfRequest: true, provider: "p", model: "m", thinkingLevel: null },
  ...{ routedModel: "r", routedLevel: "low", showProvider: true, statuses: "s" },
};

describe("footer facts", () => {
  it("are the same when every value is the same", () => {
    expect(sameFacts(footerFacts(), footerFacts())).toBe(true);
  });

  it.each(Object.entries(OTHER))("differ when %s differs", (key, value) => {
    expect(sameFacts(footerFacts(), { ...footerFacts(), [key]: value })).toBe(false);
    expect(sameFacts({ ...footerFacts(), [key]: value }, footerFacts())).toBe(false);
  });

  it("tell a speed that could not be measured from none at all", () => {
    expect(sameFacts(footerFacts({ speed: null }), footerFacts({ speed: undefined }))).toBe(false);
  });

  it("are the same when a number is not a number in both", () => {
    expect(sameFacts(footerFacts({ cost: Number.NaN }), footerFacts({ cost: Number.NaN }))).toBe(true);
  });
});
