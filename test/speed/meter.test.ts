import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SpeedMeter } from "../../src/speed/meter.ts";
import type { Speed } from "../../src/speed/speed.ts";

const NONE: Speed = { tokensPerSecond: null, timeToFirstTokenMs: null, basis: "request" };

function delta(type: string, text: unknown = "x"): unknown {
  return { type, contentIndex: 0, delta: text };
}

/** A meter that saw a request at 0 and a text delta at 1 s. */
function streaming(): SpeedMeter {
  const meter = new SpeedMeter();
  meter.requestStarted(0);
  meter.responseStarted();
  meter.update(delta("text_delta"), 1000);
  return meter;
}

describe("the speed meter", () => {
  it("measures from the first delta to the end", () => {
    const meter = streaming();
    meter.update(delta("text_delta"), 2500);
    expect(meter.finish({ output: 100, reasoning: 0 }, true, 3000)).toEqual({
      tokensPerSecond: 50,
      timeToFirstTokenMs: 1000,
      basis: "stream",
    });
  });

  it.each(["text_delta", "thinking_delta", "toolcall_delta"])("begins at a %s", (type) => {
    const meter = new SpeedMeter();
    meter.requestStarted(0);
    meter.update(delta(type), 1000);
    expect(meter.finish({ output: 100, reasoning: 0 }, true, 3000).tokensPerSecond).toBe(50);
  });

  it.each([
    ["an empty delta", delta("text_delta", "")],
    ["a delta that is no text", delta("text_delta", 5)],
    ["the start of a block", { type: "text_start", contentIndex: 0 }],
    ["the end of a block", { type: "text_end", content: "x" }],
    ["no event", undefined],
    ["a list", [delta("text_delta")]],
  ])("does not begin at %s", (_name, event) => {
    const meter = new SpeedMeter();
    meter.requestStarted(0);
    meter.update(event, 500);
    meter.update(delta("text_delta"), 1000);
    expect(meter.finish({ output: 100, reasoning: 0 }, true, 3000)).toMatchObject({
      tokensPerSecond: 50,
      timeToFirstTokenMs: 1000,
    });
  });

  it("takes the thinking out, its tokens and its time", () => {
    const meter = new SpeedMeter();
    meter.requestStarted(0);
    meter.update(delta("thinking_delta"), 1000);
    meter.update(delta("thinking_delta"), 4000);
    meter.update(delta("text_delta"), 5000);
    meter.update(delta("text_delta"), 6000);
    expect(meter.finish({ output: 300, reasoning: 200 }, true, 7000)).toMatchObject({
      tokensPerSecond: 50,
      timeToFirstTokenMs: 1000,
    });
  });

  it("gives no speed when thinking and text were mixed", () => {
    const meter = streaming();
    meter.update(delta("thinking_delta"), 2000);
    meter.update(delta("text_delta"), 2500);
    expect(meter.finish({ output: 300, reasoning: 200 }, true, 3000).tokensPerSecond).toBeNull();
  });

  it("falls back to the time since the request when no delta came, and says so", () => {
    const meter = new SpeedMeter();
    meter.requestStarted(1000);
    expect(meter.finish({ output: 100, reasoning: 0 }, true, 3000)).toEqual({
      tokensPerSecond: 50,
      timeToFirstTokenMs: null,
      basis: "request",
    });
  });

  it("measures a response whose request was not announced, without a time to its first token", () => {
    const meter = new SpeedMeter();
    meter.responseStarted();
    meter.update(delta("text_delta"), 1000);
    expect(meter.finish({ output: 100, reasoning: 0 }, true, 3000)).toEqual({
      tokensPerSecond: 50,
      timeToFirstTokenMs: null,
      basis: "stream",
    });
  });

  it("does not measure a response of which it saw only the end", () => {
    const meter = new SpeedMeter();
    meter.update(delta("text_delta"), 1000);
    meter.update(delta("text_delta"), 2000);
    expect(meter.finish({ output: 100, reasoning: 0 }, true, 3000)).toEqual(NONE);
  });

  it("gives no speed without usage", () => {
    expect(streaming().finish(null, true, 3000).tokensPerSecond).toBeNull();
  });

  it("gives no speed for a failed or aborted response, but the time to its first token", () => {
    expect(streaming().finish({ output: 100, reasoning: 0 }, false, 3000)).toEqual({
      tokensPerSecond: null,
      timeToFirstTokenMs: 1000,
      basis: "stream",
    });
  });

  it("forgets the response that is over", () => {
    const meter = streaming();
    meter.finish({ output: 100, reasoning: 0 }, true, 3000);
    expect(meter.finish({ output: 100, reasoning: 0 }, true, 9000)).toEqual(NONE);
    meter.requestStarted(10_000);
    meter.update(delta("text_delta"), 10_500);
    expect(meter.finish({ output: 100, reasoning: 0 }, true, 11_500)).toEqual({
      tokensPerSecond: 100,
      timeToFirstTokenMs: 500,
      basis: "stream",
    });
  });

  it("lets a retry replace the request before it", () => {
    const meter = streaming();
    meter.requestStarted(5000);
    meter.update(delta("text_delta"), 6000);
    expect(meter.finish({ output: 100, reasoning: 0 }, true, 8000)).toMatchObject({
      tokensPerSecond: 50,
      timeToFirstTokenMs: 1000,
    });
  });

  it("knows nothing after clear", () => {
    const meter = streaming();
    meter.clear();
    meter.update(delta("text_delta"), 2000);
    expect(meter.finish({ output: 100, reasoning: 0 }, true, 3000)).toEqual(NONE);
  });

  it("never throws and gives null or a finite positive number for events in any order", () => {
    const event = fc.oneof(
      fc.anything(),
      fc
        .tuple(fc.constantFrom("text_delta", "thinking_delta", "toolcall_delta", "text_start", "done"), fc.anything())
        .map(([type, text]) => delta(type, text)),
      fc.constantFrom(delta("text_delta"), delta("thinking_delta"), delta("toolcall_delta")),
    );
    const tokens = fc.oneof(fc.nat({ max: 100_000 }), fc.constantFrom(Number.NaN, -1, 1e308, Number.POSITIVE_INFINITY));
    const end = fc.record({
      usage: fc.option(fc.record({ output: tokens, reasoning: tokens })),
      complete: fc.boolean(),
    });
    const step = fc.record({
      // The clock may also stand still or jump back.
      after: fc.integer({ min: -200, max: 3000 }),
      action: fc.oneof(
        fc.constantFrom("request", "response", "clear").map((kind) => ({ kind })),
        event.map((value) => ({ kind: "update" as const, value })),
        end.map((value) => ({ kind: "finish" as const, ...value })),
      ),
    });
    let measured = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: "max" }), (steps) => {
        const meter = new SpeedMeter();
        let now = 0;
        for (const { after, action } of steps) {
          now += after;
          if (action.kind === "request") meter.requestStarted(now);
          else if (action.kind === "response") meter.responseStarted();
          else if (action.kind === "clear") meter.clear();
          else if ("value" in action) meter.update(action.value, now);
          else if ("complete" in action) {
            const { tokensPerSecond, timeToFirstTokenMs } = meter.finish(action.usage, action.complete, now);
            if (tokensPerSecond !== null) measured += 1;
            expect(tokensPerSecond === null || (Number.isFinite(tokensPerSecond) && tokensPerSecond > 0)).toBe(true);
            expect(timeToFirstTokenMs === null || timeToFirstTokenMs >= 0).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
    // Otherwise the property would say nothing.
    expect(measured).toBeGreaterThan(0);
  });
});
