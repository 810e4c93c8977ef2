import { describe, expect, it } from "vitest";
import { emptyRecord } from "../../src/prefix/section-writer.ts";
import { itemCount, itemIndex, itemPath, SECTIONS, sectionChars } from "../../src/prefix/snapshot.ts";

const RECORD = { ...emptyRecord("messages", 2, null), items: [["a"], ["bc"]], charsAt: [10, 11, 13] };

describe("the sections", () => {
  it("stand in the order in which they are compared: tools, prompt, parameters, history", () => {
    expect(SECTIONS).toEqual(["tools", "system", "developer", "instructions", "params", "history"]);
  });
});

describe("a section's items", () => {
  it("are counted, also those that were not read", () => {
    expect(itemCount(RECORD)).toBe(2);
    expect(itemCount({ ...emptyRecord("messages", 0, null), unreadCount: 7 })).toBe(7);
  });

  it("have their characters, whatever was written before them", () => {
    expect(sectionChars(RECORD)).toBe(3);
    expect(sectionChars(emptyRecord("tools", 0, null))).toBe(0);
  });

  it("have the index and path that they have in the payload", () => {
    expect(itemIndex(RECORD, 1)).toBe(3);
    expect(itemPath(RECORD, 1)).toBe("messages[3]");
  });

  it("have a path of their own where they stand in another list", () => {
    const record = { ...RECORD, paths: ["input[0].tools[4]"] };
    expect(itemPath(record, 0)).toBe("input[0].tools[4]");
    expect(itemPath(record, 1)).toBe("messages[3]");
  });
});
