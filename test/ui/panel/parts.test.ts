import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { glyphs } from "../../../src/ui/glyphs.ts";
import { panelPaint } from "../../../src/ui/panel/panel-paint.ts";
import { partAt, partsBar } from "../../../src/ui/panel/parts.ts";

const PLAIN = panelPaint({ fg: (_, text) => text, bg: (_, text) => text, bold: (text) => text }, false);
const bar = (read: number, written: number, fresh: number, columns = 10): string =>
  partsBar({ read, written, fresh }, columns, PLAIN, glyphs(false));

describe("the bar of a prompt", () => {
  it("is divided as the prompt is: read, then written, then new", () => {
    expect(bar(50, 30, 20)).toBe("█████▒▒▒░░");
    expect(bar(0, 0, 7)).toBe("░░░░░░░░░░");
    expect(bar(100, 0, 0, 4)).toBe("████");
  });

  it("is blank for a prompt of no tokens", () => {
    expect(bar(0, 0, 0)).toBe(" ".repeat(10));
  });

  it("has the columns it was given, whatever the tokens are", () => {
    const tokens = fc.nat({ max: 2 ** 40 });
    fc.assert(
      fc.property(tokens, tokens, tokens, fc.integer({ min: 0, max: 60 }), (read, written, fresh, columns) => {
        expect(visibleWidth(bar(read, written, fresh, columns))).toBe(columns);
      }),
    );
  });

  it("tells which part covers a place", () => {
    const parts = { read: 10, written: 5, fresh: 1 };
    expect([0, 9, 10, 14, 15, 16].map((place) => partAt(parts, place))).toEqual([
      ...["read", "read", "written", "written", "fresh"],
      null,
    ]);
  });
});
