import { describe, expect, it } from "vitest";
import { compareSnapshots, promptText } from "../../src/prefix/compare.ts";
import { readPayload } from "../../src/prefix/read-payload.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import type { Snapshot } from "../../src/prefix/snapshot.ts";
import { found } from "../support/entries.ts";

function read(payload: unknown, headOnly = false): Snapshot {
  const reading = readPayload(payload, { salt: "salt", shapes: new ShapeTable(), headOnly });
  if (reading.outcome !== "read") throw new Error(reading.reason);
  return reading.snapshot;
}

const noOwner = () => null;
const compare = (before: unknown, after: unknown) => {
  const comparison = compareSnapshots(read(before), read(after), noOwner);
  return { ...comparison, divergence: comparison.divergences[0] ?? null };
};

const tool = (name: string, description = name) => ({ name, description, input_schema: { type: "object" } });
const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });

function request(changes: object = {}): object {
  return {
    model: "m",
    tools: [tool("read")],
    system: [{ type: "text", text: "S" }],
    messages: [user("1")],
    ...changes,
  };
}

/** Tools, prompt, parameters and history, each in another place of the order of "first". */
const CHANGES = [
  ["tools", { tools: [tool("read", "edited")] }],
  ["system", { system: [{ type: "text", text: "T" }] }],
  ["params", { thinking: { type: "enabled" } }],
  ["history", { messages: [user("other")] }],
] as const;

describe("the first difference", () => {
  it.each(CHANGES.map(([section], at) => [section, at] as const))(
    "is in %s when everything behind it differs as well",
    (section, at) => {
      const after = request(Object.assign({}, ...CHANGES.slice(at).map(([, change]) => change)));
      const { relation, divergence, otherDivergences } = compare(request(), after);
      expect(relation).toBe("changed");
      expect(divergence?.section).toBe(section);
      expect(Object.keys(otherDivergences)).toEqual(CHANGES.slice(at + 1).map(([name]) => name));
    },
  );

  it("is in the system prompt before the developer's, and in that before the parameters", () => {
    const head = (system: string, developer: string, model: string) => ({
      model,
      messages: [
        { role: "system", content: system },
        { role: "developer", content: developer },
        { role: "user", content: "1" },
      ],
    });
    const { divergence, otherDivergences } = compare(head("a", "a", "a"), head("b", "b", "b"));
    expect(divergence).toMatchObject({ section: "system", index: 0, role: "system" });
    expect(otherDivergences).toEqual({ developer: 1, params: 1 });
    expect(compare(head("a", "a", "a"), head("a", "b", "b")).divergence).toMatchObject({
      ...{ section: "developer", index: 1, role: "developer" },
    });
  });

  it("is in the instructions before the parameters of a Responses request", () => {
    const head = (instructions: string, model: string) => ({ model, instructions, input: [] });
    expect(compare(head("a", "a"), head("b", "b")).divergence).toMatchObject({ section: "instructions", index: null });
  });

  it("is in the order in which tools were sent, which is never sorted", () => {
    const before = request({ tools: [tool("z"), tool("a")] });
    const after = request({ tools: [tool("a"), tool("z")] });
    expect(compare(before, after).divergence).toMatchObject({ section: "tools", kind: "reordered", index: 0 });
  });
});

describe("the values at the first difference", () => {
  it("are those before and after, and none on the side where there is nothing", () => {
    const text = (value: string) => ({ kind: "leaf", value });
    const edited = request({ system: [{ type: "text", text: "T" }] });
    expect(compare(request(), edited).changed).toEqual({ before: text("S"), after: text("T") });
    const without = request({ tools: [] });
    expect(compare(without, request()).changed).toMatchObject({ before: null, after: { kind: "object" } });
    expect(compare(request(), without).changed).toMatchObject({ before: { kind: "object" }, after: null });
  });
});

