import { describe, expect, it } from "vitest";
import { RunState } from "../src/run-state.ts";
import { NO_USAGE } from "../src/usage/usage.ts";

const USAGE = { ...NO_USAGE, output: 100 };
const delta = (text: string) => ({ type: "text_delta", contentIndex: 0, delta: text });

/** A run in which one response streamed for two seconds. */
function streamed(): RunState {
  const run = new RunState();
  run.meter.requestStarted(0);
  run.meter.responseStarted();
  run.meter.update(delta("a"), 1_000);
  run.responseEnded(USAGE, true, 3_000);
  return run;
}

describe("the state of a run", () => {
  it("has no speed before any response", () => {
    const run = new RunState();
    expect(run.lastSpeed).toBeUndefined();
    expect(run.turnEnded()).toBeUndefined();
  });

  it("shows a speed when its turn is over, not while tools run", () => {
    const run = streamed();
    expect(run.lastSpeed).toBeUndefined();
    expect(run.turnEnded()?.tokensPerSecond).toBe(50);
    expect(run.lastSpeed?.tokensPerSecond).toBe(50);
  });

  it("gives each speed to one turn, and keeps the last when a turn has none", () => {
    const run = streamed();
    run.turnEnded();
    expect(run.turnEnded()).toBeUndefined();
    expect(run.lastSpeed?.tokensPerSecond).toBe(50);
  });

  it("forgets the speed that is shown and the one to come", () => {
    const run = streamed();
    run.forgetSpeed();
    expect(run.turnEnded()).toBeUndefined();
    expect(run.lastSpeed).toBeUndefined();
  });
});
