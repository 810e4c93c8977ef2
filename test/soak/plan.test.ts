import { expect, it } from "vitest";
import { type Action, Plan } from "./plan.ts";
import { rareOf } from "./rare.ts";

const OPTIONS = { seed: 7, sessionTurns: 1_000, rounds: 12, events: 0.35 };

function actions(seed: number, count: number): readonly Action[] {
  const plan = new Plan({ ...OPTIONS, seed });
  return Array.from({ length: count }, () => plan.next());
}

it("makes the same plan of the same seed, and another of another", () => {
  expect(actions(7, 500)).toEqual(actions(7, 500));
  expect(actions(8, 500)).not.toEqual(actions(7, 500));
});

it("opens a new session before one gets longer than it may be", () => {
  const plan = new Plan({ ...OPTIONS, events: 0 });
  const sizes = [0];
  while (sizes.length < 50) {
    const action = plan.next();
    if ("replies" in action) sizes.push((sizes.pop() ?? 0) + action.replies.length);
    if (action.kind.startsWith("new session")) sizes.push(0);
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
  expect(Math.max(...sizes)).toBeGreaterThan(900);
});

it("names the faults that came too seldom", () => {
  const happened = new Map([["cut", 3]]);
  const rare = rareOf(happened, 2, { kills: true });
  expect(rare).toContain("failed 0 times");
  expect(rare).toContain("killed: tool 0 times");
  expect(rare.some((what) => what.startsWith("cut"))).toBe(false);
});
