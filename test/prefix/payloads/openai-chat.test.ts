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

const user = (content: unknown) => ({ role: "user", content });
const tool = (name: string) => ({ type: "function", function: { name, parameters: {} } });
const chat = (messages: readonly object[], rest: object = {}) => ({ model: "m", messages, ...rest });
const SYSTEM = { role: "system", content: "S" };

describe("a chat request", () => {
  it("is recognised by its messages alone", () => {
    expect(observe({ messages: [] })[0]).toMatchObject({ shape: "openai-chat", relation: "baseline" });
  });

  it("has the system and developer messages at its start as the head, the rest as history", () => {
    const [seen] = observe(chat([SYSTEM, { role: "developer", content: "D" }, user("1"), SYSTEM]));
    expect(seen?.sections).toMatchObject({ system: { count: 1 }, developer: { count: 1 }, history: { count: 2 } });
  });

  it("names a tool by its function and counts from the payload's own index", () => {
    const next = second(
      chat([SYSTEM, user("1")], { tools: [tool("a"), tool("b")] }),
      chat([SYSTEM, user("1")], { tools: [tool("a"), tool("c")] }),
    );
    expect(next?.divergence).toMatchObject({ section: "tools", index: 1, name: "c", path: "tools[1]" });
    const history = second(
      chat([SYSTEM, user("1"), user("2"), user("3")]),
      chat([SYSTEM, user("1"), user("2"), user("x")]),
    );
    expect(history?.divergence).toMatchObject({ section: "history", index: 3 });
  });

  it("is extended by a system message with tools in mid-conversation, and its head is stable", () => {
    const update = { role: "system", content: "new", tools: [tool("web")] };
    const next = second(chat([SYSTEM, user("1")]), chat([SYSTEM, user("1"), update, user("2")]));
    expect(next).toMatchObject({ relation: "extended", sections: { system: { state: "stable" } } });
  });

  it("has a text and its one block as the same in history, and as representation in the prompt", () => {
    const block = (text: string) => [{ type: "text", text, cache_control: { type: "ephemeral" } }];
    expect(second(chat([SYSTEM, user(block("1"))]), chat([SYSTEM, user("1")]))?.relation).toBe("identical");
    const next = second(chat([SYSTEM, user("1")]), chat([{ role: "system", content: block("S") }, user("1")]));
    expect(next).toMatchObject({
      divergence: { section: "system", kind: "representation", index: 0 },
      markers: [{ section: "system", index: 0, block: 0, ttl: null }],
    });
  });

  it("has two blocks and the text of both as different", () => {
    const two = [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ];
    expect(second(chat([SYSTEM, user(two)]), chat([SYSTEM, user("ab")]))?.relation).toBe("changed");
  });

  it("with tools that cannot be read is compared in everything else", () => {
    const [seen] = observe(chat([SYSTEM, user("1")], { tools: [new Date()] }));
    expect(seen).toMatchObject({
      relation: "skipped",
      sections: { tools: { state: "skipped", reason: "unreadable" }, system: { state: "baseline" } },
    });
  });
});
