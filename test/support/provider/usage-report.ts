import type { AnswerContext } from "./frame.ts";
import type { JsonRecord } from "./json-shape.ts";
import { outputTokens, replyUnits } from "./reply-pieces.ts";

/**
 * Input side of the usage of anthropic-messages. Anthropic: `input_tokens` is only what follows the last marker, written
 * tokens are also given per lifetime.
 */
export function anthropicInputUsage({ account, reporting }: AnswerContext): JsonRecord {
  if (reporting === "none") return { input_tokens: account.promptTokens };
  return {
    input_tokens: reporting === "inclusive" ? account.promptTokens : account.freshTokens,
    cache_creation_input_tokens: account.writtenTokens,
    cache_read_input_tokens: account.readTokens,
    cache_creation: {
      ephemeral_5m_input_tokens: account.writtenTokens - account.longWrittenTokens,
      ephemeral_1h_input_tokens: account.longWrittenTokens,
    },
  };
}

/** Output side of the usage of anthropic-messages; thinking is part of the output and only broken out when there is some. */
export function anthropicOutputUsage({ reply }: AnswerContext): JsonRecord {
  const output = outputTokens(replyUnits(reply));
  if (output.reasoning === 0) return { output_tokens: output.total };
  return { output_tokens: output.total, output_tokens_details: { thinking_tokens: output.reasoning } };
}

/** Usage of openai-completions. OpenAI: `prompt_tokens` contains the cached tokens. */
export function completionsUsage({ account, reporting, reply }: AnswerContext): JsonRecord {
  const output = outputTokens(replyUnits(reply));
  return {
    prompt_tokens: account.promptTokens,
    completion_tokens: output.total,
    total_tokens: account.promptTokens + output.total,
    ...completionsCacheFields(account.readTokens, account.promptTokens, reporting),
    completion_tokens_details: { reasoning_tokens: output.reasoning },
  };
}

function completionsCacheFields(read: number, prompt: number, reporting: AnswerContext["reporting"]): JsonRecord {
  switch (reporting) {
    case "none":
      return {};
    case "deepseek":
      return { prompt_cache_hit_tokens: read, prompt_cache_miss_tokens: prompt - read };
    case "kimi":
      return { cached_tokens: read };
    case "standard":
    case "inclusive":
      return { prompt_tokens_details: { cached_tokens: read } };
  }
}

/** Usage of openai-responses. OpenAI: `input_tokens` contains the cached tokens. */
export function responsesUsage({ account, reporting, reply }: AnswerContext): JsonRecord {
  const output = outputTokens(replyUnits(reply));
  return {
    input_tokens: account.promptTokens,
    ...(reporting === "none" ? {} : { input_tokens_details: { cached_tokens: account.readTokens } }),
    output_tokens: output.total,
    output_tokens_details: { reasoning_tokens: output.reasoning },
    total_tokens: account.promptTokens + output.total,
  };
}
