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

const request = (rest: object = {}) => ({ messages: [{ role: "user", content: "1" }], system: "S", ...rest });

describe("a parameter that can change the prompt or where it is cached", () => {
  it.each([
    ...["model", "thinking", "reasoning", "reasoning_effort", "effort", "output_config", "verbosity", "text"],
    ...["tool_choice", "parallel_tool_calls", "response_format", "betas", "prompt_cache_key", "prompt_cache_retention"],
  ])("is compared: %s", (name) => {
    const [before, after] = [request({ [name]: "SECRET 1" }), request({ [name]: "SECRET 2" })];
    const next = second(before, after);
    expect(next).toMatchObject({
      relation: "changed",
      divergence: { section: "params", kind: "changed", name, path: name, index: null },
      sections: { params: { state: "changed" }, system: { state: "stable" }, history: { state: "stable" } },
    });
    expect(JSON.stringify(next)).not.toContain("SECRET");
    expect(second(before, request())?.divergence).toMatchObject({ kind: "removed", name });
    expect(second(request(), after)?.divergence).toMatchObject({ kind: "added", name });
  });

  it("is compared inside, by path", () => {
    const next = second(
      request({ reasoning: { effort: "low", summary: "a" } }),
      request({ reasoning: { effort: "high", summary: "a" } }),
    );
    expect(next?.divergence).toMatchObject({ path: "reasoning.effort", before: { chars: 3 }, after: { chars: 4 } });
  });

  it("is compared by field where it says how to cache, and not by the response to compare with", () => {
    const options = (fields: object) => request({ prompt_cache_options: { ttl: "30m", ...fields } });
    const asked = second(options({ comparison_response_id: "r1" }), options({ comparison_response_id: "r2" }));
    expect(asked?.relation).toBe("identical");
    const kept = second(options({}), options({ ttl: "12h" }));
    expect(kept?.divergence).toMatchObject({ path: "prompt_cache_options.ttl", kind: "changed" });
    expect(second(options({}), request({ prompt_cache_options: "odd" }))?.relation).toBe("changed");
  });

  it("is each described where several differ, in the order in which they are read", () => {
    const next = second(
      request({ effort: "low", verbosity: "low", service_tier: "flex" }),
      request({ effort: "high", verbosity: "low", tool_choice: "none" }),
    );
    expect(next?.divergences.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      "effort changed",
      "tool_choice added",
      "service_tier removed",
    ]);
    expect(next?.divergence).toEqual(next?.divergences[0]);
  });

  it("is the same wherever it stands in the payload", () => {
    expect(second({ model: "m", ...request(), effort: "x" }, { effort: "x", ...request(), model: "m" })?.relation).toBe(
      "identical",
    );
  });

  it("counts as not sent when it is undefined or a function", () => {
    expect(second(request(), request({ effort: undefined, text: () => 1 }))?.relation).toBe("identical");
    expect(second(request(), request({ effort: null }))?.relation).toBe("changed");
  });

  it("that is a getter is not run and makes the parameters skipped, nothing else", () => {
    let ran = 0;
    const payload = Object.defineProperty(request(), "effort", { enumerable: true, get: () => (ran += 1) });
    const [seen] = observe(payload);
    expect(ran).toBe(0);
    expect(seen?.sections).toMatchObject({
      params: { state: "skipped" },
      system: { state: "baseline" },
      history: { state: "baseline" },
    });
  });
});

describe("a parameter that cannot", () => {
  it.each([
    ...["max_tokens", "max_completion_tokens", "max_output_tokens", "maxTokens", "stream", "stream_options", "store"],
    ...["metadata", "temperature", "top_p", "seed", "user", "stop"],
  ])("is not compared: %s", (name) => {
    expect(second(request({ [name]: 1 }), request({ [name]: 2 }))?.relation).toBe("identical");
    expect(second(request(), request({ [name]: 2 }))?.relation).toBe("identical");
  });
});
