import { describe, expect, it } from "vitest";
import { charsOf, firstDifference, same, textOf } from "../../src/prefix/difference.ts";
import { Recorder } from "../../src/prefix/recorder.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import { type Node, readNode } from "../../src/prefix/tape.ts";

function node(value: unknown): Node {
  const recorder = new Recorder("salt", new ShapeTable());
  recorder.value(value);
  return readNode(recorder.take());
}

function difference(before: unknown, after: unknown) {
  const found = firstDifference(node(before), node(after));
  return found === null ? null : { kind: found.kind, path: found.path };
}

const SCHEMA = { name: "q", parameters: { properties: { q: { type: "string", description: "old" } } } };

describe("the first difference", () => {
  it("is none between equal values", () => {
    expect(difference(SCHEMA, structuredClone(SCHEMA))).toBeNull();
  });

  it.each([
    ["a field that came", { a: 1 }, { a: 1, b: 2 }, "added", ".b"],
    ["a field that went", { a: 1, b: 2 }, { a: 1 }, "removed", ".b"],
    ["a field put in at the front", { b: 2 }, { a: 1, b: 2 }, "added", ".a"],
    ["fields in another order", { a: 1, b: 2 }, { b: 2, a: 1 }, "key-order", ".b"],
    ["a value", { a: 1 }, { a: 2 }, "changed", ".a"],
    ["a value of another type", { a: 1 }, { a: "1" }, "changed", ".a"],
    ["a text that is cut short", { a: "whole text" }, { a: "whole" }, "truncated", ".a"],
    ["a text that grew", { a: "whole" }, { a: "whole text" }, "changed", ".a"],
    ["a text that is emptied", { a: "x" }, { a: "" }, "truncated", ".a"],
    ["an element at the end", ["a"], ["a", "b"], "added", "[1]"],
    ["an element at the front", ["b", "c"], ["a", "b", "c"], "added", "[0]"],
    ["an element taken out of the middle", ["a", "b", "c"], ["a", "c"], "removed", "[1]"],
    ["the last element gone", ["a", "b"], ["a"], "removed", "[1]"],
    ["an element that changed", ["a", "b", "c"], ["a", "x", "c"], "changed", "[1]"],
    ["an element that changed where the one behind it has taken its place", ["a", "b"], ["b", "c"], "changed", "[0]"],
    ["an element that changed where it has moved on by one", ["a", "b"], ["c", "a"], "changed", "[0]"],
    ["an element that changed in a list that got shorter", ["a", "b", "c"], ["x", "b"], "changed", "[0]"],
    ["an element that changed in a list that got longer", ["a", "b"], ["x", "b", "c"], "changed", "[0]"],
    ["another value at the root", "a", "b", "changed", ""],
    ["a list for an object", { a: [] }, { a: {} }, "changed", ".a"],
  ])("is %s", (_what, before, after, kind, path) => {
    expect(difference(before, after)).toEqual({ kind, path });
  });

  it("is found deep inside, with the path to it", () => {
    const after = structuredClone(SCHEMA);
    after.parameters.properties.q.description = "new";
    expect(difference(SCHEMA, after)).toEqual({ kind: "changed", path: ".parameters.properties.q.description" });
  });

  it("is the first in sending order, also when a later field came or went", () => {
    expect(difference({ a: 1, b: 2, c: 3 }, { a: 9, b: 2 })).toEqual({ kind: "changed", path: ".a" });
  });

  it("is a changed value rather than the order of fields that moved as well", () => {
    expect(difference({ a: 1, b: 2 }, { b: 3, a: 1 })).toEqual({ kind: "changed", path: ".b" });
  });

  it("is the order of fields inside a list", () => {
    expect(difference([{ a: 1, b: 2 }], [{ b: 2, a: 1 }])).toEqual({ kind: "key-order", path: "[0].b" });
  });

  it("quotes a field name that would be read wrong, and bounds it", () => {
    expect(difference({}, { "a b": 1 })).toEqual({ kind: "added", path: '["a b"]' });
    expect(difference({}, { "1": 1 })).toEqual({ kind: "added", path: '["1"]' });
    expect(difference({}, { [`!${"x".repeat(1_000)}`]: 1 })?.path.length).toBeLessThan(110);
  });

  it("gives the values at its place, null where there is none", () => {
    expect(firstDifference(node({ a: 1 }), node({ a: 1, b: "x" }))).toMatchObject({
      before: null,
      after: { kind: "leaf", value: "x" },
    });
    expect(firstDifference(node(["a", "b"]), node(["b"]))).toMatchObject({
      before: { kind: "leaf", value: "a" },
      after: null,
    });
  });

  it("gives both values where something changed, was taken out, or fields stand in another order", () => {
    const leaf = (value: unknown) => ({ kind: "leaf", value });
    expect(firstDifference(node({ a: "x" }), node({ a: "y" }))).toMatchObject({ before: leaf("x"), after: leaf("y") });
    expect(firstDifference(node({ a: "x", b: 1 }), node({ b: 1 }))).toMatchObject({ before: leaf("x"), after: null });
    expect(firstDifference(node(["a"]), node(["a", "b"]))).toMatchObject({ before: null, after: leaf("b") });
    expect(firstDifference(node({ a: "x", b: "y" }), node({ b: "y", a: "x" }))).toMatchObject({
      ...{ kind: "key-order", before: leaf("y"), after: leaf("y") },
    });
  });

  it("is between bytes by digest, also of equal size", () => {
    expect(difference([new Uint8Array([1])], [new Uint8Array([2])])).toEqual({ kind: "changed", path: "[0]" });
    expect(difference([new Uint8Array([1])], [new Uint8Array([1])])).toBeNull();
  });
});

