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
