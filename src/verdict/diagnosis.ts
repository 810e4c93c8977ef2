import { field, textOrNull } from "../unknown.ts";
import type { Cause } from "./cause.ts";

/** Anthropic, `diagnostics.cache_miss_reason.type`. Others, such as `previous_message_not_found`, name no cause. */
const ANTHROPIC: Readonly<Record<string, Cause>> = {
  model_changed: "model-changed",
  system_changed: "system-changed",
  tools_changed: "tools-changed",
  messages_changed: "history-rewritten",
};

/** OpenAI, `prompt_cache_diagnostics.reason` of a `cache_miss`. */
const OPENAI: Readonly<Record<string, Cause>> = {
  model_changed: "model-changed",
  prompt_cache_key_changed: "params-changed",
  tools_changed: "tools-changed",
  text_format_changed: "params-changed",
  reasoning_effort_changed: "thinking-changed",
  verbosity_changed: "params-changed",
  context_compacted: "compacted",
  input_changed: "history-rewritten",
  service_tier_changed: "params-changed",
};

/**
 * The provider's own word on a cache miss, if a parsed stream event carries one because something else asked for it. Null
 * for every other event, for "unavailable", and for a reason that is not known. Constant work: it runs for each event.
 */
export function readDiagnosis(event: unknown): Cause | null {
  switch (field(event, "type")) {
    case "message_start":
      return causeIn(
        ANTHROPIC,
        field(field(field(field(event, "message"), "diagnostics"), "cache_miss_reason"), "type"),
      );
    case "message_delta":
      return causeIn(ANTHROPIC, field(field(field(event, "diagnostics"), "cache_miss_reason"), "type"));
    case "response.completed":
    case "response.incomplete": {
      const diagnostics = field(field(event, "response"), "prompt_cache_diagnostics");
      return field(diagnostics, "type") === "cache_miss" ? causeIn(OPENAI, field(diagnostics, "reason")) : null;
    }
    default:
      return null;
  }
}

function causeIn(table: Readonly<Record<string, Cause>>, reason: unknown): Cause | null {
  const name = textOrNull(reason);
  return name !== null && Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}
