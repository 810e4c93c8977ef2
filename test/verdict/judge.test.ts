import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FLAGS } from "../../src/usage/row.ts";
import { CAUSES } from "../../src/verdict/cause.ts";
import { isBreak, type Verdict } from "../../src/verdict/evidence.ts";
import { judge, unmeasured, unreported } from "../../src/verdict/judge.ts";
import { NO_CHANGE } from "../../src/verdict/prompt-records.ts";
import { type Counts, found, noPrice, usage } from "../support/entries.ts";
import {
  changedAt,
  divergence,
  facts,
  kinds,
  live,
  marker,
  observation,
  past,
  price,
  START,
  SYSTEM_CHANGED,
  sections,
  TOOLS_CHANGED,
  verdict,
} from "../support/verdicts.ts";

const NOTHING: Counts = [10_000, 5, 0, 0];
const EVERYTHING: Counts = [500, 5, 9_500, 0];
const QUIET = { compacted: false, navigated: false, resumed: null, prompt: NO_CHANGE };
const judged = (...args: Parameters<typeof facts>) => judge(facts(...args), noPrice);
/** A message that was paid, at four dollars a million for all it did not read. */
const paid = (counts: Counts) => {
  const input = (counts[0] + counts[3]) * 4e-6;
  return { usage: usage(counts, { cost: { input, total: input } }) };
};
/** A miss of everything, so many seconds after the request before. */
const missAfter = (seconds: number, fields: Parameters<typeof facts>[1] = {}) =>
  judged(NOTHING, fields, { timestamp: START + seconds * 1_000 });

describe("the table of verdicts", () => {
  it("an unchanged request that was read as expected is a hit", () => {
    expect(judged(EVERYTHING)).toEqual({
      ...{ outcome: "hit", cause: null, also: [], certainty: "unknown", evidence: [{ kind: "unchanged" }] },
      ...{ missedTokens: 500, missedCost: null },
    });
  });

  it("an unchanged request of which little was read is not your change", () => {
    const { outcome, cause, certainty } = judged(NOTHING);
    expect({ outcome, cause, certainty }).toEqual({ outcome: "miss", cause: "provider-side", certainty: "likely" });
  });

  it("a changed request of which little was read is your change, named and observed", () => {
    expect(judged(NOTHING, { live: live(TOOLS_CHANGED) })).toEqual({
      ...{ outcome: "miss", cause: "tools-changed", also: [], certainty: "observed" },
      evidence: [{ kind: "place", divergence: found(TOOLS_CHANGED.divergence) }],
      ...{ missedTokens: 10_000, missedCost: null },
    });
  });

  it("a changed request of which nearly all was read changed late, at little cost", () => {
    const seen = changedAt({ section: "history", shareBefore: 0.95 });
    expect(judged(EVERYTHING, { live: live(seen) })).toMatchObject({
      ...{ outcome: "hit", cause: "history-rewritten", certainty: "observed" },
      evidence: [{ kind: "place" }, { kind: "late" }],
    });
  });
});

