import { describe, expect, it } from "vitest";
import { compareSnapshots } from "../../src/prefix/compare.ts";
import type { Divergence } from "../../src/prefix/divergence.ts";
import { readPayload } from "../../src/prefix/read-payload.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import type { Snapshot } from "../../src/prefix/snapshot.ts";
import { found } from "../support/entries.ts";

function read(payload: unknown): Snapshot {
  const reading = readPayload(payload, { salt: "salt", shapes: new ShapeTable(), headOnly: false });
  if (reading.outcome !== "read") throw new Error(reading.reason);
  return reading.snapshot;
}

function divergence(before: unknown, after: unknown): Divergence {
  return found(compareSnapshots(read(before), read(after), (tool) => `owner-of-${tool}`).divergences[0]);
}

const schema = (description: string) => ({ type: "object", properties: { q: { type: "string", description } } });
const tools = (...names: readonly string[]) =>
  names.map((name) => ({ name, description: name, input_schema: schema("old") }));
const chat = (...messages: readonly object[]) => ({ model: "m", messages });
const user = (content: unknown) => ({ role: "user", content });
const prompt = (text: string) => ({ model: "m", system: [{ type: "text", text }], messages: [user("1")] });

describe("a changed tool", () => {
  it("is told by its index, name, owner and the path into its schema", () => {
    const before = { tools: tools("a", "b", "c", "d"), messages: [] };
    const after = structuredClone(before);
    found(after.tools[3]).input_schema = schema("newer");
    expect(divergence(before, after)).toMatchObject({
      ...{ section: "tools", kind: "changed", index: 3, name: "d", owner: "owner-of-d", role: null, tag: null },
      path: "tools[3].input_schema.properties.q.description",
      ...{ line: 1, char: 1, before: { chars: 3 }, after: { chars: 5 } },
    });
  });

  it("that was removed has the index that it had, no length after, and its owner", () => {
    const found = divergence({ tools: tools("a", "b", "c"), messages: [] }, { tools: tools("a", "c"), messages: [] });
    expect(found).toMatchObject({ kind: "removed", index: 1, name: "b", path: "tools[1]", after: null });
    expect(found).toMatchObject({ owner: "owner-of-b", line: null, char: null });
    expect(found.before?.chars).toBeGreaterThan(0);
  });

  it("that was added has no length before", () => {
    const found = divergence({ tools: tools("a"), messages: [] }, { tools: tools("a", "b"), messages: [] });
    expect(found).toMatchObject({ kind: "added", index: 1, name: "b", before: null });
  });

  it("with its fields in another order is of kind key-order, with the path of the field", () => {
    const [{ name, description, input_schema }] = [found(tools("a")[0])];
    const before = { tools: [{ name, description, input_schema }], messages: [] };
    const after = { tools: [{ description, name, input_schema }], messages: [] };
    expect(divergence(before, after)).toMatchObject({ kind: "key-order", path: "tools[0].description", name: "a" });
  });
});

describe("a changed message", () => {
  const system = { role: "system", content: "S" };

  it("has the index of the payload's own array, also behind a system message, and its role", () => {
    const before = chat(system, user("a"), { role: "assistant", content: "b" }, user("c"));
    const after = chat(system, user("a"), { role: "assistant", content: "b" }, user("x"));
    expect(divergence(before, after)).toMatchObject({
      ...{ section: "history", kind: "changed", index: 3, role: "user", name: null, owner: null },
      path: "messages[3].content[0].text",
    });
  });

  it("without a role is told by its type", () => {
    const call = (output: string) => ({ input: [{ type: "function_call_output", call_id: "c", output }] });
    expect(divergence(call("a"), call("b"))).toMatchObject({ index: 0, role: "function_call_output" });
  });

  it("that was cut short is truncated", () => {
    const found = divergence(chat(user("line 1\nline 2")), chat(user("line 1\nli")));
    expect(found).toMatchObject({ kind: "truncated", line: 2, char: 10, before: { chars: 13 }, after: { chars: 9 } });
  });

  it("shows no field name of a tool's arguments, results or output in its path", () => {
    const use = (value: unknown) => chat({ role: "assistant", content: [{ type: "tool_use", id: "1", input: value }] });
    const path = divergence(use({ "SECRET-KEY": 1 }), use({ "SECRET-KEY": 2 })).path;
    expect(path).toBe("messages[0].content[0].input");
    expect(divergence(use({ SECRET: { deep: 1 } }), use({ SECRET: { deep: 2 } })).path).toBe(path);
    expect(divergence(use({}), use({ "SECRET key": 1 })).path).toBe(path);
  });

  it("shows no field name of what Google's and Bedrock's tools were called with and gave back", () => {
    const google = (name: string, value: unknown) => ({
      contents: [{ role: "model", parts: [{ functionCall: { name: "t", args: { [name]: value } } }] }],
    });
    expect(divergence(google("SECRET", 1), google("SECRET", 2)).path).not.toContain("SECRET");
    const bedrock = (value: unknown) => ({
      modelId: "m",
      messages: [
        { role: "user", content: [{ toolResult: { toolUseId: "1", content: [{ json: { SECRET: value } }] } }] },
      ],
    });
    expect(divergence(bedrock(1), bedrock(2)).path).not.toContain("SECRET");
  });
});

