import { describe, expect, it } from "vitest";
import { Observer } from "../../../src/prefix/observer.ts";

const SCOPE = { session: "s", provider: "p", api: "a", model: "m", baseUrl: "" };
const CONTEXT = { scope: SCOPE, awaited: true, moved: false, ownerOf: () => null };

/** What is seen of each request, one answered after the other. */
function observe(...payloads: readonly unknown[]) {
  const observer = new Observer("salt", "all");
  return payloads.map((payload) => {
    const observation = observer.request(payload, CONTEXT);
    observer.answered();
    return observation;
  });
}

const second = (before: unknown, after: unknown) => observe(before, after)[1];

const text = (value: string, rest: object = {}) => ({ type: "text", text: value, ...rest });
const user = (...content: readonly object[]) => ({ role: "user", content });
const MARK = { cache_control: { type: "ephemeral" } };

function request(changes: object = {}): object {
  return {
    model: "m",
    system: [text("S")],
    tools: [{ name: "read", input_schema: {} }],
    messages: [user(text("1"))],
    ...changes,
  };
}

describe("an Anthropic request", () => {
  it.each([
    ["a system prompt", { system: "S", messages: [] }],
    ["thinking", { thinking: {}, messages: [] }],
    ["betas", { betas: [], messages: [] }],
    ["a version", { anthropic_version: "v", messages: [] }],
    ["a tool with an input schema", { tools: [{ input_schema: {} }], messages: [] }],
  ])("is recognised by %s", (_what, payload) => {
    expect(observe(payload)[0]?.shape).toBe("anthropic");
  });

  it.each([
    ["no tools", { tools: [], messages: [] }],
    ["tools that are none", { tools: [5], messages: [] }],
    ["a tool of another protocol", { tools: [{ function: {} }], messages: [] }],
  ])("is not recognised by %s", (_what, payload) => {
    expect(observe(payload)[0]?.shape).toBe("openai-chat");
  });

  it("has a prompt that is one text at its own path, and one of blocks at theirs", () => {
    expect(second(request({ system: "S" }), request({ system: "T" }))?.divergence).toMatchObject({
      ...{ section: "system", role: "system", path: "system", index: null },
    });
    expect(second(request({ system: ["S"] }), request({ system: ["T"] }))?.divergence).toMatchObject({
      ...{ section: "system", role: "system", path: "system[0]", index: 0 },
    });
  });

  it("takes moved cache markers for no change, and says where they are", () => {
    const before = request({ system: [text("S", MARK)], messages: [user(text("1", MARK))] });
    const ttl = { cache_control: { type: "ephemeral", ttl: "1h" } };
    const after = request({
      system: [text("S", ttl)],
      tools: [{ name: "read", input_schema: {}, ...MARK }],
      messages: [user(text("1"))],
    });
    const [first, next] = observe(before, after);
    expect(first?.markers).toEqual([
      { section: "system", index: 0, block: null, ttl: null },
      { section: "history", index: 0, block: 0, ttl: null },
    ]);
    expect(next).toMatchObject({ relation: "identical" });
    expect(next?.markers).toEqual([
      { section: "tools", index: 0, block: null, ttl: null },
      { section: "system", index: 0, block: null, ttl: "1h" },
    ]);
  });

  it("takes a marker on a block inside a tool result for no change", () => {
    const result = (rest: object) => user({ type: "tool_result", tool_use_id: "1", content: [text("r", rest)] });
    expect(second(request({ messages: [result(MARK)] }), request({ messages: [result({})] }))?.relation).toBe(
      "identical",
    );
  });

  it("has a text and its one block as the same in history, not in the system prompt", () => {
    const bare = { role: "user", content: "1" };
    expect(second(request(), request({ messages: [bare] }))?.relation).toBe("identical");
    expect(second(request(), request({ messages: [bare, bare] }))?.relation).toBe("extended");
    expect(second(request(), request({ system: "S" }))?.divergence).toMatchObject({
      ...{ section: "system", kind: "representation" },
    });
  });

  it("is extended by a system message with text and tools in mid-conversation, and its head is stable", () => {
    const update = { role: "system", content: [text("new"), { type: "tool_addition", tool: { name: "web" } }] };
    const next = second(request(), request({ messages: [user(text("1")), update, user(text("2"))] }));
    expect(next).toMatchObject({
      relation: "extended",
      sections: { tools: { state: "stable" }, system: { state: "stable" }, history: { state: "extended", count: 3 } },
    });
  });

  it("has the index of a system block", () => {
    const next = second(request({ system: [text("A"), text("B")] }), request({ system: [text("A"), text("C")] }));
    expect(next?.divergence).toMatchObject({ section: "system", index: 1, path: "system[1].text", role: "system" });
  });

  it("has no system section where the field is null", () => {
    expect(observe(request({ system: null }))[0]?.sections.system.state).toBe("absent");
  });
});
