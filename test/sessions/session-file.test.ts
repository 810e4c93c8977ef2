import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LineReader } from "../../src/sessions/line-reader.ts";
import { isSessionFile, NOT_A_SESSION, readSessionFile } from "../../src/sessions/session-file.ts";
import { entryId, parentId, readEntry } from "../../src/usage/entry.ts";
import { noPrice, turn, userMessage } from "../support/entries.ts";
import { recordedSession } from "../support/records.ts";
import {
  chain,
  header,
  jsonl,
  READ,
  readSession,
  sessionText,
  TempFolder,
  turns,
  WRITTEN,
} from "../support/session-files.ts";

let folder: TempFolder;

beforeEach(() => {
  folder = new TempFolder();
});
afterEach(() => folder.remove());

const ENTRIES = chain([userMessage(), ...turns(WRITTEN), userMessage(), ...turns(READ)]);
const read = (content: string | Buffer) => readSession(folder.write("one.jsonl", content));
const codeOf = (path: string): string => {
  const file = readSessionFile(path, new LineReader());
  return isSessionFile(file) ? "read" : file.code;
};
const codeOfText = (content: string | Buffer): string => codeOf(folder.write("other.jsonl", content));

describe("a session file", () => {
  it("is its header and its entries, in their order", () => {
    const file = read(sessionText(ENTRIES));
    expect(file).toMatchObject({ id: "session-1", version: 3, isNewer: false, damagedLines: 0, records: [] });
    expect(file.path).toBe(join(folder.path, "one.jsonl"));
    expect(file.entries.map(entryId)).toEqual(["e1", "e2", "e3", "e4"]);
  });

  it("tells now and then how many of its lines were read", () => {
    const told: number[] = [];
    const path = folder.write("long.jsonl", sessionText(chain(Array.from({ length: 20_000 }, () => userMessage()))));
    readSessionFile(path, new LineReader(), (lines) => void told.push(lines));
    expect(told).toEqual([8_192, 16_384]);
  });

  it("may have no entries yet", () => {
    expect(read(sessionText([])).entries).toEqual([]);
  });

  it("holds the records of this package among its entries, and by themselves", () => {
    const file = read(sessionText(recordedSession(2)));
    expect(file.entries.map(entryId)).toEqual(["e1", "r1", "e2", "r2"]);
    expect(file.records.map(entryId)).toEqual(["r1", "r2"]);
  });

  it("may end its lines as Windows does, and begin with a byte order mark", () => {
    const file = read(`\ufeff${sessionText(ENTRIES).replaceAll("\n", "\r\n")}`);
    expect(file.entries.map(entryId)).toEqual(["e1", "e2", "e3", "e4"]);
    expect(file.damagedLines).toBe(0);
  });

  it("keeps entries of types that are not known: other entries follow them", () => {
    const [first, second] = chain([{ type: "from_the_future", text: "x" }, turn(READ)]);
    expect(read(sessionText([first, second])).entries.map(entryId)).toEqual(["e1", "e2"]);
  });
});

describe("versions of the format", () => {
  it("1 has no ids: its entries follow one another, and get the same ids in every copy", () => {
    const old = ENTRIES.map(({ id: _id, parentId: _parent, ...rest }) => rest);
    const file = read(sessionText(old, "old", { version: undefined }));
    expect(file).toMatchObject({ version: 1, isNewer: false });
    expect(file.entries.map((entry) => [entryId(entry), parentId(entry)])).toEqual([
      ["line-1", null],
      ["line-2", "line-1"],
      ["line-3", "line-2"],
      ["line-4", "line-3"],
    ]);
    expect(read(sessionText(old, "copy", { version: 1 })).entries.map(entryId)).toEqual(file.entries.map(entryId));
    expect(file.entries.filter((entry) => readEntry(entry, noPrice)?.kind === "turn")).toHaveLength(2);
  });

  it("2 has them, and messages of hooks by another name; a line without an id gets none", () => {
    const hook = { type: "message", message: { role: "hookMessage", customType: "x", content: "x" } };
    const file = read(sessionText([...chain([hook, ...turns(WRITTEN)]), turn(READ)], "s", { version: 2 }));
    expect(file).toMatchObject({ version: 2, isNewer: false });
    expect(file.entries.map((entry) => [entryId(entry), parentId(entry)])).toEqual([
      ["e1", null],
      ["e2", "e1"],
      [null, null],
    ]);
  });

  it("that are newer are read as far as they are known, and said to be newer", () => {
    const file = read(sessionText(ENTRIES, "s", { version: 4 }));
    expect(file).toMatchObject({ version: 4, isNewer: true });
    expect(file.entries).toHaveLength(4);
  });
});

