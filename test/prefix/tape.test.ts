import { describe, expect, it } from "vitest";
import { Recorder } from "../../src/prefix/recorder.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import { readNode, sameTokens, type Token } from "../../src/prefix/tape.ts";

function tape(value: unknown): readonly Token[] {
  const recorder = new Recorder("salt", new ShapeTable());
  recorder.value(value);
  return recorder.take();
}

describe("a tape", () => {
  it("is read back as the value that was written, fields in their order", () => {
    expect(readNode(tape({ b: [1, "x", null, true], a: { c: [] } }))).toEqual({
      kind: "object",
      fields: [
        [
          "b",
          {
            kind: "array",
            items: [
              { kind: "leaf", value: 1 },
              { kind: "leaf", value: "x" },
              { kind: "leaf", value: null },
              { kind: "leaf", value: true },
            ],
          },
        ],
        ["a", { kind: "object", fields: [["c", { kind: "array", items: [] }]] }],
      ],
    });
  });

  it("keeps a big integer apart from the number and the text of the same digits", () => {
    expect(readNode(tape(7n))).toEqual({ kind: "leaf", value: "7n" });
    expect(sameTokens(tape(7n), tape("7"))).toBe(false);
    expect(sameTokens(tape(7n), tape(7))).toBe(false);
  });

  it("holds of binary content the size and a digest, not a byte", () => {
    const node = readNode(tape(new Uint8Array([1, 2, 3])));
    expect(node).toMatchObject({ kind: "bytes", size: 3 });
    expect(tape(new Uint8Array(1_000))).toHaveLength(3);
  });

  it("without tokens is null", () => {
    expect(readNode([])).toEqual({ kind: "leaf", value: null });
  });

  it("tells an empty list from an empty object when read back", () => {
    expect(readNode(tape([[], {}]))).toEqual({
      kind: "array",
      items: [
        { kind: "array", items: [] },
        { kind: "object", fields: [] },
      ],
    });
  });
});

describe("two tapes", () => {
  it("are the same for equal values that are other objects", () => {
    expect(sameTokens(tape({ a: [1, { b: "x" }] }), tape({ a: [1, { b: "x" }] }))).toBe(true);
  });

  it.each([
    ["another order of fields", { a: 1, b: 2 }, { b: 2, a: 1 }],
    ["a number for its text", [1], ["1"]],
    ["a text where null stood", [null], ["null"]],
    ["an empty list for an empty object", [], {}],
    ["another nesting of the same leaves", [["a"], "b"], ["a", ["b"]]],
    ["a field of another name", { a: 1 }, { b: 1 }],
    ["a field moved one level down", { a: { b: 1 }, c: 2 }, { a: { b: 1, c: 2 } }],
    ["a field for two elements", { a: "b" }, ["a", "b"]],
    ["false where nothing true stood", [false], [null]],
    ["more at the end", ["a"], ["a", "b"]],
  ])("differ by %s", (_what, before, after) => {
    expect(sameTokens(tape(before), tape(after))).toBe(false);
  });
});