describe("the parameters", () => {
  it("are the same in any order", () => {
    const messages = [user("1")];
    const [before, after] = [
      { model: "m", prompt_cache_options: { mode: "explicit", ttl: "24h" }, messages },
      { messages, prompt_cache_options: { ttl: "24h", mode: "explicit" }, model: "m" },
    ];
    expect(compare(before, after)).toMatchObject({ relation: "identical", states: { params: "stable" } });
  });

  it("are each described where several differ, up to eight", () => {
    const params = (count: number) => ({
      prompt_cache_options: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, `value ${at}`])),
    });
    const { divergences, otherDivergences } = compare(request(), request(params(3)));
    expect(divergences.map(({ section, path }) => [section, path])).toEqual([
      ...[
        ["params", "prompt_cache_options.p0"],
        ["params", "prompt_cache_options.p1"],
        ["params", "prompt_cache_options.p2"],
      ],
    ]);
    expect(otherDivergences).toEqual({ params: 2 });
    const many = compare(request(), request(params(12)));
    expect(many.divergences.length).toBe(8);
    expect(many.otherDivergences).toEqual({ params: 11 });
  });
});

describe("later differences", () => {
  it("are counted by section, those in the section of the first beside it", () => {
    const before = request({ tools: [tool("a"), tool("b"), tool("c")], messages: [user("1"), user("2"), user("3")] });
    const after = request({
      tools: [tool("a", "x"), tool("b", "x"), tool("c", "x")],
      system: [{ type: "text", text: "T" }],
      messages: [user("x"), user("2"), user("y")],
    });
    expect(compare(before, after).otherDivergences).toEqual({ tools: 2, system: 1, history: 2 });
  });

  it("are none where one place differs and the history only grew", () => {
    const after = request({ tools: [tool("read", "x")], messages: [user("1"), user("2")] });
    expect(compare(request(), after)).toMatchObject({ relation: "changed", otherDivergences: {} });
  });
});

describe("the relation of two requests", () => {
  it("is identical for equal ones, whatever objects they are", () => {
    const { relation, states, divergence, changed } = compare(request(), structuredClone(request()));
    expect(relation).toBe("identical");
    expect({ divergence, changed }).toEqual({ divergence: null, changed: null });
    expect(states).toEqual({
      ...{ tools: "stable", system: "stable", developer: "absent", instructions: "absent" },
      ...{ params: "stable", history: "stable" },
    });
  });

  it("is extended when the history only grew", () => {
    const { relation, states } = compare(request(), request({ messages: [user("1"), user("2")] }));
    expect(relation).toBe("extended");
    expect(states).toMatchObject({ tools: "stable", system: "stable", history: "extended" });
  });

  it("is extended when the last message got more blocks, as tool results do", () => {
    const after = request({
      messages: [{ role: "user", content: [...user("1").content, { type: "text", text: "2" }] }],
    });
    expect(compare(request(), after).relation).toBe("extended");
    expect(compare(request({ messages: [user("1"), user("2")] }), after).relation).toBe("changed");
  });

  it("is shortened when the old history begins with the whole new one", () => {
    const { relation, divergence } = compare(request({ messages: [user("1"), user("2")] }), request());
    expect({ relation, divergence }).toEqual({ relation: "shortened", divergence: null });
  });

  it("is changed when the head differs and the history is shorter", () => {
    const before = request({ messages: [user("1"), user("2")] });
    expect(compare(before, request({ tools: [] })).relation).toBe("changed");
  });

  it("is skipped when a part could not be read and nothing else differs", () => {
    const { relation, states } = compare(request(), request({ tools: [new Date()] }));
    expect(relation).toBe("skipped");
    expect(states.tools).toBe("skipped");
  });

  it("is skipped, and the part unknown, when it could not be read in the request before", () => {
    const { relation, states } = compare(request({ tools: [new Date()] }), request());
    expect(relation).toBe("skipped");
    expect(states.tools).toBe("unknown");
    const { tools: _, ...without } = { ...request(), tools: undefined };
    expect(compare(request({ tools: [new Date()] }), without).states.tools).toBe("unknown");
  });

  it("says nothing of a history that was not read in one of the two, and compares the rest", () => {
    for (const [before, after] of [
      [false, true],
      [true, false],
      [true, true],
    ]) {
      const { relation, states } = compareSnapshots(read(request(), before), read(request(), after), noOwner);
      expect(relation).toBe("identical");
      expect(states).toMatchObject({ tools: "stable", history: "disabled" });
    }
  });

  it("is changed when a part could not be read and another differs: the rest is compared", () => {
    const after = request({ tools: [new Date()], system: [{ type: "text", text: "T" }] });
    const { relation, states, divergence } = compare(request(), after);
    expect(relation).toBe("changed");
    expect(states).toMatchObject({ tools: "skipped", system: "changed", history: "stable" });
    expect(divergence?.section).toBe("system");
  });

  it("is changed when the two have different shapes, also where all they hold agrees", () => {
    const messages = [user("1")];
    expect(compare({ model: "m", messages }, { model: "m", messages, system: undefined })).toMatchObject({
      ...{ relation: "changed", reason: "other-protocol", divergences: [], otherDivergences: {}, changed: null },
    });
  });
});

