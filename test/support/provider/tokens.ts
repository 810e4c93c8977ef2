import { hash } from "node:crypto";

/** UTF-16 units that make one token. Real tokenisers differ; a simulator only needs a fixed, local rule. */
export const UNITS_PER_TOKEN = 4;

/** Tokens of that many UTF-16 units, rounded up; 0 for nothing. */
export function tokensOfUnits(units: number): number {
  return Math.ceil(units / UNITS_PER_TOKEN);
}

/** Tokens of one prompt segment; at least 1, as every block costs something even when empty. */
export function segmentTokens(text: string): number {
  return Math.max(1, tokensOfUnits(text.length));
}

/** Name of a prefix that is extended by `text`: equal names mean equal prefixes. The empty prefix is "". */
export function chain(previous: string, text: string): string {
  return hash("sha256", `${previous}\n${text}`, "base64url").slice(0, 22);
}
