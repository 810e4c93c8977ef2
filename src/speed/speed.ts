/** What the clock said about one response. */
export interface Speed {
  /** Output tokens per second over the streaming window; null where it cannot be measured honestly. */
  readonly tokensPerSecond: number | null;
  /** Milliseconds from the request to the first non-empty delta; null without a request mark or without deltas. */
  readonly timeToFirstTokenMs: number | null;
  /** `stream`: measured between deltas. `request`: no deltas came, so the window holds the waiting time too. */
  readonly basis: "stream" | "request";
}

/** Marks taken while a response arrives, in milliseconds of one monotonic clock; null for what did not happen. */
export interface StreamMarks {
  readonly requestAt: number | null;
  readonly firstDeltaAt: number | null;
  readonly lastThinkingAt: number | null;
  /** First delta of text or of a tool call: where the visible answer begins. */
  readonly answerAt: number | null;
  readonly sawText: boolean;
  readonly endedAt: number;
}

/** A window under this is a burst: the provider sent what it had buffered, and the quotient says nothing. */
export const SHORTEST_WINDOW_MS = 100;
/** Above this a figure is a measuring fault, not a fast model: the fastest hosts known in 2026 stay well under it. */
export const FASTEST_PLAUSIBLE = 10_000;

/**
 * Tokens per second of one response. `output` and `reasoning` are the response's own token counts (`reasoning` is part
 * of `output`). When thinking and text both streamed and the provider counted reasoning tokens, the thinking is taken
 * out, tokens and time; if that cannot be done cleanly the answer is null, not a guess.
 */
export function speedOf(marks: StreamMarks, output: number, reasoning: number): Speed {
  const basis = marks.firstDeltaAt === null ? "request" : "stream";
  const timeToFirstTokenMs =
    marks.requestAt === null || marks.firstDeltaAt === null ? null : Math.max(0, marks.firstDeltaAt - marks.requestAt);
  return { tokensPerSecond: rate(marks, output, reasoning), timeToFirstTokenMs, basis };
}

function rate(marks: StreamMarks, output: number, reasoning: number): number | null {
  const { firstDeltaAt, answerAt, lastThinkingAt, sawText, endedAt } = marks;
  const start = firstDeltaAt ?? marks.requestAt;
  if (start === null) return null;
  const splitsThinking = sawText && lastThinkingAt !== null && reasoning > 0;
  if (!splitsThinking) return quotient(output, endedAt - start);
  const thinkingEndedFirst = answerAt !== null && lastThinkingAt <= answerAt;
  if (!thinkingEndedFirst || reasoning >= output) return null;
  return quotient(output - reasoning, endedAt - answerAt);
}

function quotient(tokens: number, windowMs: number): number | null {
  if (!Number.isFinite(tokens) || tokens <= 0 || windowMs < SHORTEST_WINDOW_MS) return null;
  const perSecond = (tokens * 1000) / windowMs;
  return perSecond <= FASTEST_PLAUSIBLE ? perSecond : null;
}
