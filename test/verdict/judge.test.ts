import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FLAGS } from "../../src/usage/row.ts";
import { CAUSES } from "../../src/verdict/cause.ts";
import { isBreak } from "../../src/verdict/evidence.ts";
import { judge, unmeasured, unreported } from "../../src/verdict/judge.ts";
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
const QUIET = { compacted: false, navigated: false, resumed: null };
const judged = (...args: Parameters<typeof facts>) => judge(facts(...args), noPrice);
/** A miss of everything, so many seconds after the request before. */
const missAfter = (seconds: number, fields: Parameters<typeof facts>[1] = {}) =>
  judged(NOTHING, fields, { timestamp: START + seconds * 1_000 });

describe("the table of verdicts", () => {
  it("an unchanged request that was read as expected is a hit", () => {
    expect(judged(EVERYTHING)).toEqual({
      ...{ outcome: "hit", cause: null, also: [], certainty: "unknown", evidence: [{ kind: "unchanged" }] },
      ...{ missedTokens: 500, missedCost: 0 },
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
    const read = (cacheRead: number) => {
      const seen = changedAt({ section: "system", shareBefore: 0.8 });
      return judged([10_000 - cacheRead, 5, cacheRead, 0], { live: live(seen), previous: past([0, 5, 0, 9_000]) });
    };
    // 8,000 tokens stand before it, and the noise is allowed for.
    expect(read(9_024)).toMatchObject({ outcome: "hit", cause: "system-changed", certainty: "observed" });
    expect(read(9_025)).toMatchObject({ outcome: "hit", cause: null, certainty: "unknown" });
    expect(kinds(read(9_025))).toEqual(["place", "contradicted"]);
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
    expect(evidence("m1-mini")).toEqual([{ kind: "unchanged" }, { kind: "answered-by", model: "m1-mini" }]);
    expect(evidence("m1")).toEqual([{ kind: "unchanged" }]);
    expect(evidence(undefined)).toEqual([{ kind: "unchanged" }]);
    expect(evidence("m1-mini", { previous: past([0, 5, 0, 10_000], { answeredBy: "m1-mini" }) })).toHaveLength(1);
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
    expect(judged([10_000, 5, 0, 0], { previous: null })).toEqual({
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
    expect(judged([1_023, 5, 0, 0], { previous: null })).toEqual({
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
      ...{ outcome: "expected-rebuild", cause: "navigated", certainty: "observed", missedTokens: 0, missedCost: 0 },
    });
  });

  it("is not laid on the provider where the request branched off: it neither repeats nor continues the last one", () => {
    const branched = observation({ relation: "branched" });
    expect(judged(NOTHING, { live: live(branched) }).cause).not.toBe("provider-side");
  });
});

describe("an expected rebuild", () => {
  it("after a compaction is no break and misses nothing", () => {
    const since = { ...QUIET, compacted: true };
    const one = judged(NOTHING, { since, live: live(observation({ relation: "branched" })) });
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
    expect(unreported(miss)).toMatchObject({ outcome: "unmeasured", cause: "not-reported", missedTokens: 0, also: [] });
    expect(kinds(unreported(miss))).toEqual(["silent", "place"]);
    expect(kinds(unreported(judged(NOTHING)))).toEqual(["silent", "unchanged"]);
    expect(kinds(unreported(missAfter(380, { live: live(null) })))).toEqual(["silent"]);
  });

  it("is everything of a cold start, of a short request and of what was not measured", () => {
    const first = judged(NOTHING, { previous: null });
    const short = judged([100, 5, 0, 0]);
    const bad = judged(NOTHING, { flags: ["usage-malformed"] });
    for (const one of [first, short, bad, unmeasured()]) expect(unreported(one)).toBe(one);
  });

  it("is never a break, whatever the verdict", () => {
    const outcome = fc.constantFrom("hit", "partial", "miss", "expected-rebuild", "unmeasured");
    fc.assert(
      fc.property(outcome, fc.constantFrom(...CAUSES), (one, cause) => {
        const left = unreported(verdict({ outcome: one === "hit" ? "miss" : one, cause, missedTokens: 5_000 }));
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
    since: fc.record({ compacted: fc.boolean(), navigated: fc.boolean(), resumed: fc.option(fc.string()) }),
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
        if (result.outcome === "expected-rebuild") expect(result.missedTokens).toBe(0);
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
