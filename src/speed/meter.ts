import { field, textOrNull } from "../unknown.ts";
import { type Speed, speedOf } from "./speed.ts";

/**
 * Watches one response at a time. Each delta costs a few comparisons and keeps two numbers, however long the response
 * gets. `now` is milliseconds of a monotonic clock.
 */
export class SpeedMeter {
  /** Whether this response was seen to begin. Switched on in mid-stream, a response cannot be measured. */
  #begun = false;
  #requestAt: number | null = null;
  #firstDeltaAt: number | null = null;
  #lastThinkingAt: number | null = null;
  #answerAt: number | null = null;
  #sawText = false;

  /** A request that a response is awaited to is about to be sent. A retry replaces the request before it. */
  requestStarted(now: number): void {
    this.clear();
    this.#begun = true;
    this.#requestAt = now;
  }

  /** The assistant's message begins. Covers adapters that do not announce the request. */
  responseStarted(): void {
    this.#begun = true;
  }

  /** One event of Pi's `message_update`, of whatever shape. Empty deltas and everything that is no delta are ignored. */
  update(event: unknown, now: number): void {
    if (!this.#begun) return;
    const type = field(event, "type");
    if (type !== "text_delta" && type !== "thinking_delta" && type !== "toolcall_delta") return;
    const delta = textOrNull(field(event, "delta"));
    if (delta === null || delta.length === 0) return;
    this.#firstDeltaAt ??= now;
    if (type === "thinking_delta") {
      this.#lastThinkingAt = now;
      return;
    }
    this.#answerAt ??= now;
    if (type === "text_delta") this.#sawText = true;
  }

  /**
   * The response has ended: its speed, and the meter is ready for the next one. `usage` is null when the response
   * carried none; `complete` is false for failed and aborted ones, whose output count is not final.
   */
  finish(usage: { readonly output: number; readonly reasoning: number } | null, complete: boolean, now: number): Speed {
    const marks = {
      requestAt: this.#requestAt,
      firstDeltaAt: this.#firstDeltaAt,
      lastThinkingAt: this.#lastThinkingAt,
      answerAt: this.#answerAt,
      sawText: this.#sawText,
      endedAt: now,
    };
    this.clear();
    const speed = speedOf(marks, usage?.output ?? 0, usage?.reasoning ?? 0);
    return complete ? speed : { ...speed, tokensPerSecond: null };
  }

  clear(): void {
    this.#begun = false;
    this.#requestAt = null;
    this.#firstDeltaAt = null;
    this.#lastThinkingAt = null;
    this.#answerAt = null;
    this.#sawText = false;
  }
}
