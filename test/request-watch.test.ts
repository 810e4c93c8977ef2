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

  describe("of a refresh", () => {
    const OTHERS = [
      { ...CONTEXT, scope: { ...CONTEXT.scope, provider: "q" } },
      { ...CONTEXT, scope: { ...CONTEXT.scope, model: "n" } },
    ];
    /** When the refresh before the next request was sent, as that request knows it. */
    const sentBefore = (watch: RequestWatch, context = CONTEXT) => {
      watch.observe(chat("a"), true, context);
      return watch.take()?.refreshSentAt;
    };

    it("tells the next request of the same model when it was sent, and that one only", () => {
      const watch = watching();
      expect(sentBefore(watch)).toBeNull();
      watch.refreshSent(5_000, CONTEXT);
      expect(sentBefore(watch)).toBe(5_000);
      expect(sentBefore(watch)).toBeNull();
    });

    it("tells of the last one", () => {
      const watch = watching();
      watch.refreshSent(5_000, CONTEXT);
      watch.refreshSent(9_000, CONTEXT);
      expect(sentBefore(watch)).toBe(9_000);
    });

    it("says nothing to a request of another provider or model", () => {
      for (const context of OTHERS) {
        const watch = watching();
        watch.refreshSent(5_000, CONTEXT);
        expect(sentBefore(watch, context)).toBeNull();
        watch.refreshSent(5_000, context);
        expect(sentBefore(watch, context)).toBe(5_000);
      }
    });

    it("is no longer under way once it was answered, or all was cleared", () => {
      const watch = watching();
      watch.refreshSent(5_000, CONTEXT);
      watch.refreshAnswered();
      expect(sentBefore(watch)).toBeNull();
      watch.refreshSent(5_000, CONTEXT);
      watch.clear();
      expect(sentBefore(watch)).toBeNull();
    });
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
