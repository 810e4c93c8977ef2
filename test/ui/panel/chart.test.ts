import { describe, expect, it } from "vitest";
import { glyphs } from "../../../src/ui/glyphs.ts";
import { type ChartTurn, chartLines, chartWindow } from "../../../src/ui/panel/chart.ts";
import { panelPaint } from "../../../src/ui/panel/panel-paint.ts";

const PLAIN = panelPaint({ fg: (_, text) => text, bg: (_, text) => text, bold: (text) => text }, false);
const ROWS = { rate: 2, bars: 4, axis: 1 } as const;

const turn = (read: number, fresh: number, fields: Partial<ChartTurn> = {}): ChartTurn => ({
  parts: { read, written: 0, fresh },
  rate: read + fresh === 0 ? null : read / (read + fresh),
  mark: "",
  ...fields,
});
const draw = (turns: readonly ChartTurn[], selected = 0, columns = 1): readonly string[] =>
  chartLines(turns, selected, columns, ROWS, PLAIN, glyphs(false)).map((line) => line.slice(6));

describe("the chart", () => {
  it("draws rates as one line, above stacked bars, above marks, above the selected place", () => {
    expect(draw([turn(0, 400, { mark: "!" }), turn(400, 400), turn(800, 0)], 2)).toEqual([
      ...["  █", "▁██"],
      ...[" ░█", " ░█", "░██", "░██"],
      "!  ",
      "  ▲",
    ]);
  });

  it("leaves a gap for a turn that was not measured, and draws 0% as the lowest step", () => {
    const [, low] = draw([turn(0, 0), turn(0, 10)]);
    expect(low).toBe(" ▁");
  });

  it("shows the smallest prompt as at least one block", () => {
    expect(draw([turn(1_000_000, 0), turn(1, 0)]).at(-3)).toBe("██");
  });

  it("names its scale: the rates, and the tokens of the highest bar", () => {
    const lines = chartLines([turn(45_000, 0)], 0, 1, ROWS, PLAIN, glyphs(false));
    expect(lines.map((line) => line.slice(0, 5).trim())).toEqual(["100%", "0%", "45k", "", "", "0", "", ""]);
  });

  it("keeps its scale in place whatever the tokens are", () => {
    for (const tokens of [1, 999_999, 15_000_000_000, Number.MAX_SAFE_INTEGER]) {
      const lines = chartLines([turn(tokens, 0)], 0, 1, ROWS, PLAIN, glyphs(false));
      expect(lines.map((line) => line.length)).toEqual(lines.map(() => 7));
    }
  });

  it("leaves a column between bars where turns have several, and none in the line", () => {
    const lines = draw([turn(10, 0), turn(10, 0)], 0, 3);
    expect([lines[0], lines[2]]).toEqual(["██████", "██ ██ "]);
  });

  it("puts the selected place among the marks, and over one, where it has no row of its own", () => {
    const rows = { rate: 1, bars: 2, axis: 0 } as const;
    const marks = (selected: number) =>
      chartLines([turn(1, 0, { mark: "!" }), turn(1, 0)], selected, 1, rows, PLAIN, glyphs(false))
        .at(-1)
        ?.slice(6);
    expect([marks(0), marks(1)]).toEqual(["▲ ", "!▲"]);
  });
});

describe("the part of a session that is drawn", () => {
  it("is all of it where it fits, with wide bars for few turns", () => {
    expect(chartWindow(5, 4, 80, null)).toEqual({ from: 0, to: 5, columns: 6 });
    expect(chartWindow(30, 4, 80, null)).toEqual({ from: 0, to: 30, columns: 2 });
  });

  it("lies around the selected turn where it does not fit, and stays inside", () => {
    expect(chartWindow(1_000, 500, 80, null)).toEqual({ from: 463, to: 537, columns: 1 });
    expect(chartWindow(1_000, 2, 80, null)).toMatchObject({ from: 0, to: 74 });
    expect(chartWindow(1_000, 999, 80, null)).toMatchObject({ from: 926, to: 1_000 });
  });

  it("stays where it was while the selected turn is in it", () => {
    expect(chartWindow(1_000, 470, 80, 463)).toMatchObject({ from: 463, to: 537 });
    expect(chartWindow(1_000, 536, 80, 463)).toMatchObject({ from: 463 });
    expect(chartWindow(1_000, 537, 80, 463)).toMatchObject({ from: 500 });
    expect(chartWindow(10, 3, 80, 463)).toMatchObject({ from: 0, to: 10 });
  });

  it("is one turn where there is no room at all", () => {
    expect(chartWindow(10, 3, 1, null)).toEqual({ from: 3, to: 4, columns: 1 });
  });
});
