import { type AnswerContext, type Frame, type FrameTraits, frame, thinkingDelta, visibleDelta } from "./frame.ts";
import type { JsonRecord } from "./json-shape.ts";
import { type NumberedCall, numberedCalls, textPieces } from "./reply-pieces.ts";
import { responsesUsage } from "./usage-report.ts";

type Emit = (type: string, data: JsonRecord, traits?: FrameTraits) => void;

/** The events of a streamed Responses answer; the usage comes with the last one, `response.completed`. */
export function responsesFrames(context: AnswerContext): Frame[] {
  const { id, model, createdAt, reply } = context;
  const frames: Frame[] = [];
  const output: JsonRecord[] = [];
  const emit: Emit = (type, data, traits) => {
    frames.push(frame(type, { type, sequence_number: frames.length, ...data }, traits));
  };
  const item = (start: JsonRecord, done: JsonRecord, body: (place: JsonRecord) => void) => {
    const index = output.length;
    emit("response.output_item.added", { output_index: index, item: start });
    body({ item_id: start["id"], output_index: index });
    emit("response.output_item.done", { output_index: index, item: done });
    output.push(done);
  };
  const response = { id: `resp_${id}`, object: "response", created_at: createdAt, model };

  emit("response.created", { response: { ...response, status: "in_progress", output: [] } });
  emit("response.in_progress", { response: { ...response, status: "in_progress", output: [] } });
  if (reply.thinking) {
    const thinking = reply.thinking;
    const bare = { type: "reasoning", id: `rs_${id}`, summary: [] };
    const summary = [{ type: "summary_text", text: thinking }];
    item(bare, { ...bare, summary, encrypted_content: `enc_${id}` }, (place) => reasoning(emit, place, thinking));
  }
  if (reply.text) {
    const text = reply.text;
    const bare = { type: "message", id: `msg_${id}`, role: "assistant" };
    const content = [{ type: "output_text", text, annotations: [] }];
    item({ ...bare, status: "in_progress", content: [] }, { ...bare, status: "completed", content }, (place) =>
      message(emit, place, text, textPieces(text, reply.deltas)),
    );
  }
  for (const call of numberedCalls(reply, id)) {
    const bare = { type: "function_call", id: `fc_${call.suffix}`, call_id: `call_${call.suffix}`, name: call.name };
    item(
      { ...bare, status: "in_progress", arguments: "" },
      { ...bare, status: "completed", arguments: call.json },
      (place) => functionCall(emit, place, call),
    );
  }
  const diagnosis = reply.diagnosis === undefined ? {} : { prompt_cache_diagnostics: reply.diagnosis };
  emit(
    "response.completed",
    { response: { ...response, status: "completed", output, usage: responsesUsage(context), ...diagnosis } },
    { kind: "end", carriesUsage: true },
  );
  return frames;
}

function reasoning(emit: Emit, place: JsonRecord, text: string): void {
  const at = { ...place, summary_index: 0 };
  emit("response.reasoning_summary_part.added", { ...at, part: { type: "summary_text", text: "" } });
  for (const delta of textPieces(text))
    emit("response.reasoning_summary_text.delta", { ...at, delta }, thinkingDelta(delta));
  emit("response.reasoning_summary_text.done", { ...at, text });
  emit("response.reasoning_summary_part.done", { ...at, part: { type: "summary_text", text } });
}

function message(emit: Emit, place: JsonRecord, text: string, pieces: string[]): void {
  const at = { ...place, content_index: 0 };
  emit("response.content_part.added", { ...at, part: { type: "output_text", text: "", annotations: [] } });
  for (const delta of pieces) emit("response.output_text.delta", { ...at, delta }, visibleDelta(delta));
  emit("response.output_text.done", { ...at, text });
  emit("response.content_part.done", { ...at, part: { type: "output_text", text, annotations: [] } });
}

function functionCall(emit: Emit, place: JsonRecord, call: NumberedCall): void {
  emit("response.function_call_arguments.delta", { ...place, delta: call.json }, visibleDelta(call.json));
  emit("response.function_call_arguments.done", { ...place, name: call.name, arguments: call.json });
}
