import { describe, expect, it } from "vitest";
import { LIMITS } from "../../src/prefix/limits.ts";
import { Unreadable } from "../../src/prefix/own-data.ts";
import { Recorder } from "../../src/prefix/recorder.ts";
import { emptyRecord, SectionWriter } from "../../src/prefix/section-writer.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";

function writerOf(historyDisabled = false): SectionWriter {
  return new SectionWriter({ shape: "test" }, new Recorder("salt", new ShapeTable()), historyDisabled);
}

describe("a section", () => {
  it("has its items with their lengths, names and own paths", () => {
    const writer = writerOf();
    const texts = ["ab", "c"];
    writer.section("tools", { base: "tools" }, 2, (item) => {
      writer.recorder.value(texts[item]);
      return item === 0 ? { name: "first" } : { name: "second", path: "other[7]" };
    });
    expect(writer.snapshot().sections.tools).toMatchObject({
      ...{ base: "tools", first: 0, role: null, skipped: null, unreadCount: null },
      items: [["ab"], ["c"]],
      charsAt: [0, 2, 3],
      names: ["first", "second"],
    });
    expect(writer.snapshot().sections.tools?.paths?.[1]).toBe("other[7]");
  });

  it("counts its characters from those written before it", () => {
    const writer = writerOf();
    writer.section("tools", { base: "tools" }, 1, () => void writer.recorder.value("12345"));
    writer.section("history", { base: "messages" }, 1, () => void writer.recorder.value("67"));
    expect(writer.snapshot().sections.history?.charsAt).toEqual([5, 7]);
    expect(writer.snapshot()).toMatchObject({ shape: "test", chars: 7, tokens: 2 });
  });

  it("with an unreadable item is skipped whole, with the reason, and the others go on", () => {
    const writer = writerOf();
    writer.section("tools", { base: "tools" }, 2, (item) => {
      writer.marker("tools", item, null, null);
      writer.recorder.value(item === 0 ? "fine" : new Date());
      return undefined;
    });
    writer.section("history", { base: "messages" }, 1, () => void writer.recorder.value("hi"));
    const { sections, markers, chars, tokens } = writer.snapshot();
    expect(sections.tools).toMatchObject({ skipped: "unreadable", items: [] });
    expect(sections.history).toMatchObject({ skipped: null, items: [["hi"]], charsAt: [0, 2] });
    expect({ markers, chars, tokens }).toEqual({ markers: [], chars: 2, tokens: 1 });
  });

  it("with more items than the limit is skipped without reading one", () => {
    const writer = writerOf();
    writer.section("history", { base: "messages" }, LIMITS.items + 1, () => {
      throw new Error("must not be read");
    });
    expect(writer.snapshot().sections.history?.skipped).toBe("too-many-items");
  });

  it("lets a fault of its own through: only what is unreadable is skipped", () => {
    const writer = writerOf();
    const fail = () =>
      writer.section("tools", { base: "tools" }, 1, () => {
        throw new TypeError("fault");
      });
    expect(fail).toThrow(TypeError);
    expect(() => writer.attempt(["tools"], fail)).toThrow(TypeError);
  });

  it("of the history is counted and left unread where it is switched off, the others are read", () => {
    const writer = writerOf(true);
    writer.section("history", { base: "messages", first: 1 }, 3, () => {
      throw new Error("must not be read");
    });
    writer.section("system", { base: "messages" }, 1, () => void writer.recorder.value("S"));
    const { sections } = writer.snapshot();
    expect(sections.history).toMatchObject({ unreadCount: 3, first: 1, items: [], skipped: null });
    expect(sections.system).toMatchObject({ unreadCount: null, items: [["S"]] });
  });
});

describe("an attempt", () => {
  it("makes the sections it names skipped when something in it is unreadable, and no other", () => {
    const writer = writerOf();
    writer.attempt(["tools", "system"], () => {
      throw new Unreadable("cycle");
    });
    expect(writer.snapshot().sections).toMatchObject({ tools: { skipped: "cycle" }, system: { skipped: "cycle" } });
    expect(writer.snapshot().sections.history).toBeUndefined();
  });

  it("leaves alone what was written before the unreadable part", () => {
    const writer = writerOf();
    writer.attempt(["system", "history"], () => {
      writer.section("system", { base: "system" }, 1, () => void writer.recorder.value("S"));
      throw new Unreadable("unreadable");
    });
    expect(writer.snapshot().sections).toMatchObject({
      system: { skipped: null, items: [["S"]] },
      history: { skipped: "unreadable" },
    });
  });

  it("that failed is not mended by what is read of the same section afterwards", () => {
    const writer = writerOf();
    writer.attempt(["params"], () => {
      throw new Unreadable("unreadable");
    });
    writer.section("params", { base: "" }, 1, () => void writer.recorder.value("model"));
    expect(writer.snapshot().sections.params).toMatchObject({ skipped: "unreadable", items: [] });
    expect(writer.snapshot().chars).toBe(0);
  });
});

describe("an empty record", () => {
  it("has no items, no characters and nothing against it", () => {
    expect(emptyRecord("messages", 1, "system")).toMatchObject({
      ...{ base: "messages", first: 1, role: "system", items: [], charsAt: [0], skipped: null, unreadCount: null },
    });
  });
});