describe("a place in a message whose markers stand among its blocks", () => {
  const point = { cachePoint: { type: "default" } };
  const text = (value: string) => ({ text: value });
  const bedrock = (...contents: readonly (readonly object[])[]) => ({
    modelId: "m",
    system: [text("S"), point],
    messages: contents.map((content) => ({ role: "user", content })),
  });
  const pathOf = (before: object, after: object) => divergence(before, after).path;

  it("counts the markers before it, of its own message only", () => {
    const changed = (value: string) => bedrock([point, text("a"), point, text(value)]);
    expect(pathOf(changed("b"), changed("c"))).toBe("messages[0].content[3].text");
    const second = (value: string) => bedrock([point, text("a")], [text("b"), text(value), point]);
    expect(pathOf(second("c"), second("d"))).toBe("messages[1].content[1].text");
  });

  it("counts in the old request what was taken out, and in the new one what was put in", () => {
    const marked = [text("a"), point, text("b"), text("c")];
    const bare = [text("a"), text("b"), text("c")];
    expect(pathOf(bedrock(marked), bedrock([text("a"), text("c")]))).toBe("messages[0].content[2]");
    expect(pathOf(bedrock(bare), bedrock([text("a"), point, text("c")]))).toBe("messages[0].content[1]");
    expect(pathOf(bedrock([text("a"), text("c"), text("d")]), bedrock([...marked, text("d")]))).toBe(
      "messages[0].content[2]",
    );
  });

  it("is that of a block far behind, and of one inside a tool's result not moved by markers", () => {
    const many = (last: string) =>
      bedrock([point, ...Array.from({ length: 12 }, (_, at) => text(`${at}`)), text(last)]);
    expect(pathOf(many("a"), many("b"))).toBe("messages[0].content[13].text");
    const result = (value: string) =>
      bedrock([{ toolResult: { toolUseId: "1", content: [text("x"), text(value)] } }, point]);
    expect(pathOf(result("a"), result("b"))).toBe("messages[0].content[0].toolResult.content[1].text");
  });
});

describe("what a divergence is called", () => {
  const long = "n".repeat(300);

  it("is bounded, be it a tool, a role or a part of the prompt", () => {
    const named = (description: string) => ({ tools: [{ name: long, description }], messages: [] });
    expect(divergence(named("a"), named("b")).name).toHaveLength(200);
    const role = (content: string) => chat({ role: long, content });
    expect(divergence(role("a"), role("b")).role).toHaveLength(200);
    const part = (text: string) => ({
      model: "m",
      context: { messages: [{ role: "system", content: "", sections: { [long]: text } }] },
    });
    expect(divergence(part("a"), part("b")).tag).toHaveLength(200);
    const tagged = (text: string) => prompt(`<${long}>${text}</${long}>`);
    expect(divergence(tagged("a"), tagged("b")).tag?.length ?? 0).toBeLessThanOrEqual(200);
  });

  it("is a name without an index for a part of the prompt that is sent by name", () => {
    const part = (text: string) => ({
      model: "m",
      context: { messages: [{ role: "system", content: "", sections: { cwd: text } }] },
    });
    expect(divergence(part("a"), part("b"))).toMatchObject({ index: null, name: "cwd", tag: "cwd" });
  });

  it("is the index alone for a tool without a name, which nobody owns", () => {
    const request = (tool: string) => ({ tools: ["same", tool], system: "S", messages: [] });
    expect(divergence(request("a"), request("b"))).toMatchObject({ index: 1, name: null, owner: null });
  });

  it("is the index in its own list, also of a tool far down in Google's", () => {
    const request = (description: string) => ({
      contents: [],
      config: {
        tools: [
          {
            functionDeclarations: Array.from({ length: 13 }, (_, at) => ({
              name: `tool-${at}`,
              description: at === 12 ? description : "same",
            })),
          },
        ],
      },
    });
    expect(divergence(request("a"), request("b"))).toMatchObject({ section: "tools", index: 12, name: "tool-12" });
  });
});

describe("line and character", () => {
  it("are told of changed text only, not of text whose field has moved", () => {
    const block = (value: object) => chat(user([value]));
    const found = divergence(block({ type: "x", a: "1", b: "2" }), block({ type: "x", b: "2", a: "1" }));
    expect(found).toMatchObject({ kind: "key-order", line: null, char: null });
  });

  it("are not told where text became something else", () => {
    const found = divergence(chat({ t: "abc", u: "z" }), chat({ t: 5, u: "z" }));
    expect(found).toMatchObject({ kind: "changed", line: null, char: null });
    // The two field names are before it, and the other value behind.
    expect(found.shareBefore).toBe(2 / "tuz".length);
  });
});

