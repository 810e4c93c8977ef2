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

const user = (text: string) => ({ role: "user", content: [{ type: "input_text", text }] });
const tool = (name: string) => ({ type: "function", name, parameters: {} });
const more = (...names: readonly string[]) => ({ type: "additional_tools", role: "developer", tools: names.map(tool) });
const DEVELOPER = { role: "developer", content: "D" };
const request = (input: unknown, rest: object = {}) => ({ model: "m", input, ...rest });

describe("a Responses request", () => {
  it.each([
    ["a list", { input: [] }],
    ["a text", { input: "hi" }],
    ["instructions alone", { instructions: "I" }],
  ])("is recognised with %s", (_what, payload) => {
    expect(observe(payload)[0]).toMatchObject({ shape: "openai-responses", relation: "baseline" });
  });

  it("has its leading tools and prompt as the head, and the index of the whole list", () => {
    const before = request([more("read"), DEVELOPER, user("1"), user("2")]);
    const [seen] = observe(before);
    expect(seen?.sections).toMatchObject({ tools: { count: 1 }, developer: { count: 1 }, history: { count: 2 } });
    const next = second(before, request([more("read"), DEVELOPER, user("1"), user("x")]));
    expect(next?.divergence).toMatchObject({ section: "history", index: 3, path: "input[3].content[0].text" });
    const prompt = second(before, request([more("read"), { ...DEVELOPER, content: "E" }, user("1")]));
    expect(prompt?.divergence).toMatchObject({
      section: "developer",
      index: 1,
      role: "developer",
      path: "input[1].content",
    });
  });

  it("has the path of a tool that stands in an item of the input", () => {
    const next = second(request([more("a", "b"), user("1")]), request([more("a", "c"), user("1")]));
    expect(next?.divergence).toMatchObject({ section: "tools", index: 1, name: "c", path: "input[0].tools[1]" });
    const both = { tools: [tool("t")] };
    const mixed = second(request([more("a"), user("1")], both), request([more("b"), user("1")], both));
    expect(mixed?.divergence).toMatchObject({ section: "tools", index: 0, name: "b", path: "input[0].tools[0]" });
  });

  it("is extended by tools, prompts and settings appended in mid-conversation", () => {
    const appended = [
      more("web"),
      DEVELOPER,
      { type: "configuration_update", reasoning: { effort: "high" } },
      user("2"),
    ];
    const next = second(request([DEVELOPER, user("1")]), request([DEVELOPER, user("1"), ...appended]));
    expect(next).toMatchObject({
      relation: "extended",
      sections: { developer: { state: "stable" }, tools: { state: "absent" } },
    });
  });

  it("has a changed instruction as such", () => {
    const next = second(request([user("1")], { instructions: "I" }), request([user("1")], { instructions: "J" }));
    expect(next?.divergence).toMatchObject({ section: "instructions", index: null, path: "instructions", char: 1 });
  });

  it("has a text and its one block as the same in history, of the user and of the assistant", () => {
    expect(second(request([user("1")]), request([{ role: "user", content: "1" }]))?.relation).toBe("identical");
    const answer = (content: unknown) => request([{ type: "message", role: "assistant", content }]);
    expect(second(answer([{ type: "output_text", text: "a" }]), answer("a"))?.relation).toBe("identical");
  });

  it("with a text as input has one history item", () => {
    expect(second(request("a"), request("b"))?.divergence).toMatchObject({ section: "history", path: "input" });
  });

  it("runs no getter among its input items", () => {
    let ran = 0;
    const input: unknown[] = [DEVELOPER, user("1")];
    Object.defineProperty(input, 2, { enumerable: true, get: () => (ran += 1) });
    expect(observe(request(input))[0]?.sections.history.state).toBe("skipped");
    expect(ran).toBe(0);
  });

  it("asks the input list for no constructor", () => {
    let ran = 0;
    const input = Object.defineProperty([user("1")], "constructor", { get: () => (ran += 1) });
    observe(request(input));
    expect(ran).toBe(0);
  });
});
