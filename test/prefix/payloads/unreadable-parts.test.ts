import { describe, expect, it } from "vitest";
import { LIMITS } from "../../../src/prefix/limits.ts";
import { readPayload } from "../../../src/prefix/read-payload.ts";
import { ShapeTable } from "../../../src/prefix/shape.ts";

/** The object with an accessor at a field: what cannot be read without running code. */
function withGetter(object: object, field: string): object {
  return Object.defineProperty({ ...object }, field, { enumerable: true, get: () => "ran" });
}

/** A list that would say itself what it is sent as. */
const speaking = (list: readonly unknown[]) => Object.assign([...list], { toJSON: () => [] });

/** A message of a class: what it is sent as is its own affair. */
class Speaker {
  readonly role = "user";
  readonly content = "hi";
}

/** Which sections of a payload were read, and which could not be. */
function sectionsOf(payload: unknown) {
  const reading = readPayload(payload, { salt: "salt", shapes: new ShapeTable(), headOnly: false });
  if (reading.outcome !== "read") throw new Error(reading.reason);
  const sections = Object.entries(reading.snapshot.sections);
  const named = (isSkipped: boolean) =>
    sections.filter(([, { skipped }]) => (skipped !== null) === isSkipped).map(([name]) => name);
  expect(new Set(sections.map(([, { skipped }]) => skipped))).toEqual(new Set([null, "unreadable"]));
  return { read: named(false).sort(), skipped: named(true).sort() };
}

const user = { role: "user", content: "hi" };
const system = { role: "system", content: "S" };

const ANTHROPIC = { model: "m", system: "S", tools: [{ name: "t", input_schema: {} }], messages: [user] };
const CHAT = { model: "m", tools: [{ type: "function", function: { name: "t" } }], messages: [system, user] };
const RESPONSES = { model: "m", instructions: "I", tools: [{ type: "function", name: "t" }], input: [system, user] };
const TOOL_CONFIG = { tools: [{ toolSpec: { name: "t" } }], toolChoice: { any: {} } };
const BEDROCK = { modelId: "m", system: [{ text: "S" }], toolConfig: TOOL_CONFIG, messages: [user] };
const CONFIG = { systemInstruction: "S", tools: [{ functionDeclarations: [{ name: "t" }] }], toolConfig: {} };
const GOOGLE = { model: "m", config: CONFIG, contents: [{ role: "user", parts: [{ text: "hi" }] }] };
const HEAD = { role: "system", content: "", sections: { a: "A" }, toolsAdded: [{ name: "t" }] };
const PI = { model: "m", options: { reasoning: "low" }, context: { messages: [HEAD, user] } };

const pi = (head: object) => ({ ...PI, context: { messages: [head, user] } });

