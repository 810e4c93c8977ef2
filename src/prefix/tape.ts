import { Shape, sameShape } from "./shape.ts";

/**
 * A value flattened into tokens, so that two of them can be compared without serialising either: strings stay the
 * references that Pi holds, and comparing a reference with itself costs nothing.
 *
 * value = string | number | boolean | NULL | BIGINT digits | BYTES size digest | ARRAY length value* | Shape value*
 */
export type Token = string | number | boolean | symbol | Shape;

export const ARRAY = Symbol("array");
export const NULL = Symbol("null");
export const BIGINT = Symbol("bigint");
export const BYTES = Symbol("bytes");

/** A value read back from its tokens, for the few that differ. */
export type Node =
  | { readonly kind: "leaf"; readonly value: string | number | boolean | null }
  /** Binary by size and digest: its content is neither kept nor shown. */
  | { readonly kind: "bytes"; readonly size: number; readonly digest: string }
  | { readonly kind: "array"; readonly items: readonly Node[] }
  | { readonly kind: "object"; readonly fields: readonly (readonly [key: string, value: Node])[] };

/** Reads a value back. The tokens must be whole, as the recorder leaves them; no tokens are null. */
export function readNode(tape: readonly Token[]): Node {
  return readAt(tape, { at: 0 });
}

function readAt(tape: readonly Token[], cursor: { at: number }): Node {
  const token = tape[cursor.at++];
  if (token instanceof Shape) {
    return { kind: "object", fields: token.keys.map((key) => [key, readAt(tape, cursor)] as const) };
  }
  switch (token) {
    case ARRAY: {
      const length = Number(tape[cursor.at++]);
      return { kind: "array", items: Array.from({ length }, () => readAt(tape, cursor)) };
    }
    case BYTES:
      return { kind: "bytes", size: Number(tape[cursor.at++]), digest: String(tape[cursor.at++]) };
    case BIGINT:
      return { kind: "leaf", value: `${String(tape[cursor.at++])}n` };
    default:
      return { kind: "leaf", value: typeof token === "symbol" || token === undefined ? null : token };
  }
}

/** Whether two values are the same, token by token. */
export function sameTokens(a: readonly Token[], b: readonly Token[]): boolean {
  if (a.length !== b.length) return false;
  // From the end: what differs in a long conversation is more often near the end of an item.
  for (let at = a.length - 1; at >= 0; at--) if (a[at] !== b[at] && !sameShape(a[at], b[at])) return false;
  return true;
}
