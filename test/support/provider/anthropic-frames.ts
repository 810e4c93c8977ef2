import { type AnswerContext, type Frame, frame, thinkingDelta, visibleDelta } from "./frame.ts";
import type { JsonRecord } from "./json-shape.ts";
import { numberedCalls, textPieces } from "./reply-pieces.ts";
import { anthropicInputUsage, anthropicOutputUsage } from "./usage-report.ts";

/** The events of a streamed Messages answer; the usage is already in the first one. */
export function anthropicFrames(context: AnswerContext): Frame[] {
  const { id, model, reply } = context;
  const calls = numberedCalls(reply, id);
  const frames = [
    named(
      "message_start",
      {
        message: {
          id: `msg_${id}`,
          type: "message",
          role: "assistant",
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...anthropicInputUsage(context), output_tokens: 1 },
          ...(reply.diagnosis === undefined ? {} : { diagnostics: reply.diagnosis }),
        },
      },
      { carriesUsage: true },
    ),
  ];
  let index = 0;
  const block = (start: JsonRecord, deltas: Frame[]) => {
    frames.push(named("content_block_start", { index, content_block: start }), ...deltas);
    frames.push(named("content_block_stop", { index }));
    index += 1;
  };
  const delta = (content: JsonRecord, traits = {}) => named("content_block_delta", { index, delta: content }, traits);

  if (reply.thinking) {
    const deltas = textPieces(reply.thinking).map((thinking) =>
      delta({ type: "thinking_delta", thinking }, thinkingDelta(thinking)),
    );
    const signature = delta({ type: "signature_delta", signature: `sig_${id}` });
    block({ type: "thinking", thinking: "", signature: "" }, [...deltas, signature]);
  }
  if (reply.text) {
    const deltas = textPieces(reply.text, reply.deltas).map((text) =>
      delta({ type: "text_delta", text }, visibleDelta(text)),
    );
    block({ type: "text", text: "" }, deltas);
  }
  for (const call of calls) {
    const deltas = [delta({ type: "input_json_delta", partial_json: call.json }, visibleDelta(call.json))];
    block({ type: "tool_use", id: `toolu_${call.suffix}`, name: call.name, input: {} }, deltas);
  }

  frames.push(
    named(
      "message_delta",
      {
        delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null },
        usage: { ...anthropicInputUsage(context), ...anthropicOutputUsage(context) },
      },
      { kind: "end" },
    ),
    named("message_stop", {}, { kind: "end" }),
  );
  return frames;
}

function named(type: string, data: JsonRecord, traits = {}): Frame {
  return frame(type, { type, ...data }, traits);
}
