import { hash } from "node:crypto";
import { Shape } from "./shape.ts";
import type { Token } from "./tape.ts";

/**
 * Salted digests. 96 bits of SHA-256 over a framing in which every chunk is preceded by its kind and length, so that no
 * two different structures frame alike. Never used as a cache key and never shown.
 */
const DIGEST_CHARS = 16;
/** Characters of a digest in a record, 66 bits: a record holds thousands of them, and each is compared with one other. */
export const SHORT_DIGEST = 11;

/** A digest as a record keeps it. */
export function shortDigest(digest: string): string {
  return digest.slice(0, SHORT_DIGEST);
}

/** The digest of a text, lone surrogates included. */
export function digestText(salt: string, text: string): string {
  return sha(frame(salt) + frame(text));
}

/** The digest of binary content, by its bytes. */
export function digestBytes(salt: string, bytes: Uint8Array): string {
  return sha(frame(salt) + frame(hash("sha256", bytes, "base64url")));
}

/** The digest of a value's tokens. */
export function digestTokens(salt: string, tokens: readonly Token[]): string {
  return sha(frame(salt) + tokens.map(frameToken).join(""));
}

/** The digest of digests, for instance of all sections of a head. */
export function digestAll(salt: string, parts: readonly string[]): string {
  return sha(frame(salt) + parts.map(frame).join(""));
}

function sha(framed: string): string {
  return hash("sha256", framed, "base64url").slice(0, DIGEST_CHARS);
}

function frameToken(token: Token): string {
  if (token instanceof Shape) return `o${token.size}:${token.keys.map(frame).join("")}`;
  switch (typeof token) {
    case "string":
      return frame(token);
    case "symbol":
      return `y${token.description};`;
    default:
      return `${typeof token}${String(token)};`;
  }
}

// A lone surrogate has no UTF-8 form: hashed as text, all of them would look alike. Such a text goes in as its code units.
function frame(text: string): string {
  if (text.isWellFormed()) return `s${text.length}:${text}`;
  return `u${text.length}:${Buffer.from(text, "utf16le").toString("base64")}`;
}
