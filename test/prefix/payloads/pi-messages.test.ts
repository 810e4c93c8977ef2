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

const tool = (name: string) => ({ name, parameters: {} });

function request(sections: object, messages: readonly object[] = [user("1")], rest: object = {}) {
  const head = { role: "system", content: "", sections, toolsAdded: [tool("a")], timestamp: 1 };
  return { model: "m", context: { messages: [head, ...messages] }, options: {}, ...rest };
}

const user = (content: unknown, rest: object = {}) => ({ role: "user", content, ...rest });

describe("a request of Pi's own protocol", () => {
  it("is recognised by its context, with the sections and tools of its first message as the head", () => {
    expect(observe(request({ intro: "I", cwd: "C" }, [user("1")]))[0]).toMatchObject({
      shape: "pi-messages",
      sections: { tools: { count: 1 }, system: { count: 2 }, history: { count: 1 } },
    });
  });

  it("names a section of the prompt that was changed, added or removed", () => {
    const next = second(request({ intro: "I", cwd: "ab" }), request({ intro: "I", cwd: "ac" }));
    expect(next?.divergence).toMatchObject({
      ...{ section: "system", kind: "changed", tag: "cwd", name: "cwd", line: 1, char: 2 },
      path: "context.messages[0].sections.cwd",
    });
    expect(second(request({ cwd: "a" }), request({ memory: "m", cwd: "a" }))?.divergence).toMatchObject({
      ...{ kind: "added", tag: "memory" },
    });
    expect(second(request({ memory: "m", cwd: "a" }), request({ cwd: "a" }))?.divergence).toMatchObject({
      ...{ kind: "removed", tag: "memory" },
    });
  });

  it("takes sections in another order for reordered", () => {
    expect(second(request({ a: "1", b: "2" }), request({ b: "2", a: "1" }))?.divergence?.kind).toBe("reordered");
  });

  it("leaves out Pi's own records beside a message", () => {
    const before = request({}, [user("1", { timestamp: 1, usage: { input: 1 }, responseId: "a", details: { x: 1 } })]);
    const after = request({}, [user("1", { timestamp: 2, usage: { input: 2 }, responseId: "b", details: { x: 2 } })]);
    expect(second(before, after)?.relation).toBe("identical");
  });

  it("is extended by a later system message", () => {
    const update = { role: "system", content: "", sections: { cwd: "D" }, toolsAdded: [tool("web")] };
    const next = second(request({ cwd: "C" }, [user("1")]), request({ cwd: "C" }, [user("1"), update]));
    expect(next).toMatchObject({
      relation: "extended",
      sections: { system: { state: "stable" }, tools: { state: "stable" } },
    });
  });

  it("has the index of the whole transcript", () => {
    const next = second(request({}, [user("1"), user("2")]), request({}, [user("1"), user("x")]));
    expect(next?.divergence).toMatchObject({
      section: "history",
      index: 2,
      role: "user",
      path: expect.stringMatching(/^context\.messages\[2\]\.content/),
    });
  });

  it("has a text and its one block as the same in history", () => {
    const block = [{ type: "text", text: "1" }];
    expect(second(request({}, [user(block)]), request({}, [user("1")]))?.relation).toBe("identical");
  });

  it.each(["reasoning", "toolChoice", "cacheRetention", "sessionId"])("compares the option %s", (name) => {
    const next = second(request({}, [user("1")]), request({}, [user("1")], { options: { [name]: "x" } }));
    expect(next?.divergence).toMatchObject({ section: "params", kind: "added", path: `options.${name}` });
  });
});
