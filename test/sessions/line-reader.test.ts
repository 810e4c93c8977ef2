import { readdirSync } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eachLine, LineReader } from "../../src/sessions/line-reader.ts";
import { TempFolder } from "../support/session-files.ts";

let folder: TempFolder;

beforeEach(() => {
  folder = new TempFolder();
});
afterEach(() => folder.remove());

/** More than is read at once. */
const LONG = 700_000;

function linesOf(content: string | Buffer, reader = new LineReader()) {
  const lines: string[] = [];
  const tooLong = reader.read(folder.write("one", content), (bytes, start, end) => {
    lines.push(bytes.toString("latin1", start, end));
    return true;
  });
  return { lines: lines.map((line) => Buffer.from(line, "latin1").toString("utf8")), tooLong };
}

describe("the lines of a file", () => {
  it("are none where it is empty", () => {
    expect(linesOf("")).toEqual({ lines: [], tooLong: 0 });
  });

  it("are the same with and without an end of the last one", () => {
    expect(linesOf("a\nb\n").lines).toEqual(["a", "b"]);
    expect(linesOf("a\nb").lines).toEqual(["a", "b"]);
  });

  it("may be empty", () => {
    expect(linesOf("\n\na\n\n").lines).toEqual(["", "", "a", ""]);
  });

  it("keep a carriage return and a byte order mark: they are for whoever reads the line", () => {
    expect(linesOf("\ufeffa\r\nb\r\n").lines).toEqual(["\ufeffa\r", "b\r"]);
  });

  it("may be longer than what is read at once, anywhere in the file", () => {
    const long = "x".repeat(LONG);
    expect(linesOf(`a\n${long}\nb\n${long}`).lines).toEqual(["a", long, "b", long]);
  });

  it("have whole characters wherever the reading was interrupted", () => {
    for (let shift = 0; shift < 4; shift++) {
      const line = `${"x".repeat(shift)}${"模型😀é".repeat(60_000)}`;
      expect(linesOf(`${line}\nb`).lines).toEqual([line, "b"]);
    }
  });

  it("are those of the next file, not of the one before, when a reader is used again", () => {
    const reader = new LineReader();
    expect(linesOf(`${"x".repeat(LONG)}\nlast`, reader).lines).toHaveLength(2);
    expect(linesOf("a\nb", reader).lines).toEqual(["a", "b"]);
    expect(linesOf("", reader).lines).toEqual([]);
  });

  it("are those that splitting gives, whatever bytes there are and whatever is left out for its length", () => {
    const byte = fc.oneof(fc.constant(10), fc.integer({ min: 0, max: 255 }), fc.constantFrom(13, 0xef, 0xbb, 0xbf));
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 80 }), fc.integer({ min: 1, max: 30 }), (bytes, longest) => {
        const text = Buffer.from(bytes).toString("latin1");
        const all = text.split("\n");
        if (all.at(-1) === "") all.pop();
        const lines: string[] = [];
        const tooLong = new LineReader(longest).read(folder.write("one", Buffer.from(bytes)), (buffer, start, end) => {
          lines.push(buffer.toString("latin1", start, end));
          return true;
        });
        expect(lines).toEqual(all.filter(({ length }) => length <= longest));
        expect(tooLong).toBe(all.length - lines.length);
      }),
    );
  });
});

describe("a line that is too long", () => {
  it("is left out and counted, and the lines around it are read", () => {
    expect(linesOf(`a\n${"x".repeat(11)}\nb`, new LineReader(10))).toEqual({ lines: ["a", "b"], tooLong: 1 });
    expect(linesOf("x".repeat(500), new LineReader(10))).toEqual({ lines: [], tooLong: 1 });
  });

  it("is not one that has just the length", () => {
    const just = "x".repeat(10);
    expect(linesOf(`${just}\n${just}`, new LineReader(10))).toEqual({ lines: [just, just], tooLong: 0 });
  });

  it("is told from a long one above what is read at once too", () => {
    const reader = new LineReader(LONG);
    const just = "x".repeat(LONG);
    expect(linesOf(`${just}\n${just}x\nb`, reader)).toEqual({ lines: [just, "b"], tooLong: 1 });
  });
});

describe("reading", () => {
  it("ends where the taker wants no more", () => {
    const seen: string[] = [];
    new LineReader().read(folder.write("one", "a\nb\nc\n"), (bytes, start, end) => {
      seen.push(bytes.toString("utf8", start, end));
      return seen.length < 2;
    });
    expect(seen).toEqual(["a", "b"]);
  });

  it("throws what the file system does", () => {
    const read = (path: string) => () => new LineReader().read(path, () => true);
    expect(read(`${folder.path}/none`)).toThrow(/ENOENT/);
    expect(read(folder.path)).toThrow(/EISDIR/);
  });

  it.runIf(process.platform === "linux")("leaves no file open, whether it ended, was stopped or threw", () => {
    const path = folder.write("one", "a\nb\n");
    const before = readdirSync("/proc/self/fd").length;
    for (let round = 0; round < 20; round++) {
      new LineReader().read(path, () => round % 2 === 0);
      expect(() =>
        new LineReader().read(path, () => {
          throw new Error("stop");
        }),
      ).toThrow("stop");
      expect(() => new LineReader().read(folder.path, () => true)).toThrow();
    }
    expect(readdirSync("/proc/self/fd").length).toBe(before);
  });
});

describe("the lines of bytes that are all there", () => {
  it("are those of a file of the same bytes, read piece by piece", () => {
    const piece = fc.constantFrom("a", "\n", "\r\n", "模", "", "xyz\n\n");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const bytes = Buffer.from(pieces.join(""));
        const path = folder.write("lines.txt", bytes);
        const [whole, read]: [string[], string[]] = [[], []];
        eachLine(bytes, (all, start, end) => whole.push(all.toString("utf8", start, end)) > 0);
        new LineReader().read(path, (all, start, end) => read.push(all.toString("utf8", start, end)) > 0);
        expect(whole).toEqual(read);
      }),
    );
  });

  it("end where the taker has had enough", () => {
    let taken = 0;
    eachLine(Buffer.from("1\n2\n3\n"), () => ++taken < 2);
    expect(taken).toBe(2);
  });
});
