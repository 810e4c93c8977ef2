/** Why Anthropic says that a prompt was not read from the cache. */
export type AnthropicMissReason =
  | "model_changed"
  | "system_changed"
  | "tools_changed"
  | "messages_changed"
  | "previous_message_not_found"
  | "unavailable";

/** Why OpenAI says that a prompt was not read from the cache. */
export type OpenAIMissReason =
  | "model_changed"
  | "prompt_cache_key_changed"
  | "tools_changed"
  | "text_format_changed"
  | "reasoning_effort_changed"
  | "verbosity_changed"
  | "context_compacted"
  | "input_changed"
  | "service_tier_changed";

/** `message.diagnostics` of anthropic-messages; a null reason is a prompt that was read as it could be. */
export interface AnthropicDiagnosis {
  cache_miss_reason: { type: AnthropicMissReason; cache_missed_input_tokens?: number } | null;
}

/** `response.prompt_cache_diagnostics` of openai-responses. */
export type OpenAIDiagnosis =
  | { type: "cache_hit" }
  | { type: "cache_miss"; reason: OpenAIMissReason; cache_missed_tokens: number }
  | { type: "comparison_response_not_found" }
  | { type: "unavailable" };

/**
 * A provider's own words about its cache, as they go over the wire. They are sent as they are: the simulator does not
 * check that they fit the protocol or the truth, because a real provider can be wrong too. openai-completions has no
 * place for them and leaves them out.
 */
export type Diagnosis = AnthropicDiagnosis | OpenAIDiagnosis;
