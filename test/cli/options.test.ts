import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNumber, readRate, readSince } from "../../src/cli/options.ts";
import { cliWords } from "../../src/ui/words/cli-en.ts";
import { hitRate } from "../../src/usage/hit-rate.ts";
import { usageOf } from "../support/verdicts.ts";

const NOW = Date.UTC(2026, 10, 30, 12);
const since = (text: string) => readSince(text, NOW, cliWords);
const rate = (text: string) => readRate(text, cliWords);

describe("a time", () => {
  it.each([
    ["90m", 90 * 60_000],
    ["24h", 86_400_000],
    ["7d", 7 * 86_400_000],
    ["2w", 14 * 86_400_000],
    [" 1h ", 3_600_000],
    ["0m", 0],
  ])("may be so long ago: %s", (text, ago) => {
    expect(since(text)).toBe(NOW - ago);
  });

  it("may be a day, from its midnight by the reader's clock on", () => {
    expect(since("2026-11-01")).toBe(new Date(2026, 10, 1).getTime());
    expect(since("2024-02-29")).toBe(new Date(2024, 1, 29).getTime());
  });

  it("may be in ISO 8601, with its offset or by the reader's clock", () => {
    expect(since("2026-11-01T08:00:00Z")).toBe(Date.UTC(2026, 10, 1, 8));
    expect(since("2026-11-01T08:00:00.5+02:00")).toBe(Date.UTC(2026, 10, 1, 6, 0, 0, 500));
    expect(since("2026-11-01T08:00")).toBe(new Date(2026, 10, 1, 8).getTime());
  });

  it.each([
    ...[
      "",
      "yesterday",
      "7",
      "7y",
      "-7d",
      "1.5h",
      "999999d",
      "d",
      "7d ago",
      "1",
      "12:00",
      "Nov 1 2026",
      "2026",
      "2026-11",
    ],
    ...[
      "2026-13-01",
      "2026-00-10",
      "2026-02-30",
      "2023-02-29",
      "2026-11-01T",
      "2026-11-01T25:00",
      "2026-11-01 x",
      "0026-01-01",
    ],
  ])("is not %j", (text) => {
    expect(() => since(text)).toThrow(cliWords.badSince);
  });

  it("is a number, or is refused in words", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[0-9]{1,5}[mhdw]?$/), fc.stringMatching(/^[0-9-]{10}$/)),
        (text) => {
          try {
            expect(Number.isFinite(since(text))).toBe(true);
          } catch (error) {
            expect(error).toMatchObject({ message: cliWords.badSince });
          }
        },
      ),
    );
  });
});

describe("a rate", () => {
  it.each([
    ["90%", 0.9],
    ["90", 0.9],
    ["0.9", 0.9],
    ["1", 1],
    ["1%", 0.01],
    ["0.5%", 0.005],
    ["0", 0],
    ["0%", 0],
    ["100", 1],
    ["100%", 1],
    [" 95.25 ", 0.9525],
  ])("%s is read", (text, expected) => {
    expect(rate(text)).toBe(expected);
  });

  it.each(["", "101", "100.1%", "-1", "ninety", "90 %", "9e1", "%", ".9", "0,9", "NaN", "Infinity", "1000", "0x1"])(
    "is not %j",
    (text) => {
      expect(() => rate(text)).toThrow(cliWords.badRate);
    },
  );

  it("in percent is no more than the measured rate of as many parts of a thousand", () => {
    for (let parts = 0; parts <= 1_000; parts++) {
      const measured = hitRate(usageOf([1_000 - parts, 5, parts, 0]));
      expect([parts, rate(`${parts / 10}%`)]).toEqual([parts, measured]);
    }
  });
});

describe("a count", () => {
  it("is a whole number from the least on", () => {
    expect([readNumber("1", 1, cliWords), readNumber(" 20 ", 1, cliWords), readNumber("0", 0, cliWords)]).toEqual([
      1, 20, 0,
    ]);
  });

  it.each(["0", "", "-1", "1.5", "x", "1e3", "99999999999"])("from 1 on is not %j", (text) => {
    expect(() => readNumber(text, 1, cliWords)).toThrow(cliWords.badCount(1));
  });
});
