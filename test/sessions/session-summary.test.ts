import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeFile } from "../../src/sessions/judged-file.ts";
import { addSums, NO_SUMS, type Sums, summaryOf } from "../../src/sessions/session-summary.ts";
import { aggregateOf, Ledger } from "../../src/usage/ledger.ts";
import { readTurn } from "../../src/usage/turn.ts";
import { type Counts, compaction, type Fields, found, noPrice, refresh, turn, usage } from "../support/entries.ts";
import { chain, judged, MISSED, READ, sessionOf, turns, WRITTEN } from "../support/session-files.ts";

/** Costs by halves of halves, so that sums of dollars are the same in every order. */
function paid(counts: Counts, fields: Fields = {}): Fields {
  const [input, output, cacheRead, cacheWrite] = counts.map((count) => count / 2 ** 12);
  const parts = {
    input,
    output: (output ?? 0) * 4,
    cacheRead: (cacheRead ?? 0) / 4,
    cacheWrite: (cacheWrite ?? 0) * 2,
  };
  const total = Object.values(parts).reduce((sum: number, part) => sum + (part ?? 0), 0);
  return turn(counts, { usage: usage(counts, { cost: { ...parts, total } }), ...fields });
}

const counts = fc.constantFrom<Counts>(WRITTEN, READ, MISSED, [0, 0, 0, 0], [64, 1, 0, 0]);
const body = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(counts, fc.constantFrom("m1", "m2", "m3")).map(([row, model]) => paid(row, { model })),
  },
  { weight: 1, arbitrary: fc.constantFrom(refresh(READ), compaction([8, 1, 0, 0]), turn(READ, { usage: undefined })) },
);
const session = fc.array(body, { maxLength: 8 });
const sumsOf = (bodies: readonly Fields[], prefix = "e"): Sums => summaryOf(judged(chain(bodies, { prefix })));

/** Culprits in one order: which of two is first says only which was met first. */
function sorted(sums: Sums) {
  const culprits = sums.culprits.toSorted((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1));
  return { ...sums, culprits, flags: sums.flags.toSorted() };
}

describe("the sums of sessions", () => {
  it("are the same however the sessions are grouped", () => {
    fc.assert(
      fc.property(fc.array(session, { minLength: 1, maxLength: 5 }), fc.nat(), (sessions, place) => {
        const all = sessions.map((bodies, index) => sumsOf(bodies, `s${index}-`));
        const inOrder = addSums(all);
        const cut = place % (all.length + 1);
        const [left, right] = [all.slice(0, cut), all.slice(cut)].map(addSums);
        expect(sorted(addSums([found(left), found(right)]))).toEqual(sorted(inOrder));
        expect(sorted(addSums([...all, NO_SUMS]))).toEqual(sorted(inOrder));
      }),
    );
  });

  it("are those of one ledger over all turns, whichever of them showed cache activity", () => {
    fc.assert(
      fc.property(session, session, (first, second) => {
        const ledger = new Ledger();
        for (const entry of [...first, ...second]) {
          const one = readTurn(entry.message, noPrice);
          if (one !== null) ledger.add(one);
        }
        const { models, flags } = addSums([sumsOf(first, "a"), sumsOf(second, "b")]);
        // A suspicion needs two turns in a row, and here a session lies between.
        const told = (model: (typeof models)[number]) => ({ ...model, inclusiveRate: null });
        expect(models.map(told)).toEqual(ledger.models.map(told));
        expect(aggregateOf(models)).toEqual(ledger.aggregate());
        const plain = (all: readonly string[]) => all.filter((flag) => flag !== "inclusive-input-suspected").toSorted();
        expect(plain(flags)).toEqual(plain(ledger.flags));
      }),
    );
  });

  it("take the zeros of a model for real once it has reported in any of them, and say so of no other", () => {
    const silent = sumsOf(turns(MISSED, MISSED));
    expect([silent.flags, aggregateOf(silent.models).hitRate]).toEqual([["not-reporting"], null]);
    const both = addSums([silent, sumsOf(turns(READ), "b")]);
    expect(both.flags).toEqual([]);
    expect(aggregateOf(both.models)).toMatchObject({ ratedTurns: 3, hitRate: 10_000 / 32_500 });
    const other = addSums([both, sumsOf([turn(MISSED, { model: "m2" })], "c")]);
    expect(other.flags).toEqual(["not-reporting"]);
    expect(aggregateOf(other.models)).toMatchObject({ turns: 4, ratedTurns: 3 });
  });

  it("begin with nothing, which adds nothing", () => {
    const one = sumsOf(turns(WRITTEN, READ, MISSED));
    const { path: _path, id: _id, isNewer: _isNewer, ...own } = summaryOf(judged(chain(turns(WRITTEN, READ, MISSED))));
    expect(addSums([NO_SUMS, one])).toEqual(own);
    expect(addSums([one])).toEqual(own);
    expect(addSums([])).toEqual(NO_SUMS);
    expect(NO_SUMS).toMatchObject({
      totalCost: null,
      models: [],
      money: { net: null },
      breaks: { total: { count: 0 } },
    });
  });

  it("reach from the first to the last turn of any", () => {
    const [early, late] = [0, 1].map((day) => summaryOf(judged(chain(turns(READ, READ), { start: day * 86_400_000 }))));
    const range = { firstAt: 0, lastAt: 86_400_000 + 60_000 };
    expect(addSums([found(late), found(early)])).toMatchObject(range);
    expect(addSums([found(early), found(late)])).toMatchObject(range);
  });
});

describe("the sums of one session", () => {
  it("are plain data, as another thread can give them", () => {
    const summary = summaryOf(
      judged(chain([...turns(WRITTEN, READ, MISSED), refresh(READ), compaction([9, 1, 0, 0])])),
    );
    expect(structuredClone(summary)).toEqual(summary);
  });

  it("say what was damaged, newer and copied", () => {
    const file = sessionOf(chain(turns(READ)), { damagedLines: 3, isNewer: true });
    expect(summaryOf(judgeFile(file))).toMatchObject({
      ...{ id: "session-1", path: "/sessions/one.jsonl", damagedLines: 3, isNewer: true, copiedTurns: 0 },
    });
  });
});