describe("a hit", () => {
  it("of which more was read than stands before the change accuses nobody", () => {
    const read = (cacheRead: number, flap = false) => {
      const seen = changedAt({ section: "system", shareBefore: 0.4 }, { flap });
      return judged([10_000 - cacheRead, 5, cacheRead, 0], { live: live(seen), previous: past([0, 5, 0, 8_000]) });
    };
    // 4,000 tokens stand before it; half as many again and the noise are allowed for.
    expect(read(7_024)).toMatchObject({ outcome: "hit", cause: "system-changed", certainty: "observed" });
    expect(read(7_025)).toMatchObject({ outcome: "hit", cause: null, certainty: "unknown" });
    expect(kinds(read(7_025))).toEqual(["place", "contradicted"]);
    // Of a head that was there before, an older entry can have been read.
    expect(read(7_025, true)).toMatchObject({
      cause: "system-changed",
      evidence: [{ kind: "place" }, { kind: "late" }],
    });
  });

  it("of a request that only lost its end says so", () => {
    expect(judged(EVERYTHING, { live: live(observation({ relation: "shortened" })) }).evidence).toEqual([
      { kind: "shortened" },
    ]);
  });

  it("names a likely change as likely", () => {
    const seen = changedAt({ kind: "representation", shareBefore: 0.95 });
    expect(judged(EVERYTHING, { live: live(seen) })).toMatchObject({ cause: "system-changed", certainty: "likely" });
  });

  it("names the first of several late changes", () => {
    const places = [divergence({ shareBefore: 0.95 }), divergence({ section: "history", shareBefore: 0.97 })];
    const seen = observation({ relation: "changed", divergences: places });
    expect(judged(EVERYTHING, { live: live(seen) }).cause).toBe("system-changed");
  });

  it("does not name what does no harm", () => {
    const harmless = changedAt({ section: "params", name: "tool_choice", path: "tool_choice", shareBefore: 0.95 });
    expect(judged(EVERYTHING, { live: live(harmless) })).toMatchObject({
      cause: null,
      evidence: [{ kind: "unchanged" }],
    });
    const [place] = harmless.divergences;
    const late = divergence({ section: "history", shareBefore: 0.95 });
    const both = { ...harmless, divergences: [found(place), late] };
    expect(judged(EVERYTHING, { live: live(both) }).cause).toBe("history-rewritten");
  });

  it("needs no reason where the request was not seen or not compared", () => {
    for (const seen of [null, observation({ relation: "baseline" }), observation({ relation: "branched" })]) {
      expect(judged(EVERYTHING, { live: live(seen) })).toMatchObject({ outcome: "hit", cause: null, evidence: [] });
    }
  });

  it("of another protocol is contradicted by what was read", () => {
    const seen = observation({ relation: "changed", reason: "other-protocol" });
    expect(kinds(judged(EVERYTHING, { live: live(seen) }))).toEqual(["other-protocol", "contradicted"]);
  });

  it("says who answered, where that is another than before", () => {
    const evidence = (responseModel: unknown, fields = {}) => judged(EVERYTHING, fields, { responseModel }).evidence;
    expect(evidence("mini")).toEqual([{ kind: "unchanged" }, { kind: "answered-by", model: "mini" }]);
    expect(evidence("m1")).toEqual([{ kind: "unchanged" }]);
    expect(evidence(undefined)).toEqual([{ kind: "unchanged" }]);
    expect(evidence("mini", { previous: past([0, 5, 0, 10_000], { answeredBy: "mini" }) })).toHaveLength(1);
  });

  it("says nothing of who answered, where it is a dated version of the model that answered before", () => {
    expect(judged(EVERYTHING, {}, { responseModel: "m1-2026-01-31" }).evidence).toEqual([{ kind: "unchanged" }]);
  });

  it("carries the few tokens and dollars that it missed all the same", () => {
    const own = { usage: usage(EVERYTHING, { cost: { input: 0.004, cacheRead: 0.0095, total: 0.0135 } }) };
    const { missedTokens, missedCost } = judge(facts(EVERYTHING, {}, own), price);
    expect(missedTokens).toBe(500);
    expect(missedCost).toBeCloseTo(500 * (8e-6 - 1e-6), 12);
  });
});

describe("the outcome", () => {
  it("is a hit up to 1,024 missed tokens", () => {
    expect(judged([1_024, 5, 8_976, 0]).outcome).toBe("hit");
    expect(judged([1_025, 5, 8_975, 0])).toMatchObject({ outcome: "partial", missedTokens: 1_025 });
  });

  it("is partial where half was read, and a miss below", () => {
    expect(judged([5_000, 5, 5_000, 0]).outcome).toBe("partial");
    expect(judged([5_001, 5, 4_999, 0]).outcome).toBe("miss");
  });

  it("has its price where one is known", () => {
    const own = { usage: usage(NOTHING, { cost: { input: 0.04, total: 0.04 } }) };
    expect(judge(facts(NOTHING, {}, own), price).missedCost).toBeCloseTo(10_000 * 3e-6, 12);
    expect(judge(facts(NOTHING, {}, own), noPrice).missedCost).toBeNull();
  });
});

