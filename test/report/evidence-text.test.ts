import { describe, expect, it } from "vitest";
import { evidenceText } from "../../src/report/evidence-text.ts";
import type { Evidence } from "../../src/verdict/evidence.ts";
import { divergence, EVIDENCE } from "../support/verdicts.ts";

const place = (fields: Parameters<typeof divergence>[0]): string =>
  evidenceText({ kind: "place", divergence: divergence(fields) });

describe("an evidence in words", () => {
  it("is one line for each kind, and no two kinds say the same", () => {
    const texts = EVIDENCE.map(evidenceText);
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) expect(text).toMatch(/^\S[^\n]*\S$/);
    expect(texts.join()).not.toMatch(/undefined|null|NaN|\[object/);
  });

  it.each<readonly [Evidence, string]>([
    [{ kind: "harmless", path: "tool_choice" }, "tool_choice changed, which this provider documents as harmless"],
    [{ kind: "repeated", turns: 3 }, "it broke in the same way on 3 measured turns in a row"],
    [
      { kind: "idle", seconds: 380, lifetimeSeconds: 300 },
      "6 m 20 s since the start of the request before; lifetime 5 m",
    ],
    [
      { kind: "idle", seconds: 2.2, lifetimeSeconds: null },
      "2.2 s since the start of the request before; no lifetime is declared for it",
    ],
    [{ kind: "model", from: "a", to: "b" }, "the model changed from a to b"],
    [{ kind: "answered-by", model: "b" }, "answered by b"],
    [{ kind: "thinking", from: "low", to: null }, "the thinking level changed from low to none"],
    [{ kind: "thinking", from: null, to: "high" }, "the thinking level changed from none to high"],
    [{ kind: "resumed", reason: "fork" }, "the session was opened again (fork): no earlier request to compare with"],
    [{ kind: "not-seen", reason: "too-deep" }, "no comparison of this request with an earlier one (too-deep)"],
    [{ kind: "not-seen", reason: null }, "this request was not watched, or what was seen of it is no longer kept"],
    [
      { kind: "minimum", tokens: 1_024, assumed: true },
      "shorter than the 1024 tokens this model needs to cache (assumed)",
    ],
    [{ kind: "minimum", tokens: 4_096, assumed: false }, "shorter than the 4096 tokens this model needs to cache"],
    [{ kind: "no-markers", before: 0 }, "the request carried no cache marker"],
    [{ kind: "no-markers", before: 1 }, "the request carried no cache marker, the last one cached had 1"],
    [{ kind: "no-markers", before: 2 }, "the request carried no cache marker, the last one cached had 2"],
    [{ kind: "blocks", blocks: 21, limit: 20 }, "21 blocks since the last marker; the provider looks back 20"],
    [{ kind: "retention", from: "short", to: "long" }, "the requested lifetime changed from short to long"],
    [{ kind: "refreshing", seconds: 5 }, "a refresh was sent 5.0 s before, and no answer to it was recorded"],
    [{ kind: "shortened" }, "the request was the one before without its end"],
    [{ kind: "markers-earlier" }, "no cache marker stood where the last one had been, or behind it"],
    [{ kind: "diagnosis", cause: "tools-changed", seen: null }, "the provider itself reported tools-changed"],
    [
      { kind: "diagnosis", cause: "tools-changed", seen: "system-changed" },
      "the provider itself reported tools-changed; what was seen here is system-changed",
    ],
    [{ kind: "bad-usage", flag: "input-negative" }, "the usage cannot be relied on (input-negative)"],
  ])("%o", (evidence, text) => {
    expect(evidenceText(evidence)).toBe(text);
  });
});

describe("what Pi recorded, in words", () => {
  const recorded = (toolsAdded: number, toolsRemoved: number, ...sections: readonly string[]): string =>
    evidenceText({ kind: "recorded", change: { toolsAdded, toolsRemoved, sections } });

  it("counts the tools that came and went, and names the sections", () => {
    expect(recorded(1, 0)).toBe("Pi recorded 1 tool added in between");
    expect(recorded(0, 1)).toBe("Pi recorded 1 tool removed in between");
    expect(recorded(0, 0, "memory", "cwd")).toBe("Pi recorded the prompt's <memory>, <cwd> changed in between");
    expect(recorded(2, 3, "memory")).toBe(
      "Pi recorded 2 tools added, 3 tools removed, the prompt's <memory> changed in between",
    );
  });
});

describe("a place in words", () => {
  it("is its path and kind, or its section where there is no path", () => {
    expect(place({})).toBe("the request changed: system[0].text changed");
    expect(place({ path: null })).toBe("the request changed: system changed");
  });

  it("has the name, unless the path ends with it", () => {
    expect(place({ path: "tools[3]", name: "grep", kind: "added" })).toBe("the request changed: tools[3] grep added");
    expect(place({ path: "verbosity", name: "verbosity" })).toBe("the request changed: verbosity changed");
  });

  it("has the part of the prompt, and line and character where both are known", () => {
    expect(place({ tag: "skills", line: 4, char: 9 })).toBe(
      "the request changed: system[0].text in <skills> changed at line 4, character 9",
    );
    expect(place({ line: 4 })).toBe("the request changed: system[0].text changed");
    expect(place({ char: 4 })).toBe("the request changed: system[0].text changed");
  });
});
