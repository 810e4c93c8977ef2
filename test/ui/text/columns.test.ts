import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignColumns, padEnd, padStart, REPORT_COLUMNS } from "../../../src/ui/text/columns.ts";

const cell = fc.oneof(
  fc.constantFrom("模型", "👩‍💻", "e\u0301", "", "gpt-测试"),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);

describe("padding", () => {
  it("counts terminal columns, not characters", () => {
    expect(padEnd("模型", 6)).toBe("模型  ");
    expect(padStart("模型", 6)).toBe("  模型");
    expect(padEnd("👩‍💻", 3)).toBe("👩‍💻 ");
  });

  it("leaves text that is wider as it is", () => {
    expect(padEnd("abcdef", 3)).toBe("abcdef");
    expect(padStart("模型", 1)).toBe("模型");
  });
});

describe("aligned columns", () => {
  it("have two blanks between them, numbers at the right", () => {
    const rows = [
      ["turn", "prompt", "note"],
      ["1", "10,207", "error"],
    ];
    expect(alignColumns(rows, new Set([2]))).toEqual(["turn  prompt  note", "   1  10,207  error"]);
  });

  it("end without blanks", () => {
    expect(
      alignColumns(
        [
          ["a", ""],
          ["b", "long"],
        ],
        new Set([0, 1]),
      ),
    ).toEqual(["a", "b  long"]);
  });

  it("are none for no rows", () => {
    expect(alignColumns([], new Set())).toEqual([]);
  });

  it("let the last cell of a long line go on below itself", () => {
    const words = Array.from({ length: 30 }, (_, index) => `word${index}`);
    const lines = alignColumns(
      [
        ["label", "9%", words.join(" ")],
        ["b", "10%", "short"],
      ],
      new Set([0, 2]),
    );
    expect(lines.length).toBeGreaterThan(3);
    expect(lines[0]).toMatch(/^label {3}9% {2}word0 /);
    for (const line of lines.slice(1, -1)) expect(line).toMatch(/^ {12}word/);
    expect(lines.at(-1)).toBe("b      10%  short");
    expect(lines.slice(0, -1).flatMap((line) => line.match(/word\d+/g) ?? [])).toEqual(words);
    for (const line of lines) expect(visibleWidth(line)).toBeLessThanOrEqual(REPORT_COLUMNS);
  });

  it("leave a line whole that is just as long as a report may be, and break one that is a column longer", () => {
    const rows = (length: number) => [["a", `${"x".repeat(length - 2)} y`]];
    expect(alignColumns(rows(REPORT_COLUMNS - 3), new Set([0, 1]))).toHaveLength(1);
    expect(alignColumns(rows(REPORT_COLUMNS - 2), new Set([0, 1]))).toHaveLength(2);
  });

  it("keep within a report's columns, given room for the last cell, also with CJK, emoji and combining marks", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, fc.array(cell, { maxLength: 30 })), { maxLength: 6 }), (cells) => {
        const rows = cells.map(([first, second, rest]) => [first, second, rest.join(" ")]);
        for (const line of alignColumns(rows, new Set([0, 2]))) {
          expect(visibleWidth(line)).toBeLessThanOrEqual(REPORT_COLUMNS);
        }
      }),
    );
  });

  it("stand under each other on the screen, also with CJK, emoji and combining marks", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 6 }), (cells) => {
        const rows = cells.map(([first, second]) => [first, second, "|"]);
        const ends = alignColumns(rows, new Set([0])).map((line) => visibleWidth(line));
        expect(new Set(ends).size).toBe(1);
      }),
    );
  });
});
