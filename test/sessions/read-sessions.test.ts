import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFiles } from "../../src/sessions/find-files.ts";
import { readSessions } from "../../src/sessions/read-sessions.ts";
import { aggregateOf } from "../../src/usage/ledger.ts";
import { type Counts, type Fields, refresh, turn, usage } from "../support/entries.ts";
import { chain, header, jsonl, MISSED, READ, TempFolder, turns, WRITTEN } from "../support/session-files.ts";
import { price, START, usageOf } from "../support/verdicts.ts";

let folder: TempFolder;

beforeEach(() => {
  folder = new TempFolder();
});
afterEach(() => folder.remove());

const readAll = (options: Parameters<typeof readSessions>[1] = { since: null }) =>
  readSessions(findFiles(folder.path).paths, options);

const paid = (counts: Counts, fields: Fields = {}): Fields =>
  turn(counts, { usage: usage(counts, { cost: price("", "", usageOf(counts)) }), ...fields });
const START_OF: readonly Fields[] = chain([paid(WRITTEN), refresh(READ), paid(READ), paid(MISSED)]);

describe("several sessions", () => {
  it("are summed, and each is there by itself, in the order of the files", async () => {
    folder.session("2.jsonl", chain(turns(READ, READ), { prefix: "b" }), "second");
    folder.session("1.jsonl", START_OF, "first");
    const { sums, sessions, copies, unread } = await readAll();
    expect(sessions.map(({ id }) => id)).toEqual(["first", "second"]);
    expect(aggregateOf(sums.models)).toMatchObject({ turns: 5, usage: { cacheRead: 30_000 } });
    expect(sums.breaks.total.count).toBe(1);
    expect([copies, unread]).toEqual([0, []]);
  });

  it("are all that hold anything, so that the sums are theirs: a refresh is enough", async () => {
    folder.session("1.jsonl", [], "empty");
    folder.session("2.jsonl", chain([refresh(READ)]), "warmed");
    const { sums, sessions, copies } = await readAll();
    expect([sessions.map(({ id }) => id), copies, sums.refreshes.count]).toEqual([["warmed"], 0, 1]);
  });

  it("are read beside files that are none", async () => {
    folder.session("1.jsonl", START_OF);
    folder.write("0.jsonl", "no session");
    const gone = `${folder.path}/gone.jsonl`;
    const { sessions, unread } = await readSessions([...findFiles(folder.path).paths, gone], { since: null });
    expect(sessions).toHaveLength(1);
    expect(unread.map(({ code }) => code)).toEqual(["NOT_A_SESSION", "ENOENT"]);
  });

  it("may be none at all", async () => {
    expect(await readSessions([], { since: null })).toMatchObject({
      sessions: [],
      copies: 0,
      unread: [],
      sums: { models: [] },
    });
  });

  it("that are newer or damaged are said to be", async () => {
    folder.write("1.jsonl", jsonl(header("s", { version: 9 }), ...START_OF).slice(0, -5));
    const { sums, sessions } = await readAll();
    expect([sums.damagedLines, sessions[0]?.isNewer]).toEqual([1, true]);
  });

  it("tell how far the reading is", async () => {
    for (let index = 0; index < 3; index++) folder.session(`${index}.jsonl`, START_OF);
    const told: string[] = [];
    await readAll({ since: null, onProgress: (done, all) => void told.push(`${done}/${all}`) });
    expect(told).toEqual(["1/3", "2/3", "3/3"]);
  });
});

describe("what several files hold", () => {
  it("is counted in the first: a copy adds nothing, a fork what is its own", async () => {
    folder.session("1.jsonl", START_OF, "first");
    folder.session("2.jsonl", START_OF, "copy");
    const own = chain([paid(READ), paid(MISSED)], { prefix: "fork", after: "e3", start: START + 600_000 });
    folder.session("3.jsonl", [...START_OF.slice(0, 3), ...own], "fork", { parentSession: "/sessions/1.jsonl" });
    const { sums, sessions, copies } = await readAll();
    expect(aggregateOf(sums.models).turns).toBe(5);
    expect([copies, sums.copiedTurns, sums.refreshes.count, sums.breaks.total.count]).toEqual([1, 5, 1, 2]);
    expect(sessions.map(({ id, copiedTurns }) => [id, copiedTurns])).toEqual([
      ["first", 0],
      ["fork", 2],
    ]);
  });

  it("is told of old sessions without ids too", async () => {
    const old = START_OF.map(({ id: _id, parentId: _parent, ...rest }) => rest);
    folder.session("1.jsonl", old, "old", { version: 1 });
    folder.session("2.jsonl", old, "copy", { version: 1 });
    expect(await readAll()).toMatchObject({ copies: 1, sessions: { length: 1 }, sums: { copiedTurns: 3 } });
  });

  it("is counted before a time in neither, and after it in one", async () => {
    folder.session("1.jsonl", START_OF, "first");
    folder.session("2.jsonl", START_OF, "copy");
    const { sums, copies } = await readAll({ since: START + 150_000 });
    expect(aggregateOf(sums.models).turns).toBe(1);
    // Copied turns of before that time are not asked for.
    expect([copies, sums.copiedTurns]).toEqual([1, 1]);
    expect((await readAll({ since: START + 86_400_000 })).sessions).toEqual([]);
  });

  it("is the same sum whatever mix of copies and forks there is, in any order", async () => {
    const own = (fork: number, length: number, after: number) =>
      chain(
        Array.from({ length }, (_, index) => paid(index % 2 === 0 ? READ : MISSED)),
        { prefix: `f${fork}-`, after: after === 0 ? null : `e${after}`, start: START + fork * 3_600_000 },
      );
    const fork = fc.record({ shared: fc.nat(4), length: fc.nat(3) });
    await fc.assert(
      fc.asyncProperty(fc.array(fork, { minLength: 1, maxLength: 5 }), fc.array(fc.nat(5)), async (forks, copied) => {
        const below = new TempFolder();
        try {
          const files = forks.map(({ shared, length }, index) => [
            ...START_OF.slice(0, shared),
            ...own(index, length, shared),
          ]);
          const all = [...files, ...copied.map((index) => files[index % files.length] ?? [])];
          const paths = all.map((entries, index) => below.session(`${index}.jsonl`, entries, `s${index}`));
          const [forth, back] = [
            await readSessions(paths, { since: null }),
            await readSessions(paths.toReversed(), { since: null }),
          ];
          const ids = new Set(all.flat().flatMap(({ id, type }) => (type === "message" ? [id] : [])));
          for (const { sums } of [forth, back]) expect(aggregateOf(sums.models).turns).toBe(ids.size);
          expect(back.sums.refreshes.count).toBe(forth.sums.refreshes.count);
          const counts = ({ sums }: typeof forth) => [aggregateOf(sums.models).usage, sums.copiedTurns];
          expect(counts(back)).toEqual(counts(forth));
          const cost = ({ sums }: typeof forth) => sums.totalCost ?? 0;
          expect(cost(back)).toBeCloseTo(cost(forth), 9);
        } finally {
          below.remove();
        }
      }),
      { numRuns: 40 },
    );
  });
});
