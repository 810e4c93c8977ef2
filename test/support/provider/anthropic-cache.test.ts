import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, truthOf } from "./ask.ts";
import { type ProviderSimulator, startProvider } from "./index.ts";
import type { JsonRecord } from "./json-shape.ts";
import { longConversation, marker, messagesRequest, textBlock, user, words } from "./sample-requests.ts";

let provider: ProviderSimulator;

beforeEach(async () => {
  provider = await startProvider({ now: () => 0 });
});
afterEach(() => provider.close());

const send = (body: JsonRecord) => truthOf(provider, "/v1/messages?beta=true", body);

describe("the Anthropic cache", () => {
  it("reads in the second request what the first one wrote, and only the tail is new", async () => {
    const first = await send(longConversation(0));
    const second = await send(longConversation(1));

    expect(first).toMatchObject({ readTokens: 0, freshTokens: 0, shortfall: "cold", hitRate: 0 });
    expect(first.writtenTokens).toBe(first.promptTokens);
    expect(first.writtenTokens).toBeGreaterThan(2000);
    expect(second).toMatchObject({ readTokens: first.promptTokens, freshTokens: 0, shortfall: "none" });
    expect(second.writtenTokens).toBe(second.promptTokens - first.promptTokens);
    expect(second.hitRate).toBeCloseTo(first.promptTokens / second.promptTokens);
  });

  it("counts what follows the last marker as fresh", async () => {
    const body = messagesRequest([user(textBlock(words(2000), marker()), textBlock(words(100, "z")))]);
    const truth = await send(body);
    expect(truth.freshTokens).toBeGreaterThanOrEqual(100);
    expect(truth.freshTokens).toBeLessThan(120);
    expect(truth.writtenTokens + truth.freshTokens).toBe(truth.promptTokens);
  });

  it("finds an entry that lies 20 blocks before the marker", async () => {
    const first = await send(longConversation(0));
    const second = await send(longConversation(20));
    expect(second).toMatchObject({ readTokens: first.promptTokens, shortfall: "none" });
  });

  it("does not find an entry that lies 21 blocks before the marker", async () => {
    await send(longConversation(0));
    expect(await send(longConversation(21))).toMatchObject({ readTokens: 0, shortfall: "lookback" });
  });

  it("finds it with a second marker on the way", async () => {
    const first = await send(longConversation(0));
    const blocks = Array.from({ length: 30 }, (_, i) => textBlock(`block ${i}`, i === 15 || i === 29 ? marker() : {}));
    const second = await send(messagesRequest([user(textBlock(words(2000)), ...blocks)]));
    expect(second).toMatchObject({ readTokens: first.promptTokens, shortfall: "none" });
  });

  it("caches nothing below the minimum", async () => {
    const body = messagesRequest([user(textBlock(words(1000), marker()))]);
    await send(body);
    const truth = await send(body);
    expect(truth).toMatchObject({ readTokens: 0, writtenTokens: 0, shortfall: "below-minimum" });
    expect(truth.freshTokens).toBe(truth.promptTokens);
  });

  it("writes no entry at a marker whose prefix is below the minimum, even when a later marker is above it", async () => {
    const body = (letter: string) =>
      messagesRequest([user(textBlock(words(2000, letter), marker()))], { system: [textBlock(words(500), marker())] });
    await send(body("b"));
    expect(await send(body("c"))).toMatchObject({ readTokens: 0, shortfall: "changed" });
  });

  it("compares with the closest conversation when two take turns", async () => {
    const other = messagesRequest([user(textBlock(words(4000, "b"), marker()))]);
    await send(longConversation(0));
    await send(other);
    expect(await send(longConversation(1))).toMatchObject({ shortfall: "none" });
    expect(await send(other)).toMatchObject({ shortfall: "none" });
  });

  it("names the minimum when the earlier, shorter request could not be cached", async () => {
    await send(messagesRequest([user(textBlock(words(900), marker()))]));
    const truth = await send(messagesRequest([user(textBlock(words(900)), textBlock(words(900), marker()))]));
    expect(truth).toMatchObject({ readTokens: 0, shortfall: "below-minimum" });
  });

  it("caches nothing without a marker", async () => {
    const body = messagesRequest([user(textBlock(words(2000)))]);
    await send(body);
    expect(await send(body)).toMatchObject({ readTokens: 0, writtenTokens: 0, shortfall: "no-marker" });
    expect(await send(longConversation(0))).toMatchObject({ readTokens: 0, shortfall: "no-marker" });
  });

  it("does not read an entry that lies behind the last marker", async () => {
    const system = [textBlock(words(1500, "s"), marker())];
    const messages = (mark: JsonRecord) => messagesRequest([user(textBlock(words(2000), mark))], { system });
    const first = await send(messages(marker()));
    const second = await send(messages({}));
    expect(second.readTokens).toBeGreaterThan(1400);
    expect(second.readTokens).toBeLessThan(first.promptTokens);
    expect(second.shortfall).toBe("no-marker");
  });

  it("refuses a fifth marker in Anthropic's error shape", async () => {
    const blocks = Array.from({ length: 5 }, (_, i) => textBlock(words(1100, String(i)), marker()));
    const answer = await ask(`${provider.url}/v1/messages`, messagesRequest([user(...blocks)]));
    expect(answer.status).toBe(400);
    expect(answer.events).toEqual([
      { type: "error", error: { type: "invalid_request_error", message: expect.stringContaining("maximum of 4") } },
    ]);
    expect(await provider.waitForRequest(1)).toMatchObject({ outcome: "failed", status: 400, hitRate: null });
    expect((await send(messagesRequest([user(...blocks.slice(1))]))).status).toBe(200);
  });

  it("refuses a one-hour marker after a five-minute marker", async () => {
    const blocks = [textBlock(words(1100), marker("5m")), textBlock("tail", marker("1h"))];
    expect((await send(messagesRequest([user(...blocks)]))).status).toBe(400);
  });

  it("keeps the models apart", async () => {
    await send(longConversation(0));
    expect(await send({ ...longConversation(0), model: "other" })).toMatchObject({ readTokens: 0, shortfall: "cold" });
  });

  it("forgets every entry on demand and says so once", async () => {
    const first = await send(longConversation(0));
    provider.forget();
    expect(await send(longConversation(0))).toMatchObject({ readTokens: 0, shortfall: "forgotten" });
    expect(await send(longConversation(0))).toMatchObject({ readTokens: first.promptTokens, shortfall: "none" });
  });
});
