import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRecords } from "../../src/record/read-records.ts";
import { isRecordEntry } from "../../src/record/record-entry.ts";
import { type Line, readLine } from "../../src/sessions/lean-entry.ts";
import { isFunction } from "../../src/unknown.ts";
import { entryId, parentId, readEntry } from "../../src/usage/entry.ts";
import { ROOT, TurnList } from "../../src/usage/turn-list.ts";
import { Course } from "../../src/verdict/course.ts";
import { found, noPrice, toolResult, turn, usage } from "../support/entries.ts";
import { recordedSession } from "../support/records.ts";
import { anyEntry, reversed, SECRET } from "../support/session-entries.ts";
import { chain } from "../support/session-files.ts";

/** A line inside of a buffer that holds other things too. */
function lineOf(text: string): Line {
  const bytes = Buffer.from(`}},"usage":${text}"usage":`);
  return readLine(bytes, 11, bytes.length - 8);
}

function entryOf(text: string): Exclude<Line, string> {
  const line = lineOf(text);
  if (typeof line === "string") throw new Error(`The line is ${line}.`);
  return line;
}

const parse = (text: string): unknown => JSON.parse(text);

/** All that is made of the entries of a session. */
function toldBy(entries: readonly unknown[]) {
  const course = new Course(null);
  const list = new TurnList(noPrice);
  let place = ROOT;
  return entries.map((entry) => {
    const position = course.pass(entry);
    place = list.add(entry, place);
    const facts = readEntry(entry, noPrice);
    return { facts, place, ids: [entryId(entry), parentId(entry)], since: course.since(Math.max(-1, position - 3)) };
  });
}

describe("an entry without its text", () => {
  it("says of usage, course and place what the whole entry says, with its keys in any order", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEntry, fc.boolean()), { maxLength: 6 }), (entries) => {
        const texts = entries.map(([entry, isReversed]) => JSON.stringify(isReversed ? reversed(entry) : entry));
        expect(toldBy(texts.map(entryOf))).toEqual(toldBy(texts.map(parse)));
      }),
      { numRuns: 400 },
    );
  });

  it("keeps none of it, but for the names of tools, models and prompt sections", () => {
    fc.assert(
      fc.property(anyEntry, fc.boolean(), (entry, isReversed) => {
        const text = JSON.stringify(isReversed ? reversed(entry) : entry);
        expect(JSON.stringify(entryOf(text))).not.toContain(SECRET);
      }),
      { numRuns: 400 },
    );
  });

  it("is a record of this package's as it was written", () => {
    const session = recordedSession(3);
    const lines = session.map((entry) => entryOf(JSON.stringify(entry)));
    const [read, whole] = [readRecords(lines, "r3"), readRecords(session, "r3")];
    expect(read).toEqual(whole);
    expect(read.details.size).toBe(3);
    expect(lines.map(isRecordEntry)).toEqual(session.map(({ type }) => type === "custom"));
    expect(isRecordEntry("damaged")).toBe(false);
  });

  it("is a record of this package's however its JSON is spaced, and none where a figure was edited", () => {
    const session = recordedSession(3);
    const texts = session.map((entry) => JSON.stringify(entry));
    const spaced = session.map((entry) => JSON.stringify(entry, null, 1).replaceAll("\n", " "));
    expect(readRecords(spaced.map(entryOf), "r3")).toEqual(readRecords(texts.map(entryOf), "r3"));
    const edited = texts.map((text) => text.replace(/"v":\[(\d)/, '"v":[9$1'));
    expect(edited).not.toEqual(texts);
    expect(readRecords(edited.map(entryOf), "r3").unreadable).toBeGreaterThan(0);
  });

  it("has the usage of a tool's own model, also behind text that looks like usage", () => {
    const [entry] = chain([toolResult({ ...usage([7, 1, 0, 0]) })]);
    const text = JSON.stringify(entry).replace('"content":[]', '"content":[{"type":"text","text":"\\"usage\\":5"}]');
    expect(readEntry(entryOf(text), noPrice)).toMatchObject({ kind: "side", row: { usage: { input: 7 } } });
  });

  it("of a record is no other's, whatever its line says of itself", () => {
    const texts = recordedSession(3).map((entry) => JSON.stringify(entry));
    for (const name of ['"\\u0064ata":', '"data" :']) {
      const forged = texts.map((text) => {
        const [head, data] = text.split('"data":');
        const edited = data?.replace(/"v":\[(\d)/, '"v":[9$1');
        return data === undefined || data === edited
          ? text
          : `${head}${name}${edited?.slice(0, -1)},"x\\"data":${data}`;
      });
      expect(forged).not.toEqual(texts);
      expect(() => forged.map(parse)).not.toThrow();
      expect(readRecords(forged.map(entryOf), "r3").unreadable).toBeGreaterThan(0);
    }
  });

  it("of an answer that another program wrote is all there", () => {
    const [, answer] = LINES;
    const rest =
      JSON.stringify(answer)
        .split(/"content":\[.*?\]/)[1]
        ?.replace(/\}\}$/, ',"timestamp":1}}') ?? "";
    const head = JSON.stringify(answer).split('"content":')[0];
    for (const odd of [
      `"content":[] ,"responseModel":"rm","x":[1]${rest}`,
      `"content":[{"type":"text","text":""}] ,"responseModel":"rm","x":[{}]${rest}`,
      `"content":[]},"id":"other","details":{"x":[1]${rest}`,
      `"content":[{"type":"text","text":""}]},"id":"other","details":{"x":[{}]${rest}`,
    ]) {
      const text = `${head}${odd}`;
      const [lean, whole] = [entryOf(text), parse(text)];
      expect([entryId(lean), readEntry(lean, noPrice)]).toEqual([entryId(whole), readEntry(whole, noPrice)]);
    }
  });

  it("of an answer is not even parsed where it stands as Pi writes it", () => {
    const [, , , answer] = LINES;
    const text = JSON.stringify(answer);
    const broken = text.replace('"text":"模型 😀"', '"text":模型 😀');
    expect(broken).not.toBe(text);
    expect(entryOf(broken)).toEqual(entryOf(text));
    expect(entryOf(text)).toMatchObject({ message: { stopReason: "stop", errorMessage: "模型" } });
  });

  it("is told by its first bytes alone where it says nothing of a cache", () => {
    const [question] = chain([{ type: "message", message: { role: "user", content: `${SECRET} "usage": ` } }]);
    const lean = { type: "message", id: "e1", parentId: null, message: { role: "user" } };
    expect(entryOf(JSON.stringify(question))).toEqual(lean);
    expect(entryOf(`${JSON.stringify(question)}\r`)).toEqual(lean);
  });

  it("of a parent that is an empty text, or has an id that Pi would not write, is parsed", () => {
    for (const id of ["", 'a"b', "a\\b", "模", "x".repeat(101)]) {
      const entry = { type: "message", id, parentId: id, timestamp: "", message: { role: "user", content: "x" } };
      expect(entryOf(JSON.stringify(entry))).toMatchObject({
        id,
        parentId: id,
        message: { role: "user", content: null },
      });
    }
  });
});

