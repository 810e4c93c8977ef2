import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { field, finiteOrNull, isFunction, isRecord, textOrNull } from "../src/unknown.ts";

describe("a value nobody promised", () => {
  it("is a record when it is an object, but not null and not a list", () => {
    expect(isRecord({})).toBe(true);
    expect(isRecord(Object.create(null))).toBe(true);
    for (const other of [null, undefined, [], "x", 1, true, () => 1]) expect(isRecord(other)).toBe(false);
  });

  it("has the fields of a record, and none when it is something else", () => {
    expect(field({ a: 1 }, "a")).toBe(1);
    expect(field({ a: 1 }, "b")).toBeUndefined();
    expect(field("text", "length")).toBeUndefined();
    expect(field([1], "length")).toBeUndefined();
    expect(field(null, "a")).toBeUndefined();
  });

  it("is text only when it is a string, the empty one included", () => {
    expect(textOrNull("a")).toBe("a");
    expect(textOrNull("")).toBe("");
    for (const other of [1, null, undefined, {}, ["a"]]) expect(textOrNull(other)).toBeNull();
  });

  it("is a number only when it is finite and no numeric text", () => {
    expect(finiteOrNull(0)).toBe(0);
    expect(finiteOrNull(-1.5)).toBe(-1.5);
    for (const other of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, "1", null, 1n, true]) {
      expect(finiteOrNull(other)).toBeNull();
    }
  });

  it("is a function only when it can be called", () => {
    expect(isFunction(() => 1)).toBe(true);
    expect(isFunction({ call: 1 })).toBe(false);
    expect(isFunction(undefined)).toBe(false);
  });

  it("is never read with an exception, and what is given back is the value itself", () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (value, key) => {
        expect([null, value]).toContain(textOrNull(value));
        expect([null, value]).toContain(finiteOrNull(value));
        if (isRecord(value)) expect(field(value, key)).toBe(value[key]);
        else expect(field(value, key)).toBeUndefined();
      }),
    );
  });
});
