import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignColumns, padEnd, padStart } from "../../../src/ui/text/columns.ts";

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
