import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { announcing, truthOf } from "./ask.ts";
import { type ProviderSimulator, startProvider } from "./index.ts";
import type { JsonRecord } from "./json-shape.ts";
import { OpenAICache } from "./openai-cache.ts";
import { openaiPrompt } from "./openai-prompt.ts";
import { words } from "./sample-requests.ts";

const SECOND = 1000;
let provider: ProviderSimulator;

beforeEach(async () => {
  provider = await startProvider({ now: () => 0 });
});
afterEach(() => provider.close());

type Build = (texts: string[], more?: JsonRecord) => JsonRecord;

const completions: Build = (texts, more = {}) => ({
  model: "m",
  stream: true,
  stream_options: { include_usage: true },
  messages: texts.map((content) => ({ role: "user", content })),
  ...more,
});
const responses: Build = (texts, more = {}) => ({
  model: "m",
  stream: true,
  input: texts.map((text) => ({ role: "user", content: [{ type: "input_text", text }] })),
  ...more,
});

describe.each([
  ["openai-completions", "/v1/chat/completions", completions],
  ["openai-responses", "/v1/responses", responses],
] as const)("the cache of %s", (_name, path, build) => {
  const send = (body: JsonRecord) => truthOf(provider, path, body);

  it("reads the longest common prefix in steps of 128 and reports no writing", async () => {
    const first = await send(build([words(2000)]));
    const second = await send(build([words(2000), "and more"]));
    expect(first).toMatchObject({ readTokens: 0, writtenTokens: 0, shortfall: "cold", hitRate: 0 });
    expect(second.readTokens).toBe(Math.floor(first.promptTokens / 128) * 128);
    expect(second.readTokens).toBeGreaterThan(1900);
    expect(second).toMatchObject({ writtenTokens: 0, shortfall: "none" });
    expect(second.freshTokens).toBe(second.promptTokens - second.readTokens);
  });

  it("reads up to the middle of a changed text", async () => {
    await send(build([words(1500) + words(1500, "b")]));
    const truth = await send(build([words(1500) + words(1500, "c")]));
    expect(truth.readTokens).toBeGreaterThanOrEqual(1408);
    expect(truth.readTokens).toBeLessThanOrEqual(1536);
    expect(truth.shortfall).toBe("changed");
  });

  it("reads nothing when less than the minimum is common", async () => {
    await send(build([words(900), words(900, "b")]));
    expect(await send(build([words(900), words(900, "c")]))).toMatchObject({ readTokens: 0, shortfall: "changed" });
  });

  it("caches nothing below the minimum, and says so in the request that grows beyond it", async () => {
    await send(build([words(900)]));
    expect(await send(build([words(900)]))).toMatchObject({ readTokens: 0, shortfall: "below-minimum" });
    expect(await send(build([words(900), words(900)]))).toMatchObject({ readTokens: 0, shortfall: "below-minimum" });
  });

  it("keeps an entry as long as it is used within the idle lifetime", async () => {
    await send(build([words(2000)]));
    for (let use = 0; use < 2; use += 1) {
      provider.advance(600 * SECOND - 1);
      expect(await send(build([words(2000)]))).toMatchObject({ shortfall: "none" });
    }
    provider.advance(600 * SECOND);
    expect(await send(build([words(2000)]))).toMatchObject({ readTokens: 0, shortfall: "expired" });
  });

  it("counts the idle time from the start of the last request", async () => {
    const { respond, asked } = announcing({ headDelay: 20 });
    await provider.close();
    provider = await startProvider({ now: () => 0, respond });
    const slow = send(build([words(2000)]));
    await asked;
    provider.advance(500 * SECOND);
    expect(await slow).toMatchObject({ startedAt: 0, outcome: "completed" });
    provider.advance(100 * SECOND);
    expect(await send(build([words(2000)]))).toMatchObject({ readTokens: 0, shortfall: "expired" });
  });

  it("keeps cache keys apart and says when another key would have matched", async () => {
    await send(build([words(2000)], { prompt_cache_key: "one" }));
    const other = await send(build([words(2000)], { prompt_cache_key: "two" }));
    expect(other).toMatchObject({ readTokens: 0, shortfall: "other-key" });
    expect(await send(build([words(2000)], { prompt_cache_key: "two" }))).toMatchObject({ shortfall: "none" });
    provider.advance(600 * SECOND);
    expect(await send(build([words(2000)], { prompt_cache_key: "three" }))).toMatchObject({ shortfall: "expired" });
  });

  it("keeps models apart and forgets on demand", async () => {
    await send(build([words(2000)]));
    expect(await send(build([words(2000)], { model: "n" }))).toMatchObject({ readTokens: 0, shortfall: "cold" });
    provider.forget();
    expect(await send(build([words(2000)]))).toMatchObject({ readTokens: 0, shortfall: "forgotten" });
    expect(await send(build([words(2000)]))).toMatchObject({ shortfall: "none" });
  });

  it.each<[string, JsonRecord, boolean]>([
    ["the effort of chat completions", { reasoning_effort: "high" }, true],
    ["the effort of responses", { reasoning: { effort: "high" } }, true],
    ["the summary of reasoning", { reasoning: { summary: "auto" } }, false],
    ["the format", { response_format: { type: "json_object" }, text: { format: { type: "json_object" } } }, true],
    ["the tools", { tools: [{ type: "function", name: "read" }] }, true],
    ["the tool choice", { tool_choice: "required" }, false],
    [
      "storage and limits",
      { store: false, metadata: { a: "b" }, temperature: 1, max_tokens: 5, max_output_tokens: 5 },
      false,
    ],
  ])("a change of %s loses the cache or not, as documented", async (_title, change, loses) => {
    await send(build([words(2000)]));
    const truth = await send(build([words(2000)], change));
    expect(truth.readTokens > 0).toBe(!loses);
    expect(truth.shortfall).toBe(loses ? "changed" : "none");
  });

  it("treats a string and a single text part alike", async () => {
    await send(build([words(2000)]));
    const type = path === "/v1/responses" ? "input_text" : "text";
    const spelled = [
      { role: "user", content: words(2000) },
      { role: "user", content: [{ type, text: "x".repeat(2000) }] },
    ];
    const truth = await send(build([], { messages: spelled, input: spelled }));
    expect(truth.readTokens).toBeGreaterThan(1900);
    expect(truth.shortfall).toBe("none");
  });

  it("compares with the closest conversation when two take turns", async () => {
    await send(build([words(2000)]));
    await send(build([words(4000, "b")]));
    expect(await send(build([words(2000), words(200)]))).toMatchObject({ shortfall: "none" });
    expect(await send(build([words(4000, "b"), words(200)]))).toMatchObject({ shortfall: "none" });
  });

  it("names another branch as a change, but not the continuation of a shorter history that was sent anew", async () => {
    await send(build([words(2000), words(500, "b"), words(500, "c")]));
    expect(await send(build([words(2000), words(500, "b"), words(500, "d")]))).toMatchObject({ shortfall: "changed" });
    expect(await send(build([words(2000), words(500, "b")]))).toMatchObject({ shortfall: "none" });
    expect(await send(build([words(2000), words(500, "b"), words(500, "e")]))).toMatchObject({ shortfall: "none" });
  });
});

describe("any sequence of requests", () => {
  it("reads the longest prefix shared with an earlier request, in whole steps", () => {
    const bodies = fc.array(
      fc.array(fc.constantFrom(words(300), words(300, "b"), "short"), { minLength: 1, maxLength: 8 }),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(bodies, (conversations) => {
        const cache = new OpenAICache({ minimumTokens: 256, lifetime: 600 });
        const earlier: string[] = [];
        for (const texts of conversations) {
          const body = completions(texts);
          const prompt = openaiPrompt("openai-completions", body);
          const shared = Math.max(0, ...earlier.map((other) => Math.min(commonUnits(prompt, other), other.length)));
          const steps = Math.floor(shared / 512);
          const account = cache.lookUp("openai-completions", "m", body, 0);
          account.commit();
          if (prompt.length > 255 * 4) earlier.push(prompt);
          expect(account.readTokens).toBe(steps < 2 ? 0 : steps * 128);
          expect(account.readTokens + account.freshTokens).toBe(account.promptTokens);
        }
      }),
    );
  });
});

function commonUnits(one: string, other: string): number {
  let units = 0;
  while (units < one.length && one[units] === other[units]) units += 1;
  return units;
}