describe("a changed prompt", () => {
  it("has the role, line and character from 1, and lengths in UTF-16 code units", () => {
    expect(divergence(prompt("One\nNow 15:09"), prompt("One\nNow 16:10:00"))).toMatchObject({
      ...{ section: "system", kind: "changed", index: 0, role: "system", path: "system[0].text" },
      ...{ line: 2, char: 10, before: { chars: 13 }, after: { chars: 16 }, tag: null },
    });
  });

  it.each([
    ["changed", "<cwd>/a</cwd>", "<cwd>/b</cwd>", "cwd"],
    ["added", "<cwd>/a</cwd>", "<memory>m</memory>\n\n<cwd>/a</cwd>", "memory"],
    ["removed", "<memory>m</memory>\n\n<cwd>/a</cwd>", "<cwd>/a</cwd>", "memory"],
  ])("names the tagged part that was %s", (kind, before, after, tag) => {
    expect(divergence(prompt(`Base\n\n${before}`), prompt(`Base\n\n${after}`))).toMatchObject({ kind, tag });
  });

  it("has no tag where tags stand in the history", () => {
    const found = divergence(chat(user("<note>a</note>")), chat(user("<note>b</note>")));
    expect(found).toMatchObject({ tag: null, line: 1, char: 7 });
  });
});

describe("a changed parameter", () => {
  it("has its path and name and no index", () => {
    const before = { ...prompt("S"), thinking: { type: "enabled", budget_tokens: 2048 } };
    const after = { ...prompt("S"), thinking: { type: "enabled", budget_tokens: 16384 } };
    expect(divergence(before, after)).toMatchObject({
      ...{ section: "params", kind: "changed", name: "thinking", path: "thinking.budget_tokens", index: null },
      ...{ before: { chars: 4 }, after: { chars: 5 }, line: null, char: null, owner: null },
    });
  });

  it("that came or went is added or removed", () => {
    const withChoice = { ...prompt("S"), tool_choice: "none" };
    expect(divergence(prompt("S"), withChoice)).toMatchObject({ kind: "added", path: "tool_choice" });
    expect(divergence(withChoice, prompt("S"))).toMatchObject({ kind: "removed", path: "tool_choice" });
  });
});

describe("the share before a difference", () => {
  it("is nothing when the first thing sent differs, or the model", () => {
    const request = (model: string, name: string) => ({ model, tools: [{ name }], system: "S", messages: [user("1")] });
    expect(divergence(request("m", "a"), request("n", "a")).shareBefore).toBe(0);
    expect(
      divergence({ tools: ["a"], system: "S", messages: [] }, { tools: ["b"], system: "S", messages: [] }),
    ).toMatchObject({ shareBefore: 0 });
  });

  it("counts the characters of what is sent before, up to the one that differs", () => {
    const text = (end: string) => `${"x".repeat(499)}${end}`;
    const before = { system: text("a"), messages: [{ t: "y".repeat(499) }] };
    const after = { system: text("b"), messages: [{ t: "y".repeat(499) }] };
    expect(divergence(before, after).shareBefore).toBeCloseTo(499 / 1000, 10);
  });

  it("counts within a message its fields and whole values before the place", () => {
    const message = (end: string) => ({ messages: [{ t: "y".repeat(99), u: `${"z".repeat(98)}${end}` }] });
    expect(divergence(message("a"), message("b")).shareBefore).toBeCloseTo(199 / 200, 10);
  });

  it("counts nothing of a message that begins with other fields", () => {
    const found = divergence(chat({ t: "y", u: "same" }), chat({ t: "y", v: "same" }));
    expect(found.shareBefore).toBe(0);
  });

  it("is nothing for another model, by whatever name it goes", () => {
    const bedrock = (modelId: string) => ({
      modelId,
      system: [{ text: "S" }],
      messages: [{ role: "user", content: [{ text: "a" }] }],
    });
    expect(divergence(bedrock("m"), bedrock("n")).shareBefore).toBe(0);
  });

  it("is the head's share for a parameter other than the model", () => {
    const before = { system: "x".repeat(750), messages: [{ t: "y".repeat(249) }] };
    expect(divergence(before, { ...before, tool_choice: "none" }).shareBefore).toBeCloseTo(0.75, 10);
  });

  it("grows with the place of a tool: one put in late loses less than one put in early", () => {
    const names = Array.from({ length: 20 }, (_, index) => `tool-${index}`);
    const request = (...list: readonly string[]) => ({ tools: tools(...list), messages: [user("1")] });
    const early = divergence(request(...names), request("new", ...names)).shareBefore;
    const late = divergence(request(...names), request(...names, "new")).shareBefore;
    expect(early).toBeLessThan(0.1);
    expect(late).toBeGreaterThan(0.8);
    expect(late).toBeLessThan(1);
  });
});
