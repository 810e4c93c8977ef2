import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ProviderSimulator, startProvider, type Truth } from "./index.ts";
import type { JsonRecord } from "./json-shape.ts";
import { makePiHome, type PiHome } from "./pi-run.ts";

const PROTOCOLS = ["anthropic-messages", "openai-completions", "openai-responses"] as const;

let provider: ProviderSimulator;
let pi: PiHome;

beforeEach(async () => {
  // Pi's prompt in an empty folder can be shorter than the usual minimum.
  provider = await startProvider({ minimumTokens: 256 });
  const entry = (api: string, baseUrl: string) => ({
    api,
    baseUrl,
    apiKey: "x",
    models: [
      {
        id: "sim",
        contextWindow: 200_000,
        maxTokens: 8192,
        reasoning: true,
        cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
        ...(api === "anthropic-messages" ? { promptCache: { short: 300, long: 3600 } } : {}),
      },
    ],
  });
  pi = await makePiHome({
    "sim-anthropic-messages": entry("anthropic-messages", provider.anthropicUrl),
    "sim-openai-completions": entry("openai-completions", provider.openaiUrl),
    "sim-openai-responses": entry("openai-responses", provider.openaiUrl),
  });
});

afterEach(async () => {
  await provider.close();
  await pi.remove();
});

describe.each(PROTOCOLS)("a real Pi over %s", (protocol) => {
  const model = ["--provider", `sim-${protocol}`, "--model", "sim"];

  it("records the usage that the provider knows to be true", async () => {
    const hello = await pi.run("-p", ...model, "say hello");
    const tools = await pi.run("-c", "-p", ...model, "think and call 2 tools");

    expect(hello).toContain("Sure, happy to help");
    expect(tools).toContain("Thanks, that is all I needed to know.");
    expect(provider.requests.map((truth) => [truth.protocol, truth.outcome])).toEqual(
      Array.from({ length: 3 }, () => [protocol, "completed"]),
    );
    expect(provider.requests.map((truth) => truth.shortfall)).toEqual(["cold", "none", "none"]);
    const usages = await pi.usages();
    expect(usages.map(counts)).toEqual(provider.requests.map(trueCounts));
    expect(provider.requests[2]?.readTokens).toBeGreaterThan(1000);
    expect(provider.requests[2]?.reasoningTokens).toBeGreaterThan(0);
  });

  it("repeats a refused and a cut request by itself, and each attempt is a request of its own", async () => {
    provider.enqueue(
      { fault: { kind: "status", status: 429 } },
      { text: "a b c", fault: { kind: "cut", afterDeltas: 1 } },
    );
    expect(await pi.run("-p", ...model, "say hello")).toContain("happy to help");

    expect(provider.requests.map((truth) => truth.outcome)).toEqual(["failed", "cut", "completed"]);
    expect(provider.requests.map((truth) => truth.shortfall)).toEqual(["none", "cold", "none"]);
    const [refused, cut, whole] = await pi.usages();
    expect(refused).toMatchObject({ input: 0, cacheRead: 0, cacheWrite: 0 });
    // The OpenAI protocols tell their counts at the end, so a broken stream has told Pi none.
    const known = protocol === "anthropic-messages" ? provider.requests[1]?.promptTokens : 0;
    expect(Number(cut?.["input"]) + Number(cut?.["cacheWrite"])).toBe(known);
    expect(whole === undefined ? null : counts(whole)).toEqual(provider.requests.slice(2).map(trueCounts)[0]);
    expect(provider.requests[2]?.readTokens).toBeGreaterThan(1000);
  });
});

function counts(usage: JsonRecord): JsonRecord {
  const { input, cacheRead, cacheWrite, output, reasoning } = usage;
  return { input, cacheRead, cacheWrite, output, reasoning: reasoning ?? 0 };
}

function trueCounts(truth: Truth): JsonRecord {
  return {
    input: truth.freshTokens,
    cacheRead: truth.readTokens,
    cacheWrite: truth.writtenTokens,
    output: truth.outputTokens,
    reasoning: truth.reasoningTokens,
  };
}
