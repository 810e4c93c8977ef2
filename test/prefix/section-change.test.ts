import { describe, expect, it } from "vitest";
import { Recorder } from "../../src/prefix/recorder.ts";
import {
  changeByName,
  changeByPosition,
  changesByName,
  commonItems,
  isAppendedTo,
  type Pair,
  type SectionChange,
  sameItem,
} from "../../src/prefix/section-change.ts";
import { SectionWriter } from "../../src/prefix/section-writer.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import type { Snapshot } from "../../src/prefix/snapshot.ts";
import { readNode } from "../../src/prefix/tape.ts";
import { found } from "../support/entries.ts";

/** A request with tools only: each a name and a text. */
function snapshot(items: readonly unknown[], names: readonly string[] | null): Snapshot {
  const writer = new SectionWriter({ shape: "test" }, new Recorder("salt", new ShapeTable()), false);
  writer.section("tools", { base: "tools" }, items.length, (item) => {
    writer.recorder.value(items[item]);
    return names === null ? undefined : { name: names[item] ?? null };
  });
  return writer.snapshot();
}

function pair(old: Snapshot, now: Snapshot): Pair {
  return { old, now, oldSection: found(old.sections.tools), nowSection: found(now.sections.tools) };
}

const texts = (before: readonly unknown[], after: readonly unknown[]) =>
  pair(snapshot(before, null), snapshot(after, null));

/** Tools as text: the letter is the name, what follows it the content. */
const tools = (before: readonly string[], after: readonly string[]) => {
  const named = (items: readonly string[]) =>
    snapshot(
      items,
      items.map((item) => item.slice(0, 1)),
    );
  return pair(named(before), named(after));
};

function brief(change: SectionChange | null) {
  if (change === null) return null;
  const { kind, item, inOld, others } = change;
  return { kind, item, inOld, others };
}

function node(value: unknown) {
  const recorder = new Recorder("salt", new ShapeTable());
  recorder.value(value);
  return readNode(recorder.take());
}

describe("items of two sections", () => {
  it("are the same by content, and an item that is not there is the same as none", () => {
    expect(sameItem(texts(["a", "b"], ["b"]), 1, 0)).toBe(true);
    expect(sameItem(texts(["a"], ["b"]), 0, 0)).toBe(false);
    expect(sameItem(texts(["a"], ["a"]), 1, 1)).toBe(false);
  });

  it("are common from the start up to the first that differs", () => {
    expect(commonItems(texts(["a", "b", "c"], ["a", "b", "x", "c"]))).toBe(2);
    expect(commonItems(texts([], ["a"]))).toBe(0);
  });
});

describe("a change by position", () => {
  const change = (before: readonly string[], after: readonly string[]) => {
    const both = texts(before, after);
    return brief(changeByPosition(both, commonItems(both)));
  };

  it.each([
    ["none", ["a"], ["a"], null],
    ["an item put in", ["a", "b"], ["a", "x", "b"], { kind: "added", item: 1, inOld: false, others: 0 }],
    ["an item appended", ["a"], ["a", "b"], { kind: "added", item: 1, inOld: false, others: 0 }],
    ["an item taken out", ["a", "b", "c"], ["a", "c"], { kind: "removed", item: 1, inOld: true, others: 1 }],
    ["the last item gone", ["a", "b"], ["a"], { kind: "removed", item: 1, inOld: true, others: 0 }],
    ["an item changed", ["a", "b", "c"], ["a", "x", "c"], { kind: "changed", item: 1, inOld: false, others: 0 }],
    [
      "an item changed, and the old one behind it",
      ["a", "b"],
      ["x", "a"],
      { kind: "changed", item: 0, inOld: false, others: 1 },
    ],
    ["two items changed", ["a", "b", "c"], ["x", "b", "y"], { kind: "changed", item: 0, inOld: false, others: 1 }],
    ["an item cut short", ["a", "bcd"], ["a", "b"], { kind: "truncated", item: 1, inOld: false, others: 0 }],
    ["a change with growth behind", ["a", "b"], ["x", "b", "c"], { kind: "changed", item: 0, inOld: false, others: 0 }],
  ])("is %s", (_what, before, after, expected) => {
    expect(change(before, after)).toEqual(expected);
  });
});

