import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRecords } from "../../src/record/read-records.ts";
import { isRecordEntry, RECORD_TYPE } from "../../src/record/record-entry.ts";
import type { RunRecord } from "../../src/record/run-record.ts";
import { sealOf, stated } from "../../src/record/seal.ts";
import { field } from "../../src/unknown.ts";
import { found } from "../support/entries.ts";
import { recordBench, recordedSession, requestOf } from "../support/records.ts";

type Data = Readonly<Record<string, unknown>>;
interface Line {
  readonly id: string;
  readonly parentId: string | null;
  readonly data?: Data;
}

/** Six one-turn runs: r1 holds everything, r2 to r6 follow it. */
const SESSION: readonly Line[] = recordedSession(6);
const WHOLE = readRecords(SESSION, "r6");

/** The session with one of its entries made another. */
const edited = (id: string, edit: (line: Line) => Line | readonly Line[]): readonly Line[] =>
  SESSION.flatMap((line) => (line.id === id ? edit(line) : line));
const withData = (line: Line, fields: Data): Line => ({ ...line, data: { ...line.data, ...fields } });
const turnOf = ({ data }: Line): Data => Object(found(Array.isArray(data?.t) ? data.t : null)[0]);

function read(entries: readonly unknown[]) {
  const { details, unreadable, recalled } = readRecords(entries, "r6");
  return { turns: [...details.keys()].join(" "), unreadable, recalls: recalled !== null };
}

