import { describe, expect, it } from "vitest";
import { compareSnapshots } from "../../../src/prefix/compare.ts";
import { readPayload } from "../../../src/prefix/read-payload.ts";
import { ShapeTable } from "../../../src/prefix/shape.ts";
import type { Snapshot } from "../../../src/prefix/snapshot.ts";

function read(payload: unknown): Snapshot {
  const reading = readPayload(payload, { salt: "salt", shapes: new ShapeTable(), headOnly: false });
  if (reading.outcome !== "read") throw new Error(reading.reason);
  return reading.snapshot;
}

const first = (before: unknown, after: unknown) =>
  compareSnapshots(read(before), read(after), () => null).divergences[0];

const google = (config: object, text = "hi") => ({ config, contents: [{ role: "user", parts: [{ text }] }] });
const responses = (fields: object) => ({ input: [{ role: "user", content: "hi" }], ...fields });
const chat = (fields: object) => ({ model: "m", messages: [{ role: "user", content: "hi" }], ...fields });
const pi = (head: object, message: object = { role: "user", content: "hi" }) => ({
  model: "m",
  context: { messages: [{ role: "system", ...head }, message] },
});

describe("the place of a change, as the payload has it", () => {
  it.each([
    ["Google's contents", google({}), google({}, "ho"), "history", "contents[0].parts[0].text"],
    [
      "Google's instruction",
      google({ systemInstruction: "S" }),
      google({ systemInstruction: "T" }),
      "system",
      "config.systemInstruction",
    ],
    ["tools of Google's that are no list", google({ tools: "a" }), google({ tools: "b" }), "tools", "config.tools"],
    [
      "a group of tools that declares no functions",
      google({ tools: [{ googleSearch: {} }] }),
      google({ tools: [{ codeExecution: {} }] }),
      "tools",
      "config.tools[0].codeExecution",
    ],
    [
      "instructions",
      responses({ instructions: "S" }),
      responses({ instructions: "T" }),
      "instructions",
      "instructions",
    ],
    ["an input that is one text", { input: "a" }, { input: "b" }, "history", "input"],
    [
      "an item of an input",
      responses({}),
      { input: [{ role: "user", content: "ho" }] },
      "history",
      "input[0].content[0].text",
    ],
    ["tools beside an input that are no list", responses({ tools: "a" }), responses({ tools: "b" }), "tools", "tools"],
    [
      "a tool beside an input",
      responses({ tools: [{ name: "a" }] }),
      responses({ tools: [{ name: "b" }] }),
      "tools",
      "tools[0]",
    ],
    ["tools of a chat that are no list", chat({ tools: "a" }), chat({ tools: "b" }), "tools", "tools"],
    [
      "cache options that are no object",
      chat({ prompt_cache_options: "a" }),
      chat({ prompt_cache_options: "b" }),
      "params",
      "prompt_cache_options",
    ],
    [
      "the content of Pi's own head",
      pi({ content: "S" }),
      pi({ content: "T" }),
      "system",
      "context.messages[0].content",
    ],
    [
      "a section of Pi's own head",
      pi({ sections: { cwd: "a" } }),
      pi({ sections: { cwd: "b" } }),
      "system",
      "context.messages[0].sections.cwd",
    ],
    [
      "a tool of Pi's own head",
      pi({ toolsAdded: [{ name: "a" }] }),
      pi({ toolsAdded: [{ name: "b" }] }),
      "tools",
      "context.messages[0].toolsAdded[0]",
    ],
    [
      "a message of Pi's own protocol",
      pi({ content: "S" }),
      pi({ content: "S" }, { role: "user", content: "ho" }),
      "history",
      "context.messages[1].content[0].text",
    ],
  ])("is right for %s", (_what, before, after, section, path) => {
    expect(first(before, after)).toMatchObject({ section, path });
  });

  it.each([
    ["Google's instruction", google({ systemInstruction: "S" }), google({ systemInstruction: "T" })],
    ["Pi's own head", pi({ content: "S" }), pi({ content: "T" })],
  ])("has the role of a prompt: %s", (_what, before, after) => {
    expect(first(before, after)?.role).toBe("system");
  });
});

describe("a part of a request that is null or missing", () => {
  it.each([
    ["Google's tools", (nothing: unknown) => google({ tools: nothing }), "tools"],
    ["Google's instruction", (nothing: unknown) => google({ systemInstruction: nothing }), "system"],
    ["instructions", (nothing: unknown) => responses({ instructions: nothing }), "instructions"],
    ["tools beside an input", (nothing: unknown) => responses({ tools: nothing }), "tools"],
    ["a chat's tools", (nothing: unknown) => chat({ tools: nothing }), "tools"],
    ["Anthropic's prompt", (nothing: unknown) => chat({ thinking: {}, system: nothing }), "system"],
    ["the tools of Pi's own head", (nothing: unknown) => pi({ content: "S", toolsAdded: nothing }), "tools"],
  ] as const)("is no part of it: %s", (_what, payload, section) => {
    for (const nothing of [null, undefined]) expect(read(payload(nothing)).sections[section]).toBeUndefined();
  });
});

describe("the items at the start of an input", () => {
  it("are the head where they are prompts, and only there", () => {
    const sections = (...input: readonly object[]) => read({ input }).sections;
    const message = { role: "system", content: "S" };
    expect(sections(message, { role: "user", content: "hi" }).system?.items).toHaveLength(1);
    expect(sections({ ...message, type: "message" }).system?.items).toHaveLength(1);
    expect(sections({ ...message, role: "developer" }).developer?.items).toHaveLength(1);
    expect(sections({ ...message, type: "other" }).system).toBeUndefined();
    expect(sections({ role: "user", content: "hi" }, message).system).toBeUndefined();
  });

  it("may be tools, and one of them without a list is none", () => {
    const tools = { type: "additional_tools", tools: [{ name: "a" }] };
    const both = read({ input: [tools, { type: "additional_tools" }], tools: [{ name: "b" }] }).sections.tools;
    expect(both?.names).toEqual(["b", "a"]);
    expect(both?.paths).toEqual(["tools[0]", "input[0].tools[0]"]);
    expect(read({ input: [{ type: "additional_tools" }] }).sections.tools).toBeUndefined();
  });
});