describe("a first request", () => {
  it("of which little was read is a cold start, and no break", () => {
    expect(judged(NOTHING, { previous: null }, paid(NOTHING))).toEqual({
      ...{ outcome: "expected-rebuild", cause: "cold-start", also: [], certainty: "observed" },
      ...{ evidence: [{ kind: "first" }], missedTokens: 0, missedCost: 0 },
    });
    expect(judged([5_001, 5, 4_999, 0], { previous: null }).cause).toBe("cold-start");
  });

  it("of which half was read found what another session left", () => {
    expect(judged([5_000, 5, 5_000, 0], { previous: null })).toMatchObject({
      ...{ outcome: "hit", cause: null, certainty: "unknown", evidence: [{ kind: "first" }], missedTokens: 0 },
    });
  });

  it("that asks for no caching where that is needed says so", () => {
    const bare = observation({ relation: "baseline", shape: "anthropic" });
    const first = (seen: Parameters<typeof live>[0]) => judged(NOTHING, { previous: null, live: live(seen) });
    expect(first(bare).evidence).toEqual([{ kind: "first" }, { kind: "no-markers", before: 0 }]);
    expect(kinds(first({ ...bare, markers: [marker("system", 0)] }))).toEqual(["first"]);
    expect(kinds(first({ ...bare, shape: "openai-chat" }))).toEqual(["first"]);
    expect(kinds(first(null))).toEqual(["first"]);
  });

  it("that is too short to be cached is just that", () => {
    expect(judged([1_023, 5, 0, 0], { previous: null }, paid([1_023, 5, 0, 0]))).toEqual({
      ...{ outcome: "expected-rebuild", cause: "below-minimum", also: [], certainty: "likely" },
      evidence: [{ kind: "minimum", tokens: 1_024, assumed: true }],
      ...{ missedTokens: 0, missedCost: 0 },
    });
    expect(judged([1_024, 5, 0, 0], { previous: null }).cause).toBe("cold-start");
    expect(judged([1, 5, 0, 5], { previous: null }).cause).toBe("cold-start");
  });

  it("is too short by its own model's figure, where that is known", () => {
    const first = (tokens: number) => judged([tokens, 5, 0, 0], { previous: null }, { model: "claude-opus-4-5" });
    expect(first(4_095)).toMatchObject({ cause: "below-minimum", evidence: [{ tokens: 4_096, assumed: false }] });
    expect(first(4_096).cause).toBe("cold-start");
  });

  it("is too short by the largest figure of its provider, where models of it differ", () => {
    const first = (tokens: number, api: string) => judged([tokens, 5, 0, 0], { previous: null }, { api });
    for (const api of ["google-generative-ai", "bedrock-converse-stream"]) {
      expect(first(4_095, api)).toMatchObject({ cause: "below-minimum", evidence: [{ tokens: 4_096, assumed: true }] });
      expect(first(4_096, api).cause).toBe("cold-start");
    }
  });

  it("misses nothing, for no money; without a cost of its own it is not known of none", () => {
    const free = { usage: usage([10_000, 5, 0, 0], { cost: undefined }) };
    const short = { usage: usage([100, 5, 0, 0], { cost: undefined }) };
    expect(judged(NOTHING, { previous: null }, paid(NOTHING))).toMatchObject({ missedTokens: 0, missedCost: 0 });
    expect(judged(NOTHING, { previous: null }, free)).toMatchObject({ missedTokens: 0, missedCost: null });
    expect(judged([100, 5, 0, 0], { previous: null }, short)).toMatchObject({ missedTokens: 0, missedCost: null });
    const read = { usage: usage([0, 5, 10_000, 0], { cost: undefined }) };
    expect(judged([0, 5, 10_000, 0], { previous: null }, read)).toMatchObject({ outcome: "hit", missedCost: null });
  });

  it("has no cost of what it missed where its row was free, as no other turn has", () => {
    expect(judged(NOTHING, { previous: null }).missedCost).toBeNull();
    expect(judged([100, 5, 0, 0], { previous: null }).missedCost).toBeNull();
    expect(judged(NOTHING, { since: { ...QUIET, compacted: true }, live: live(null) }).missedCost).toBeNull();
  });
});

describe("counts that are not what the provider meant", () => {
  it.each(["usage-malformed", "input-negative", "inclusive-input-suspected"] as const)("(%s) are no miss", (flag) => {
    expect(judged(NOTHING, { flags: ["cost-missing", flag] })).toEqual({
      ...{ outcome: "unmeasured", cause: "malformed-usage", also: [], certainty: "observed" },
      ...{ evidence: [{ kind: "bad-usage", flag }], missedTokens: 0, missedCost: null },
    });
  });

  it("are called malformed first, where they are suspicious too", () => {
    const { evidence } = judged(NOTHING, { flags: ["inclusive-input-suspected", "usage-malformed"] });
    expect(evidence).toEqual([{ kind: "bad-usage", flag: "usage-malformed" }]);
  });

  it.each(["cost-missing", "not-reporting", "usage-missing"] as const)("are not meant by %s", (flag) => {
    expect(judged(NOTHING, { flags: [flag] }).cause).toBe("provider-side");
  });
});