describe("a section", () => {
  it("that came or went is changed", () => {
    const without = { model: "m", system: [{ type: "text", text: "S" }], messages: [user("1")] };
    expect(compare(without, request())).toMatchObject({
      states: { tools: "changed" },
      divergence: { section: "tools", kind: "added", index: 0, name: "read" },
    });
    expect(compare(request(), without)).toMatchObject({
      states: { tools: "changed" },
      divergence: { section: "tools", kind: "removed", index: 0, name: "read" },
    });
  });

  it("that was an empty list and is gone is absent, and no change", () => {
    const { tools: _, ...without } = { model: "m", tools: [], system: "S", messages: [user("1")] };
    const both = compare({ ...without, tools: [] }, without);
    expect(both).toMatchObject({ relation: "identical", states: { tools: "absent" } });
    expect(compare(without, { ...without, tools: [] }).states.tools).toBe("empty");
  });

  it("that is an empty list is empty, not absent, and the two are the same to a cache", () => {
    const empty = request({ tools: [], messages: [] });
    expect(compare(empty, empty).states).toMatchObject({ tools: "empty", history: "empty" });
  });
});

describe("a prompt in another form", () => {
  it.each([
    ["a text that becomes a block", "S", [{ type: "text", text: "S" }]],
    ["a block that becomes a text", [{ type: "text", text: "S" }], "S"],
    [
      "a block in two",
      [{ type: "text", text: "AB" }],
      [
        { type: "text", text: "A" },
        { type: "text", text: "B" },
      ],
    ],
  ])("is of kind representation: %s", (_what, before, after) => {
    const { relation, divergence } = compare(request({ system: before }), request({ system: after }));
    expect(relation).toBe("changed");
    expect(divergence).toMatchObject({ section: "system", kind: "representation" });
  });

  it("in a system message of a chat is of that kind as well", () => {
    const chat = (content: unknown) => ({ model: "m", messages: [{ role: "system", content }, user("1")] });
    expect(compare(chat("S"), chat([{ type: "text", text: "S" }])).divergence).toMatchObject({
      ...{ section: "system", kind: "representation", index: 0 },
    });
  });

  it("names the section and no place inside it", () => {
    const after = request({ system: [{ type: "text", text: "S" }] });
    expect(compare(request({ system: "S" }), after).divergence?.path).toBe("system[0]");
  });

  it("with something else than text in it is not told by its text", () => {
    const block = (extra: object) => [{ type: "text", text: "S", ...extra }];
    const kindOf = (before: object, after: object) =>
      compare(request({ system: block(before) }), request({ system: block(after) })).divergence?.kind;
    expect(kindOf({ citations: true }, { citations: false })).toBe("changed");
    expect(kindOf({ citations: true }, {})).toBe("removed");
  });

  it("with another text is changed", () => {
    const after = request({ system: [{ type: "text", text: "T" }] });
    expect(compare(request({ system: "S" }), after).divergence?.kind).toBe("changed");
  });
});

describe("the text of a prompt section", () => {
  it("is that of all blocks in order, whatever form they have", () => {
    const section = (system: unknown) => found(read({ system, messages: [] }).sections.system);
    expect(promptText(section("AB"))).toBe("AB");
    expect(promptText(section([{ type: "text", text: "A" }, "B"]))).toBe("AB");
    expect(promptText(section([{ type: "image", data: "x" }]))).toBe("");
  });
});
