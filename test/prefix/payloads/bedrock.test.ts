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

const POINT = { cachePoint: { type: "default" } };
const LONG = { cachePoint: { type: "default", ttl: "1h" } };
const tool = (name: string) => ({ toolSpec: { name, inputSchema: { json: {} } } });
const user = (...content: readonly object[]) => ({ role: "user", content });

function request({
  tools = [tool("a")] as readonly object[],
  system = [{ text: "S" }] as readonly object[],
  messages = [user({ text: "1" })] as readonly object[],
  ...rest
} = {}) {
  return { modelId: "m", system, messages, toolConfig: { tools }, inferenceConfig: { maxTokens: 1 }, ...rest };
}

describe("a Bedrock request", () => {
  it.each(["modelId", "toolConfig", "inferenceConfig"])("is recognised by %s beside its messages", (field) => {
    expect(observe({ [field]: {}, messages: [] })[0]?.shape).toBe("bedrock");
  });

  it("takes moved cache points for no change, and says where they are", () => {
    const before = request({ messages: [user({ text: "1" }, POINT)] });
    const after = request({ tools: [tool("a"), LONG], system: [{ text: "S" }, POINT] });
    const [first, next] = observe(before, after);
    expect(first?.markers).toEqual([{ section: "history", index: 0, block: 1, ttl: null }]);
    expect(next?.relation).toBe("identical");
    expect(next?.markers).toEqual([
      { section: "tools", index: 1, block: null, ttl: "1h" },
      { section: "system", index: 1, block: null, ttl: null },
    ]);
  });

  it("counts indexes in the payload's own lists, cache points among them", () => {
    const system = (text: string) => request({ system: [{ text: "A" }, POINT, { text }] });
    expect(second(system("B"), system("C"))?.divergence).toMatchObject({
      section: "system",
      index: 2,
      path: "system[2].text",
    });
    const tools = (name: string) => request({ tools: [tool("a"), POINT, tool(name)] });
    expect(second(tools("b"), tools("c"))?.divergence).toMatchObject({ section: "tools", index: 2, name: "c" });
  });

  it("has the path of a block behind a cache point as the payload has it", () => {
    const turn = (text: string) => request({ messages: [user({ text: "a" }, POINT, { text })] });
    expect(second(turn("b"), turn("c"))?.divergence?.path).toBe("messages[0].content[2].text");
  });

  it("compares images by size and digest", () => {
    const picture = (byte: number) =>
      request({
        messages: [user({ image: { format: "png", source: { bytes: new Uint8Array(300_000).fill(byte) } } })],
      });
    expect(second(picture(1), picture(1))?.relation).toBe("identical");
    expect(second(picture(1), picture(2))?.divergence).toMatchObject({ section: "history", index: 0 });
    expect(observe(picture(1))[0]?.sections.history.chars).toBeLessThan(200);
  });

  it("compares the tool choice and the fields for the model, not the limits", () => {
    expect(second(request(), request({ inferenceConfig: { maxTokens: 2 } } as object))?.relation).toBe("identical");
    const thinking = { additionalModelRequestFields: { thinking: { budget_tokens: 1 } } } as object;
    expect(second(request(), request(thinking))?.divergence).toMatchObject({
      ...{ section: "params", path: "additionalModelRequestFields" },
    });
    const choice = { ...request(), toolConfig: { tools: [tool("a")], toolChoice: { any: {} } } };
    expect(second(request(), choice)?.divergence).toMatchObject({ section: "params", path: "toolConfig.toolChoice" });
  });

  it("compares what decides where it is answered", () => {
    const fast = { performanceConfig: { latency: "optimized" } } as object;
    expect(second(request(), request(fast))?.divergence?.path).toBe("performanceConfig");
  });

  it("has a prompt and tools at their own path that are no list", () => {
    const prompt = (system: unknown) => ({ ...request(), system });
    expect(second(prompt("S"), prompt("T"))?.divergence).toMatchObject({ section: "system", path: "system" });
    const tools = (list: unknown) => ({ ...request(), toolConfig: { tools: list } });
    expect(second(tools("a"), tools("b"))?.divergence).toMatchObject({ section: "tools", path: "toolConfig.tools" });
  });

  it("has no prompt and no tools where they are null or missing", () => {
    for (const nothing of [null, undefined]) {
      const bare = { ...request(), system: nothing, toolConfig: { tools: nothing } };
      const [first] = observe(bare);
      expect([first?.sections.system.state, first?.sections.tools.state]).toEqual(["absent", "absent"]);
    }
  });

  it("keeps the role of its prompt, and of its messages what stands beside their content", () => {
    expect(second(request(), request({ system: [{ text: "T" }] }))?.divergence?.role).toBe("system");
    const spoken = (role: string) => request({ messages: [{ role, content: [{ text: "1" }] }] });
    expect(second(spoken("user"), spoken("assistant"))?.divergence?.path).toBe("messages[0].role");
    const plain = (content: unknown) => request({ messages: [{ role: "user", content }] as never });
    expect(second(plain("a"), plain("b"))?.divergence?.path).toBe("messages[0].content");
  });

  it("names a tool by its specification", () => {
    const next = second(request(), request({ tools: [tool("a"), tool("b")] }));
    expect(next?.divergence).toMatchObject({
      section: "tools",
      kind: "added",
      index: 1,
      name: "b",
      path: "toolConfig.tools[1]",
    });
  });
});
