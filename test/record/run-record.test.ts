import { describe, expect, it } from "vitest";
import { readRecords } from "../../src/record/read-records.ts";
import { RECORD_TYPE } from "../../src/record/record-entry.ts";
import type { RunRecord } from "../../src/record/run-record.ts";
import type { Counts } from "../support/entries.ts";
import { found } from "../support/entries.ts";
import { type BenchOptions, recordBench, requestOf } from "../support/records.ts";

function bench(options: BenchOptions = {}) {
  const { records, turn, monitor } = recordBench(options);
  return { monitor, turn, record: (): RunRecord | null => records.next(), moved: () => records.forget() };
}

describe("the record of a run", () => {
  it("holds its turns, once, and the request that was answered last", () => {
    const { turn, record } = bench();
    turn(requestOf("SECRET A"));
    turn(requestOf("SECRET A", "SECRET B", "SECRET C"));
    const first = record();
    expect(first?.t.map(({ e }) => e)).toEqual(["e1", "e2"]);
    expect(first).toMatchObject({
      v: 1,
      u: { s: "salt", e: expect.stringMatching(/^[\w-]{16}$/) },
      p: { c: [35, 40, 35] },
    });
    expect(record()).toBeNull();
    turn(requestOf("SECRET A", "SECRET B", "SECRET C", "SECRET D", "SECRET E"));
    expect(record()?.p).toEqual({ i: expect.stringMatching(/^[\w-]{22}$/), c: [40, 35] });
  });

  it("leaves out what is as in the one before, and nothing after the user has moved", () => {
    const { turn, record, moved } = bench();
    turn(requestOf("A"));
    const first = found(record());
    turn(requestOf("A", "B", "C"));
    const second = found(record());
    expect(Object.keys(second)).toEqual(["v", "t", "p", "k"]);
    expect(JSON.stringify(second).length).toBeLessThan(170);
    moved();
    turn(requestOf("A", "B", "C", "D", "E"));
    const third = found(record());
    expect(third.u).toEqual(first.u);
    expect(third.p).toMatchObject({ a: first.p?.a, h: first.p?.h });
  });

  it("says what is not as usual, as a prompt that changed", () => {
    const { turn, record } = bench();
    turn(requestOf("A"));
    record();
    turn({ ...requestOf("A", "B", "C"), system: [{ type: "text", text: "longer than before" }] });
    expect(record()).toMatchObject({
      t: [{ o: { r: "changed", s: [0, ["c", 1, 30], 0, 0, [1, 2]] } }],
      p: { h: { system: {} } },
    });
  });

  it("goes on from the last request that was read, and holds none where nothing was observed", () => {
    const { turn, record } = bench();
    turn(requestOf("A"));
    record();
    turn({ messages: [], input: [] });
    turn(requestOf("A", "B", "C"));
    expect(record()?.p).toMatchObject({ c: [33, 28] });
    const unseen = bench({ salt: null });
    unseen.turn(requestOf("A"));
    const without = unseen.record();
    expect([without?.u, without?.p, without?.t.length]).toEqual([{ s: null, e: null }, undefined, 1]);
  });

  it("is none when it is switched off, and none of a run without cache activity unless it is wanted", () => {
    const silent: Counts = [100, 5, 0, 0];
    const records = [{ PI_CACHE_STATS_RECORD: "0" }, {}, { PI_CACHE_STATS_VERBOSE: "1" }].map((env, at) => {
      const { turn, record } = bench({ env });
      turn(requestOf("A"), at === 0 ? [10, 5, 90, 0] : silent);
      return record();
    });
    expect(records.map((record) => record?.t.length ?? null)).toEqual([null, null, 1]);
  });

  it("gives back what was seen of each turn: requests that were read, not read and not seen", () => {
    const { turn, record, monitor } = bench({ env: { PI_CACHE_STATS_VERBOSE: "1" } });
    const requests = [requestOf("A"), { messages: [], input: [] }, requestOf("A", "B", "C"), requestOf("X"), {}];
    const entries = requests.flatMap((request, at) => {
      turn(request);
      const [id, entry] = [`r${at + 1}`, `e${at + 1}`];
      const data: unknown = JSON.parse(JSON.stringify(record()));
      const parentId = at === 0 ? null : `r${at}`;
      return [
        { type: "message", id: entry, parentId },
        { type: "custom", customType: RECORD_TYPE, id, parentId: entry, data },
      ];
    });
    const { details, unreadable } = readRecords(entries, "r5");
    expect(unreadable).toBe(0);
    for (const at of [1, 2, 3, 4, 5]) {
      const { live, speed } = monitor.detailOf(`e${at}`);
      expect(details.get(`e${at}`)?.live).toEqual(live);
      expect(details.get(`e${at}`)?.speed?.basis).toBe(speed?.basis);
    }
  });
});
