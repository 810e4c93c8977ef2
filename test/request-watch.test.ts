import { describe, expect, it } from "vitest";
import { Observer } from "../src/prefix/observer.ts";
import { RequestWatch } from "../src/request-watch.ts";

const CONTEXT = {
  scope: { session: "s", provider: "p", api: "anthropic-messages", model: "m", baseUrl: "" },
  ownerOf: () => null,
};

function chat(...texts: readonly string[]) {
  return { model: "m", system: "S", messages: texts.map((content) => ({ role: "user", content })) };
}

function watching(): RequestWatch {
  const watch = new RequestWatch();
  watch.use(new Observer("salt", "all"));
  return watch;
}

describe("the watch over requests", () => {
  it("sees nothing before it has an observer", () => {
    const watch = new RequestWatch();
    watch.observe(chat("a"), true, CONTEXT);
    expect([watch.isObserving, watch.last, watch.lastChange, watch.take()]).toEqual([false, null, null, null]);
  });

  it("gives each turn the observation of its own request, once", () => {
    const watch = watching();
    watch.observe(chat("a"), true, CONTEXT);
    expect(watch.take()?.observation?.relation).toBe("baseline");
    expect(watch.take()).toBeNull();
  });

  it("gives no turn the observation of a request on the side", () => {
    const watch = watching();
    watch.observe(chat("a"), false, CONTEXT);
    expect([watch.take(), watch.last]).toEqual([null, null]);
  });

  it("compares with the last awaited request, whatever was replayed in between", () => {
    const watch = watching();
    watch.observe(chat("a"), true, CONTEXT);
    watch.answered();
    watch.observe(chat("a", "b"), true, CONTEXT);
    watch.observe(chat("x"), false, CONTEXT);
    watch.answered();
    watch.observe(chat("a", "b", "c"), true, CONTEXT);
    expect(watch.last?.relation).toBe("extended");
    expect(watch.lastChange).toBeNull();
  });

  it("calls the request after a move a branch, until one is answered", () => {
    const watch = watching();
    watch.observe(chat("a", "b", "c"), true, CONTEXT);
    watch.answered();
    watch.moved();
    watch.observe(chat("a", "x", "y"), true, CONTEXT);
    expect(watch.last?.relation).toBe("branched");
    watch.observe(chat("a", "x", "z"), true, CONTEXT);
    expect(watch.last?.relation).toBe("branched");
    watch.answered();
    watch.observe(chat("a", "x", "q", "r"), true, CONTEXT);
    expect(watch.last?.relation).toBe("changed");
  });

  it("has nothing to compare with after it was cleared", () => {
    const watch = watching();
    watch.observe(chat("a"), true, CONTEXT);
    watch.answered();
    watch.clear();
    expect([watch.take(), watch.last]).toEqual([null, null]);
    watch.observe(chat("a", "b"), true, CONTEXT);
    expect(watch.last?.relation).toBe("baseline");
  });
});
