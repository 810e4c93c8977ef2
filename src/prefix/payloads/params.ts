import { type Fields, isSent, ownValue } from "../own-data.ts";
import type { SectionWriter } from "../section-writer.ts";
import { objectAt } from "./reading.ts";

/** An object of the payload that holds parameters, and its path with a dot at the end; empty for the payload itself. */
export interface ParamSource {
  readonly object: Fields | null;
  readonly path: string;
  readonly keys: readonly string[];
}

/**
 * Parameters that can change the rendered prompt or where it is cached, as protocols name them at the top of a payload.
 * Not: limits on the output, streaming, storage, metadata, sampling.
 */
const TOP_LEVEL_PARAMS = [
  "model",
  "modelId",
  "thinking",
  "reasoning",
  "reasoning_effort",
  "reasoningEffort",
  "effort",
  "output_config",
  "verbosity",
  "text",
  "tool_choice",
  "toolChoice",
  "parallel_tool_calls",
  "response_format",
  "responseFormat",
  "betas",
  "anthropic_beta",
  "context_management",
  "mcp_servers",
  "container",
  "promptMode",
  "enable_thinking",
  "thinking_budget",
  "thinking_budget_tokens",
  "thinking_token_budget",
  "chat_template_kwargs",
  "chat_template_args",
  "provider",
  "providerOptions",
  "prompt_cache_key",
  "promptCacheKey",
  "prompt_cache_retention",
  "service_tier",
] as const;

/** The response that OpenAI is asked to compare with: it differs each time and has no part in what is cached. */
const COMPARED_WITH = "comparison_response_id";

/** The parameters at the top of a payload; `more` are names that one protocol has beside the usual ones. */
export function topLevelParams(payload: Fields, more: readonly string[] = []): readonly ParamSource[] {
  const options = objectAt(payload, "prompt_cache_options");
  // What is no object is compared as it is.
  const whole = options === null ? ["prompt_cache_options"] : [];
  const fields = options === null ? [] : Object.keys(options).filter((key) => key !== COMPARED_WITH);
  return [
    { object: payload, path: "", keys: [...TOP_LEVEL_PARAMS, ...more, ...whole] },
    { object: options, path: "prompt_cache_options.", keys: fields },
  ];
}

/** Writes the parameters that are sent, one item each, named by their key. */
export function writeParams(writer: SectionWriter, sources: readonly ParamSource[]): void {
  const present = sources.flatMap(({ object, path, keys }) =>
    object === null ? [] : keys.filter((key) => Object.hasOwn(object, key)).map((key) => ({ object, key, path })),
  );
  const sent = present.filter(({ object, key }) => isSentField(object, key));
  writer.section("params", { base: "" }, sent.length, (item) => {
    const param = sent[item];
    if (param === undefined) return undefined;
    writer.recorder.value(ownValue(param.object, param.key));
    return { name: param.key, path: param.path + param.key };
  });
}

// An accessor counts as sent: reading it is refused when the item is written, which makes the section `skipped`.
function isSentField(object: Fields, key: string): boolean {
  const descriptor = Object.getOwnPropertyDescriptor(object, key);
  return descriptor !== undefined && (!("value" in descriptor) || isSent(descriptor.value));
}
