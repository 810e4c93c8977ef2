import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "./ask.ts";
import { type ProviderSimulator, type Reporting, startProvider } from "./index.ts";
import { isRecord, type JsonRecord } from "./json-shape.ts";
import { type Sample, samples, words } from "./sample-requests.ts";

const [anthropic, completions, responses] = samples();
let provider: ProviderSimulator;

beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => provider.close());

/** The last usage in a list of events. */
function usageIn(events: JsonRecord[]): JsonRecord {
  const holders = events.flatMap((event) => [event, event["message"], event["response"]]);
  const usages = holders.filter(isRecord).flatMap((holder) => (isRecord(holder["usage"]) ? [holder["usage"]] : []));
  return usages.at(-1) ?? {};
}

/** What is reported for a request that is sent for the second time, and the truth of it. */
async function repeated(sample: Sample, reporting: Reporting) {
  provider.reporting = reporting;
  await ask(`${provider.url}${sample.path}`, sample.body);
  const answer = await ask(`${provider.url}${sample.path}`, sample.body);
  const { readTokens: read, promptTokens: prompt } = await provider.waitForRequest(2);
  expect(read).toBeGreaterThan(1000);
  return { usage: usageIn(answer.events), events: answer.events, read, prompt };
}

describe("the usage over anthropic-messages", () => {
  it("has what follows the last marker as input, in the first event and in the last", async () => {
    const { usage, events, read, prompt } = await repeated(anthropic, "standard");
    const expected = { input_tokens: prompt - read, cache_read_input_tokens: read, cache_creation_input_tokens: 0 };
    expect(usage).toMatchObject(expected);
    expect(events[0]).toMatchObject({ message: { usage: expected } });
  });

  it("has the cached tokens in the input too when it is inclusive", async () => {
    const { usage, read, prompt } = await repeated(anthropic, "inclusive");
    expect(usage).toMatchObject({ input_tokens: prompt, cache_read_input_tokens: read });
  });
});

describe("the usage over openai-completions", () => {
  it("has cached_tokens in the details and in no other place", async () => {
    const { usage, read, prompt } = await repeated(completions, "standard");
    expect(usage).toMatchObject({ prompt_tokens: prompt, prompt_tokens_details: { cached_tokens: read } });
    expect(Object.keys(usage).filter((name) => name.includes("cache"))).toEqual([]);
  });

  it("has hit and miss tokens in DeepSeek's variant", async () => {
    const { usage, read, prompt } = await repeated(completions, "deepseek");
    expect(usage).toMatchObject({ prompt_cache_hit_tokens: read, prompt_cache_miss_tokens: prompt - read });
    expect(usage).not.toHaveProperty("prompt_tokens_details");
  });

  it("has top-level cached_tokens in Kimi's variant", async () => {
    const { usage, read } = await repeated(completions, "kimi");
    expect(usage).toMatchObject({ cached_tokens: read });
    expect(usage).not.toHaveProperty("prompt_tokens_details");
  });

  it("is left out when it is not asked for", async () => {
    const { stream_options: _asked, ...silent } = completions.body;
    const answer = await ask(`${provider.url}${completions.path}`, silent);
    expect(answer.text).toContain("[DONE]");
    expect(usageIn(answer.events)).toEqual({});
  });
});

describe("the usage over openai-responses", () => {
  it("has cached_tokens in the details, also where another protocol has a variant", async () => {
    const { usage, read, prompt } = await repeated(responses, "deepseek");
    expect(usage).toMatchObject({ input_tokens: prompt, input_tokens_details: { cached_tokens: read } });
  });
});

describe.each(samples())("the usage over any protocol, here $protocol", (sample) => {
  it("has no cache field when none are reported", async () => {
    const { usage, prompt } = await repeated(sample, "none");
    expect(usage["input_tokens"] ?? usage["prompt_tokens"]).toBe(prompt);
    expect(JSON.stringify(usage)).not.toMatch(/cache/);
  });

  it("counts thinking and tool arguments as output, and thinking apart as well", async () => {
    const call = { name: "read", arguments: { p: "12" } };
    provider.enqueue({ thinking: words(10), text: words(5), toolCalls: [call] });
    const answer = await ask(`${provider.url}${sample.path}`, sample.body);
    // The arguments {"p":"12"} are ten units long.
    expect(await provider.waitForRequest(1)).toMatchObject({ reasoningTokens: 10, outputTokens: 18 });
    const usage = usageIn(answer.events);
    expect(usage["output_tokens"] ?? usage["completion_tokens"]).toBe(18);
    expect(JSON.stringify(usage)).toMatch(/"(thinking|reasoning)_tokens":10/);
  });
});
