import { describe, expect, it } from "vitest";
import { breaksBy } from "../../../src/ui/panel/breaks-by.ts";
import { modelKey } from "../../../src/usage/turn.ts";
import { ROOT, TurnList } from "../../../src/usage/turn-list.ts";
import type { Verdict } from "../../../src/verdict/evidence.ts";
import { unmeasured } from "../../../src/verdict/judge.ts";
import { noPrice, turn } from "../../support/entries.ts";

type Story = readonly [model: string, verdict: Partial<Verdict> | null];

function breaksOf(...stories: readonly Story[]) {
  const list = new TurnList(noPrice);
  let place = ROOT;
  for (const [model] of stories) place = list.add(turn([1, 1, 1, 1], { model }), place);
  return breaksBy(list.turns, ({ number }) => {
    const verdict = stories[number - 1]?.[1] ?? null;
    return verdict === null ? null : { ...unmeasured(), ...verdict };
  });
}

const key = (model: string): string => modelKey({ provider: "acme", api: "anthropic-messages", model });
const miss = (cause: Verdict["cause"], missedTokens: number): Partial<Verdict> => ({
  outcome: "miss",
  cause,
  missedTokens,
});

describe("breaks of a range", () => {
  it("are summed by cause, most missed tokens first, with the newest turn that broke so", () => {
    const { causes, total } = breaksOf(
      ["a", miss("expired", 5_000)],
      ["a", miss("tools-changed", 4_000)],
      ["a", { outcome: "hit", cause: "expired", missedTokens: 10 }],
      ["a", miss("tools-changed", 3_000)],
    );
    expect(causes.map(({ cause, count, missedTokens, newest }) => [cause, count, missedTokens, newest])).toEqual([
      ["tools-changed", 2, 7_000, 3],
      ["expired", 1, 5_000, 0],
    ]);
    expect(total).toMatchObject({ count: 3, missedTokens: 12_000 });
  });

  it("are summed by model, which has a newest turn also without breaks", () => {
    const { ofModel, newestOf } = breaksOf(["a", miss("expired", 5_000)], ["b", null], ["a", null]);
    expect([ofModel(key("a")).count, ofModel(key("b")).count, ofModel(key("c")).count]).toEqual([1, 0, 0]);
    expect([newestOf(key("a")), newestOf(key("b")), newestOf(key("c"))]).toEqual([2, 1, -1]);
  });

  it("are none where verdicts are not known yet", () => {
    expect(breaksOf(["a", null], ["a", null]).causes).toEqual([]);
  });
});
