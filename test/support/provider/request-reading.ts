import type { IncomingMessage } from "node:http";
import type { ProtocolName } from "./contract.ts";
import { isRecord, type JsonRecord } from "./json-shape.ts";

/** A request whose protocol, model and body are understood. */
export interface WellFormed {
  model: string;
  body: JsonRecord;
}

/** Why a request cannot be answered. */
export interface Malformed {
  status: 400 | 404;
  problem: string;
}

/** The protocol that is served at a method and path, or null. */
export function protocolAt(method: string, path: string): ProtocolName | null {
  if (method !== "POST") return null;
  if (path === "/v1/messages") return "anthropic-messages";
  if (path === "/v1/chat/completions") return "openai-completions";
  if (path === "/v1/responses") return "openai-responses";
  return null;
}

/** The whole request body; rejects when the client hangs up first. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** The request headers, repeated ones joined by a comma. */
export function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return headers;
}

/** Checks what every protocol needs: a JSON object with a model, a conversation and `stream: true`. */
export function parseRequest(protocol: ProtocolName, raw: Buffer): WellFormed | Malformed {
  const body = parseJson(raw);
  if (!isRecord(body)) return { status: 400, problem: "The request body is not a JSON object." };
  const { model, stream } = body;
  if (typeof model !== "string" || model === "")
    return { status: 400, problem: "model: a non-empty string is required." };
  const field = protocol === "openai-responses" ? "input" : "messages";
  const conversation = body[field];
  const fits = Array.isArray(conversation) || (field === "input" && typeof conversation === "string");
  if (!fits) return { status: 400, problem: `${field}: a list is required.` };
  if (stream !== true) return { status: 400, problem: "stream: only streamed answers are served." };
  return { model, body };
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString("utf8"));
  } catch {
    return undefined;
  }
}