describe("a miss of an unchanged request", () => {
  it("after a pause longer than the declared lifetime is expired, likely", () => {
    expect(missAfter(380)).toMatchObject({ outcome: "miss", cause: "expired", certainty: "likely", also: [] });
    expect(missAfter(300).cause).toBe("provider-side");
    expect(missAfter(300.001).cause).toBe("expired");
  });

  it("within the declared lifetime is on the provider's side, however long that is", () => {
    expect(missAfter(299, {})).toMatchObject({ cause: "provider-side", certainty: "likely" });
    expect(missAfter(3_600, { lifetimeSeconds: 3_600 }).cause).toBe("provider-side");
    expect(missAfter(61, { lifetimeSeconds: 100 }).cause).toBe("provider-side");
  });

  it("seconds apart is on the provider's side where no lifetime is declared, and evicted after a minute", () => {
    const unknown = { lifetimeSeconds: null };
    expect(missAfter(59.9, unknown)).toMatchObject({ cause: "provider-side", certainty: "likely" });
    expect(missAfter(60, unknown)).toMatchObject({ cause: "evicted", certainty: "likely" });
    expect(missAfter(9 * 3_600, unknown).cause).toBe("evicted");
    expect(missAfter(9 * 3_600, unknown).evidence).toContainEqual({
      kind: "idle",
      seconds: 32_400,
      lifetimeSeconds: null,
    });
  });

  it("has no cause where the times cannot be compared", () => {
    expect(missAfter(-5)).toMatchObject({ cause: "unknown", certainty: "unknown" });
    expect(kinds(missAfter(-5))).toEqual(["unchanged", "no-time"]);
    expect(missAfter(5, { previous: past([0, 5, 0, 10_000], { startedAt: null }) }).cause).toBe("unknown");
  });

  it("is told with what was seen and how long it was idle", () => {
    expect(missAfter(10).evidence).toEqual([
      { kind: "unchanged" },
      { kind: "idle", seconds: 10, lifetimeSeconds: 300 },
      { kind: "later-extensions" },
    ]);
  });

  it("says that later extensions may have changed it only where that is the doubt", () => {
    expect(kinds(missAfter(380))).not.toContain("later-extensions");
    expect(kinds(missAfter(90, { lifetimeSeconds: null }))).toContain("later-extensions");
    expect(kinds(missAfter(10, { live: live(TOOLS_CHANGED) }))).not.toContain("later-extensions");
  });

  it("says that a router may have moved, where it is one", () => {
    expect(kinds(judged(NOTHING, {}, { provider: "openrouter" }))).toContain("router");
    expect(kinds(judged(NOTHING))).not.toContain("router");
    expect(kinds(judged(NOTHING, { live: live(TOOLS_CHANGED) }, { provider: "openrouter" }))).not.toContain("router");
  });

  it("says that only the head was read, where about as much was", () => {
    const seen = observation({
      sections: sections({ tools: 100, system: 70, developer: 20, instructions: 10, history: 800 }),
    });
    const read = (cacheRead: number) =>
      kinds(judged([10_000 - cacheRead, 5, cacheRead, 0], { live: live(seen) })).includes("head-only");
    expect([1_501, 2_000, 2_499].map(read)).toEqual([true, true, true]);
    expect([1_499, 2_501, 4_000].map(read)).toEqual([false, false, false]);
    const bare = { ...seen, sections: sections({ history: 800 }) };
    expect(kinds(judged([9_600, 5, 400, 0], { live: live(bare) }))).toContain("head-only");
    expect(kinds(judged(NOTHING, { live: live(bare) }))).not.toContain("head-only");
  });
});

describe("a miss of a request that was not seen or not compared", () => {
  it("has no cause, and accuses nobody", () => {
    expect(missAfter(380, { live: live(null) })).toMatchObject({
      ...{ outcome: "miss", cause: "unknown", certainty: "unknown", also: ["expired"] },
    });
    expect(judged(NOTHING, { live: live(null) }).evidence).toEqual([{ kind: "not-seen", reason: null }]);
  });

  it.each(["baseline", "unknown", "skipped", "disabled"] as const)("(%s) says why", (relation) => {
    const of = (reason: string | null) => judged(NOTHING, { live: live(observation({ relation, reason })) });
    expect(of(null)).toMatchObject({ cause: "unknown", evidence: [{ kind: "not-seen", reason: relation }] });
    expect(of("too-deep").evidence).toEqual([{ kind: "not-seen", reason: "too-deep" }]);
  });

  it("is no one's doing where the request branched off, and says nothing of being unchanged", () => {
    const branched = observation({ relation: "branched" });
    expect(kinds(judged(NOTHING, { live: live(branched) }))).not.toContain("unchanged");
    expect(judged(NOTHING, { since: { ...QUIET, navigated: true }, live: live(branched) })).toMatchObject({
      ...{ outcome: "expected-rebuild", cause: "navigated", certainty: "observed", missedTokens: 10_000 },
    });
  });

  it("is not laid on the provider where the request branched off: it neither repeats nor continues the last one", () => {
    const branched = observation({ relation: "branched" });
    expect(judged(NOTHING, { live: live(branched) }).cause).not.toBe("provider-side");
  });
});

