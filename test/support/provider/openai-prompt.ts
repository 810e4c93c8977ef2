import type { ProtocolName } from "./contract.ts";
import { contentParts, isRecord, type JsonRecord, recordsIn, without } from "./json-shape.ts";

/** Fields that shape the head of a prompt: a change of one loses everything (OpenAI: effort, format, verbosity). */
const HEAD_FIELDS = [
  "reasoning_effort",
  "response_format",
  "verbosity",
  "text",
  "thinking",
  "enable_thinking",
  "chat_template_kwargs",
];

/**
 * The prompt text of a Chat Completions or Responses request: head settings, tools, then instructions and messages.
 * A request that continues another one renders to a text that starts with the other's text. A string and a single text
 * part are the same; markers, tool choice, sampling, storage and metadata are not part of it. Malformed parts are skipped.
 */
export function openaiPrompt(protocol: ProtocolName, body: JsonRecord): string {
  const reasoning = body["reasoning"];
  const head = HEAD_FIELDS.map((field) => body[field] ?? null);
  head.push(isRecord(reasoning) ? (reasoning["effort"] ?? null) : null);

  const parts = [`head${JSON.stringify(head)}`];
  for (const tool of recordsIn(body["tools"])) parts.push(`tool${JSON.stringify(without(tool, "cache_control"))}`);
  if (protocol === "openai-responses") {
    if (typeof body["instructions"] === "string") parts.push(`instructions${JSON.stringify(body["instructions"])}`);
    const input = body["input"];
    const items = typeof input === "string" ? [{ role: "user", content: input }] : recordsIn(input);
    for (const item of items) parts.push(message(item));
  } else {
    for (const item of recordsIn(body["messages"])) parts.push(message(item));
  }
  return parts.map((part) => `${part}\n`).join("");
}

function message(item: JsonRecord): string {
  const { role, content, ...extra } = item;
  const parts = contentParts(content, "text").map(part);
  return `${String(role ?? item["type"])}${JSON.stringify(extra)}${JSON.stringify(parts)}`;
}

function part(raw: JsonRecord): JsonRecord {
  const bare = without(raw, "cache_control");
  // Responses names text parts by direction; the text is what counts.
  return bare["type"] === "input_text" ? { ...bare, type: "text" } : bare;
}
