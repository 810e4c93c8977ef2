import { createConnection } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "./ask.ts";
import { type ProviderSimulator, startProvider } from "./index.ts";
import { samples } from "./sample-requests.ts";

const [anthropic, completions] = samples();
let provider: ProviderSimulator;

beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => provider.close());

describe("the record of a request", () => {
  it("keeps the exact bytes, the headers and the order of arrival", async () => {
    const url = `${provider.url}${completions.path}`;
    const text = `  ${JSON.stringify(completions.body)}\n`;
    provider.enqueue({ text: "slow", firstDelay: 300 });
    const slow = await fetch(`${url}?a=b`, { method: "POST", headers: { "x-test": "yes" }, body: text });
    await ask(url, completions.body);
    expect(provider.requests.map((truth) => truth.number)).toEqual([2]);
    await slow.text();
    await provider.waitForRequest(1);
    expect(provider.requests.map((truth) => truth.number)).toEqual([1, 2]);
    const [first] = provider.requests;
    expect(first?.rawBody.toString()).toBe(text);
    expect(first).toMatchObject({ headers: { "x-test": "yes" }, path: "/v1/chat/completions", model: "m" });
  });

  it("has the provider's own time, which can be moved forward", async () => {
    const early = await startProvider({ now: () => 5000 });
    early.advance(250);
    await ask(`${early.url}${anthropic.path}`, anthropic.body);
    expect((await early.waitForRequest(1)).startedAt).toBe(5250);
    await early.close();
  });

  it("can be waited for, with a limit", async () => {
    const waiting = provider.waitForRequest(1);
    await ask(`${provider.url}${anthropic.path}`, anthropic.body);
    expect((await waiting).number).toBe(1);
    await expect(provider.waitForRequest(2, 20)).rejects.toThrow("Request 2 did not finish within 20 ms");
  });
});

describe("a request that cannot be answered", () => {
  it.each([
    ["invalid JSON", "/v1/messages", "{", 400],
    ["no model", "/v1/responses", '{"input":"x","stream":true}', 400],
    ["no conversation", "/v1/chat/completions", '{"model":"m","stream":true}', 400],
    ["a wish for an answer that is not streamed", "/v1/messages", '{"model":"m","messages":[]}', 400],
    ["an unknown path", "/v1/embeddings", "{}", 404],
  ])("because of %s gets a message and is recorded as failed", async (_title, path, body, status) => {
    const answer = await ask(`${provider.url}${path}`, body);
    expect(answer.status).toBe(status);
    expect(answer.events).toMatchObject([{ error: { message: expect.stringMatching(/\w+/) } }]);
    expect(await provider.waitForRequest(1)).toMatchObject({ outcome: "failed", status, path, hitRate: null });
  });

  it("takes no reply from the queue", async () => {
    const url = `${provider.url}${anthropic.path}`;
    provider.enqueue({ text: "queued" });
    await ask(url, "{ not json");
    expect((await ask(url, anthropic.body)).text).toContain("queued");
    expect((await ask(url, anthropic.body)).text).toContain("happy");
  });

  it("gets status 500 when the responder throws", async () => {
    const respond = () => {
      throw new Error("no idea");
    };
    const broken = await startProvider({ respond });
    const answer = await ask(`${broken.url}${anthropic.path}`, anthropic.body);
    await broken.close();
    expect(answer.status).toBe(500);
    expect(answer.text).toContain("no idea");
  });
});

describe("closing", () => {
  it("ends running answers, rejects those who wait, frees the port and may be repeated", async () => {
    provider.enqueue({ text: "abc", deltas: 3, deltaDelay: 60_000 });
    const running = await fetch(`${provider.url}${anthropic.path}`, {
      method: "POST",
      body: JSON.stringify(anthropic.body),
    });
    const missing = expect(provider.waitForRequest(9)).rejects.toThrow("closed before request 9");
    await Promise.all([provider.close(), provider.close()]);
    await missing;
    await expect(running.text()).rejects.toThrow();
    expect(provider.requests).toMatchObject([{ number: 1, outcome: "cut" }]);
    await expect(connects(Number(new URL(provider.url).port))).resolves.toBe(false);
  });
});

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
