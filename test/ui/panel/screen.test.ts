import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, it } from "vitest";
import { panelPaint } from "../../../src/ui/panel/panel-paint.ts";
import { START } from "../../../src/ui/panel/panel-state.ts";
import { fitScreen, helpLine, shareRows, spread, viewsLine } from "../../../src/ui/panel/screen.ts";
import { words as en } from "../../../src/ui/words/en.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";

const PLAIN = panelPaint({ fg: (_, text) => text, bg: (_, text) => text, bold: (text) => text }, false);
const heightOf = ({ chart, legend, body }: ReturnType<typeof shareRows>): number =>
  3 + body + (legend ? 1 : 0) + (chart === null ? 0 : chart.rate + chart.bars + chart.axis + 1);

describe("the rows of a screen", () => {
  it.each([12, 15, 16, 21, 24, 31, 40, 60])(
    "are all shared out at %i, and at least four are for the list",
    (height) => {
      const rows = shareRows(height, true, false);
      expect(heightOf(rows)).toBe(height);
      expect(rows.chart).not.toBeNull();
      expect(rows.body).toBeGreaterThanOrEqual(4);
    },
  );

  it("leave the chart out where a list would have no room, and have none left over on the smallest screens", () => {
    expect([1, 3, 6, 9].map((height) => shareRows(height, true, false))).toEqual(
      [0, 0, 3, 6].map((body) => ({ chart: null, legend: false, body })),
    );
  });

  it("are all the open turn's on a small screen, and shared with the chart on a larger one", () => {
    expect(shareRows(20, true, true).chart).toBeNull();
    expect(shareRows(24, true, true).chart).not.toBeNull();
  });
});

describe("the frame of a screen", () => {
  it("marks the view that is shown and names the range", () => {
    expect(viewsLine({ ...START, view: "causes", range: "file" }, en, PLAIN)).toBe(
      "  1:turns  2:models [3:causes] 4:so far  whole file",
    );
  });

  it.each([
    ["en", en],
    ["zh", zh],
  ] as const)("names the keys that fit, and always how to leave (%s)", (_, words) => {
    for (let width = 12; width <= 120; width += 3) {
      const line = helpLine(START, false, words, width);
      expect(visibleWidth(line)).toBeLessThanOrEqual(width);
      expect(line).toContain(words.help.leave);
    }
    expect(helpLine(START, false, words, 60)).toContain(words.help.range);
  });

  it("puts two texts at both ends, and only the first where both do not fit", () => {
    expect([spread("ab", "cd", 8), spread("ab", "cd", 5)]).toEqual(["ab    cd", "ab"]);
  });

  it("covers every row and column, and no more", () => {
    const lines = fitScreen(["short", "提示缓存".repeat(9), "x".repeat(50)], 21, 5);
    expect(lines.map(visibleWidth)).toEqual([21, 21, 21, 21, 21]);
  });
});
