import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRecords } from "../../src/record/read-records.ts";
import { RECORD_TYPE, recordOf } from "../../src/record/run-record.ts";
import type { TurnDetail } from "../../src/usage/details.ts";
import { NOT_SEEN } from "../../src/verdict/facts.ts";
import { observation } from "../support/verdicts.ts";

const SEEN: TurnDetail = {
  speed: { tokensPerSecond: 41.5, timeToFirstTokenMs: 320, basis: "stream" },
  live: {
    observation: observation(),
    endpoint: "abcdefgh12345678",
    diagnosis: "tools-changed",
    refreshSentAt: 1_700_000_000_000,
  },
};
const NOTHING: TurnDetail = { speed: null, live: null };

/** A session entry as Pi writes it. */
const entry = (data: unknown, customType: string = RECORD_TYPE): unknown =>
  JSON.parse(JSON.stringify({ type: "custom", id: "r1", parentId: null, customType, data }));
const record = (turns: readonly unknown[], fields: object = {}): object => ({
  ...{ version: 1, salt: "s1", endpoint: null, turns },
  ...fields,
});
const kept = (...turns: readonly (readonly [string, TurnDetail])[]) => entry(recordOf("s1", turns));

describe("records in a session", () => {
  it("give the details of their turns back", () => {
    const { details, salt, unreadable } = readRecords([kept(["e1", SEEN], ["e2", NOTHING])]);
    expect(details.get("e1")).toEqual(SEEN);
    expect(details.get("e2")).toEqual(NOTHING);
    expect([salt, unreadable]).toEqual(["s1", 0]);
  });

  it("keep what was not seen apart from what was seen to be nothing", () => {
    const here: TurnDetail = { speed: null, live: { ...NOT_SEEN, observation: observation(), endpoint: "x" } };
    const nowhere: TurnDetail = { speed: null, live: { ...NOT_SEEN, observation: observation() } };
    const elsewhere: TurnDetail = { speed: null, live: { ...NOT_SEEN, endpoint: "y" } };
    const slow: TurnDetail = {
      speed: { tokensPerSecond: null, timeToFirstTokenMs: null, basis: "request" },
      live: null,
    };
    const { details } = readRecords([kept(["e1", here], ["e2", nowhere], ["e3", elsewhere], ["e4", slow])]);
    expect([...details.values()]).toEqual([here, nowhere, elsewhere, slow]);
  });

  it("add up, and the newest salt counts", () => {
    const { details, salt } = readRecords([
      kept(["e1", NOTHING]),
      entry(record([{ e: "e2" }], { salt: "s2" })),
      entry(record([{ e: "e3" }], { salt: null })),
    ]);
    expect([[...details.keys()], salt]).toEqual([["e1", "e2", "e3"], "s2"]);
  });

  it("of other packages, other versions or damaged are ignored, and those of ours are counted", () => {
    const read = readRecords([
      ...[null, 7, {}, { type: "message" }, entry({ any: "thing" }, "other-package")],
      entry(record([{ e: "e1" }], { version: 2 })),
      entry(null),
      entry(record([{ e: "e2" }, { e: 7 }, { e: "e3", o: { r: "no such" } }, "text"])),
    ]);
    expect([[...read.details.keys()], read.unreadable]).toEqual([["e2"], 5]);
  });

  it("never throw, whatever stands in the file", () => {
    const turn = fc.record(
      { e: fc.anything(), v: fc.anything(), o: fc.anything(), u: fc.anything() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.array(turn).map((turns) => record(turns)),
        ),
        (data) => {
          const read = readRecords([{ type: "custom", customType: RECORD_TYPE, data }]);
          expect(read.unreadable).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
