import { describe, expect, it } from "vitest";
import { savedEntry } from "../src/saved-entry.ts";
import { assistant } from "./support/fake-pi.ts";

/** A session of these messages, one after the other as e0, e1 …; the last is the leaf. */
function sessionOf(messages: readonly unknown[]) {
  const entries = messages.map((message, index) => ({ message, parentId: index === 0 ? null : `e${index - 1}` }));
  return {
    leafId: () => (entries.length === 0 ? null : `e${entries.length - 1}`),
    entry: (id: string): unknown => entries[Number(id.slice(1))],
  };
}

const message = assistant([10, 5, 90, 0]);
const twin = { ...message };

describe("the entry of a turn on a Pi that does not name it", () => {
  it("is the one that holds the very message, behind the results of its tools", () => {
    expect(savedEntry(message, sessionOf([message]))).toBe("e0");
    expect(savedEntry(message, sessionOf([{}, message, { role: "toolResult" }, undefined]))).toBe("e1");
  });

  it("is never one whose message only looks the same", () => {
    expect(savedEntry(message, sessionOf([message, twin]))).toBe("e0");
    expect(savedEntry(message, sessionOf([twin]))).toBeNull();
  });

  it("is not there in an empty session, far from the leaf, or on a path that is not understood", () => {
    expect(savedEntry(message, sessionOf([]))).toBeNull();
    expect(savedEntry(message, sessionOf([message, ...Array.from({ length: 499 }, () => ({}))]))).toBe("e0");
    expect(savedEntry(message, sessionOf([message, ...Array.from({ length: 500 }, () => ({}))]))).toBeNull();
    expect(savedEntry(message, { leafId: () => "e1", entry: () => ({ parentId: 7 }) })).toBeNull();
    expect(savedEntry(message, { leafId: () => "e1", entry: () => null })).toBeNull();
  });

  it("ends on a path that leads back to itself", () => {
    expect(savedEntry(message, { leafId: () => "e1", entry: () => ({ parentId: "e1" }) })).toBeNull();
  });
});
