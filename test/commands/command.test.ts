import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { info, readCount, warning } from "../../src/commands/command.ts";

describe("a count of turns", () => {
  it("is null when nothing was given", () => {
    expect(readCount("")).toBeNull();
  });

  it.each(["1", "7", "20", "999999999"])("is read from %s", (args) => {
    expect(readCount(args)).toBe(Number(args));
  });

  it.each(["0", "-1", "1.5", "x", "1e3", "07", "1 2", "+1", "٣", "1000000000", "Infinity", "0x10"])(
    "is not read from %s",
    (args) => {
      expect(readCount(args)).toBeUndefined();
    },
  );

  it("is a whole number from 1 whenever it is one", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String)), (args) => {
        const count = readCount(args);
        if (typeof count !== "number") return;
        expect(Number.isInteger(count)).toBe(true);
        expect(count).toBeGreaterThanOrEqual(1);
        expect(String(count)).toBe(args);
      }),
    );
  });
});

describe("an answer", () => {
  it("is information or a warning", () => {
    expect(info("a")).toEqual({ text: "a", level: "info" });
    expect(warning("b")).toEqual({ text: "b", level: "warning" });
  });
});
