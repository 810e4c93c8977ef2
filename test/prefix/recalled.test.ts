import { describe, expect, it } from "vitest";
import { readPayload } from "../../src/prefix/read-payload.ts";
import { compareRecalled, recallable } from "../../src/prefix/recalled.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import type { Snapshot } from "../../src/prefix/snapshot.ts";

const SALT = "salt";

function read(payload: unknown): Snapshot {
  const reading = readPayload(payload, { salt: SALT, shapes: new ShapeTable(), headOnly: false });
  if (reading.outcome !== "read") throw new Error(reading.reason);
  return reading.snapshot;
}

const first = (before: unknown, after: unknown) =>
  compareRecalled(recallable(read(before), SALT), read(after), SALT, () => null).divergences[0];

const text = (value: string, rest: object = {}) => ({ type: "text", text: value, ...rest });
const blocks = (...system: readonly object[]) => ({ model: "m", system, messages: [] });

describe("a prompt beside one that was recorded", () => {
  it("names a whole block that came or went, and no line of it", () => {
    expect(first(blocks(text("A")), blocks(text("A"), text("B")))).toMatchObject({
      ...{ kind: "added", path: "system[1]", index: 1, line: null, after: null },
    });
    expect(first(blocks(text("A"), text("B")), blocks(text("A")))).toMatchObject({
      ...{ kind: "removed", path: "system[1]", index: 1, line: null, before: null },
    });
  });

  it("names the block and its line where a later block changed, however far down", () => {
    const lines = (last: string) => [...Array.from({ length: 14 }, (_, at) => `line ${at}`), last].join("\n");
    expect(first(blocks(text("A"), text(lines("a"))), blocks(text("A"), text(lines("b"))))).toMatchObject({
      ...{ kind: "changed", path: "system[1].text", index: 1, line: 15, tag: null },
    });
  });

  it("names line and tagged part in a message behind another", () => {
    const chat = (where: string) => ({
      model: "m",
      messages: [
        { role: "system", content: "S" },
        { role: "developer", content: `<rules>\nr\n</rules>\n<cwd>\n${where}\n</cwd>` },
      ],
    });
    expect(first(chat("/a"), chat("/b"))).toMatchObject({
      ...{ section: "developer", kind: "changed", index: 1, line: 5, tag: "cwd" },
    });
  });

  it("names the context file that the line is from", () => {
    const rules = (...lines: readonly string[]) => {
      const files = [
        ["/home/me/AGENTS.md", "one"],
        ["/project/CLAUDE.md", ...lines],
      ].map(([path, ...text]) => `<project_instructions path="${path}">\n${text.join("\n")}\n</project_instructions>`);
      return blocks(text(`Rules:\n\n<project_context>\n${files.join("\n")}\n</project_context>`));
    };
    for (const [before, after, line] of [
      [["a", "b"], ["a", "c"], 9],
      [["a"], ["a", "b"], 9],
      [["a", "b"], ["a"], 9],
    ] as const) {
      expect(first(rules(...before), rules(...after))).toMatchObject({
        ...{ kind: "changed", tag: "project_context", name: "CLAUDE.md", line },
      });
    }
  });

  it("has no line in a block that holds more than text", () => {
    const cited = (value: string) => blocks(text(`one\n${value}`, { citations: true }));
    expect(first(cited("a"), cited("b"))).toMatchObject({ path: "system[0]", line: null, char: null });
  });

  it("has neither length nor line nor character of what differs elsewhere", () => {
    const tool = (description: string) => ({ ...blocks(), tools: [{ name: "t", description, input_schema: {} }] });
    expect(first(tool("a"), tool("bb"))).toMatchObject({
      ...{ section: "tools", kind: "changed", name: "t", before: null, after: null, line: null, char: null },
    });
  });
});
