import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { announcing, ask, truthOf } from "./ask.ts";
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

describe("the lifetime of an Anthropic entry", () => {
  it("counts the lifetime from the start of the request that writes, not from its end", async () => {
    const { respond, asked } = announcing({ headDelay: 20 });
    await provider.close();
    provider = await startProvider({ now: () => 0, respond });
    const slow = send(longConversation(0));
    await asked;
    provider.advance(200 * SECOND);
    expect(await slow).toMatchObject({ startedAt: 0, outcome: "completed" });
    provider.advance(100 * SECOND);
    expect(await send(longConversation(1))).toMatchObject({ readTokens: 0, shortfall: "expired" });
  });

  it("keeps an entry until just before its lifetime ends, and every reading starts the lifetime anew", async () => {
    const first = await send(longConversation(0));
    provider.advance(300 * SECOND - 1);
    expect(await send(longConversation(0))).toMatchObject({ readTokens: first.promptTokens, shortfall: "none" });
    provider.advance(300 * SECOND - 1);
    expect(await send(longConversation(0))).toMatchObject({ readTokens: first.promptTokens, shortfall: "none" });
    provider.advance(300 * SECOND);
    expect(await send(longConversation(0))).toMatchObject({ readTokens: 0, shortfall: "expired" });
  });

  it("keeps an entry of the one-hour tier for one hour, and bills the tiers apart", async () => {
    const body = messagesRequest([user(textBlock(words(2000), marker("1h")), textBlock("tail", marker("5m")))]);
    const answer = await ask(`${provider.url}/v1/messages`, body);
    const first = await provider.waitForRequest(1);
    const tail = (await send(messagesRequest([user(textBlock("tail"))]))).promptTokens;
    expect(JSON.stringify(answer.events[0])).toContain(
      `"ephemeral_5m_input_tokens":${tail},"ephemeral_1h_input_tokens":${first.writtenTokens - tail}`,
    );
    provider.advance(3599 * SECOND);
    expect(await send(body)).toMatchObject({ readTokens: first.writtenTokens - tail, shortfall: "expired" });
    provider.advance(3600 * SECOND);
    expect(await send(body)).toMatchObject({ readTokens: 0, shortfall: "expired" });
  });
});

describe("the moment an Anthropic entry is written", () => {
  it("is not a failed request", async () => {
    provider.enqueue({ fault: { kind: "status", status: 529 } });
    expect(await send(longConversation(0))).toMatchObject({
      status: 529,
      outcome: "failed",
      promptTokens: 0,
      hitRate: null,
    });
    expect(await send(longConversation(0))).toMatchObject({ readTokens: 0, shortfall: "cold" });
  });

  it("comes before a stream is cut", async () => {
    provider.enqueue({ text: "one two three", fault: { kind: "cut", afterDeltas: 1 } });
    const first = await send(longConversation(0));
    expect(first.outcome).toBe("cut");
    expect(await send(longConversation(0))).toMatchObject({ readTokens: first.writtenTokens, shortfall: "none" });
  });

  it("is the beginning of the response, so a concurrent request finds nothing yet", async () => {
    provider.enqueue({ headDelay: 300 }, {});
    const [first, second] = await Promise.all([
      ask(`${provider.url}/v1/messages`, longConversation(0)).then(() => provider.waitForRequest(1)),
      ask(`${provider.url}/v1/messages`, longConversation(0)).then(() => provider.waitForRequest(2)),
    ]);
    expect([first?.shortfall, second?.shortfall]).toEqual(["cold", "cold"]);
    expect(await send(longConversation(0))).toMatchObject({ shortfall: "none" });
  });

  it("is found by a request that starts after a slow response has begun", async () => {
    provider.enqueue({ text: "slow", firstDelay: 100 });
    const body = JSON.stringify(longConversation(0));
    const slow = await fetch(`${provider.url}/v1/messages`, { method: "POST", body });
    await ask(`${provider.url}/v1/messages`, longConversation(0));
    await slow.text();
    const first = await provider.waitForRequest(1);
    expect(await provider.waitForRequest(2)).toMatchObject({ readTokens: first.promptTokens, shortfall: "none" });
  });
});