const CONTENT = [{ type: "text", text: "模型 😀" }];
const NAMES = { api: "anthropic-messages", provider: "acme", model: "m1" };
/** A question, an answer in Pi's order of fields and in another, and results of tools, one with a model of its own. */
const LINES = chain([
  { type: "message", message: { role: "user", content: CONTENT } },
  {
    type: "message",
    message: { role: "assistant", content: CONTENT, ...NAMES, usage: usage([1, 2, 3, 4]), stopReason: "stop" },
  },
  turn([1, 2, 3, 4]),
  {
    type: "message",
    message: {
      ...{ role: "assistant", content: CONTENT, ...NAMES, usage: usage([1, 2, 3, 4]), stopReason: "stop" },
      ...{ timestamp: 1, errorMessage: "模型" },
    },
  },
  { type: "message", message: { role: "toolResult", content: CONTENT } },
  toolResult(usage([1, 1, 1, 1])),
]);

describe("a line that is no entry", () => {
  it("is blank without anything but white space, and may hold a byte order mark", () => {
    for (const text of ["", " ", "\t\r", "\ufeff"]) expect(lineOf(text)).toBe("blank");
    expect(entryOf(`\ufeff${JSON.stringify({ type: "session" })}\r`)).toEqual({ type: "session" });
  });

  it("is damaged where it is JSON of another kind, or none", () => {
    for (const text of ["null", "5", '"text"', "[]", "[{}]", "{", "x", "{}{}", "\u0000"])
      expect(lineOf(text)).toBe("damaged");
  });

  it("is damaged wherever it was cut off, in the middle of a character too", () => {
    for (const entry of LINES) {
      const bytes = Buffer.from(JSON.stringify(entry));
      for (let end = 1; end < bytes.length; end++) expect(readLine(bytes, 0, end)).toBe("damaged");
      expect(readLine(bytes, 0, bytes.length)).toBeTypeOf("object");
    }
  });

  it("is damaged where the end of the line is lacking before an answer, wherever the first was cut off", () => {
    const [, answer] = LINES;
    for (const entry of LINES) {
      const first = JSON.stringify(entry);
      for (let end = 1; end <= first.length; end++) {
        expect([end, lineOf(first.slice(0, end) + JSON.stringify(answer))]).toEqual([end, "damaged"]);
      }
    }
  });

  it("is not seen to be damaged where a question is cut off behind two braces, and loses no number", () => {
    const [question] = chain([{ type: "message", message: { role: "user", content: "a }} b" } }]);
    const text = JSON.stringify(question);
    const cut = text.slice(0, text.indexOf("}}") + 2);
    expect(() => parse(cut)).toThrow();
    expect(readEntry(entryOf(cut), noPrice)).toBeNull();
    expect(found(entryId(entryOf(cut)))).toBe("e1");
  });
});

describe("what is kept of a line", () => {
  it("holds nothing of its text in memory, however long its ids are", () => {
    setFlagsFromString("--expose-gc");
    const gc: unknown = runInNewContext("gc");
    if (!isFunction(gc)) throw new Error("Node gives no way to collect.");
    const text = "x".repeat(200_000);
    const long = "0123456789abcdef-0123456789abcdef-0123";
    const kept: Line[] = [];
    const heap = (): number => {
      gc();
      return process.memoryUsage().heapUsed;
    };
    const before = heap();
    for (let at = 0; at < 150; at++) {
      const content = [{ type: "text", text }];
      const fields = { ...NAMES, usage: usage([1, 2, 3, 4]), stopReason: "stop", timestamp: at };
      const message = at % 2 === 0 ? { role: "assistant", content, ...fields } : { role: "user", content };
      const entry = {
        type: "message",
        id: `${long}${at}`,
        parentId: long,
        timestamp: "2026-11-30T12:00:00.000Z",
        message,
      };
      kept.push(lineOf(JSON.stringify(entry)));
    }
    expect((heap() - before) / kept.length).toBeLessThan(10_000);
  });
});
