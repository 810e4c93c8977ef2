import { expect, it } from "vitest";
import { growth, leftovers } from "./memory.ts";
import type { Sample } from "./soak.ts";

function samples(count: number, of: (at: number) => Partial<Sample["probe"]>): readonly Sample[] {
  return Array.from({ length: count }, (_, at) => ({
    turns: at * 100,
    probe: { heapUsed: 30e6, resources: { PipeWrap: 3 }, listeners: { SIGTERM: 1 }, ...of(at) },
  }));
}

it("finds no growth in a heap that goes up and down, and all of it in one that only goes up", () => {
  const restless = samples(40, (at) => ({ heapUsed: 30e6 + (at % 2) * 2e6 }));
  expect(growth(restless)).toBe(0);
  const leaking = samples(40, (at) => ({ heapUsed: 30e6 + at * 1e6 }));
  expect(growth(leaking)).toBe(20e6);
});

it("names a timer and a listener that are left, and passes over one that is just busy", () => {
  const busy = samples(20, (at) => ({ resources: { PipeWrap: 3, ...(at === 19 ? { Timeout: 1 } : {}) } }));
  expect(leftovers(busy)).toEqual([]);
  const left = samples(20, (at) => ({ resources: { PipeWrap: 3, Timeout: at }, listeners: { SIGTERM: 1 + at } }));
  expect(leftovers(left)).toEqual(["resource Timeout: 4, later 15", "listener SIGTERM: 5, later 16"]);
});

it("says nothing of fewer than four samples", () => {
  expect(() => growth(samples(3, () => ({})))).toThrow("3 samples");
});
