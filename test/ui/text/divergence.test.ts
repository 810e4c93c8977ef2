import { describe, expect, it } from "vitest";
import type { Divergence } from "../../../src/prefix/divergence.ts";
import { type Observation, unread } from "../../../src/prefix/observation.ts";
import { changeText, divergenceText, observationText } from "../../../src/ui/text/divergence.ts";
import { words as en } from "../../../src/ui/words/en.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";

const TOOL: Divergence = {
  ...{ section: "tools", kind: "changed", index: 3, name: "web", role: null, tag: null, owner: "search.ts" },
  path: "tools[3].parameters.properties.q.description",
  ...{ line: 2, char: 1_234, before: { chars: 1_000 }, after: { chars: 1_761 }, shareBefore: 0.777 },
};

const OBSERVATION: Observation = { ...unread("unknown", ""), relation: "extended", reason: null, shape: "anthropic" };

describe("the text of a divergence", () => {
  it("names place, tool, owner, kind, line and character, lengths and what can still be read", () => {
    expect(divergenceText(TOOL, en)).toBe(
      "tools[3].parameters.properties.q.description web of search.ts changed: " +
        "line 2, character 1,234, 1,000 → 1,761 characters, about 77% of the request comes before it",
    );
  });

  it("names the tagged part of a prompt", () => {
    const text = divergenceText(
      { ...TOOL, section: "system", name: null, owner: null, tag: "cwd", path: "system[0]" },
      en,
    );
    expect(text).toMatch(/^system\[0\] in <cwd> changed: /);
  });

  it("says no lengths of what only moved, came or went", () => {
    expect(divergenceText({ ...TOOL, kind: "reordered", line: null, char: null }, en)).not.toContain("→");
    expect(divergenceText({ ...TOOL, kind: "added", before: null }, en)).not.toContain("→");
  });

  it("says that a text kept its length instead of the same length twice", () => {
    const same = { ...TOOL, before: { chars: 1_000 }, after: { chars: 1_000 } };
    expect(divergenceText(same, en)).toContain(`character 1,234, ${en.sameLength}, about 77%`);
    expect(divergenceText(same, en)).not.toContain("→");
    expect(divergenceText({ ...same, kind: "reordered" }, en)).not.toContain(en.sameLength);
  });

  it("says no line and character of a parameter, whose place is its path", () => {
    const text = divergenceText({ ...TOOL, section: "params", name: null, owner: null, path: "verbosity" }, en);
    expect(text).toBe("verbosity changed: 1,000 → 1,761 characters, about 77% of the request comes before it");
  });

  it("does not repeat a name that the path ends with", () => {
    expect(
      divergenceText({ ...TOOL, section: "params", name: "tool_choice", path: "tool_choice", owner: null }, en),
    ).toMatch(/^tool_choice changed/);
  });

  it("has no control or direction character of any name, and bounds a long path", () => {
    const evil = "\u001b[31m\n\u202ex";
    const text = divergenceText({ ...TOOL, name: evil, owner: evil, tag: evil, path: evil + "p".repeat(10_000) }, en);
    expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text.length).toBeLessThan(500);
  });

  it.each(Object.keys(en.kinds))("has words for the kind %s in both languages", (kind) => {
    expect(Reflect.get(en.kinds, kind)).not.toBe("");
    expect(Reflect.get(zh.kinds, kind)).toMatch(/\p{Script=Han}/u);
  });

  it("is in Chinese when asked to", () => {
    expect(divergenceText(TOOL, zh)).toMatch(/有改动/);
  });
});

describe("the text of a change beside what was really read", () => {
  it("is that of the divergence without the share before it", () => {
    for (const words of [en, zh]) {
      const share = words.shareBefore("77%");
      expect(divergenceText(TOOL, words)).toBe(words.listed([changeText(TOOL, words), share]));
      expect(changeText(TOOL, words)).not.toContain("77%");
    }
  });

  it("is place and kind alone where there is nothing more to say", () => {
    const bare = { ...TOOL, owner: null, line: null, char: null, before: null };
    expect(changeText({ ...bare, kind: "added" }, en)).toBe("tools[3].parameters.properties.q.description web added");
    expect(changeText({ ...bare, path: null, name: null }, en)).toBe(`${en.sections.tools} changed`);
  });
});

describe("an observation in one line", () => {
  it("says the relation, the reason, the first difference and that a head came back", () => {
    expect(observationText(OBSERVATION, en)).toBe("continues the request before");
    expect(observationText(unread("unknown", "mixed-protocols"), en)).toBe(
      "not comparable (fields of two protocols in one payload)",
    );
    const text = observationText({ ...OBSERVATION, relation: "changed", divergence: TOOL, flap: true }, en);
    expect(text).toMatch(/^changed · tools\[3\].*\(this head was there before: it changes back and forth\)$/);
    expect(text.split("\n")).toHaveLength(1);
  });
});