describe("two values", () => {
  it("are the same only with their fields in the same order", () => {
    expect(same(node({ a: 1, b: [2] }), node({ a: 1, b: [2] }))).toBe(true);
    expect(same(node({ a: 1, b: 2 }), node({ b: 2, a: 1 }))).toBe(false);
    expect(same(node([1, 2]), node([1]))).toBe(false);
    expect(same(node({}), node([]))).toBe(false);
    expect(same(node("1"), node(1))).toBe(false);
    expect(same(node({ a: 1, b: 2 }), node({ a: 1, c: 2 }))).toBe(false);
    expect(same(node({ a: 1, b: 2 }), node({ a: 1, b: 3 }))).toBe(false);
    expect(same(node([1, 2]), node([1, 3]))).toBe(false);
    expect(same(node([1, 2]), node([3, 2]))).toBe(false);
  });

  it("are the same bytes only with one size and one digest", () => {
    const bytes = (size: number, digest: string): Node => ({ kind: "bytes", size, digest });
    expect(same(bytes(1, "a"), bytes(1, "a"))).toBe(true);
    expect(same(bytes(1, "a"), bytes(2, "a"))).toBe(false);
    expect(same(bytes(1, "a"), bytes(1, "b"))).toBe(false);
    expect(same(bytes(1, "a"), node("a"))).toBe(false);
    expect(same(node("a"), bytes(1, "a"))).toBe(false);
  });
});

describe("the length of a value", () => {
  it("is that of its texts and field names, and nothing for binary", () => {
    expect(charsOf(node("👍"))).toBe(2);
    expect(charsOf(node({ key: ["ab", "c"] }))).toBe(6);
    expect(charsOf(node(new Uint8Array(100)))).toBe(0);
  });
});

describe("the text of a value", () => {
  it("is there for a text only", () => {
    expect(textOf(node("x"))).toBe("x");
    expect(textOf(node(1))).toBeNull();
    expect(textOf(node(["x"]))).toBeNull();
    expect(textOf(null)).toBeNull();
  });
});
