import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FASTEST_PLAUSIBLE, SHORTEST_WINDOW_MS, type StreamMarks, speedOf } from "../../src/speed/speed.ts";

/** Request at 0, text from 1 s to 3 s. */
const text: StreamMarks = {
  requestAt: 0,
  firstDeltaAt: 1000,
  lastThinkingAt: null,
  answerAt: 1000,
  sawText: true,
  endedAt: 3000,
};
/** Request at 0, thinking from 1 s to 4 s, text from 5 s to 7 s. */
const thought: StreamMarks = { ...text, lastThinkingAt: 4000, answerAt: 5000, endedAt: 7000 };

describe("the speed of a response", () => {
  it("is its output over the time from the first delta to the end, without the time to the first token", () => {
    expect(speedOf(text, 100, 0)).toEqual({ tokensPerSecond: 50, timeToFirstTokenMs: 1000, basis: "stream" });
  });

  it("is measured from the request when no delta came, and says so", () => {
    const marks = { ...text, firstDeltaAt: null, answerAt: null, sawText: false };
    expect(speedOf(marks, 120, 0)).toEqual({ tokensPerSecond: 40, timeToFirstTokenMs: null, basis: "request" });
  });

  it("is unknown without a start mark", () => {
    const marks = { ...text, requestAt: null, firstDeltaAt: null, answerAt: null };
    expect(speedOf(marks, 100, 0).tokensPerSecond).toBeNull();
  });

  it("does not need the request's mark when deltas came, but then has no time to the first token", () => {
    expect(speedOf({ ...text, requestAt: null }, 100, 0)).toEqual({
      tokensPerSecond: 50,
      timeToFirstTokenMs: null,
      basis: "stream",
    });
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("is unknown for an output of %d", (output) => {
    expect(speedOf(text, output, 0).tokensPerSecond).toBeNull();
  });

  it("is unknown for a burst, whose window is too short to measure", () => {
    const ended = (window: number) => ({ ...text, endedAt: 1000 + window });
    expect(speedOf(ended(SHORTEST_WINDOW_MS - 1), 10, 0).tokensPerSecond).toBeNull();
    expect(speedOf(ended(0), 10, 0).tokensPerSecond).toBeNull();
    expect(speedOf(ended(SHORTEST_WINDOW_MS), 10, 0).tokensPerSecond).toBe(100);
  });

  it("is unknown when the clock says the end was before the start", () => {
    expect(speedOf({ ...text, endedAt: 500 }, 10, 0).tokensPerSecond).toBeNull();
  });

  it("is unknown when it is too high to be true", () => {
    expect(speedOf(text, 2 * FASTEST_PLAUSIBLE, 0).tokensPerSecond).toBe(FASTEST_PLAUSIBLE);
    expect(speedOf(text, 2 * FASTEST_PLAUSIBLE + 1, 0).tokensPerSecond).toBeNull();
  });
});

describe("the speed of a response that thought first", () => {
  it("is that of the text alone: the thinking's tokens and its time are taken out", () => {
    expect(speedOf(thought, 300, 200).tokensPerSecond).toBe(50);
  });

  it("still counts the time to the first token from the thinking's first delta", () => {
    expect(speedOf(thought, 300, 200).timeToFirstTokenMs).toBe(1000);
  });

  it("covers all of the output when the provider counted no reasoning tokens", () => {
    expect(speedOf(thought, 300, 0).tokensPerSecond).toBe(50);
    expect(speedOf({ ...thought, endedAt: 4000 }, 300, 0).tokensPerSecond).toBe(100);
  });

  it("covers all of the output when reasoning was counted but not streamed", () => {
    expect(speedOf({ ...text }, 100, 60).tokensPerSecond).toBe(50);
  });

  it("covers all of the output when only thinking streamed", () => {
    const marks = { ...thought, answerAt: null, sawText: false };
    expect(speedOf(marks, 300, 300).tokensPerSecond).toBe(50);
  });

  it("covers all of the output when a tool call followed instead of text", () => {
    expect(speedOf({ ...thought, sawText: false }, 300, 200).tokensPerSecond).toBe(50);
  });

  it("is unknown when thinking went on after the text had begun", () => {
    expect(speedOf({ ...thought, lastThinkingAt: 5001 }, 300, 200).tokensPerSecond).toBeNull();
  });

  it("is unknown when all of the output, or more, was reasoning", () => {
    expect(speedOf(thought, 300, 300).tokensPerSecond).toBeNull();
    expect(speedOf(thought, 300, 301).tokensPerSecond).toBeNull();
  });

  it("is unknown when the text came in a burst after long thinking", () => {
    expect(speedOf({ ...thought, endedAt: 5000 + SHORTEST_WINDOW_MS - 1 }, 300, 200).tokensPerSecond).toBeNull();
  });

  it("is unknown when what remains is too fast to be true", () => {
    expect(speedOf({ ...thought, endedAt: 5100 }, 2000, 200).tokensPerSecond).toBeNull();
  });
});

describe("any marks and counts", () => {
  const at = fc.oneof(fc.integer({ min: -1000, max: 100_000 }), fc.double({ min: 0, max: 1e9, noNaN: true }));
  const marks = fc.record({
    requestAt: fc.option(at),
    firstDeltaAt: fc.option(at),
    lastThinkingAt: fc.option(at),
    answerAt: fc.option(at),
    sawText: fc.boolean(),
    endedAt: at,
  });
  const tokens = fc.oneof(
    fc.integer({ min: -5, max: 100_000 }),
    fc.constantFrom(Number.NaN, 1e308, Number.POSITIVE_INFINITY),
  );

  it("give null or a finite positive plausible speed, and a time to the first token that is not negative", () => {
    fc.assert(
      fc.property(marks, tokens, tokens, (times, output, reasoning) => {
        const { tokensPerSecond, timeToFirstTokenMs } = speedOf(times, output, reasoning);
        expect(tokensPerSecond === null || (tokensPerSecond > 0 && tokensPerSecond <= FASTEST_PLAUSIBLE)).toBe(true);
        expect(timeToFirstTokenMs === null || (timeToFirstTokenMs >= 0 && Number.isFinite(timeToFirstTokenMs))).toBe(
          true,
        );
      }),
    );
  });
});
