import { describe, expect, it } from "vitest";
import { TurnPhase } from "../src/turn-phase.ts";

describe("the phase of a turn", () => {
  it("goes from awaiting to responding to between", () => {
    const phase = new TurnPhase();
    expect([phase.isAwaiting, phase.isResponding]).toEqual([false, false]);
    phase.begin("awaiting", true);
    expect([phase.isAwaiting, phase.isResponding]).toEqual([true, false]);
    phase.respond();
    expect([phase.isAwaiting, phase.isResponding]).toEqual([false, true]);
    phase.complete();
    expect([phase.isAwaiting, phase.isResponding]).toEqual([false, false]);
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
