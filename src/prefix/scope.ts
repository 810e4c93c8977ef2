import { digestText, shortDigest } from "./digest.ts";
import { assertPlain } from "./own-data.ts";
import { textAt } from "./payloads/reading.ts";

/** What a cache can be shared within: requests of one scope are compared with each other, never with others. */
export interface ScopeParts {
  readonly session: unknown;
  readonly provider: unknown;
  readonly api: unknown;
  /** Null under a virtual model: then the payload says which model it is for. */
  readonly model: unknown;
  /** The endpoint's full URL. Empty (Azure, virtual models) is a value of its own. Kept as a salted digest only. */
  readonly baseUrl: unknown;
}

/** Longer names are no names. */
const LONGEST_NAME = 1_000;
const LONGEST_URL = 10_000;

/** A key for the scope, or null when a part is missing, empty or not a bounded string. Injective but for the digest. */
export function scopeKey(parts: ScopeParts, payload: unknown, salt: string): string | null {
  const { session, provider, api } = parts;
  const names = [session, provider, api, parts.model === null ? modelOf(payload) : parts.model];
  const endpoint = endpointDigest(parts.baseUrl, salt);
  return names.every(isName) && endpoint !== null ? JSON.stringify([...names, endpoint]) : null;
}

/**
 * A digest of a scope as a record keeps it, without the session: a copy of a session is another session, and what it sends
 * continues what was sent in the first one.
 */
export function recordedScope(scope: string, salt: string): string {
  const parts: unknown = JSON.parse(scope);
  return shortDigest(digestText(salt, JSON.stringify(Array.isArray(parts) ? parts.slice(1) : parts)));
}

/** A salted digest of an endpoint's address, also of the empty one; null for what is no address. */
export function endpointDigest(baseUrl: unknown, salt: string): string | null {
  return typeof baseUrl === "string" && baseUrl.length <= LONGEST_URL ? digestText(salt, baseUrl) : null;
}

/** The model that a payload names, read without running anything of it; null when it names none. */
function modelOf(payload: unknown): string | null {
  try {
    if (typeof payload !== "object" || payload === null) return null;
    assertPlain(payload);
    return textAt(payload, "model") ?? textAt(payload, "modelId");
  } catch {
    return null;
  }
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= LONGEST_NAME;
}
