import type { ModelId } from "../usage/turn.ts";

/**
 * What the providers document about their caches beyond "a changed prefix is not read", as of 2026-11. It changes: nothing
 * here is a price or a lifetime (those come from Pi's model catalogue), and verdicts that rest on it say "likely".
 */

/** Tokens that a prompt needs to be cached where the model's own figure is not known (OpenAI, most Anthropic models). */
const ASSUMED_MINIMUM = 1_024;

/** Anthropic, prompt caching: minimum cacheable prompt length by model. Matched in the model's id, however it is prefixed. */
const MINIMUMS: readonly (readonly [model: RegExp, tokens: number])[] = [
  [/opus-4[.-][56]\b/, 4_096],
  [/haiku-4[.-]5\b/, 4_096],
  [/(?:claude-3(?:[.-]5)?-haiku|haiku-3(?:[.-]5)?)\b/, 2_048],
];

/** Gemini and Bedrock: minimums of up to so many tokens, by model. */
const LARGEST_MINIMUM = 4_096;
const BY_MODEL_APIS = /^(?:google|bedrock)/;

/**
 * Tokens below which nothing of a prompt is cached. Where the model's own figure is not known one is assumed: the usual
 * one, or the largest where the provider's models differ.
 */
export function minimumPrompt({ model, api }: Pick<ModelId, "model" | "api">): {
  readonly tokens: number;
  readonly assumed: boolean;
} {
  const known = MINIMUMS.find(([pattern]) => pattern.test(model));
  if (known !== undefined) return { tokens: known[1], assumed: false };
  return { tokens: BY_MODEL_APIS.test(api) ? LARGEST_MINIMUM : ASSUMED_MINIMUM, assumed: true };
}

/** Anthropic and Qwen: each marker looks back over so many content blocks for an entry that an earlier request wrote. */
export const LOOKBACK_BLOCKS = 20;

/** Protocols on which nothing is cached without a marker. */
const MARKER_SHAPES: ReadonlySet<string> = new Set(["anthropic", "bedrock"]);

/** Whether a payload family caches only what is marked. */
export function needsMarkers(shape: string | null): boolean {
  return shape !== null && MARKER_SHAPES.has(shape);
}

/** What a changed parameter does to what was cached. */
export type ParamEffect = "model" | "thinking" | "retention" | "breaks" | "unclear" | "harmless";

/** Objects in which some protocols keep their parameters. */
const CONTAINER = /^(?:config|options|toolConfig|additionalModelRequestFields)\./;
const THINKING = /^(?:thinking|reasoning|effort|output_config|enable_thinking|chat_template_)/i;
const RETENTION = /^(?:prompt_cache_(?:retention|options)|cacheRetention)/;
/** Asked of the answer, not of the prompt. */
const ANSWER_ONLY = /\.(?:summary|display)$/;

/**
 * What a change at a parameter's path does. Anthropic: `tool_choice` loses the cache of the messages, and so do thinking
 * and effort. OpenAI: `tool_choice` is safe; effort, text format and verbosity are part of the prefix. Of the rest, such as
 * a cache key, little is said that can be relied on.
 */
export function paramEffect(path: string, shape: string | null): ParamEffect {
  const param = path.replace(CONTAINER, "");
  const name = /^[^.[]*/.exec(param)?.[0] ?? "";
  if (name === "model" || name === "modelId") return "model";
  if (THINKING.test(param)) return ANSWER_ONLY.test(param) ? "unclear" : "thinking";
  if (RETENTION.test(param)) return "retention";
  const isOpenAI = shape === "openai-chat" || shape === "openai-responses";
  if (/^tool_?choice$/i.test(name)) return isOpenAI ? "harmless" : shape === "anthropic" ? "breaks" : "unclear";
  if (!isOpenAI) return "unclear";
  return /^(?:text|verbosity|response_?format)$/i.test(name) ? "breaks" : "unclear";
}

/** Providers that pass requests on to one of several others, by Pi's own provider names. */
const ROUTERS: ReadonlySet<string> = new Set(["openrouter", "vercel-ai-gateway", "cloudflare-ai-gateway"]);

export function isRouter(provider: string): boolean {
  return ROUTERS.has(provider);
}
