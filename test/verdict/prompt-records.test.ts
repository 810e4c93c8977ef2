import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_CHANGE, PromptRecords } from "../../src/verdict/prompt-records.ts";

const system = (fields: object) => ({ type: "message", message: { role: "system", content: "SECRET", ...fields } });
const tool = (name: string) => ({ name, description: "SECRET", parameters: {} });

function recordsOf(...entries: readonly unknown[]): PromptRecords {
  const records = new PromptRecords();
  entries.forEach((entry, position) => {
    records.note(entry, position);
  });
  return records;
}

describe("changes of the prompt that Pi recorded", () => {
  it("are none where no system message came", () => {
    const user = { type: "message", message: { role: "user", content: "hi", toolsAdded: [tool("a")] } };
    expect(recordsOf(user, {}, null, system({})).since(-1)).toEqual(NO_CHANGE);
  });

  it("are counts of tools and names of sections, one taken away included, and no text", () => {
    const records = recordsOf(
      system({ toolsAdded: [tool("a"), tool("b")], sections: { memory: "SECRET", rules: null } }),
      system({ toolsRemoved: [{ name: "a" }], sections: { memory: "SECRET again" } }),
    );
    expect(records.since(-1)).toEqual({ toolsAdded: 2, toolsRemoved: 1, sections: ["memory", "rules"] });
    expect(JSON.stringify(records.since(-1))).not.toContain("SECRET");
  });

  it("are those after a position", () => {
    const records = recordsOf(system({ toolsAdded: [tool("a")] }), system({ sections: { memory: "x" } }));
    expect(records.since(0)).toEqual({ toolsAdded: 0, toolsRemoved: 0, sections: ["memory"] });
    expect(records.since(1)).toEqual(NO_CHANGE);
  });

  it("are bounded: the newest 64, eight names of 60 characters", () => {
    const many = Array.from({ length: 100 }, () => system({ toolsAdded: [tool("a")] }));
    expect(recordsOf(...many).since(-1).toolsAdded).toBe(64);
    const sections = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}-${"n".repeat(500)}`, "x"]));
    const named = recordsOf(system({ sections })).since(-1).sections;
    expect(named).toHaveLength(8);
    expect(named.every((name) => name.length === 60)).toBe(true);
  });

  it("are bounded to eight names together, too", () => {
    const named = (from: number) =>
      system({ sections: Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`section ${from + at}`, "x"])) });
    expect(recordsOf(named(0), named(6)).since(-1).sections).toEqual(
      Array.from({ length: 8 }, (_, at) => `section ${at}`),
    );
  });

  it("name no section that is neither a text nor taken away", () => {
    const sections = { memory: "x", rules: 5, skills: {}, cwd: null };
    expect(recordsOf(system({ sections })).since(-1).sections).toEqual(["memory", "cwd"]);
    expect(recordsOf(system({ sections: ["memory"] })).since(-1)).toEqual(NO_CHANGE);
  });

  it("are read from anything without harm", () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), fc.dictionary(fc.string(), fc.anything()), (entries, fields) => {
        const { toolsAdded, toolsRemoved } = recordsOf(...entries, system(fields)).since(-1);
        expect(Number.isInteger(toolsAdded) && Number.isInteger(toolsRemoved)).toBe(true);
      }),
    );
  });
});
