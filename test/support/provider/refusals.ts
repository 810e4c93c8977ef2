import type { ProtocolName } from "./contract.ts";
import type { JsonRecord } from "./json-shape.ts";

/** An HTTP error as a provider answers it. */
export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: JsonRecord;
}

/**
 * The error answer of a protocol, in the shape its clients parse. Errors that clients retry carry a wait of one
 * millisecond, so that a retrying client does not slow a test down.
 */
export function errorAnswer(protocol: ProtocolName, status: number, message: string): ErrorAnswer {
  const retried = status === 429 || status >= 500;
  const headers = {
    "content-type": "application/json",
    ...(retried ? { "retry-after-ms": "1" } : {}),
  };
  if (protocol === "anthropic-messages") {
    return { status, headers, body: { type: "error", error: { type: anthropicType(status), message } } };
  }
  return { status, headers, body: { error: { message, ...openaiKind(status) } } };
}

/** The message of a status fault that does not bring its own. */
export function defaultMessage(status: number): string {
  if (status === 429) return "Rate limit reached, try again soon.";
  if (status === 529) return "Overloaded";
  return status >= 500 ? "Internal server error" : "The request was not valid.";
}

function anthropicType(status: number): string {
  if (status === 404) return "not_found_error";
  if (status === 429) return "rate_limit_error";
  if (status === 529) return "overloaded_error";
  return status >= 500 ? "api_error" : "invalid_request_error";
}

function openaiKind(status: number): { type: string; code: string | null } {
  if (status === 404) return { type: "invalid_request_error", code: "unknown_url" };
  if (status === 429) return { type: "rate_limit_error", code: "rate_limit_exceeded" };
  if (status === 529) return { type: "server_error", code: "server_overloaded" };
  return status >= 500 ? { type: "server_error", code: "server_error" } : { type: "invalid_request_error", code: null };
}