describe("a move in the tree to a late place", () => {
  const branchPoint = divergence({ section: "history", shareBefore: 0.9 });
  const branched = observation({ relation: "branched", branchPoint });
  const moved = { since: { ...QUIET, navigated: true }, live: live(branched) };

  it("does not explain that nothing was read after two hours: the entry had expired", () => {
    const one = missAfter(7_200, moved);
    expect(one).toMatchObject({ outcome: "miss", cause: "expired", also: ["navigated"], certainty: "likely" });
    expect(kinds(one)).toEqual(["idle", "navigated"]);
    expect(one.missedTokens).toBe(10_000);
  });

  it("does not explain that nothing was read seconds later: the provider forgot", () => {
    expect(missAfter(10, moved)).toMatchObject({ outcome: "miss", cause: "provider-side", also: ["navigated"] });
    const undeclared = { ...moved, lifetimeSeconds: null };
    expect(missAfter(10, undeclared)).toMatchObject({ cause: "provider-side", also: ["navigated"] });
    expect(missAfter(600, undeclared)).toMatchObject({ cause: "evicted", also: ["navigated"] });
    expect(kinds(missAfter(600, undeclared))).not.toContain("unchanged");
  });

  it("explains the loss of what lies behind it", () => {
    expect(judged([6_000, 5, 4_000, 0], moved)).toMatchObject({ outcome: "expected-rebuild", cause: "navigated" });
    const early = observation({
      relation: "branched",
      branchPoint: divergence({ section: "history", shareBefore: 0.1 }),
    });
    expect(missAfter(7_200, { ...moved, live: live(early) })).toMatchObject({
      ...{ outcome: "expected-rebuild", cause: "navigated", also: ["expired"] },
    });
  });

  it("is no one's move where the user did not move", () => {
    expect(judged(NOTHING, { live: live(branched) })).toMatchObject({ cause: "unknown", also: [] });
  });
});

describe("a switch to another model or endpoint", () => {
  it("comes before what the user did, but for a compaction", () => {
    for (const isFirstOf of ["model", "endpoint"] as const) {
      const of = (since: Partial<typeof QUIET>) =>
        judged(NOTHING, {
          since: { ...QUIET, ...since },
          isFirstOf,
          live: live(observation({ relation: "baseline" })),
        });
      const cause = `${isFirstOf}-changed`;
      expect(of({ navigated: true })).toMatchObject({ outcome: "miss", cause, also: ["navigated"] });
      const since = { ...QUIET, resumed: "resume" };
      const resumed = judged(NOTHING, { since, isFirstOf, live: live(null) });
      expect(resumed).toMatchObject({ outcome: "miss", cause, also: ["resumed"] });
      const also = ["navigated", cause];
      expect(of({ compacted: true, navigated: true })).toMatchObject({
        outcome: "expected-rebuild",
        cause: "compacted",
        also,
      });
    }
  });
});

describe("a changed parameter on a protocol with markers", () => {
  const MARKED = { shape: "anthropic", markers: [marker("system", 0), marker("history", 3)] };
  const param = (path: string, fields: Parameters<typeof changedAt>[1] = MARKED) => ({
    live: live(changedAt({ section: "params", name: path, path, shareBefore: 0.5 }, fields)),
  });

  it("leaves a marked head that was not read after a pause to time", () => {
    for (const [path, cause] of [
      ["tool_choice", "params-changed"],
      ["thinking", "thinking-changed"],
    ] as const) {
      expect(missAfter(7_200, param(path))).toMatchObject({ outcome: "miss", cause: "expired", also: [cause] });
    }
  });

  it("is named where nothing else explains it and models differ in what it loses", () => {
    expect(missAfter(10, param("thinking"))).toMatchObject({
      cause: "thinking-changed",
      certainty: "observed",
      also: [],
    });
    expect(missAfter(10, param("betas"))).toMatchObject({ cause: "params-changed", certainty: "likely", also: [] });
    expect(missAfter(10, param("tool_choice"))).toMatchObject({ cause: "provider-side", also: ["params-changed"] });
  });

  it("is named where the marked head was read, whatever the pause", () => {
    const read = (path: string) => judged([5_500, 5, 4_500, 0], param(path), { timestamp: START + 7_200_000 });
    expect(read("tool_choice")).toMatchObject({ outcome: "miss", cause: "params-changed", also: ["expired"] });
    expect(read("thinking")).toMatchObject({ outcome: "miss", cause: "thinking-changed", also: ["expired"] });
  });

  it("is named before time where caching is automatic: nothing stands before a parameter", () => {
    const automatic = param("thinking", { shape: "openai-chat" });
    expect(missAfter(7_200, automatic)).toMatchObject({ cause: "thinking-changed", also: ["expired"] });
  });
});

