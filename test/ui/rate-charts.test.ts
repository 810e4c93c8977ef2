import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { glyphs } from "../../src/ui/glyphs.ts";
import { rateBar, sparkline } from "../../src/ui/rate-charts.ts";

const { bar, spark } = glyphs(false);
const rate = fc.double({ min: 0, max: 1, noNaN: true });

describe("a bar", () => {
  it("is filled by the rate, rounded down", () => {
    expect(rateBar(0.5, 10, bar)).toBe("█████░░░░░");
    expect(rateBar(0.59, 10, bar)).toBe("█████░░░░░");
    expect(rateBar(0.999, 10, bar)).toBe("█████████░");
    expect(rateBar(1, 10, bar)).toBe("██████████");
  });

  it("shows the smallest read, and nothing for none", () => {
    expect(rateBar(0.001, 10, bar)).toBe("█░░░░░░░░░");
    expect(rateBar(0, 10, bar)).toBe("░░░░░░░░░░");
  });

  it("has its columns at any rate", () => {
    const columns = fc.integer({ min: 1, max: 80 });
    fc.assert(fc.property(rate, columns, (one, width) => visibleWidth(rateBar(one, width, bar)) === width));
  });
});

describe("a sparkline", () => {
  it("has one mark for each turn, the lowest for 0 and the highest for 1", () => {
    expect(sparkline([0, 0.13, 0.5, 0.99, 1], spark)).toBe("▁▂▅██");
  });

  it("has a gap for a turn without a rate", () => {
    expect(sparkline([1, null, 1], spark)).toBe("█ █");
  });

  it("is as wide as there are turns, in plain marks too", () => {
    const rates = fc.array(fc.option(rate), { maxLength: 60 });
    fc.assert(
      fc.property(rates, fc.boolean(), (list, ascii) => {
        expect(visibleWidth(sparkline(list, glyphs(ascii).spark))).toBe(list.length);
      }),
    );
  });
});
