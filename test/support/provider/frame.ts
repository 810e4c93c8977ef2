import type { Account } from "./account.ts";
import type { Reply, Reporting } from "./contract.ts";

/** One server-sent event of an answer. */
export interface Frame {
  /** The bytes on the wire, with the closing blank line. */
  wire: string;
  /** `delta` carries content and obeys the delays; `end` follows all content; the rest is `structure`. */
  kind: "structure" | "delta" | "end";
  /** UTF-16 units of thinking and of text or tool arguments in this frame. */
  reasoningUnits: number;
  visibleUnits: number;
  /** Whether the client knows the cache counts once it has this frame. */
  carriesUsage: boolean;
}

/** What a protocol needs to turn a reply into frames. */
export interface AnswerContext {
  /** Unique id of this response, without the protocol's own prefix. */
  id: string;
  model: string;
  /** Seconds since the epoch, on the provider's clock. */
  createdAt: number;
  reply: Reply;
  account: Account;
  reporting: Reporting;
  /** Whether usage was asked for; only Chat Completions can leave it out. */
  includeUsage: boolean;
}

/** Fields of a frame that differ from the usual: structure without content or usage. */
export type FrameTraits = Partial<Omit<Frame, "wire">>;

/** A frame with an event name, or without one when it is null; data that is not a string is sent as JSON. */
export function frame(event: string | null, data: unknown, traits: FrameTraits = {}): Frame {
  const payload = typeof data === "string" ? data : JSON.stringify(data);
  return {
    wire: `${event === null ? "" : `event: ${event}\n`}data: ${payload}\n\n`,
    kind: "structure",
    reasoningUnits: 0,
    visibleUnits: 0,
    carriesUsage: false,
    ...traits,
  };
}

/** Traits of a delta of thinking. */
export function thinkingDelta(text: string): FrameTraits {
  return { kind: "delta", reasoningUnits: text.length };
}

/** Traits of a delta of text or tool arguments. */
export function visibleDelta(text: string): FrameTraits {
  return { kind: "delta", visibleUnits: text.length };
}
