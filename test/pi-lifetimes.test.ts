import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLifetimes } from "../src/pi-lifetimes.ts";
import { FakeContext, type FakeModel, SONNET } from "./support/fake-pi.ts";

interface Declaring extends FakeModel {
  promptCache?: unknown;
}

function lifetimesOf(promptCache: unknown) {
  const context = new FakeContext();
  const model: Declaring = { ...SONNET, promptCache };
  context.model = model;
  return createLifetimes(() => context.ctx.modelRegistry);
}

describe("the declared lifetimes of a model", () => {
  it("are what Pi's catalogue says of it", () => {
    expect(lifetimesOf({ short: 300, long: 3_600 })(SONNET.provider, SONNET.id)).toEqual({ short: 300, long: 3_600 });
    expect(lifetimesOf({ short: 300 })(SONNET.provider, SONNET.id)).toEqual({ short: 300, long: null });
    expect(lifetimesOf({ long: 60 })(SONNET.provider, SONNET.id)).toEqual({ short: null, long: 60 });
  });

  it("are none for a model that the catalogue does not know, and for one that declares none", () => {
    const none = { short: null, long: null };
    expect(lifetimesOf({ short: 300 })(SONNET.provider, "other")).toEqual(none);
    expect(lifetimesOf({ short: 300 })("other", SONNET.id)).toEqual(none);
    expect(lifetimesOf(undefined)(SONNET.provider, SONNET.id)).toEqual(none);
  });

  it("are none before there is a catalogue", () => {
    expect(createLifetimes(() => null)("p", "m")).toEqual({ short: null, long: null });
  });

  it("are none where the catalogue cannot answer, and that is no fault", () => {
    const registry = Object.assign(new FakeContext().ctx.modelRegistry, failing);
    expect(createLifetimes(() => registry)("p", "m")).toEqual({ short: null, long: null });
  });

  it("are asked for anew each time, so that a change of the user's models counts", () => {
    const context = new FakeContext();
    const model: Declaring = { ...SONNET, promptCache: { short: 300 } };
    context.model = model;
    const lifetimes = createLifetimes(() => context.ctx.modelRegistry);
    expect(lifetimes(SONNET.provider, SONNET.id).short).toBe(300);
    model.promptCache = { short: 60 };
    expect(lifetimes(SONNET.provider, SONNET.id).short).toBe(60);
  });

  it("are null or a time from above zero to thirty days, whatever is declared", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ short: fc.double(), long: fc.anything() })), (declared) => {
        for (const seconds of Object.values(lifetimesOf(declared)(SONNET.provider, SONNET.id))) {
          expect(seconds === null || (seconds > 0 && seconds <= 30 * 86_400)).toBe(true);
        }
      }),
    );
  });
});

const failing = {
  find: () => {
    throw new Error("no catalogue");
  },
};