describe("damaged lines", () => {
  it("are left out and counted, wherever they are", () => {
    const [one, two, three, four] = ENTRIES.map((entry) => JSON.stringify(entry));
    const text = [JSON.stringify(header()), one, "{broken", two, "", "5", three, "null", four?.slice(0, -9)].join("\n");
    const file = read(text);
    expect(file.entries.map(entryId)).toEqual(["e1", "e2", "e3"]);
    expect(file.damagedLines).toBe(4);
  });

  it("may come before the header, as Pi takes it", () => {
    const file = read(`{"type":"sess\n\n${sessionText(ENTRIES)}`);
    expect(file.entries).toHaveLength(4);
    expect(file.damagedLines).toBe(1);
  });

  it("are too long ones too", () => {
    const path = folder.write("one.jsonl", jsonl(header(), ENTRIES[1], { type: "x", text: "x".repeat(2_000) }));
    expect(readSessionFile(path, new LineReader(1_000))).toMatchObject({ damagedLines: 1, entries: { length: 1 } });
  });

  it("of the last line, half written, take nothing of the others", () => {
    const text = sessionText(ENTRIES);
    for (const cut of [1, 2, 40, 200]) {
      const file = read(text.slice(0, -cut));
      expect([file.entries.length, file.damagedLines]).toEqual(cut === 1 ? [4, 0] : [3, 1]);
    }
  });
});

describe("a file that is no session", () => {
  it("is told by its first entry", () => {
    const texts = {
      empty: "",
      blank: "\n \n",
      text: "Dear diary,\ntoday",
      "a header that is cut off": `${JSON.stringify(header()).slice(0, 30)}\n${jsonl(...ENTRIES)}`,
      "a header without an id": jsonl({ type: "session", version: 3 }, ...ENTRIES),
      "a header whose id is a number": jsonl(header("s", { id: 5 }), ...ENTRIES),
      "another tool's": jsonl({ sessionId: "x", type: "user", message: { role: "user", content: "x" } }, ...ENTRIES),
      "a session without its header": jsonl(...ENTRIES),
      bytes: Buffer.from([0, 255, 10, 0, 254, 10]),
    };
    const codes = Object.entries(texts).map(([name, text]) => [name, codeOfText(text)]);
    expect(codes).toEqual(Object.keys(texts).map((name) => [name, NOT_A_SESSION]));
  });

  it("is not read to its end", () => {
    const tail = sessionText(ENTRIES);
    expect(codeOfText("x\n".repeat(100) + tail)).toBe("read");
    expect(codeOfText("x\n".repeat(101) + tail)).toBe(NOT_A_SESSION);
  });

  it("is told by the file system's code where it cannot be read", () => {
    expect(codeOf(join(folder.path, "none.jsonl"))).toBe("ENOENT");
    expect(codeOf(folder.path)).toBe("EISDIR");
    folder.write("file", "x");
    expect(codeOf(join(folder.path, "file", "one.jsonl"))).toBe("ENOTDIR");
  });

  // Root may read everything, and Windows has other rights.
  it.skipIf(process.getuid?.() === 0 || process.platform === "win32")("is told where there is no permission", () => {
    const path = folder.session("one.jsonl", ENTRIES);
    chmodSync(path, 0o000);
    expect(codeOf(path)).toBe("EACCES");
    mkdirSync(join(folder.path, "closed"), { mode: 0o000 });
    expect(codeOf(join(folder.path, "closed", "one.jsonl"))).toBe("EACCES");
  });
});
