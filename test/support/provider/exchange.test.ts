import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, textDeltas } from "./ask.ts";
import { type ProviderSimulator, startProvider } from "./index.ts";
import { samples } from "./sample-requests.ts";

const [anthropic] = samples();
let provider: ProviderSimulator;

beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => provider.close());

describe.each(samples())("an answer over $protocol", ({ protocol, path, body }) => {
  const askHere = () => ask(`${provider.url}${path}`, body);

  it("has as many text deltas as asked for, or one for each word", async () => {
    provider.enqueue({ text: "abcdefghij", deltas: 5 }, { text: "one two three" }, { text: "word ".repeat(90) });
    expect(textDeltas((await askHere()).events)).toEqual(["ab", "cd", "ef", "gh", "ij"]);
    expect(textDeltas((await askHere()).events)).toEqual(["one", " two", " three"]);
    const many = textDeltas((await askHere()).events);
    expect(many).toHaveLength(20);
    expect(many.join("")).toBe("word ".repeat(90));
  });

  it("is cut after so many deltas", async () => {
    provider.enqueue({ text: "abcd", deltas: 4, fault: { kind: "cut", afterDeltas: 2 } });
    const answer = await askHere();
    expect(answer.whole).toBe(false);
    expect(textDeltas(answer.events)).toEqual(["a", "b"]);
    const truth = await provider.waitForRequest(1);
    expect(truth).toMatchObject({ outcome: "cut", status: 200, outputTokens: 1 });
    expect(truth.promptTokens).toBeGreaterThan(1900);
    // Only Anthropic has told its counts by then.
    expect(truth.hitRate).toBe(protocol === "anthropic-messages" ? 0 : null);
  });

  it("is cut before its end when it has fewer deltas", async () => {
    provider.enqueue({ text: "abcd", deltas: 2, fault: { kind: "cut", afterDeltas: 9 } });
    const answer = await askHere();
    expect(answer.whole).toBe(false);
    expect(textDeltas(answer.events)).toEqual(["ab", "cd"]);
  });

  it.each([400, 429, 500, 529] as const)("is a failure with status %i in the shape of the protocol", async (status) => {
    provider.enqueue({ fault: { kind: "status", status, message: "on purpose" } });
    const answer = await askHere();
    expect(answer.status).toBe(status);
    expect(answer.headers.get("retry-after-ms")).toBe(status === 400 ? null : "1");
    const [body] = answer.events;
    expect(body).toMatchObject({ error: { message: "on purpose", type: expect.any(String) } });
    if (protocol === "anthropic-messages") expect(body).toHaveProperty("type", "error");
    else expect(body).toHaveProperty("error.code");
    expect(await provider.waitForRequest(1)).toMatchObject({
      outcome: "failed",
      status,
      promptTokens: 0,
      hitRate: null,
    });
    expect((await askHere()).status).toBe(200);
  });
});

describe("the timing of an answer", () => {
  it("waits before the head, before the first delta and between deltas", async () => {
    provider.enqueue({ text: "abc", deltas: 3, headDelay: 60, firstDelay: 50, deltaDelay: 40 });
    const start = performance.now();
    const response = await fetch(`${provider.url}${anthropic.path}`, {
      method: "POST",
      body: JSON.stringify(anthropic.body),
    });
    const head = performance.now() - start;
    await response.text();
    const end = performance.now() - start;
    expect(head).toBeGreaterThanOrEqual(58);
    expect(end - head).toBeGreaterThanOrEqual(50 + 2 * 40 - 10);
  });

  it("stalls after the first delta and then goes on", async () => {
    provider.enqueue({ text: "abc", deltas: 3, fault: { kind: "stall", ms: 80 } });
    const start = performance.now();
    const answer = await ask(`${provider.url}${anthropic.path}`, anthropic.body);
    expect(performance.now() - start).toBeGreaterThanOrEqual(78);
    expect(textDeltas(answer.events)).toEqual(["a", "b", "c"]);
    expect(answer.whole).toBe(true);
  });

  it("ends when the client hangs up, before or after the response began", async () => {
    const hangUp = () => ask(`${provider.url}${anthropic.path}`, anthropic.body, AbortSignal.timeout(400));
    provider.enqueue({ headDelay: 5000 }, { text: "abc", deltas: 3, deltaDelay: 5000 });
    await expect(hangUp()).rejects.toThrow();
    expect(await provider.waitForRequest(1)).toMatchObject({ outcome: "disconnected", status: 0, promptTokens: 0 });
    expect((await hangUp()).whole).toBe(false);
    const truth = await provider.waitForRequest(2);
    expect(truth).toMatchObject({
      outcome: "disconnected",
      status: 200,
      shortfall: "cold",
      outputTokens: 1,
      hitRate: 0,
    });
  });
});
