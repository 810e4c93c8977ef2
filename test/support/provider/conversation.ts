import type { ProtocolName } from "./contract.ts";
import { contentParts, type JsonRecord, recordsIn, textOf } from "./json-shape.ts";

/** What a responder wants to know about the end of a conversation; see `IncomingRequest`. */
export interface ConversationEnd {
  lastUserText: string;
  hasToolResultLast: boolean;
}

/** Reads the end of a request's conversation; messages it does not understand are passed over. */
export function conversationEnd(protocol: ProtocolName, body: JsonRecord): ConversationEnd {
  const messages = conversation(protocol, body);
  const lastUserText = messages.findLast((message) => message["role"] === "user" && userText(message) !== "");
  const last = messages.findLast((message) => message["role"] !== "system" && message["role"] !== "developer");
  return {
    lastUserText: lastUserText === undefined ? "" : userText(lastUserText),
    hasToolResultLast: last !== undefined && isToolResult(last),
  };
}

function conversation(protocol: ProtocolName, body: JsonRecord): JsonRecord[] {
  if (protocol !== "openai-responses") return recordsIn(body["messages"]);
  const input = body["input"];
  return typeof input === "string" ? [{ role: "user", content: input }] : recordsIn(input);
}

function userText(message: JsonRecord): string {
  return textOf(contentParts(message["content"], "text"));
}

function isToolResult(message: JsonRecord): boolean {
  if (message["role"] === "tool" || message["type"] === "function_call_output") return true;
  return recordsIn(message["content"]).some((part) => part["type"] === "tool_result");
}