describe("a marker out of reach or moved", () => {
  const MARKED = observation({ shape: "anthropic", markers: [marker("system", 0), marker("history", 3)] });
  const previous = past([0, 5, 0, 10_000], { observation: MARKED });
  const far = { previous, live: live({ ...MARKED, blocksSinceMarker: 21 }) };
  const earlier = { previous, live: live(MARKED) };

  it("explains a loss of the history, and not that of the marked head", () => {
    for (const [fields, cause] of [
      [far, "lookback-exceeded"],
      [earlier, "markers-moved"],
    ] as const) {
      expect(judged([5_500, 5, 4_500, 0], fields)).toMatchObject({ outcome: "miss", cause, also: [] });
      expect(judged(NOTHING, fields)).toMatchObject({ cause: "provider-side", also: [cause] });
      expect(missAfter(7_200, fields)).toMatchObject({ cause: "expired", also: [cause] });
    }
  });

  it("is not said of a request to another model or in another protocol", () => {
    const bare = { previous, live: live({ ...MARKED, markers: [] }) };
    expect(judged(NOTHING, bare).cause).toBe("markers-moved");
    expect(judged(NOTHING, { ...bare, isFirstOf: "model" })).toMatchObject({ cause: "model-changed", also: [] });
  });
});

describe("a change against which clearly more was read", () => {
  const at = (read: number, fields: Parameters<typeof changedAt>[1] = {}, seconds = 10) =>
    judged(
      [10_000 - read, 5, read, 0],
      { live: live(changedAt({ section: "system", shareBefore: 0.4 }, fields)) },
      { timestamp: START + seconds * 1_000 },
    );

  it("is no cause of a miss, and nothing else is made up for it", () => {
    expect(at(7_024)).toMatchObject({ outcome: "partial", cause: "system-changed", certainty: "observed" });
    expect(at(7_025)).toMatchObject({ outcome: "partial", cause: "unknown", certainty: "unknown", also: [] });
    expect(kinds(at(7_025))).toEqual(["place", "contradicted"]);
  });

  it("is a cause all the same where that head was there before", () => {
    expect(at(7_025, { flap: true })).toMatchObject({ cause: "system-changed", certainty: "observed" });
  });

  it("leaves the miss to what else explains it", () => {
    expect(at(7_025, {}, 7_200)).toMatchObject({ outcome: "partial", cause: "expired", also: [] });
    const places = [
      divergence({ section: "tools", shareBefore: 0 }),
      divergence({ section: "history", shareBefore: 0.6 }),
    ];
    const seen = observation({ relation: "changed", divergences: places });
    expect(judged([4_000, 5, 6_000, 0], { live: live(seen) })).toMatchObject({
      ...{ outcome: "partial", cause: "history-rewritten", also: [] },
    });
  });

  it("is none of what the provider documents as harmless: that the rest was read is what it promises", () => {
    const harmless = changedAt({ section: "params", name: "tool_choice", path: "tool_choice", shareBefore: 0.2 });
    expect(judged([4_000, 5, 6_000, 0], { live: live(harmless) })).toMatchObject({
      ...{ outcome: "partial", cause: "provider-side", certainty: "likely" },
    });
  });
});

describe("an expected rebuild", () => {
  it("after a compaction is no break and misses nothing", () => {
    const since = { ...QUIET, compacted: true };
    const one = judged(NOTHING, { since, live: live(observation({ relation: "branched" })) }, paid(NOTHING));
    expect(one).toMatchObject({ outcome: "expected-rebuild", cause: "compacted", certainty: "observed" });
    expect(one).toMatchObject({ missedTokens: 0, missedCost: 0, evidence: [{ kind: "compacted" }] });
  });

  it("is one where the provider itself says that the context was compacted", () => {
    const one = judged(NOTHING, { live: live(observation(), { diagnosis: "compacted" }) });
    expect(one).toMatchObject({ outcome: "expected-rebuild", cause: "compacted", certainty: "provider-reported" });
  });

  it("is one where the user went back in the tree, so that the request became shorter", () => {
    const marked = observation({ shape: "anthropic", markers: [marker("history", 9)] });
    const seen = { ...marked, relation: "shortened" as const, markers: [marker("history", 1)] };
    const previous = past([0, 5, 0, 10_000], { observation: marked });
    const since = { ...QUIET, navigated: true };
    expect(judged([5_000, 5, 0, 0], { since, previous, live: live(seen) })).toMatchObject({
      ...{ outcome: "expected-rebuild", cause: "navigated" },
    });
  });

  it("in a session opened again is one where nothing can be compared, and says what else applied", () => {
    const since = { ...QUIET, resumed: "resume" };
    const one = missAfter(9 * 3_600, { since, live: live(observation({ relation: "baseline" })) });
    expect(one).toMatchObject({ outcome: "expected-rebuild", cause: "resumed", also: ["expired"] });
    expect(kinds(one)).toEqual(["resumed", "idle"]);
  });

  it("after a move or in a session opened again tells what was paid again, in tokens and dollars", () => {
    const branched = live(observation({ relation: "branched" }));
    for (const fields of [
      { since: { ...QUIET, navigated: true }, live: branched },
      { since: { ...QUIET, resumed: "resume" }, live: live(null) },
    ]) {
      const one = judge(facts(NOTHING, fields, paid(NOTHING)), price);
      expect(one).toMatchObject({ outcome: "expected-rebuild", missedTokens: 10_000 });
      expect(one.missedCost).toBeCloseTo(10_000 * 3e-6, 12);
    }
    const compacted = judge(
      facts(NOTHING, { since: { ...QUIET, compacted: true }, live: branched }, paid(NOTHING)),
      price,
    );
    expect(compacted).toMatchObject({ missedTokens: 0, missedCost: 0 });
  });

  it("is none where an extension changed the head while the user moved", () => {
    const since = { ...QUIET, navigated: true };
    expect(judged(NOTHING, { since, live: live(SYSTEM_CHANGED) })).toMatchObject({
      ...{ outcome: "miss", cause: "system-changed", also: ["navigated"], missedTokens: 10_000 },
    });
  });
});

