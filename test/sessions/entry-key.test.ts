import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryKey } from "../../src/sessions/entry-key.ts";
import { found, turn } from "../support/entries.ts";
import { chain, READ } from "../support/session-files.ts";
import { START } from "../support/verdicts.ts";

const MANY = 200_000;

describe("the key of an entry", () => {
  it("is the same in a copy, which hangs elsewhere or has lost its text", () => {
    const [entry] = chain([turn(READ)]);
    const copy = { ...JSON.parse(JSON.stringify(entry)), parentId: "elsewhere", message: null };
    expect(entryKey(copy)).toBe(found(entryKey(entry)));
  });

  it("is another one for another id or time", () => {
    const [entry] = chain([turn(READ)]);
    const others = [
      { ...entry, id: "e2" },
      { ...entry, timestamp: "" },
      { ...entry, timestamp: undefined, id: "e1 " },
    ];
    expect(new Set([entry, ...others].map(entryKey)).size).toBe(4);
  });

  it("does not mistake what is at the end of the id for what is at the beginning of the time", () => {
    expect(entryKey({ id: "ab", timestamp: "c" })).not.toBe(entryKey({ id: "a", timestamp: "bc" }));
  });

  it("is told by the time of its message where it has none itself", () => {
    const at = (timestamp: number) => entryKey({ id: "line-1", message: { timestamp } });
    expect(at(1)).not.toBe(at(2));
    expect(at(1)).toBe(at(1));
  });

  it("is none where the entry has no id, or no time", () => {
    for (const entry of [null, "x", [], {}, { id: 5, timestamp: "x" }, { id: "a" }, { id: "a", timestamp: 5 }]) {
      expect(entryKey(entry)).toBeNull();
    }
  });

  it("is a number that a set of numbers can hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (id, timestamp) => {
        const key = found(entryKey({ id, timestamp }));
        expect(Number.isSafeInteger(key) && key > 0).toBe(true);
      }),
    );
  });

  it.each([
    ["short ids at one time", (index: number) => [index.toString(16).padStart(8, "0"), ""]],
    ["one id at times a millisecond apart", (index: number) => ["0a1b2c3d", new Date(START + index).toISOString()]],
    ["entries of old files, told by place and time", (index: number) => [`line-${index % 500}`, `${START + index}`]],
    ["long ids", () => [randomUUID(), ""]],
  ])("differs between many: %s", (_, name) => {
    const keys = new Set<number | null>();
    for (let index = 0; index < MANY; index++) {
      const [id, timestamp] = name(index);
      keys.add(entryKey({ id, timestamp }));
    }
    expect(keys.size).toBe(MANY);
  });
});
