import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inclusiveInputRate } from "../../src/usage/inclusive-input.ts";
import { type Row, readRow } from "../../src/usage/row.ts";
import type { Usage } from "../../src/usage/usage.ts";
import { type Counts, found, usage } from "../support/entries.ts";

function row(counts: Counts, totalTokens?: number): Row {
  return readRow(usage(counts, totalTokens === undefined ? {} : { totalTokens }));
}

function previous(counts: Counts): Usage {
  return found(row(counts).usage);
}

describe("the suspicion that input contains the cached tokens", () => {
  it("rises when the row's own total is input + output although something was read", () => {
    expect(inclusiveInputRate(row([1413, 2, 384, 0], 1415), null)).toBeCloseTo(384 / 1413, 10);
  });

  it("rises with a rate of 1 where all of the input was read", () => {
    expect(inclusiveInputRate(row([400, 2, 400, 0], 402), null)).toBe(1);
    expect(inclusiveInputRate(row([400, 2, 401, 0], 402), null)).toBeNull();
  });

  it("does not rise from the total of Pi's own disjoint buckets", () => {
    expect(inclusiveInputRate(row([1413, 2, 384, 0]), null)).toBeNull();
  });

  it("does not rise from such a total when nothing was read", () => {
    expect(inclusiveInputRate(row([1413, 2, 0, 0]), null)).toBeNull();
  });

  it("rises when the prompt about doubles while the request hardly grew and the read fits inside input", () => {
    const suspected = inclusiveInputRate(row([139407, 1046, 133376, 0]), previous([138900, 700, 132608, 0]));
    expect(suspected).toBeCloseTo(0.9567, 4);
    expect(inclusiveInputRate(row([10100, 5, 9900, 0]), previous([10000, 5, 0, 0]))).toBeCloseTo(0.9802, 4);
  });

  it("needs the turn before it for that", () => {
    expect(inclusiveInputRate(row([139407, 1046, 133376, 0]), null)).toBeNull();
  });

  it("does not rise when the request grew by 5% or more", () => {
    expect(inclusiveInputRate(row([10499, 5, 9990, 0]), previous([10000, 5, 0, 0]))).not.toBeNull();
    expect(inclusiveInputRate(row([10500, 5, 9990, 0]), previous([10000, 5, 0, 0]))).toBeNull();
  });

  it("does not rise when the request got shorter, and does when it is as long as before", () => {
    expect(inclusiveInputRate(row([9999, 5, 9900, 0]), previous([10000, 5, 0, 0]))).toBeNull();
    expect(inclusiveInputRate(row([10000, 5, 9900, 0]), previous([10000, 5, 0, 0]))).toBeCloseTo(0.99, 10);
  });

  it("does not rise when the prompt is less than 1.8 times what was sent before", () => {
    expect(inclusiveInputRate(row([10000, 5, 8000, 0]), previous([10000, 5, 0, 0]))).toBeCloseTo(0.8, 10);
    expect(inclusiveInputRate(row([10000, 5, 7999, 0]), previous([10000, 5, 0, 0]))).toBeNull();
  });

  it("does not rise when more was read than input could contain", () => {
    expect(inclusiveInputRate(row([10100, 5, 10101, 0]), previous([10000, 5, 0, 0]))).toBeNull();
  });

  it("does not rise when more was read than was sent before, so that there was less to be read", () => {
    expect(inclusiveInputRate(row([10100, 5, 10000, 0]), previous([10000, 5, 0, 0]))).not.toBeNull();
    expect(inclusiveInputRate(row([10100, 5, 10001, 0]), previous([10000, 5, 0, 0]))).toBeNull();
  });

  it("does not rise when a static head is read and all the rest misses, again and again", () => {
    expect(inclusiveInputRate(row([10100, 5, 9000, 0]), previous([10000, 5, 9000, 0]))).toBeNull();
  });

  it("does not rise from an ordinary hit, an ordinary miss, or a row without usage", () => {
    expect(inclusiveInputRate(row([314, 60, 30080, 0]), previous([26712, 90, 3456, 0]))).toBeNull();
    expect(inclusiveInputRate(row([26712, 90, 3456, 0]), previous([3162, 80, 26496, 0]))).toBeNull();
    expect(inclusiveInputRate(readRow(undefined), previous([1, 1, 1, 1]))).toBeNull();
  });

  it("leaves the numbers of the row alone", () => {
    const suspected = row([1413, 2, 384, 0], 1415);
    inclusiveInputRate(suspected, null);
    expect(suspected.usage).toMatchObject({ input: 1413, output: 2, cacheRead: 384 });
  });

  it("offers a rate above 0 and not above 1, or none, for any two rows and any total", () => {
    const counts = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat());
    fc.assert(
      fc.property(counts, fc.option(counts), fc.boolean(), (now, before, inclusive) => {
        const rate = inclusiveInputRate(
          row(now, inclusive ? now[0] + now[1] : undefined),
          before === null ? null : previous(before),
        );
        expect(rate === null || (rate > 0 && rate <= 1)).toBe(true);
      }),
    );
  });
});
