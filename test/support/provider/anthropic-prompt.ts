import { contentParts, isRecord, type JsonRecord, recordsIn, without } from "./json-shape.ts";
import { chain, segmentTokens } from "./tokens.ts";

/** How long an entry at a marker lives: Anthropic's five-minute or one-hour tier. */
export type Tier = "short" | "long";

/** One block of the prompt: a tool, a system block or a message block. */
export interface Block {
  /** Chained name of the prefix that ends with this block. */
  prefix: string;
  /** Tokens of that prefix. */
  tokensSoFar: number;
  /** The tier of the cache marker on this block, or null. */
  marker: Tier | null;
}

/**
 * The blocks of a Messages request in the order Anthropic caches them: tools, system, messages.
 * Markers are not part of the text; a string and a single text block are the same. Tool choice, thinking and effort
 * settings change the name of every message prefix without being a block (Anthropic: changing them keeps the cache of
 * tools and system and loses that of the messages). Malformed parts are skipped.
 */
export function anthropicBlocks(body: JsonRecord): Block[] {
  const blocks: Block[] = [];
  let prefix = "";
  let tokensSoFar = 0;
  const push = (kind: string, block: JsonRecord) => {
    const text = `${kind}${JSON.stringify(plain(block))}`;
    prefix = chain(prefix, text);
    tokensSoFar += segmentTokens(text);
    blocks.push({ prefix, tokensSoFar, marker: markerOf(block) });
  };

  for (const tool of recordsIn(body["tools"])) push("tool", tool);
  for (const block of contentParts(body["system"], "text")) push("system", block);

  const settings = [body["tool_choice"], body["thinking"], body["output_config"]];
  prefix = chain(prefix, `settings${JSON.stringify(settings)}`);

  for (const message of recordsIn(body["messages"])) {
    const { role, content, ...extra } = message;
    const rest = Object.keys(extra).length > 0 ? JSON.stringify(extra) : "";
    const parts = contentParts(content, "text");
    // A message without content still carries settings of its own, such as a changed effort.
    if (parts.length === 0) push(`${String(role)}${rest}`, {});
    parts.forEach((part, index) => {
      push(index === 0 ? `${String(role)}${rest}` : String(role), part);
    });
  }
  return blocks;
}

function plain(block: JsonRecord): JsonRecord {
  const bare = without(block, "cache_control");
  if (bare["type"] !== "tool_result" || bare["content"] === undefined) return bare;
  const parts = contentParts(bare["content"], "text").map((part) => without(part, "cache_control"));
  return { ...bare, content: parts };
}

function markerOf(block: JsonRecord): Tier | null {
  const marker = block["cache_control"];
  if (!isRecord(marker)) return null;
  return marker["ttl"] === "1h" ? "long" : "short";
}
