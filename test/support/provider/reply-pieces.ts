import type { Reply } from "./contract.ts";
import { tokensOfUnits } from "./tokens.ts";

/** Most deltas a text is split into when a reply does not say how many. */
const DEFAULT_DELTAS = 20;

/**
 * Splits a text into the deltas it is streamed as; joined they are the text. With a count it is that many pieces, at
 * most one per character and at least one; without one it is split between words. An empty text has no pieces.
 */
export function textPieces(text: string, count?: number): string[] {
  if (text === "") return [];
  const atoms = count === undefined ? (text.match(/\s*\S+\s*$|\s*\S+|\s+/gu) ?? [text]) : Array.from(text);
  const pieces = Math.max(1, Math.min(atoms.length, Math.floor(count ?? DEFAULT_DELTAS)));
  return Array.from({ length: pieces }, (_, index) => {
    const from = Math.floor((index * atoms.length) / pieces);
    const to = Math.floor(((index + 1) * atoms.length) / pieces);
    return atoms.slice(from, to).join("");
  });
}

/** A tool call as it is streamed. */
export interface NumberedCall {
  /** Unique across requests and simulators, without the protocol's own prefix. */
  suffix: string;
  name: string;
  /** The arguments as JSON. */
  json: string;
}

/** The tool calls of a reply with ids that start with `id`, the unique id of the response. */
export function numberedCalls(reply: Reply, id: string): NumberedCall[] {
  return (reply.toolCalls ?? []).map((call, index) => ({
    suffix: `${id}_${index}`,
    name: call.name,
    json: JSON.stringify(call.arguments),
  }));
}

/** UTF-16 units of an answer, split by what they are billed as. */
export interface OutputUnits {
  reasoning: number;
  visible: number;
}

/** Output tokens of an answer; reasoning tokens are a part of the total, as all three protocols report it. */
export function outputTokens(units: OutputUnits): { total: number; reasoning: number } {
  const reasoning = tokensOfUnits(units.reasoning);
  return { total: reasoning + tokensOfUnits(units.visible), reasoning };
}

/** Units of the whole reply. */
export function replyUnits(reply: Reply): OutputUnits {
  const calls = (reply.toolCalls ?? []).map((call) => JSON.stringify(call.arguments).length);
  return {
    reasoning: reply.thinking?.length ?? 0,
    visible: calls.reduce((sum, units) => sum + units, reply.text?.length ?? 0),
  };
}
