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

const user = (text: string) => ({ role: "user", parts: [{ text }] });
const request = (config: object, ...contents: readonly object[]) => ({
  model: "m",
  contents: contents.length === 0 ? [user("1")] : contents,
  config,
});
const functions = (...names: readonly string[]) => ({ functionDeclarations: names.map((name) => ({ name })) });

describe("a Gemini request", () => {
  it("is recognised by its contents, with an abort signal in its settings", () => {
    const { signal } = new AbortController();
    const [seen] = observe(
      request({ abortSignal: signal, systemInstruction: "S", tools: [functions("a")] }, user("1")),
    );
    expect(seen).toMatchObject({
      ...{ shape: "google", relation: "baseline" },
      sections: { tools: { count: 1 }, system: { count: 1 }, params: { count: 1 }, history: { count: 1 } },
    });
  });

  it("names a declared function and its path", () => {
    const next = second(request({ tools: [functions("a", "b")] }), request({ tools: [functions("a", "c")] }));
    expect(next?.divergence).toMatchObject({
      ...{ section: "tools", index: 1, name: "c", path: "config.tools[0].functionDeclarations[1]" },
    });
  });

  it("has another group of tools at its own place in the list", () => {
    const groups = (own: object) => request({ tools: [functions("a"), { googleSearch: own }] });
    expect(second(groups({ a: 1 }), groups({ a: 2 }))?.divergence).toMatchObject({
      ...{ section: "tools", path: "config.tools[1].googleSearch.a", index: 1 },
    });
  });

  it("compares thinking, tool choice, response form and cached content, not limits", () => {
    const base = request({ maxOutputTokens: 1, temperature: 0 }, user("1"));
    expect(second(base, request({ maxOutputTokens: 2, temperature: 1 }, user("1")))?.relation).toBe("identical");
    for (const name of ["thinkingConfig", "toolConfig", "responseMimeType", "responseSchema", "cachedContent"]) {
      expect(second(base, request({ [name]: "x" }, user("1")))?.divergence).toMatchObject({
        ...{ section: "params", kind: "added", path: `config.${name}` },
      });
    }
  });

  it("has a changed instruction, and a changed content by its index", () => {
    const next = second(request({ systemInstruction: "<cwd>a</cwd>" }), request({ systemInstruction: "<cwd>b</cwd>" }));
    expect(next?.divergence).toMatchObject({ section: "system", tag: "cwd", path: "config.systemInstruction" });
    const history = second(request({}, user("1"), user("2")), request({}, user("1"), user("x")));
    expect(history?.divergence).toMatchObject({ section: "history", index: 1, role: "user" });
  });

  it("with settings that are a Proxy is read in its contents alone", () => {
    const [seen] = observe(request(new Proxy({}, {}), user("1")));
    expect(seen?.sections).toMatchObject({
      system: { state: "skipped" },
      params: { state: "skipped" },
      history: { state: "baseline" },
    });
  });
});