describe("a part of a request that cannot be read", () => {
  it.each([
    ["Anthropic's tools", withGetter(ANTHROPIC, "tools"), ["tools"], ["history", "params", "system"]],
    ["Anthropic's prompt", withGetter(ANTHROPIC, "system"), ["system"], ["history", "params", "tools"]],
    ["a parameter of Anthropic's", withGetter(ANTHROPIC, "thinking"), ["params"], ["history", "system", "tools"]],
    [
      "Anthropic's cache options",
      withGetter(ANTHROPIC, "prompt_cache_options"),
      ["params"],
      ["history", "system", "tools"],
    ],
    ["Anthropic's messages", { ...ANTHROPIC, messages: speaking([user]) }, ["history"], ["params", "system", "tools"]],
    [
      "a message of Anthropic's that is no plain object",
      { ...ANTHROPIC, messages: [user, new Speaker()] },
      ["history"],
      ["params", "system", "tools"],
    ],
    [
      "a marker that is no plain object",
      { ...ANTHROPIC, messages: [{ ...user, cache_control: new Speaker() }] },
      ["history"],
      ["params", "system", "tools"],
    ],
    [
      "a message of a chat's that is no plain object, behind its prompt",
      { ...CHAT, messages: [system, new Speaker()] },
      ["developer", "history", "system"],
      ["params", "tools"],
    ],
    ["a chat's tools", withGetter(CHAT, "tools"), ["tools"], ["history", "params", "system"]],
    ["a chat's cache options", withGetter(CHAT, "prompt_cache_options"), ["params"], ["history", "system", "tools"]],
    [
      "a chat's messages",
      { ...CHAT, messages: speaking([system, user]) },
      ["developer", "history", "system"],
      ["params", "tools"],
    ],
    ["instructions", withGetter(RESPONSES, "instructions"), ["instructions"], ["history", "params", "system", "tools"]],
    [
      "cache options beside an input",
      withGetter(RESPONSES, "prompt_cache_options"),
      ["params"],
      ["history", "instructions", "system", "tools"],
    ],
    [
      "tools beside an input",
      withGetter(RESPONSES, "tools"),
      ["tools"],
      ["history", "instructions", "params", "system"],
    ],
    [
      "an input",
      { ...RESPONSES, input: speaking([system, user]) },
      ["developer", "history", "system", "tools"],
      ["instructions", "params"],
    ],
    ["Bedrock's tool config", withGetter(BEDROCK, "toolConfig"), ["params", "tools"], ["history", "system"]],
    [
      "Bedrock's tools",
      { ...BEDROCK, toolConfig: withGetter(TOOL_CONFIG, "tools") },
      ["tools"],
      ["history", "params", "system"],
    ],
    ["Bedrock's prompt", withGetter(BEDROCK, "system"), ["system"], ["history", "params", "tools"]],
    [
      "a parameter of Bedrock's",
      withGetter(BEDROCK, "prompt_cache_options"),
      ["params"],
      ["history", "system", "tools"],
    ],
    ["Bedrock's messages", { ...BEDROCK, messages: speaking([user]) }, ["history"], ["params", "system", "tools"]],
    ["Google's config", withGetter(GOOGLE, "config"), ["params", "system", "tools"], ["history"]],
    ["Google's tools", { ...GOOGLE, config: withGetter(CONFIG, "tools") }, ["tools"], ["history", "params", "system"]],
    [
      "Google's instruction",
      { ...GOOGLE, config: withGetter(CONFIG, "systemInstruction") },
      ["system"],
      ["history", "params", "tools"],
    ],
    ["Google's contents", { ...GOOGLE, contents: speaking([]) }, ["history"], ["params", "system", "tools"]],
    ["the options of Pi's own protocol", withGetter(PI, "options"), ["params"], ["history", "system", "tools"]],
    [
      "the transcript of Pi's own protocol",
      { ...PI, context: { messages: speaking([HEAD, user]) } },
      ["history", "system", "tools"],
      ["params"],
    ],
    ["the tools of Pi's own head", pi(withGetter(HEAD, "toolsAdded")), ["system", "tools"], ["history", "params"]],
    ["the sections of Pi's own head", pi(withGetter(HEAD, "sections")), ["system"], ["history", "params", "tools"]],
  ])("leaves the others readable: %s", (_what, payload, skipped, read) => {
    expect(sectionsOf(payload)).toEqual({ skipped, read });
  });

  it("is a list of more tools than anyone sends, also where it comes in groups", () => {
    const groups = (...counts: readonly number[]) => ({
      ...CONFIG,
      tools: counts.map((count) => ({ functionDeclarations: Array.from({ length: count }, () => ({})) })),
    });
    const skipped = (config: object) => {
      const payload = { ...GOOGLE, config };
      const reading = readPayload(payload, { salt: "salt", shapes: new ShapeTable(), headOnly: false });
      return reading.outcome === "read" ? reading.snapshot.sections.tools?.skipped : reading.reason;
    };
    expect(skipped(groups(LIMITS.items - 1, 1))).toBeNull();
    expect(skipped(groups(LIMITS.items - 1, 2))).toBe("too-many-items");
  });
});
