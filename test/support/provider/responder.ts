import type { IncomingRequest, Reply } from "./contract.ts";
import { isRecord, recordsIn } from "./json-shape.ts";

/**
 * Answers in a short sentence. When the newest user text says "call N tools" (N from 1 to 9) or "use tool NAME", and the
 * request offers tools, it answers with N calls of `read` or one call of NAME instead, and after their results with a
 * sentence. When the text says "think", there is some thinking before.
 */
export function defaultResponder(request: IncomingRequest): Reply {
  const { lastUserText, hasToolResultLast } = request;
  const thinking = /\bthink/i.test(lastUserText)
    ? { thinking: "Let me see what is asked here, and what the shortest useful answer is." }
    : {};
  if (hasToolResultLast) return { ...thinking, text: "Thanks, that is all I needed to know." };

  // Without tools on offer the words come from quoted history, as in a request for a summary.
  const offersTools = isRecord(request.body) && recordsIn(request.body["tools"]).length > 0;
  const names = offersTools ? wantedTools(lastUserText) : [];
  if (names.length === 0) return { ...thinking, text: "Sure, happy to help with that. What shall we do next?" };
  const toolCalls = names.map((name) => ({ name, arguments: usualArguments(name) }));
  return { ...thinking, text: "Let me have a look first.", toolCalls };
}

function wantedTools(text: string): string[] {
  const count = /\bcall ([1-9]) tools?\b/i.exec(text)?.[1];
  if (count !== undefined) return Array.from({ length: Number(count) }, () => "read");
  const name = /\buse tool ([\w-]+)/i.exec(text)?.[1];
  return name === undefined ? [] : [name];
}

function usualArguments(name: string): Record<string, unknown> {
  if (name === "bash") return { command: "echo done" };
  return { path: "notes.txt" };
}
