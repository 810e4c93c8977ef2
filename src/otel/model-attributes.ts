import { oneLine } from "../ui/safe-text.ts";

/**
 * Pi's names of providers for which the GenAI conventions have another: "if one of them applies, then the respective value
 * MUST be used". All others keep Pi's name.
 */
const CONVENTIONAL: ReadonlyMap<string, string> = new Map([
  ["amazon-bedrock", "aws.bedrock"],
  ["azure-openai-responses", "azure.ai.openai"],
  ["google", "gcp.gemini"],
  ["google-vertex", "gcp.vertex_ai"],
  ["mistral", "mistral_ai"],
  ["moonshotai", "moonshot_ai"],
  ["openai-codex", "openai"],
  ["xai", "x_ai"],
]);

/** Longer than any real name. */
const NAME_LENGTH = 128;

/** Who answered, by the names of the GenAI conventions. Names are outside data: one line, bounded, well-formed. */
export function modelAttributes(provider: string, model: string): Readonly<Record<string, string>> {
  return {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": CONVENTIONAL.get(provider) ?? bounded(provider),
    "gen_ai.request.model": bounded(model),
  };
}

function bounded(name: string): string {
  // Cut first: a name may be megabytes long. The cut may halve a character.
  const text = oneLine(name.slice(0, NAME_LENGTH)).toWellFormed();
  return text === "" ? "unknown" : text;
}