describe("several causes at once", () => {
  it("are named in the order of belief, the first being the one that alone explains it", () => {
    const one = missAfter(9 * 3_600, { live: live(SYSTEM_CHANGED) });
    expect(one).toMatchObject({ cause: "system-changed", also: ["expired"], certainty: "observed" });
    expect(kinds(one)).toEqual(["place", "idle"]);
  });

  it("leave the first to time, where the change came too late to explain it", () => {
    const late = changedAt({ section: "history", shareBefore: 0.9 });
    const one = missAfter(9 * 3_600, { live: live(late) });
    expect(one).toMatchObject({ cause: "expired", also: ["history-rewritten"], certainty: "likely" });
    expect(kinds(one)).toEqual(["idle", "place", "not-enough"]);
  });

  it("name each cause once, and never the first again", () => {
    const places = [divergence({ index: 0 }), divergence({ index: 1 }), divergence({ section: "history" })];
    const seen = observation({ relation: "changed", divergences: places });
    const one = judged(NOTHING, { live: live(seen) });
    expect(one).toMatchObject({ cause: "system-changed", also: ["history-rewritten"] });
    expect(kinds(one)).toEqual(["place", "place", "place"]);
  });

  it("say what changed without doing harm", () => {
    const harmless = changedAt({ section: "params", name: "tool_choice", path: "tool_choice" });
    expect(judged(NOTHING, { live: live(harmless) }).evidence).toContainEqual({
      kind: "harmless",
      path: "tool_choice",
    });
    expect(judged(NOTHING, { live: live(harmless) }).cause).toBe("provider-side");
  });

  it("believe the provider before what was seen, and say both", () => {
    const one = judged(NOTHING, { live: live(TOOLS_CHANGED, { diagnosis: "system-changed" }) });
    expect(one).toMatchObject({ cause: "system-changed", certainty: "provider-reported", also: ["tools-changed"] });
  });
});

describe("a verdict on what was not measured", () => {
  it("has no cause, or one that was observed", () => {
    expect(unmeasured()).toEqual(verdict({ outcome: "unmeasured", cause: null }));
    const bad = { kind: "bad-usage", flag: "x" } as const;
    expect(unmeasured("malformed-usage", bad)).toEqual(
      verdict({ outcome: "unmeasured", cause: "malformed-usage", certainty: "observed", evidence: [bad] }),
    );
  });
});

describe("what is left of a verdict while the model reports nothing", () => {
  it("is that it is silent, with what was seen of the request", () => {
    const miss = judged(NOTHING, { live: live(TOOLS_CHANGED) });
    const left = (one: Verdict) => unreported(one, false, false);
    expect(left(miss)).toMatchObject({ outcome: "unmeasured", cause: "not-reported", missedTokens: 0, also: [] });
    expect(kinds(left(miss))).toEqual(["silent", "place"]);
    expect(kinds(left(judged(NOTHING)))).toEqual(["silent", "unchanged"]);
    expect(kinds(left(missAfter(380, { live: live(null) })))).toEqual(["silent"]);
  });

  it("is everything of a cold start and of what was not measured", () => {
    const first = judged(NOTHING, { previous: null });
    const bad = judged(NOTHING, { flags: ["usage-malformed"] });
    for (const one of [first, bad, unmeasured()]) {
      for (const reports of [true, false]) expect(unreported(one, reports, false)).toBe(one);
    }
  });

  it("is everything of a short request where it opens the session or its model reports by now, and else nothing", () => {
    const short = judged([100, 5, 0, 0]);
    expect(unreported(short, false, true)).toBe(short);
    expect(unreported(short, true, false)).toBe(short);
    expect(unreported(short, false, false)).toMatchObject({ outcome: "unmeasured", cause: "not-reported" });
    expect(kinds(unreported(short, false, false))).toEqual(["silent"]);
  });

  it("is nothing of a miss, also where its model reports by now: it had left nothing yet", () => {
    expect(unreported(judged(NOTHING), true, false).cause).toBe("not-reported");
    const shortened = judged(NOTHING, { live: live(observation({ relation: "shortened" })) });
    expect(kinds(unreported(shortened, false, false))).toEqual(["silent", "shortened"]);
    expect(unreported(judged(NOTHING), true, true).cause).toBe("not-reported");
  });

  it("is never a break, whatever the verdict", () => {
    const outcome = fc.constantFrom("hit", "partial", "miss", "expected-rebuild", "unmeasured");
    fc.assert(
      fc.property(outcome, fc.constantFrom(...CAUSES), fc.boolean(), fc.boolean(), (one, cause, reports, isOpening) => {
        const miss = verdict({ outcome: one === "hit" ? "miss" : one, cause, missedTokens: 5_000 });
        const left = unreported(miss, reports, isOpening);
        if (cause !== "cold-start" && cause !== "below-minimum") expect(isBreak(left)).toBe(false);
      }),
    );
  });
});

