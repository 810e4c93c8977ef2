import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { truthOf } from "./ask.ts";
import { type ProviderSimulator, startProvider } from "./index.ts";
import type { JsonRecord } from "./json-shape.ts";
import { longConversation, marker, messagesRequest, textBlock, user, words } from "./sample-requests.ts";

const SECOND = 1000;
let provider: ProviderSimulator;

beforeEach(async () => {
  provider = await startProvider({ now: () => 0 });
});
afterEach(() => provider.close());

const send = (body: JsonRecord) => truthOf(provider, "/v1/messages?beta=true", body);

describe("the prompt that Anthropic caches", () => {
  const tools = [{ name: "read", description: words(1500, "t"), ...marker() }];
  const system = [textBlock(words(1500, "s"), marker())];
  const messages = [user(textBlock(words(1500, "m"), marker()))];
  const full = messagesRequest(messages, { tools, system });

  it.each<[string, JsonRecord, number]>([
    [
      "nothing when only settings outside the prompt change",
      { max_tokens: 7, metadata: { user_id: "u" }, store: true, temperature: 1 },
      0,
    ],
    ["the messages when the tool choice changes", { tool_choice: { type: "any" } }, 1],
    ["the messages when thinking changes", { thinking: { type: "enabled", budget_tokens: 1024 } }, 1],
    ["system and messages when the system text changes", { system: [textBlock(words(1500, "S"), marker())] }, 2],
    ["everything when a tool changes", { tools: [{ name: "read", description: words(1500, "T"), ...marker() }] }, 3],
    [
      "everything when the keys of a tool change their order",
      { tools: [{ description: words(1500, "t"), name: "read", ...marker() }] },
      3,
    ],
  ])("loses %s", async (_title, change, lostParts) => {
    const first = await send(full);
    const truth = await send({ ...full, ...change });
    expect(Math.round((3 * (first.promptTokens - truth.readTokens)) / first.promptTokens)).toBe(lostParts);
    expect(truth.shortfall).toBe(lostParts === 0 ? "none" : "changed");
  });

  it("is the same with a string, with one text block, and wherever markers are", async () => {
    const first = await send(longConversation(0));
    const history = { role: "user", content: words(2000) };
    const result = { type: "tool_result", tool_use_id: "t", content: "done" };
    const second = await send(messagesRequest([history, user({ ...result, ...marker() })]));
    expect(second).toMatchObject({ readTokens: first.promptTokens, shortfall: "none" });
    const third = await send(
      messagesRequest([history, user({ ...result, content: [textBlock("done")] }), user(textBlock("x", marker()))]),
    );
    expect(third).toMatchObject({ readTokens: second.promptTokens, shortfall: "none" });
  });

  it("names a change when an old block is edited, even when part of the history is still read", async () => {
    const blocks = (letter: string, more: JsonRecord[]) =>
      messagesRequest([
        user(textBlock(words(1500), marker()), textBlock(words(500, letter)), ...more, textBlock("end", marker())),
      ]);
    await send(blocks("b", []));
    const truth = await send(blocks("c", [textBlock("more")]));
    expect(truth.readTokens).toBeGreaterThan(1400);
    expect(truth.shortfall).toBe("changed");
  });

  it("names the larger loss when the history has both expired and changed", async () => {
    const body = (size: number, letter: string) =>
      messagesRequest([user(textBlock(words(2000), marker()), textBlock(words(size, letter), marker()))]);
    await send(body(100, "b"));
    provider.advance(301 * SECOND);
    expect(await send(body(100, "c"))).toMatchObject({ readTokens: 0, shortfall: "expired" });
    await send(body(9000, "d"));
    provider.advance(301 * SECOND);
    expect(await send(body(9000, "e"))).toMatchObject({ readTokens: 0, shortfall: "changed" });
  });
});
