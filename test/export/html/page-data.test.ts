import { describe, expect, it } from "vitest";
import { pageData } from "../../../src/export/html/page-data.ts";
import { exportedTurns } from "../../../src/export/turns.ts";
import { words } from "../../../src/ui/words/en.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";
import { compaction, refresh } from "../../support/entries.ts";
import { changedAt, live, observation, price } from "../../support/verdicts.ts";
import { type Entry, type Options, sourceOf, turnAt, workingSession } from "../sessions.ts";

const dataOf = (entries: readonly Entry[], options?: Options) =>
  pageData(exportedTurns(sourceOf(entries, options)), words);

describe("the page's data", () => {
  it("has a column of one length for every number of a turn", () => {
    const data = pageData(exportedTurns(workingSession(50)), words);
    const { turn, at, model, fresh, read, written, output, rated, cost, outcome, cause, also } = data;
    const { certainty, missed, lost, evidence, stop } = data;
    const columns = [
      at,
      model,
      fresh,
      read,
      written,
      output,
      rated,
      cost,
      outcome,
      cause,
      also,
      certainty,
      missed,
      lost,
      evidence,
      stop,
    ];
    expect(turn).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    for (const column of columns) expect(column).toHaveLength(50);
  });

  it("holds each number and word at its turn", () => {
    const change = changedAt({
      section: "tools",
      kind: "added",
      path: "tools[4]",
      name: "grep",
      before: null,
      shareBefore: 0,
    });
    const data = dataOf(
      [
        turnAt(0, [100, 5, 0, 9_900]),
        { body: compaction() },
        { body: refresh([1, 1, 9_000, 0]) },
        turnAt(9, [200, 50, 0, 10_800], { model: "m2", stopReason: "length" }),
        turnAt(20, [11_000, 50, 0, 100], { model: "m2" }, live(change)),
      ],
      { pricer: price, subscription: true },
    );
    expect(data).toMatchObject({
      ...{
        turn: [1, 2, 3],
        fresh: [100, 200, 11_000],
        read: [0, 0, 0],
        written: [9_900, 10_800, 100],
        output: [5, 50, 50],
      },
      ...{
        models: ["acme/m1", "acme/m2"],
        model: [0, 1, 1],
        notional: [0, 1],
        stops: ["stop", "length"],
        stop: [0, 1, 0],
      },
      ...{ compactions: [[1, 1]], refreshes: [[1, 1]], switches: [[1, 1]], isPriced: true },
    });
    expect(data.outcomes[data.outcome[2] ?? -1]).toBe("miss");
    expect(data.causes[data.cause[2] ?? -1]).toBe("tools changed");
    expect(data.certainties[data.certainty[2] ?? -1]).toBe("observed");
    expect(data.breaks.map((outcome) => data.outcomes[outcome])).toEqual(["partial miss", "miss"]);
    expect(data.sentences[data.evidence[2]?.[0] ?? -1]).toBe("tools[4] grep added");
    expect(data.missed[2]).toBe(11_000);
    expect(data.lost[2]).toBeGreaterThan(0);
  });

  it("is null where nothing was measured, and never 0", () => {
    const data = dataOf([turnAt(0, [0, 0, 0, 0], { usage: undefined, timestamp: "?", stopReason: "aborted" })]);
    expect(data).toMatchObject({
      at: [null],
      fresh: [null],
      read: [null],
      written: [null],
      output: [null],
      rated: [0],
      cost: [null],
    });
    expect(data.isPriced).toBe(false);
  });

  it("gives a turn without a rate none, although its tokens are there", () => {
    expect(dataOf([turnAt(0, [5_000, 5, 0, 0])])).toMatchObject({ rated: [0], fresh: [5_000], read: [0] });
  });

  it("says the evidence in the reader's language, each sentence once", () => {
    const data = pageData(exportedTurns(workingSession(40)), zh);
    expect(data.sentences).toContain(zh.evidence({ kind: "unchanged" }));
    expect(new Set(data.sentences).size).toBe(data.sentences.length);
  });

  it("leaves the evidence of the oldest turns out where it would make the file large", () => {
    const entries = Array.from({ length: 3_000 }, (_, index) =>
      turnAt(
        index * 400,
        [9_000, 5, index === 0 ? 0 : 100, 900],
        { model: `${index} ${"m".repeat(380)}` },
        live(observation()),
      ),
    );
    const data = dataOf(entries);
    expect(data.evidence[0]).toBeNull();
    expect(data.evidence.at(-1)).not.toBeNull();
    expect(JSON.stringify(data.sentences).length).toBeLessThan(520_000);
  });

  it("cleans and bounds every name and sentence", () => {
    const odd = "\u0000\u202e</script>".repeat(60);
    const seen = live(changedAt({ section: "tools", name: odd, path: odd, owner: odd, tag: odd, shareBefore: 0 }));
    const data = dataOf([
      turnAt(0, [100, 5, 0, 9_900]),
      turnAt(9, [9_900, 5, 0, 100], { provider: odd, model: odd, stopReason: odd }, seen),
    ]);
    const texts = [...data.models, ...data.sentences, ...data.stops];
    for (const text of texts) {
      expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(text.length).toBeLessThanOrEqual(400);
    }
  });
});
