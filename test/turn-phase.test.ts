import { describe, expect, it } from "vitest";
import { TurnPhase } from "../src/turn-phase.ts";

describe("the phase of a turn", () => {
  it("goes from awaiting to responding to between", () => {
    const phase = new TurnPhase();
    const is = () => [phase.isAwaiting, phase.isResponding, phase.isBetween];
    expect(is()).toEqual([false, false, true]);
    phase.begin("awaiting", true);
    expect(is()).toEqual([true, false, false]);
    phase.respond();
    expect(is()).toEqual([false, true, false]);
    phase.complete();
    expect(is()).toEqual([false, false, true]);
  });

  it("counts a response once, and again in the next turn", () => {
    const phase = new TurnPhase();
    phase.begin("awaiting", true);
    expect([phase.countOnce(), phase.countOnce()]).toEqual([true, false]);
    phase.begin("awaiting", true);
    expect(phase.countOnce()).toBe(true);
  });

  it("is not watched when it began switched off or was switched off in the middle", () => {
    const phase = new TurnPhase();
    expect(phase.isWatched).toBe(true);
    phase.begin("awaiting", false);
    expect(phase.isWatched).toBe(false);
    phase.begin("awaiting", true);
    phase.stopWatching();
    expect(phase.isWatched).toBe(false);
    phase.begin("between", true);
    expect(phase.isWatched).toBe(true);
  });
});
