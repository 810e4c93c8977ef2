import { describe, expect, it } from "vitest";
import { type Reading, readPayload } from "../../src/prefix/read-payload.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import { adapterPayload, CHAT_APIS, tool } from "../support/adapters.ts";

const SHAPES = {
  "openai-completions": "openai-chat",
  "mistral-conversations": "openai-chat",
  "openai-responses": "openai-responses",
  "azure-openai-responses": "openai-responses",
  "openai-codex-responses": "openai-responses",
  "anthropic-messages": "anthropic",
  "google-generative-ai": "google",
  "google-vertex": "google",
  "bedrock-converse-stream": "bedrock",
  "pi-messages": "pi-messages",
} as const;

const read = (payload: unknown, headOnly = false): Reading =>
  readPayload(payload, { salt: "salt", shapes: new ShapeTable(), headOnly });

describe("the payload that Pi builds", () => {
  it.each(CHAT_APIS)("for %s is recognised and read whole", async (api) => {
    const payload = await adapterPayload(api, {
      messages: [
        { role: "system", content: "S", toolsAdded: [tool("read"), tool("write")], timestamp: 1 },
        { role: "user", content: "hi", timestamp: 2 },
      ],
    });
    const reading = read(payload);
    if (reading.outcome !== "read") throw new Error(reading.reason);
    const { shape, sections } = reading.snapshot;
    expect(shape).toBe(SHAPES[api]);
    expect(sections.tools?.names).toEqual(["read", "write"]);
    expect(sections.history?.items).toHaveLength(1);
    expect((sections.system ?? sections.developer ?? sections.instructions)?.items).toHaveLength(1);
    for (const section of Object.values(sections)) expect(section.skipped).toBeNull();
  });
});

describe("fields of two protocols", () => {
  const OWN = ["input", "instructions", "contents", "context"];

  it.each(OWN.flatMap((field) => [null, "", undefined, [], {}].map((value) => [field, value] as const)))(
    "are unknown: messages beside %s, also as %j",
    (field, value) => {
      expect(read({ messages: [], [field]: value })).toEqual({ outcome: "unknown", reason: "mixed-protocols" });
    },
  );

  it("are not seen in input beside instructions, which are one protocol", () => {
    expect(read({ input: [], instructions: "I" }).outcome).toBe("read");
  });

  it("are not seen in a field that is inherited", () => {
    expect(read(Object.assign(Object.create(null), { messages: [] })).outcome).toBe("read");
  });
});

describe("what is no request", () => {
  it.each([null, undefined, 1, "text", true, [], [{ messages: [] }]])("is unknown: %j", (payload) => {
    expect(read(payload)).toEqual({ outcome: "unknown", reason: "not-an-object" });
  });

  it.each([
    {},
    { model: "m" },
    { messages: "text" },
    { messages: "text", system: "S" },
    { messages: "text", modelId: "m" },
    { system: "S" },
    { modelId: "m" },
    { messages: null },
    { contents: {} },
    { context: {} },
    { prompt: "p" },
    { input: 7 },
  ])("is unknown: %j", (payload) => {
    expect(read(payload)).toEqual({ outcome: "unknown", reason: "no-known-protocol" });
  });

  it("is not told by a vendor's or a model's name", () => {
    expect(read({ model: "claude", provider: "anthropic", prompt: "x" }).outcome).toBe("unknown");
    const chat = read({ model: "claude-opus", messages: [] });
    expect(chat).toMatchObject({ outcome: "read", snapshot: { shape: "openai-chat" } });
  });
});

describe("a hostile payload", () => {
  it.each([
    ["a Proxy", new Proxy({ messages: [] }, {})],
    [
      "a class instance",
      new (class {
        messages = [];
      })(),
    ],
    ["an own toJSON", { messages: [], toJSON: () => ({}) }],
    ["an own toJSON of the history", { messages: Object.assign([], { toJSON: () => [] }), system: "S" }],
  ])("is skipped, or skipped in part: %s", (_what, payload: unknown) => {
    const reading = read(payload);
    if (reading.outcome === "read") expect(reading.snapshot.sections.history?.skipped).toBe("unreadable");
    else expect(reading).toEqual({ outcome: "skipped", reason: "unreadable" });
  });

  it("is skipped when a getter stands where the conversation should be, without running it", () => {
    let ran = 0;
    const payload = Object.defineProperty({}, "messages", { enumerable: true, get: () => (ran += 1) });
    expect(read(payload).outcome).toBe("skipped");
    expect(ran).toBe(0);
  });

  it("is read in every part that can be read", () => {
    const loop: unknown[] = [];
    loop.push(loop);
    const reading = read({ system: "S", tools: [{ name: "t", input_schema: loop }], messages: [{ role: "user" }] });
    if (reading.outcome !== "read") throw new Error(reading.reason);
    const { tools, system, history } = reading.snapshot.sections;
    expect([tools?.skipped, system?.skipped, history?.skipped]).toEqual(["cycle", null, null]);
  });

  it("is left as it was, frozen or not", () => {
    const payload = Object.freeze({
      system: "S",
      messages: Object.freeze([Object.freeze({ role: "user", content: "1" })]),
    });
    expect(read(payload).outcome).toBe("read");
    expect(payload).toEqual({ system: "S", messages: [{ role: "user", content: "1" }] });
  });
});

describe("a payload of which only the head is read", () => {
  it.each([
    ["anthropic", (message: object) => ({ system: "S", messages: [message] })],
    ["openai-chat", (message: object) => ({ messages: [{ role: "system", content: "S" }, message] })],
    ["openai-responses", (message: object) => ({ input: [{ role: "developer", content: "S" }, message] })],
    ["google", (message: object) => ({ contents: [message] })],
    ["bedrock", (message: object) => ({ modelId: "m", messages: [message] })],
    ["pi-messages", (message: object) => ({ context: { messages: [message] } })],
  ])("has the history of %s counted, and no getter in it run", (shape, payload) => {
    let ran = 0;
    const get = () => (ran += 1);
    const body = Object.defineProperties(
      { role: "user" },
      { content: { enumerable: true, get }, parts: { enumerable: true, get } },
    );
    const reading = read(payload(body), true);
    if (reading.outcome !== "read") throw new Error(reading.reason);
    expect(reading.snapshot).toMatchObject({
      shape,
      sections: { history: { unreadCount: 1, items: [], skipped: null } },
    });
    expect(ran).toBe(0);
  });
});