describe("any facts", () => {
  const count = fc.oneof(fc.nat({ max: 3_000 }), fc.nat({ max: 1_000_000 }));
  const counts = fc.tuple(count, count, count, count);
  const time = fc.option(fc.oneof(fc.integer({ min: START - 1e7, max: START + 1e7 }), fc.double()));
  const seen = fc.option(
    fc.record({
      relation: fc.constantFrom("baseline", "identical", "extended", "shortened", "branched", "changed", "skipped"),
      divergences: fc.array(
        fc.record({
          section: fc.constantFrom("tools", "system", "params", "history"),
          name: fc.constantFrom(null, "tool_choice", "thinking", "model", "verbosity", "prompt_cache_retention"),
          shareBefore: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        { maxLength: 3 },
      ),
      blocksSinceMarker: fc.option(fc.nat({ max: 40 })),
      retention: fc.constantFrom("short", "long", null),
      shape: fc.constantFrom("anthropic", "openai-chat", null),
      markers: fc.constantFrom([], [marker("history", 1)], [marker("system", 0)]),
    }),
  );
  const any = fc.record({
    ...{ now: counts, before: fc.option(counts), at: time, startedAt: time, endedAt: time, seen },
    diagnosis: fc.option(fc.constantFrom(...CAUSES)),
    isFirstOf: fc.constantFrom("model", "endpoint", null),
    lifetimeSeconds: fc.option(fc.oneof(fc.nat({ max: 4_000 }), fc.double())),
    flags: fc.subarray([...FLAGS], { maxLength: 1 }),
    since: fc.record({
      ...{ compacted: fc.boolean(), navigated: fc.boolean(), resumed: fc.option(fc.string()) },
      prompt: fc.record({ toolsAdded: fc.nat(3), toolsRemoved: fc.nat(3), sections: fc.array(fc.string()) }),
    }),
  });

  it("give a verdict that keeps to its own words: finite sums, one cause where there is a break", () => {
    fc.assert(
      fc.property(any, ({ now, before, at, startedAt, endedAt, seen: one, diagnosis, ...fields }) => {
        const observed =
          one === null ? null : observation({ ...one, divergences: one.divergences.map((place) => divergence(place)) });
        const previous = before === null ? null : past(before, { startedAt, endedAt });
        const given = facts(now, { ...fields, previous, live: live(observed, { diagnosis }) }, { timestamp: at });
        const result = judge(given, price);
        expect(result.missedTokens).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(result.missedTokens)).toBe(true);
        expect(result.missedCost === null || Number.isFinite(result.missedCost)).toBe(true);
        expect(new Set(result.also).size).toBe(result.also.length);
        expect(result.also).not.toContain(result.cause);
        if (result.outcome !== "hit") expect(result.cause).not.toBeNull();
        if (isBreak(result)) expect(result.missedTokens).toBeGreaterThan(1_024);
        // Only of the last prompt something could have been read again: of none, or of one that was compacted, nothing.
        const isNew = ["cold-start", "below-minimum", "compacted"].some((cause) => cause === result.cause);
        if (result.outcome === "expected-rebuild" && isNew) expect(result.missedTokens).toBe(0);
        else if (result.outcome === "expected-rebuild") expect(["navigated", "resumed"]).toContain(result.cause);
        // Nobody is accused of a change in the prompt that was not seen, recorded or reported.
        if (observed === null && diagnosis === null && given.isFirstOf === null) {
          expect(["tools-changed", "system-changed", "history-rewritten", "params-changed"]).not.toContain(
            result.cause,
          );
        }
        if (result.certainty === "provider-reported") expect(result.cause).toBe(diagnosis);
      }),
    );
  });
});
