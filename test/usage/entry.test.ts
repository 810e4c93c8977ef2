import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryId, isTurnEntry, parentId, readEntry } from "../../src/usage/entry.ts";
import {
  branchSummary,
  compaction,
  noPrice,
  refresh,
  toolResult,
  turn,
  usage,
  userMessage,
} from "../support/entries.ts";

const counts = [1, 2, 3, 4] as const;
const readCounts = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };

describe("a session entry", () => {
  it("with an assistant's message is a turn", () => {
    expect(readEntry(turn(counts), noPrice)).toMatchObject({ kind: "turn", turn: { row: { usage: readCounts } } });
  });

  it("with an assistant's message without usage is still a turn", () => {
    const fact = readEntry(turn(counts, { usage: undefined }), noPrice);
    expect(fact).toMatchObject({ kind: "turn", turn: { row: { usage: null, flags: ["usage-missing"] } } });
  });

  it.each(["cache_warm", "something_newer", undefined])(
    "of type usage and kind %j is a refresh, never a turn",
    (kind) => {
      expect(readEntry(refresh(counts, { kind }), noPrice)).toMatchObject({
        kind: "refresh",
        row: { usage: readCounts },
      });
    },
  );

  it("of type usage is priced by the model it names", () => {
    const asked: unknown[] = [];
    readEntry(refresh(counts, { usage: { input: 1 } }), (provider, model) => {
      asked.push(provider, model);
      return null;
    });
    readEntry(refresh(counts, { usage: { input: 1 }, provider: 5, model: undefined }), (provider, model) => {
      asked.push(provider, model);
      return null;
    });
    expect(asked).toEqual(["acme", "m1", "", ""]);
  });

  it.each([
    ["a compaction", compaction(counts), "compaction"],
    ["a branch summary", branchSummary(counts), "branchSummary"],
    ["a tool result with a subagent's usage", toolResult(usage(counts)), "nested"],
  ])("of %s is usage beside the turns", (_name, entry, side) => {
    expect(readEntry(entry, noPrice)).toMatchObject({ kind: "side", side, row: { usage: readCounts } });
  });

  it.each([
    ["a compaction", compaction()],
    ["a branch summary", branchSummary()],
    ["a tool result", toolResult()],
    ["a user's message", userMessage()],
    [
      "a message of another role, whatever it carries",
      { type: "message", message: { role: "user", usage: usage(counts) } },
    ],
    ["a model change", { type: "model_change", provider: "acme", modelId: "m1" }],
    ["another tool's entry", { type: "custom", customType: "other", data: { usage: usage(counts) } }],
    ["a newer type", { type: "from_the_future", usage: usage(counts), message: { role: "assistant" } }],
    ["a message that is none", { type: "message", message: "assistant" }],
    ["no type", { message: { role: "assistant", usage: usage(counts) } }],
    ["a summary whose usage is no object", { ...compaction(), usage: 12 }],
  ])("of %s without usage of its own says nothing", (_name, entry) => {
    expect(readEntry(entry, noPrice)).toBeNull();
  });

  it("is read from anything without throwing", () => {
    const type = fc.constantFrom("message", "usage", "compaction", "branch_summary", "custom", 7, null);
    const inner = fc.oneof(
      fc.anything(),
      fc.record({ role: fc.constantFrom("assistant", "toolResult", 1), usage: fc.anything() }),
    );
    const entry = fc.record({ type, message: inner, usage: inner, id: fc.anything(), parentId: fc.anything() });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue(), entry), (raw) => {
        const fact = readEntry(raw, noPrice);
        expect(fact === null || ["turn", "refresh", "side"].includes(fact.kind)).toBe(true);
        for (const id of [entryId(raw), parentId(raw)]) expect(id === null || typeof id === "string").toBe(true);
      }),
    );
  });
});

describe("what counts as a turn when turns are numbered", () => {
  it("is a message of an assistant, with usage or without", () => {
    expect(isTurnEntry(turn(counts))).toBe(true);
    expect(isTurnEntry(turn(counts, { usage: undefined }))).toBe(true);
  });

  it.each([
    ["a user's message", userMessage()],
    ["a refresh", refresh(counts)],
    ["an assistant's message in an entry of a newer type", { ...turn(counts), type: "from_the_future" }],
    ["no entry", "message"],
  ])("is not %s", (_name, entry) => {
    expect(isTurnEntry(entry)).toBe(false);
  });
});

describe("the links of an entry", () => {
  it("are its id and the id of the entry before it", () => {
    expect(entryId({ id: "b", parentId: "a" })).toBe("b");
    expect(parentId({ id: "b", parentId: "a" })).toBe("a");
  });

  it("are null at a root and for what is no entry", () => {
    expect(parentId({ id: "b", parentId: null })).toBeNull();
    expect(entryId({ id: 5 })).toBeNull();
    expect(entryId(undefined)).toBeNull();
    expect(parentId("entry")).toBeNull();
  });
});
