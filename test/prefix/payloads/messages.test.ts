import { describe, expect, it } from "vitest";
import { Observer } from "../../../src/prefix/observer.ts";

const SCOPE = { session: "s", provider: "p", api: "a", model: "m", baseUrl: "" };
const CONTEXT = { scope: SCOPE, awaited: true, moved: false, ownerOf: () => null };

/** What is seen of each request, one answered after the other. */
function observe(...payloads: readonly unknown[]) {
  const observer = new Observer("salt", "all");
  return payloads.map((payload) => {
    const observation = observer.request(payload, CONTEXT);
    observer.answered();
    return observation;
  });
}

const second = (before: unknown, after: unknown) => observe(before, after)[1];

const chat = (...messages: readonly object[]) => ({ messages });
const user = (content: unknown, rest: object = {}) => ({ role: "user", content, ...rest });
const text = (value: string, rest: object = {}) => ({ type: "text", text: value, ...rest });

describe("a message", () => {
  it.each([
    ["another role", user("1"), { role: "assistant", content: "1" }],
    ["another text", user("1"), user("2")],
    ["other block boundaries", user([text("ab")]), user([text("a"), text("b")])],
    ["another type of block", user([text("a")]), user([{ type: "thinking", text: "a" }])],
    ["another call id", user([], { tool_call_id: "a" }), user([], { tool_call_id: "b" })],
    ["no content instead of an empty one", user(""), { role: "user" }],
  ])("is another one with %s", (_what, before, after) => {
    expect(second(chat(before, user("x")), chat(after, user("x")))?.relation).toBe("changed");
  });

  it("is the same with a bare text for its only block, also with a marker on that", () => {
    const marked = text("1", { cache_control: { type: "ephemeral", ttl: "1h" } });
    const [first, next] = observe(chat(user([marked])), chat(user("1")));
    expect(first?.markers).toEqual([{ section: "history", index: 0, block: 0, ttl: "1h" }]);
    expect(next?.relation).toBe("identical");
  });

  it("is the same with a marker on the message itself", () => {
    const [first, next] = observe(chat(user("1", { cache_control: {} })), chat(user("1")));
    expect(first?.markers).toEqual([{ section: "history", index: 0, block: null, ttl: null }]);
    expect(next?.relation).toBe("identical");
  });

  it("is the same with a marker on a block inside a tool's result, and of that block's own number", () => {
    const marked = text("1", { cache_control: { type: "ephemeral" } });
    const result = (...content: readonly object[]) => user([text("0"), { type: "tool_result", content }]);
    const [first, next] = observe(chat(result(text("a"), marked)), chat(result(text("a"), text("1"))));
    expect(first?.markers).toEqual([{ section: "history", index: 0, block: 1, ttl: null }]);
    expect(next?.relation).toBe("identical");
    expect(second(chat(result(text("a"))), chat(result(text("b"))))?.relation).toBe("changed");
  });

  it("keeps what looks like a marker inside a block of another type", () => {
    const other = (ttl: string) => user([{ type: "document", content: [{ cache_control: { ttl } }] }]);
    const [first, next] = observe(chat(other("5m")), chat(other("1h")));
    expect(first?.markers).toEqual([]);
    expect(next?.relation).toBe("changed");
  });

  it("has the lifetime of a marker by its beginning, and none of a marker that is no object", () => {
    const marked = (cache_control: unknown) => chat(user([text("1", { cache_control })]));
    const [first, next] = observe(marked({ ttl: "1h".repeat(20) }), marked("1h"));
    expect(first?.markers[0]?.ttl).toBe("1h".repeat(8));
    expect(next?.markers).toEqual([]);
  });

  it("may be one of hundreds, and hold hundreds of results, without being too deep", () => {
    const result = { type: "tool_result", content: [text("a")] };
    const many = <T>(one: T) => Array.from({ length: 150 }, () => one);
    expect(observe(chat(...many(user([text("a")]))))[0]?.relation).toBe("baseline");
    expect(observe(chat(user(many(result))))[0]?.relation).toBe("baseline");
  });

  it("may hold texts beside its blocks", () => {
    expect(second(chat(user(["a", text("b")])), chat(user(["c", text("b")])))?.divergence?.path).toBe(
      "messages[0].content[0]",
    );
  });

  it("with a block that says itself what it is sent as is not read", () => {
    const [seen] = observe(chat(user([text("a", { toJSON: () => ({}) })])));
    expect(seen?.sections.history).toMatchObject({ state: "skipped", reason: "unreadable" });
  });

  it("keeps content that only looks like a marker: a field of a tool's input", () => {
    const use = (value: string) => user([{ type: "tool_use", input: { cache_control: { type: value } } }]);
    expect(second(chat(use("a")), chat(use("b")))?.relation).toBe("changed");
    expect(observe(chat(use("a")))[0]?.markers).toEqual([]);
  });

  it("says where a block inside differs", () => {
    const next = second(chat(user([text("a"), text("b")]), user("x")), chat(user([text("a"), text("c")]), user("x")));
    expect(next?.divergence).toMatchObject({ index: 0, path: "messages[0].content[1].text", role: "user" });
  });

  it("that lost a block says which one", () => {
    const next = second(chat(user([text("a"), text("b"), text("c")])), chat(user([text("a"), text("c")])));
    expect(next?.divergence).toMatchObject({ kind: "removed", index: 0, path: "messages[0].content[1]", after: null });
  });

  it("that is no object makes the history skipped", () => {
    const [seen] = observe({ system: "S", messages: ["text"] });
    expect(seen?.sections).toMatchObject({ history: { state: "skipped" }, system: { state: "baseline" } });
  });
});
