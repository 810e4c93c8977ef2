import { describe, expect, it } from "vitest";
import {
  isRouter,
  LOOKBACK_BLOCKS,
  minimumPrompt,
  needsMarkers,
  paramEffect,
} from "../../src/verdict/provider-rules.ts";

describe("the shortest prompt that is cached", () => {
  it.each([
    ["claude-opus-4-5-20251101", 4_096],
    ["us.anthropic.claude-opus-4-6-v1:0", 4_096],
    ["anthropic/claude-opus-4.5", 4_096],
    ["claude-haiku-4-5", 4_096],
    ["anthropic/claude-haiku-4.5", 4_096],
    ["claude-3-5-haiku-20241022", 2_048],
    ["anthropic/claude-3.5-haiku", 2_048],
    ["claude-3-haiku-20240307", 2_048],
    ["claude-haiku-3.5", 2_048],
  ])("is documented for %s: %d tokens, whatever the protocol", (model, tokens) => {
    for (const api of ["anthropic-messages", "bedrock-converse-stream", "openai-completions", ""]) {
      expect(minimumPrompt({ model, api })).toEqual({ tokens, assumed: false });
    }
  });

  it.each(["google-generative-ai", "google-vertex", "google-gemini-cli", "bedrock-converse-stream"])(
    "is assumed to be the largest on %s, where it depends on the model: 4,096 tokens",
    (api) => {
      for (const model of ["gemini-3-pro", "amazon.nova-pro-v1:0", "m1"]) {
        expect(minimumPrompt({ model, api })).toEqual({ tokens: 4_096, assumed: true });
      }
    },
  );

  it("is told by the beginning of the protocol's name only", () => {
    for (const api of ["openai-completions", "anthropic-messages", "not-google", "amazon-bedrock", ""]) {
      expect(minimumPrompt({ model: "gemini-3-pro", api }).tokens).toBe(1_024);
    }
  });

  it.each([
    ...[
      "gpt-5.2-codex",
      "claude-sonnet-4-5",
      "claude-opus-4-1-20250805",
      "claude-opus-4-50",
      "claude-opus-4",
      "m1",
      "",
    ],
    "claude-haiku-4-50",
  ])("is assumed for %s: 1,024 tokens", (model) => {
    expect(minimumPrompt({ model, api: "anthropic-messages" })).toEqual({ tokens: 1_024, assumed: true });
  });
});

describe("markers", () => {
  it("are needed in Anthropic's and Bedrock's protocols, and in no other", () => {
    expect(["anthropic", "bedrock"].map(needsMarkers)).toEqual([true, true]);
    const others = ["openai-chat", "openai-responses", "google", "pi-messages", "", null];
    expect(others.filter(needsMarkers)).toEqual([]);
  });

  it("look back over 20 blocks", () => {
    expect(LOOKBACK_BLOCKS).toBe(20);
  });
});

describe("what a changed parameter does", () => {
  const CHAT = "openai-chat";

  it.each([
    ...[CHAT, "openai-responses", "anthropic", "bedrock", null].flatMap((shape) => [
      ["model", shape, "model"] as const,
      ["modelId", shape, "model"] as const,
      ...["thinking", "reasoning", "reasoning_effort", "reasoningEffort", "effort", "output_config"].map(
        (name) => [name, shape, "thinking"] as const,
      ),
      ...["enable_thinking", "chat_template_kwargs", "thinking_budget_tokens"].map(
        (name) => [name, shape, "thinking"] as const,
      ),
      ["prompt_cache_retention", shape, "retention"] as const,
      ["prompt_cache_options", shape, "retention"] as const,
    ]),
    ...[CHAT, "openai-responses"].flatMap((shape) =>
      [...["text", "verbosity", "response_format", "responseFormat"]].map((name) => [name, shape, "breaks"] as const),
    ),
    ["tool_choice", CHAT, "harmless"],
    ["toolChoice", "openai-responses", "harmless"],
    ["tool_choice", "anthropic", "breaks"],
    ["toolChoice", "bedrock", "unclear"],
    ["tool_choice", null, "unclear"],
    ["text", "google", "unclear"],
    ["prompt_cache_key", "anthropic", "unclear"],
    ["prompt_cache_key", CHAT, "unclear"],
    ["promptCacheKey", "openai-responses", "unclear"],
    ["betas", "anthropic", "unclear"],
    ["betas", CHAT, "unclear"],
    ["parallel_tool_calls", CHAT, "unclear"],
    ["provider", CHAT, "unclear"],
    ["", CHAT, "unclear"],
    ["models", CHAT, "unclear"],
    ["not_thinking", CHAT, "unclear"],
    ["context", CHAT, "unclear"],
    ["text_format", CHAT, "unclear"],
    ["xprompt_cache_retention", CHAT, "unclear"],
    ["my_tool_choice", CHAT, "unclear"],
    ["tool_choices", CHAT, "unclear"],
    // Inside a parameter its path tells more.
    ["thinking.budget_tokens", "anthropic", "thinking"],
    ["reasoning.effort", "openai-responses", "thinking"],
    ["config.thinkingConfig.thinkingBudget", "google", "thinking"],
    ["additionalModelRequestFields.thinking.budget_tokens", "bedrock", "thinking"],
    ["reasoning.summary", "openai-responses", "unclear"],
    ["thinking.display", "anthropic", "unclear"],
    ["reasoning.summary_level", "openai-responses", "thinking"],
    ["config.temperature", "google", "unclear"],
    ["prompt_cache_options.ttl", CHAT, "retention"],
    ["prompt_cache_options.mode", CHAT, "retention"],
    ["text.verbosity", "openai-responses", "breaks"],
    ["tool_choice.name", CHAT, "harmless"],
    ["tool_choice[0]", CHAT, "harmless"],
    ["model.name", CHAT, "model"],
    ["container.model", "anthropic", "unclear"],
  ] as const)("%s in %s: %s", (name, shape, effect) => {
    expect(paramEffect(name, shape)).toBe(effect);
  });
});

describe("a provider that passes requests on", () => {
  it("is known by Pi's own name for it", () => {
    expect(["openrouter", "vercel-ai-gateway", "cloudflare-ai-gateway"].every(isRouter)).toBe(true);
    expect(["anthropic", "OpenRouter", "my-openrouter", ""].some(isRouter)).toBe(false);
  });
});
