import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isRecordEntry, RECORD_TYPE } from "../../src/record/record-entry.ts";
import { field } from "../../src/unknown.ts";
import type { RpcPi } from "../support/pi/rpc.ts";
import { openSessions, type Sessions } from "../support/pi/sessions.ts";
import { reportOf } from "../support/truth.ts";

/** A session of four runs of one turn each, so that records stand in lines of their own. */
const RUNS = ["say one", "say two", "say three", "say four"];

let sessions: Sessions;

beforeEach(async () => {
  sessions = await openSessions();
  const pi = await sessions.start();
  for (const message of RUNS) await pi.prompt(message);
});

afterEach(() => sessions.close());

type Edit = (record: string, lines: readonly string[]) => readonly string[];

/** Makes other lines of the record of this run, counted from 1. */
async function damage(run: number, edit: Edit): Promise<void> {
  await sessions.rewrite((lines) => {
    const records = lines.filter((line) => line !== "" && isRecordEntry(JSON.parse(line)));
    return lines.flatMap((line) => (line === records[run - 1] ? edit(line, lines) : [line]));
  });
}

/** What a Pi that opens the session says of it, and of one more turn. */
async function opened() {
  const pi = await sessions.start({ args: ["--continue"] });
  const summary = (await pi.command("/cache-stats")).replace(/\s+/g, " ");
  await pi.prompt("and now");
  const { turns, unreadableRecords, internalErrors } = await reportOf(pi);
  return {
    relations: turns.map(({ prefix }) => prefix?.relation ?? null),
    ...{ unreadableRecords, internalErrors },
    said: /(\d+) records? in the session file damaged, of another version/.exec(summary)?.[1] ?? null,
  };
}

const replaced =
  (from: string | RegExp, to: string): Edit =>
  (record) => {
    const other = record.replace(from, to);
    expect(other).not.toBe(record);
    return [other];
  };

describe("a record that was edited by hand", () => {
  it.each<[string, Edit]>([
    ["of a newer version", replaced('"v":1', '"v":2')],
    ["with a count that is negative", replaced(/"h":\[/, '"h":[-')],
    ["with a count that is another", replaced(/"h":\[\d+/, '"h":[77')],
    ["with another digest", replaced(/"i":"[\w-]{11}/, '"i":"elevenchars')],
    ["with half a digest", replaced(/"i":"[\w-]{5}/, '"i":"')],
    ["with a number for a text", replaced(/"e":"\w+"/, '"e":7')],
    ["with an absurdly long text", replaced(/"e":"/, `"e":"${"x".repeat(1_000_000)}`)],
    ["with a key __proto__", replaced('"data":{', '"data":{"__proto__":{"v":1},')],
    ["with a key __proto__ in a turn", replaced('"t":[{', '"t":[{"__proto__":{"o":{}},')],
  ])(
    "%s is left out and counted; the other turns stay, and nothing is compared with half a request",
    async (_, edit) => {
      await damage(2, edit);
      expect(await opened()).toEqual({
        relations: ["baseline", null, "extended", "extended", "baseline"],
        ...{ unreadableRecords: 1, internalErrors: 0, said: "1" },
      });
    },
  );

  it("that holds what the others leave out takes them along", async () => {
    await damage(1, replaced('"p":"anthropic"', '"p":"google"'));
    expect(await opened()).toEqual({
      relations: [null, null, null, null, "baseline"],
      ...{ unreadableRecords: 4, internalErrors: 0, said: "4" },
    });
  });
});

describe("a session file with lines that are no JSON", () => {
  it("has one record less where the last line was half written, and goes on from the one before", async () => {
    await damage(4, (record) => [record.slice(0, record.length / 2)]);
    // Pi passes over the line, so that it is no entry: there is nothing to count.
    expect(await opened()).toEqual({
      relations: ["baseline", "extended", "extended", null, "extended"],
      ...{ unreadableRecords: 0, internalErrors: 0, said: null },
    });
  });

  it("begins behind a corrupt record, as it does for Pi: those that followed it are counted", async () => {
    await damage(2, (record) => [record.replace('"data"', '"data"?')]);
    expect(await opened()).toEqual({
      relations: [null, null, "baseline"],
      ...{ unreadableRecords: 2, internalErrors: 0, said: "2" },
    });
  });

  it("begins behind a corrupt message in the same way", async () => {
    await sessions.rewrite((lines) => lines.map((line) => (line.includes("say two") ? line.slice(1) : line)));
    expect(await opened()).toEqual({
      relations: [null, null, null, "baseline"],
      ...{ unreadableRecords: 3, internalErrors: 0, said: "3" },
    });
  });
});

describe("entries that are no record of this session", () => {
  const ALL = { relations: ["baseline", "extended", "extended", "extended", "extended"], internalErrors: 0 };

  it("are counted where another extension writes under our name, also between our records", async () => {
    await sessions.rewrite((lines) =>
      lines.flatMap((line) => {
        if (!line.includes("say three")) return [line];
        const { parentId, ...message } = Object(JSON.parse(line));
        const theirs = { type: "custom", customType: RECORD_TYPE, data: { theirs: [1] }, id: "aaaaaaaa", parentId };
        return [theirs, { ...message, parentId: "aaaaaaaa" }].map((entry) => JSON.stringify(entry));
      }),
    );
    expect(await opened()).toEqual({ ...ALL, unreadableRecords: 1, said: "1" });
  });

  it("are counted where a record stands there twice", async () => {
    await damage(3, (record) => [record, record]);
    expect(await opened()).toEqual({ ...ALL, unreadableRecords: 1, said: "1" });
  });

  it("are counted where a record was copied behind another", async () => {
    await damage(4, (record, lines) => {
      const second = lines.filter((line) => line !== "" && isRecordEntry(JSON.parse(line)))[1] ?? "";
      const last: unknown = JSON.parse(record);
      return [record, JSON.stringify({ ...JSON.parse(second), id: "bbbbbbbb", parentId: field(last, "id") })];
    });
    expect(await opened()).toMatchObject({
      relations: [...ALL.relations.slice(0, 4), "baseline"],
      ...{ unreadableRecords: 1, internalErrors: 0, said: "1" },
    });
  });

  it("are counted where the turn that a record speaks of is not there", async () => {
    await sessions.rewrite((lines) => {
      const entries = lines.filter((line) => line !== "").map((line) => Object(JSON.parse(line)));
      const answers = entries.filter((entry) => field(entry.message, "role") === "assistant");
      const [, gone] = answers;
      const others = entries.filter((entry) => entry !== gone);
      const linked = others.map((entry) =>
        entry.parentId === gone?.id ? { ...entry, parentId: gone?.parentId } : entry,
      );
      return [...linked.map((entry) => JSON.stringify(entry)), ""];
    });
    // The answer is missing in what Pi sends now: that is seen.
    expect(await opened()).toMatchObject({
      relations: ["baseline", "extended", "extended", "changed"],
      ...{ unreadableRecords: 1, internalErrors: 0, said: "1" },
    });
  });
});

it("a session goes on being recorded behind a damaged record", async () => {
  await damage(2, replaced('"v":1', '"v":2'));
  const first: RpcPi = await sessions.start({ args: ["--continue"] });
  await first.prompt("and now");
  await first.prompt("and on");
  const second = await sessions.start({ args: ["--continue"] });
  await second.prompt("and again");
  const { turns } = await reportOf(second);
  expect(turns.slice(-3).map(({ prefix }) => prefix?.relation)).toEqual(["baseline", "extended", "extended"]);
});