describe("a change by name", () => {
  it.each([
    ["none", ["a", "b"], ["a", "b"], null],
    ["a tool appended", ["a"], ["a", "b"], { kind: "added", item: 1, inOld: false, others: 0 }],
    ["a tool put in at the front", ["b", "c"], ["a", "b", "c"], { kind: "added", item: 0, inOld: false, others: 0 }],
    ["a tool gone", ["a", "b", "c"], ["b", "c"], { kind: "removed", item: 0, inOld: true, others: 0 }],
    ["the last tool gone", ["a", "b"], ["a"], { kind: "removed", item: 1, inOld: true, others: 0 }],
    ["two tools exchanged", ["r", "b", "a"], ["r", "a", "b"], { kind: "reordered", item: 1, inOld: false, others: 0 }],
    ["a tool edited", ["a1", "b"], ["a2", "b"], { kind: "changed", item: 0, inOld: false, others: 0 }],
    ["two tools edited", ["a1", "b1"], ["a2", "b2"], { kind: "changed", item: 0, inOld: false, others: 1 }],
    ["a tool in another's place", ["a", "b"], ["a", "c"], { kind: "added", item: 1, inOld: false, others: 1 }],
  ])("is %s", (_what, before, after, expected) => {
    expect(brief(changeByName(tools(before, after), true))).toEqual(expected);
  });

  it("is none when only the order differs and order does not matter, as for parameters", () => {
    expect(changeByName(tools(["a1", "b1"], ["b1", "a1"]), false)).toBeNull();
    expect(brief(changeByName(tools(["a1", "b1"], ["b2", "a1"]), false))).toMatchObject({ kind: "changed", item: 0 });
  });

  it("tells items without a name apart by their place", () => {
    const both = pair(snapshot(["x", "y"], null), snapshot(["x", "z"], null));
    expect(brief(changeByName(both, true))).toEqual({ kind: "changed", item: 1, inOld: false, others: 0 });
  });

  it("of the first of two tools with one name is a change, not a move", () => {
    expect(brief(changeByName(tools(["a1", "a2"], ["a3", "a2"]), true))).toMatchObject({ kind: "changed", item: 0 });
  });
});

describe("the tools of one name", () => {
  it("are told apart by their number among them", () => {
    expect(brief(changeByName(tools(["a1", "a2", "a3"], ["a1", "a2", "a4"]), true))).toEqual({
      ...{ kind: "changed", item: 2, inOld: false, others: 0 },
    });
    expect(brief(changeByName(tools(["a1", "a2", "a3"], ["a1", "a2"]), true))).toEqual({
      ...{ kind: "removed", item: 2, inOld: true, others: 0 },
    });
  });
});

describe("every change by name", () => {
  it("is one of what came, changed or went, wherever it stands, with the number of the others", () => {
    const changes = changesByName(tools(["a1", "b1", "c1", "d1"], ["d1", "a2", "b1", "e1"]));
    expect(changes.map(brief)).toEqual([
      { kind: "changed", item: 1, inOld: false, others: 2 },
      { kind: "added", item: 3, inOld: false, others: 2 },
      { kind: "removed", item: 2, inOld: true, others: 2 },
    ]);
    expect(changesByName(tools(["a1", "b1"], ["b1", "a1"]))).toEqual([]);
  });
});

describe("an item with something appended", () => {
  const item = (blocks: readonly string[], role = "user") => node({ role, content: blocks });

  it("continues the old one when its list of content only grew", () => {
    expect(isAppendedTo(item(["a"]), item(["a", "b"]))).toBe(true);
    expect(isAppendedTo(node({ role: "user", parts: [1] }), node({ role: "user", parts: [1, 2] }))).toBe(true);
  });

  it.each([
    ["a block that changed", item(["a"]), item(["x", "b"])],
    ["a block put in at the front", item(["a"]), item(["x", "a"])],
    ["a block that went", item(["a", "b"]), item(["a"])],
    ["another role", item(["a"]), item(["a", "b"], "assistant")],
    ["another field", item(["a"]), node({ role: "user", content: ["a", "b"], name: "x" })],
    ["fields in another order", item(["a"]), node({ content: ["a", "b"], role: "user" })],
    ["another list that grew", node({ calls: ["a"] }), node({ calls: ["a", "b"] })],
    ["a text that grew", node({ content: "a" }), node({ content: "ab" })],
    ["no object", node("a"), node("ab")],
  ])("is another one with %s", (_what, before, after) => {
    expect(isAppendedTo(before, after)).toBe(false);
  });
});
