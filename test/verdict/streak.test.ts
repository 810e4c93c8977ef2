import { describe, expect, it } from "vitest";
import type { Verdict } from "../../src/verdict/evidence.ts";
import { Streak } from "../../src/verdict/streak.ts";
import { found } from "../support/entries.ts";
import { divergence, kinds, verdict } from "../support/verdicts.ts";

const at = (fields: Parameters<typeof divergence>[0] = {}): Verdict =>
  verdict({ cause: "system-changed", evidence: [{ kind: "place", divergence: divergence(fields) }, { kind: "flap" }] });
const HIT = verdict({ outcome: "hit", cause: null });

function noted(...verdicts: readonly Verdict[]): readonly Verdict[] {
  const streak = new Streak();
  return verdicts.map((one) => streak.note(one));
}

const repeats = (verdicts: readonly Verdict[]) =>
  verdicts.map(({ evidence }) => {
    const repeated = evidence.find(({ kind }) => kind === "repeated");
    return repeated?.kind === "repeated" ? repeated.turns : null;
  });

describe("breaks in a row", () => {
  it("are a pattern from the third on, and two are not", () => {
    expect(repeats(noted(at(), at(), at(), at()))).toEqual([null, null, 3, 4]);
  });

  it("are told right behind the first evidence", () => {
    expect(kinds(found(noted(at(), at(), at())[2]))).toEqual(["place", "repeated", "flap"]);
    const bare = verdict({ cause: "expired" });
    expect(kinds(found(noted(bare, bare, bare)[2]))).toEqual(["repeated"]);
  });

  it("leave everything else of the verdict as it is", () => {
    const [first, , third] = noted(at(), at(), at());
    expect(first).toEqual(at());
    expect(third).toEqual({ ...at(), evidence: found(third).evidence });
  });

  it.each([
    ["a hit", HIT],
    ["an expected rebuild", { ...at(), outcome: "expected-rebuild" as const }],
    ["a turn that was not measured", { ...at(), outcome: "unmeasured" as const }],
    ["another cause", { ...at(), cause: "tools-changed" as const }],
    ["another section", at({ section: "developer" })],
    ["another tool", at({ name: "grep" })],
    ["another part of the prompt", at({ tag: "skills" })],
  ])("begin anew after %s", (_what, other) => {
    expect(repeats(noted(at(), at(), other, at(), at(), at()))).toEqual([null, null, null, null, null, 3]);
  });

  it("may change something else at their place each time", () => {
    const places = [at({ path: "system[0]", index: 0 }), at({ path: "system[1]", index: 1 }), at({ line: 4, char: 9 })];
    expect(repeats(noted(...places))).toEqual([null, null, 3]);
  });

  it("stand where the first place is that is named, whatever else changed", () => {
    const beside = (index: number): Verdict => {
      const other = divergence({ section: "tools", name: `tool ${index}` });
      return { ...at(), evidence: [...at().evidence, { kind: "place", divergence: other }] };
    };
    expect(repeats(noted(beside(1), beside(2), beside(3)))).toEqual([null, null, 3]);
  });

  it("stand at a place that is named after something else, too", () => {
    const later = (name: string): Verdict => {
      const place = divergence({ section: "tools", name });
      return { ...at(), evidence: [{ kind: "flap" }, { kind: "place", divergence: place }] };
    };
    expect(repeats(noted(later("a"), later("b"), later("c")))).toEqual([null, null, null]);
    expect(repeats(noted(later("a"), later("a"), later("a")))).toEqual([null, null, 3]);
  });

  it("may be partial misses too", () => {
    const partial: Verdict = { ...at(), outcome: "partial" };
    expect(repeats(noted(at(), partial, at()))).toEqual([null, null, 3]);
  });

  it("are none among hits, however many", () => {
    expect(repeats(noted(HIT, HIT, HIT, HIT))).toEqual([null, null, null, null]);
  });
});
