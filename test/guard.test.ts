import { describe, expect, it } from "vitest";
import { guard } from "../src/guard.ts";

describe("a guarded handler", () => {
  it("gets its arguments and returns nothing, whatever the handler returns", () => {
    const seen: unknown[] = [];
    const returning: (first: string, second: number) => void = (first, second) => {
      seen.push(first, second);
      return { systemPrompt: "changed" };
    };
    const handler = guard(returning, () => undefined);
    expect(handler("a", 2)).toBeUndefined();
    expect(seen).toEqual(["a", 2]);
  });

  it("swallows a fault, returns nothing and counts it once", () => {
    let faults = 0;
    const handler = guard(
      () => {
        throw new Error("SECRET");
      },
      () => {
        faults += 1;
      },
    );
    expect(handler()).toBeUndefined();
    expect(faults).toBe(1);
  });

  it("tells nobody what the fault said", () => {
    const told: unknown[][] = [];
    const handler = guard(
      () => {
        throw new Error("SECRET");
      },
      (...args: unknown[]) => void told.push(args),
    );
    handler();
    expect(told).toEqual([[]]);
  });

  it("that takes its time returns nothing either, whatever it ends with", async () => {
    const returning: () => void = () => Promise.resolve({ systemPrompt: "changed" });
    expect(await guard(returning, () => undefined)()).toBeUndefined();
  });

  it("that takes its time has its fault swallowed, counted once and told to nobody", async () => {
    const told: unknown[][] = [];
    const handler = guard(
      () => Promise.reject(new Error("SECRET")),
      (...args: unknown[]) => void told.push(args),
    );
    expect(await handler()).toBeUndefined();
    expect(told).toEqual([[]]);
  });

  it("counts a fault in taking its arguments apart", () => {
    let faults = 0;
    const handler = guard(
      ({ message }: { message: { role: string } }) => void message.role,
      () => {
        faults += 1;
      },
    );
    Reflect.apply(handler, undefined, [undefined]);
    Reflect.apply(handler, undefined, [{}]);
    expect(faults).toBe(2);
  });

  it("counts no fault when there was none", () => {
    let faults = 0;
    guard(
      () => undefined,
      () => {
        faults += 1;
      },
    )();
    expect(faults).toBe(0);
  });
});
