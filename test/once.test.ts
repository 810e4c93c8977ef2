import { describe, expect, it } from "vitest";
import { once } from "../src/once.ts";

describe("what is loaded once", () => {
  it("is loaded when it is first asked for, and not again", async () => {
    let loads = 0;
    const load = once(async () => ++loads);
    expect(loads).toBe(0);
    expect(await Promise.all([load(), load()])).toEqual([1, 1]);
    expect(await load()).toBe(1);
  });

  it("waits for what was asked for before, whatever came of that", async () => {
    const steps: string[] = [];
    const part = (name: string, fails = false) =>
      once(async () => {
        steps.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        steps.push(`${name} ends`);
        if (fails) throw new Error(name);
      });
    const [first, second, third] = [part("first"), part("second", true), part("third")];
    const results = await Promise.allSettled([first(), second(), third()]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(steps).toEqual(["first", "second", "third"].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it("is tried again where it failed", async () => {
    let tries = 0;
    const load = once(async () => {
      tries += 1;
      if (tries === 1) throw new Error("not there");
      return tries;
    });
    await expect(load()).rejects.toThrow("not there");
    expect(await load()).toBe(2);
  });
});