describe("records in a session", () => {
  it("give the details of their turns and the last request back", () => {
    expect(read(SESSION)).toEqual({ turns: "e1 e2 e3 e4 e5 e6", unreadable: 0, recalls: true });
    const { live, speed } = found(WHOLE.details.get("e3"));
    expect(live?.observation).toMatchObject({ relation: "extended", shape: "anthropic", retention: "short" });
    expect(live?.endpoint).toMatch(/^[\w-]{16}$/);
    expect(speed?.basis).toBe("stream");
    expect(found(WHOLE.recalled).request.snapshot.sections.history?.items).toHaveLength(11);
  });

  it.each<[string, (line: Line) => Line | readonly Line[]]>([
    ["is of a newer version", (line) => withData(line, { v: 2 })],
    ["has a negative count", (line) => withData(line, { t: [{ ...turnOf(line), o: { h: [-5, 100] } }] })],
    ["has a count that is another", (line) => withData(line, { t: [{ ...turnOf(line), o: { h: [7, 284] } }] })],
    ["has a digest that is another", (line) => withData(line, { p: { i: "elevencharselevenchars", c: [85, 38] } })],
    ["has a wrong type", (line) => withData(line, { t: "turns" })],
    ["has an absurdly long text", (line) => withData(line, { t: [{ ...turnOf(line), u: "x".repeat(1_000_000) }] })],
    ["has a foreign key", (line) => withData(line, { more: 1 })],
    [
      "has a key __proto__",
      (line) => ({ ...line, data: JSON.parse(`{"__proto__":{"v":1},${JSON.stringify(line.data).slice(1)}`) }),
    ],
  ])("are read but for one that %s: it is counted, and no request is made of what is left", (_, edit) => {
    expect(read(edited("r3", edit))).toEqual({ turns: "e1 e2 e4 e5 e6", unreadable: 1, recalls: false });
  });

  it("are unreadable where they leave out what stands in one that is damaged or gone", () => {
    expect(read(edited("r1", (line) => withData(line, { v: 2 })))).toEqual({
      turns: "",
      unreadable: 6,
      recalls: false,
    });
    expect(read(edited("r3", () => []))).toEqual({ turns: "e1 e2", unreadable: 3, recalls: false });
  });

  it("are read again from the second behind one that has lost its seal", () => {
    for (const edit of [(line: Line) => ({ ...line, data: {} }), (line: Line) => withData(line, { k: "elevenchars" })])
      expect(read(edited("r3", edit))).toEqual({ turns: "e1 e2 e5 e6", unreadable: 2, recalls: false });
  });

  it("are told by their seal from one that has lost its place", () => {
    const relinked = edited("r3", () => []).map((line) =>
      line.parentId === "r3" ? { ...line, parentId: "e3" } : line,
    );
    expect(read(relinked)).toEqual({ turns: "e1 e2 e5 e6", unreadable: 1, recalls: false });
  });

  it("are read beside a copy, which is counted, and beside entries of others under the same name", () => {
    const all = { turns: "e1 e2 e3 e4 e5 e6", recalls: true };
    expect(read(edited("r3", (line) => [line, line]))).toEqual({ ...all, unreadable: 1 });
    const inserted = (data: Data | undefined) =>
      edited("r3", (line) => [
        line,
        { ...line, id: "copy", parentId: "r3", ...(data === undefined ? {} : { data }) },
      ]).map((line) => (line.id !== "copy" && line.parentId === "r3" ? { ...line, parentId: "copy" } : line));
    expect(read(inserted(undefined))).toEqual({ ...all, unreadable: 1 });
    expect(read(inserted({ theirs: true }))).toEqual({ ...all, unreadable: 1 });
  });

  it("say nothing of turns that are not there", () => {
    const gone = SESSION.filter(({ id }) => id !== "e3").map((line) =>
      line.parentId === "e3" ? { ...line, parentId: "r2" } : line,
    );
    expect(read(gone)).toEqual({ turns: "e1 e2 e4 e5 e6", unreadable: 1, recalls: true });
  });

  it("belong to their branch: one end is recalled, not what was written last", () => {
    const { recalled, details } = readRecords(SESSION, "r3");
    expect(found(recalled).request.snapshot.sections.history?.items).toHaveLength(5);
    expect(details.size).toBe(6);
    expect(readRecords(SESSION, null)).toMatchObject({ recalled: null, salt: WHOLE.salt });
  });

  it("do not compare endpoints that were digested with different salts", () => {
    const other = recordedSession(1, { salt: "other", prefix: "o" }).map((line) => ({ ...line }));
    const both = readRecords([...SESSION, ...other], "r6");
    expect(both.details.get("e1")?.live?.endpoint).not.toBeNull();
    expect(both.details.get("oe1")?.live).toMatchObject({ endpoint: null, observation: { relation: "baseline" } });
  });

  it("never throw, whatever stands in the file, and count each entry that is theirs", () => {
    const id = fc.constantFrom("a", "b", "c");
    const line = fc.record({
      type: fc.constant("custom"),
      customType: fc.constant(RECORD_TYPE),
      id,
      parentId: id,
      data: fc.anything(),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.anything())), (entries) => {
        const { details, unreadable } = readRecords(entries, "a");
        expect([details.size, unreadable]).toEqual([0, entries.filter(isRecordEntry).length]);
      }),
    );
  });

  it("never throw behind a seal that fits, whatever is inside", () => {
    const [first] = SESSION.flatMap((line) => (isRecordEntry(line) ? [line] : []));
    const part = fc.constantFrom("u", "t", "p");
    const strange = fc.oneof(
      fc.anything(),
      fc.constantFrom(null, [], {}, -1, "x", [[]], [{}], [{ e: "e1", o: { h: [[]] } }]),
    );
    fc.assert(
      fc.property(part, strange, (key, value) => {
        const { k: _k, ...data } = Object(JSON.parse(JSON.stringify({ ...found(first).data, [key]: value })));
        const sealed = (): RunRecord["k"] => sealOf(stated(data.u), null, data);
        const isUsual = typeof field(data.u, "s") === "string";
        const lines = SESSION.map((one) =>
          one === first ? { ...one, data: { ...data, k: isUsual ? sealed() : "" } } : one,
        );
        expect(readRecords(lines, "r6").unreadable).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("the lifetimes that a model declared", () => {
  const recorded = (...lives: readonly (readonly [number | null, number | null])[]) => {
    let at = 0;
    const { turn, records } = recordBench({
      lifetimes: () => {
        const [short, long] = lives[Math.min(at++, lives.length - 1)] ?? [null, null];
        return { short, long };
      },
    });
    const made = lives.map((_, index) => {
      turn(requestOf(...Array.from({ length: index + 1 }, String)));
      return records.next();
    });
    const entries = made.flatMap((data, index) => [
      { type: "message", id: `e${index + 1}`, parentId: index === 0 ? null : `r${index}` },
      { type: "custom", customType: "cache-stats", id: `r${index + 1}`, parentId: `e${index + 1}`, data },
    ]);
    return { made, read: readRecords(JSON.parse(JSON.stringify(entries))) };
  };

  it("are told of each turn, and written again only where they are others", () => {
    const { made, read } = recorded([300, 3_600], [300, 3_600], [60, null]);
    expect(read.unreadable).toBe(0);
    expect([...read.lifetimes]).toEqual([
      ["e1", { short: 300, long: 3_600 }],
      ["e2", { short: 300, long: 3_600 }],
      ["e3", { short: 60, long: null }],
    ]);
    expect(made.map((record) => [record?.u?.l, record?.t[0]?.l])).toEqual([
      [[300, 3_600], undefined],
      [undefined, undefined],
      [undefined, [60, null]],
    ]);
  });

  it("are not told of a model that declares none", () => {
    const { made, read } = recorded([null, null]);
    expect(read.lifetimes.size).toBe(0);
    expect([made[0]?.u?.l, made[0]?.t[0]?.l]).toEqual([undefined, undefined]);
  });

  it("make a record unreadable where they are no times", () => {
    const { made } = recorded([300, 3_600]);
    const [record] = made;
    if (record?.u === undefined) throw new Error("The first record says what is usual.");
    const { k: _seal, ...rest } = { ...record, t: [] };
    const unreadable = (l: unknown): number => {
      const common = stated({ s: "salt", e: null, ...JSON.parse(JSON.stringify({ l })) });
      const data = { ...rest, u: common.usual };
      const sealed = { ...data, k: sealOf(common, null, data) };
      const entry = { type: "custom", customType: "cache-stats", id: "r1", parentId: null, data: sealed };
      return readRecords([entry]).unreadable;
    };
    expect(unreadable([300, null])).toBe(0);
    for (const l of [[0, 1], [-1, null], ["300", 1], [300], [1e9, null]]) expect(unreadable(l)).toBe(1);
  });
});

describe("a record that was nested deeper than can be written", () => {
  it("is one that cannot be read, and no fault", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    const [first, second, ...rest] = SESSION;
    if (first === undefined || second === undefined) throw new Error("The session has records.");
    const inside = [first, second].find(({ data }) => data !== undefined);
    const edited = SESSION.map((line) => (line === inside ? { ...line, data: { ...line.data, zz: deep } } : line));
    expect(rest.length).toBeGreaterThan(0);
    expect(readRecords(edited, "r6").unreadable).toBeGreaterThan(0);
  });
});
