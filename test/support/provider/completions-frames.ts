import { type AnswerContext, type Frame, type FrameTraits, frame, thinkingDelta, visibleDelta } from "./frame.ts";
import type { JsonRecord } from "./json-shape.ts";
import { numberedCalls, textPieces } from "./reply-pieces.ts";
import { completionsUsage } from "./usage-report.ts";

/**
 * The chunks of a streamed Chat Completions answer. Thinking is sent as `reasoning_content`, as providers other than
 * OpenAI do. The usage comes in a last chunk without choices, and only when it was asked for.
 */
export function completionsFrames(context: AnswerContext): Frame[] {
  const { id, model, createdAt, reply } = context;
  const calls = numberedCalls(reply, id);
  const head = { id: `chatcmpl-${id}`, object: "chat.completion.chunk", created: createdAt, model };
  const chunk = (delta: JsonRecord, finish: string | null, traits: FrameTraits) =>
    frame(null, { ...head, choices: [{ index: 0, delta, finish_reason: finish }] }, traits);

  const frames = [chunk({ role: "assistant", content: "" }, null, {})];
  for (const piece of textPieces(reply.thinking ?? "")) {
    frames.push(chunk({ reasoning_content: piece }, null, thinkingDelta(piece)));
  }
  for (const piece of textPieces(reply.text ?? "", reply.deltas)) {
    frames.push(chunk({ content: piece }, null, visibleDelta(piece)));
  }
  calls.forEach((call, index) => {
    const start = { index, id: `call_${call.suffix}`, type: "function", function: { name: call.name, arguments: "" } };
    frames.push(chunk({ tool_calls: [start] }, null, {}));
    const rest = { index, function: { arguments: call.json } };
    frames.push(chunk({ tool_calls: [rest] }, null, visibleDelta(call.json)));
  });
  frames.push(chunk({}, calls.length > 0 ? "tool_calls" : "stop", { kind: "end" }));
  if (context.includeUsage) {
    const usage = { ...head, choices: [], usage: completionsUsage(context) };
    frames.push(frame(null, usage, { kind: "end", carriesUsage: true }));
  }
  frames.push(frame(null, "[DONE]", { kind: "end" }));
  return frames;
}
