import { describe, expect, it } from "vitest";
import { readMessageLine } from "../../src/sessions/message-line.ts";
import { usage } from "../support/entries.ts";

const REST = { api: "a", provider: "p", model: "m", usage: usage([1, 2, 3, 4]), stopReason: "stop", timestamp: 5 };
const PLACE = { type: "message", id: "e1", parentId: "e0", timestamp: "2026-11-30T12:00:00.000Z" };
const line = (message: object, beside: object = {}): string => JSON.stringify({ ...PLACE, message, ...beside });
const answer = (...content: readonly object[]) => ({ role: "assistant", content, ...REST });

/** What is read of a line in the middle of others. */
function read(text: string) {
  const bytes = Buffer.from(`],"api":${text}\n${line(answer())}`);
  return readMessageLine(bytes, 8, bytes.indexOf("\n"));
}

describe("an answer as Pi writes it", () => {
  it.each<[string, readonly object[]]>([
    ["nothing", []],
    ["text that looks like its end", [{ type: "text", text: `模型 ],"api":"b"}} {"type":"message" ]` }]],
    ["a call with a usage of its own", [{ type: "toolCall", arguments: { usage: { input: 9 }, provider: "q" } }]],
  ])("is read without its content: %s", (_, content) => {
    const lean = { ...PLACE, message: { role: "assistant", content: [], ...REST } };
    expect(read(line(answer(...content)))).toEqual(lean);
    expect(read(`${line(answer(...content))}\r`)).toEqual(lean);
  });

  it("may have an object behind it that looks like one", () => {
    const more = { list: [], ...REST };
    expect(read(line(answer({ text: "x" }), { more }))).toMatchObject({ message: { ...REST, content: [] }, more });
  });

  it.each<[string, string]>([
    ["has in its content what looks like its end", line(answer({ arguments: { list: [], ...REST } }))],
    ["has another entry in its content", line(answer({ type: "message" }))],
    ["is cut off", line(answer()).slice(0, -1)],
    ["was cut off before the next", `${line(answer({ text: "x" })).slice(0, 160)}${line(answer())}`],
    ["has fields of the entry behind it", line(answer(), { more: 1 })],
    ["lacks its list of content", line({ ...answer(), content: "text" })],
    ["has its content behind the rest", line({ role: "assistant", ...REST, content: [] })],
    [
      "has its usage before another list",
      line({ role: "assistant", content: [], usage: REST.usage, list: [], api: "a" }),
    ],
  ])("is parsed as a whole where it %s", (_, text) => {
    expect(read(text)).toBeNull();
  });

  it.each(["provider", "model", "usage", "stopReason", "timestamp"])(
    "is parsed as a whole where no %s follows",
    (name) => {
      expect(read(line({ ...answer(), [name]: undefined }))).toBeNull();
    },
  );
});
