import { describe, expect, it } from "vitest";
import { type Finding, findingsOf } from "../../src/verdict/findings.ts";
import { type Counts, found } from "../support/entries.ts";
import {
  changedAt,
  divergence,
  facts,
  live,
  marker,
  observation,
  past,
  START,
  SYSTEM_CHANGED,
  sections,
  TOOLS_CHANGED,
} from "../support/verdicts.ts";

const NOTHING: Counts = [10_000, 5, 0, 0];
const QUIET = { compacted: false, navigated: false, resumed: null };

const finding = (all: readonly Finding[], cause: Finding["cause"]) => all.find((one) => one.cause === cause);
const causes = (...args: Parameters<typeof facts>) => findingsOf(facts(...args)).map(({ cause }) => cause);
/** The one cause that is looked for, or nothing. */
const find = (cause: Finding["cause"], ...args: Parameters<typeof facts>) => finding(findingsOf(facts(...args)), cause);

const HARMLESS = changedAt({ section: "params", name: "tool_choice", path: "tool_choice" });
const BRANCHED = observation({ relation: "branched" });
const BASELINE = observation({ relation: "baseline" });

describe("a request that goes on unchanged", () => {
  it("has no cause of its own in it", () => {
    expect(causes(NOTHING)).toEqual([]);
  });
});

describe("what the user did", () => {
  it("is expected: a compaction", () => {
    const since = { ...QUIET, compacted: true };
    for (const seen of [BASELINE, BRANCHED, null]) {
      expect(find("compacted", NOTHING, { since, live: live(seen) })).toEqual({
        ...{ cause: "compacted", certainty: "observed", explains: true, expected: true },
        evidence: [{ kind: "compacted" }],
      });
    }
  });

  it("is expected: a move in the tree", () => {
    const since = { ...QUIET, navigated: true };
    for (const seen of [BASELINE, BRANCHED, null, changedAt({ section: "history" })]) {
      expect(find("navigated", NOTHING, { since, live: live(seen) })).toEqual({
        ...{ cause: "navigated", certainty: "observed", explains: true, expected: true },
        evidence: [{ kind: "navigated" }],
      });
    }
  });

  it("does not explain what an extension changed in the head at the same time", () => {
    const since = { ...QUIET, navigated: true };
    const all = findingsOf(facts(NOTHING, { since, live: live(TOOLS_CHANGED) }));
    expect(finding(all, "navigated")).toMatchObject({ explains: false, expected: true });
    expect(finding(all, "tools-changed")).toMatchObject({ explains: true });
  });

  it("explains a move that came with a change that does no harm", () => {
    const [place] = HARMLESS.divergences;
    const both = { ...HARMLESS, divergences: [found(place), divergence({ section: "history" })] };
    const since = { ...QUIET, navigated: true };
    expect(find("navigated", NOTHING, { since, live: live(both) })).toMatchObject({ explains: true });
  });

  it("is no reason where the request was seen to go on all the same", () => {
    for (const seen of [observation(), observation({ relation: "identical" }), HARMLESS]) {
      const since = { compacted: true, navigated: true, resumed: "resume" };
      expect(causes(NOTHING, { since, live: live(seen) })).toEqual([]);
    }
  });

  it("is a reason where the request went on from one of another model", () => {
    const since = { ...QUIET, compacted: true };
    expect(causes(NOTHING, { since, isFirstOf: "model" })).toEqual(["compacted", "model-changed"]);
  });

  it("is expected and not known: a session opened again, with nothing to compare", () => {
    const since = { ...QUIET, resumed: "fork" };
    for (const seen of [BASELINE, null, observation({ relation: "skipped" }), observation({ relation: "unknown" })]) {
      expect(find("resumed", NOTHING, { since, live: live(seen) })).toEqual({
        ...{ cause: "resumed", certainty: "unknown", explains: true, expected: true },
        evidence: [{ kind: "resumed", reason: "fork" }],
      });
    }
    for (const seen of [TOOLS_CHANGED, BRANCHED]) {
      expect(find("resumed", NOTHING, { since, live: live(seen) })).toBeUndefined();
    }
  });

  it("is said in the order compacted, moved, opened", () => {
    const since = { compacted: true, navigated: true, resumed: "resume" };
    expect(causes(NOTHING, { since, live: live(null) })).toEqual(["compacted", "navigated", "resumed"]);
  });
});

describe("the provider's own diagnosis", () => {
  it("is believed, with the place where we saw the same", () => {
    expect(find("tools-changed", NOTHING, { live: live(TOOLS_CHANGED, { diagnosis: "tools-changed" }) })).toEqual({
      ...{ cause: "tools-changed", certainty: "provider-reported", explains: true },
      evidence: [
        { kind: "place", divergence: found(TOOLS_CHANGED.divergence) },
        { kind: "diagnosis", cause: "tools-changed", seen: null },
      ],
    });
  });

  it("is believed although we saw something else, which is said", () => {
    const all = findingsOf(facts(NOTHING, { live: live(TOOLS_CHANGED, { diagnosis: "system-changed" }) }));
    expect(all[0]?.evidence).toEqual([{ kind: "diagnosis", cause: "system-changed", seen: "tools-changed" }]);
    expect(all.map(({ cause }) => cause)).toEqual(["system-changed", "tools-changed"]);
  });

  it("is believed although nothing harmful was seen", () => {
    for (const seen of [observation(), HARMLESS, null]) {
      const [first] = findingsOf(facts(NOTHING, { live: live(seen, { diagnosis: "history-rewritten" }) }));
      expect(first?.evidence).toEqual([{ kind: "diagnosis", cause: "history-rewritten", seen: null }]);
    }
  });

  it("agrees with one of several changes that were seen, and names that one's place", () => {
    const places = [divergence({ section: "tools" }), divergence()];
    const seen = observation({ relation: "changed", divergences: places });
    const [first] = findingsOf(facts(NOTHING, { live: live(seen, { diagnosis: "system-changed" }) }));
    expect(first?.evidence).toEqual([
      { kind: "place", divergence: divergence() },
      { kind: "diagnosis", cause: "system-changed", seen: null },
    ]);
  });

  it("names one place where several of that cause were seen", () => {
    const places = [divergence({ index: 0 }), divergence({ index: 1 })];
    const seen = observation({ relation: "changed", divergences: places });
    const [first] = findingsOf(facts(NOTHING, { live: live(seen, { diagnosis: "system-changed" }) }));
    expect(first?.evidence.map(({ kind }) => kind)).toEqual(["place", "diagnosis"]);
  });
});

describe("a switch", () => {
  it("of the model is seen in the session's own entries", () => {
    const previous = past([0, 5, 0, 10_000], { model: "m0" });
    expect(find("model-changed", NOTHING, { isFirstOf: "model", previous, live: live(BASELINE) })).toEqual({
      ...{ cause: "model-changed", certainty: "observed", explains: true },
      evidence: [{ kind: "model", from: "m0", to: "m1" }],
    });
  });

  it("of the endpoint is seen with the request", () => {
    expect(find("endpoint-changed", NOTHING, { isFirstOf: "endpoint", live: live(BASELINE) })).toEqual({
      ...{ cause: "endpoint-changed", certainty: "observed", explains: true },
      evidence: [{ kind: "endpoint" }],
    });
  });

  it("is seen where another model answered than before", () => {
    expect(find("model-changed", NOTHING, {}, { responseModel: "m1-mini" })?.evidence).toEqual([
      { kind: "model", from: "m1", to: "m1-mini" },
    ]);
    const back = past([0, 5, 0, 10_000], { answeredBy: "m1-mini" });
    expect(find("model-changed", NOTHING, { previous: back })?.evidence).toEqual([
      { kind: "model", from: "m1-mini", to: "m1" },
    ]);
    expect(causes(NOTHING, { previous: back }, { responseModel: "m1-mini" })).toEqual([]);
  });

  it("is none without a request before", () => {
    expect(causes(NOTHING, { previous: null }, { responseModel: "other" })).toEqual([]);
  });
});

describe("what was seen to change", () => {
  it("is named with its place", () => {
    expect(find("tools-changed", NOTHING, { live: live(TOOLS_CHANGED) })).toEqual({
      ...{ cause: "tools-changed", certainty: "observed", explains: true },
      evidence: [{ kind: "place", divergence: found(TOOLS_CHANGED.divergence) }],
    });
  });

  it("is named where it goes back and forth in the head, and not of the history", () => {
    const flapping = find("system-changed", NOTHING, { live: live({ ...SYSTEM_CHANGED, flap: true }) });
    expect(flapping?.evidence.map(({ kind }) => kind)).toEqual(["place", "flap"]);
    const late = find("history-rewritten", NOTHING, { live: live(changedAt({ section: "history" }, { flap: true })) });
    expect(late?.evidence.map(({ kind }) => kind)).toEqual(["place"]);
  });

  it("does not explain that what stands before it was not read either", () => {
    // 8,000 of 10,000 tokens stand before the change; half of them is allowed for, less the noise.
    const seen = changedAt({ section: "history", shareBefore: 0.8 });
    const read = (tokens: number) => find("history-rewritten", [10_000 - tokens, 5, tokens, 0], { live: live(seen) });
    expect(read(2_976)).toMatchObject({ explains: true });
    expect(read(2_975)).toMatchObject({ explains: false });
    expect(read(2_975)?.evidence.map(({ kind }) => kind)).toEqual(["place", "not-enough"]);
    expect(read(2_976)?.evidence.map(({ kind }) => kind)).toEqual(["place"]);
  });

  it("is not what the provider documents as harmless", () => {
    expect(causes(NOTHING, { live: live(HARMLESS) })).toEqual([]);
  });

  it("is the thinking level by its names, where the session recorded another one too", () => {
    const seen = changedAt({ section: "params", name: "thinking", path: "thinking.budget_tokens" });
    const previous = past([0, 5, 0, 10_000], { thinkingLevel: "low" });
    const change = (thinkingLevel: string | null) =>
      find("thinking-changed", NOTHING, { live: live(seen), previous }, { thinkingLevel });
    expect(change("high")?.evidence.slice(1)).toEqual([{ kind: "thinking", from: "low", to: "high" }]);
    expect(change(null)?.evidence.slice(1)).toEqual([{ kind: "thinking", from: "low", to: null }]);
    expect(change("low")?.evidence).toHaveLength(1);
    expect(
      find("system-changed", NOTHING, { live: live(SYSTEM_CHANGED), previous }, { thinkingLevel: "high" })?.evidence,
    ).toHaveLength(1);
  });

  it("is likely the thinking level where the request was not seen and the session recorded another", () => {
    const previous = past([0, 5, 0, 10_000], { thinkingLevel: "low" });
    const of = (thinkingLevel: string | null, more = {}) =>
      find("thinking-changed", NOTHING, { live: live(null), previous, ...more }, { thinkingLevel });
    expect(of("high")).toEqual({
      ...{ cause: "thinking-changed", certainty: "likely", explains: true },
      evidence: [{ kind: "thinking", from: "low", to: "high" }],
    });
    expect(of("low")).toBeUndefined();
    expect(of(null)).toBeUndefined();
    expect(of("high", { isFirstOf: "model" })).toBeUndefined();
    expect(of("high", { previous: past([0, 5, 0, 10_000]) })).toBeUndefined();
    expect(of("high", { previous: null })).toBeUndefined();
    expect(of("high", { live: live(observation()) })).toBeUndefined();
  });
});

describe("the order of belief", () => {
  it("is: the user's moves, the provider's word, a switch, what was seen to change, markers, time", () => {
    const MARKED = observation({ markers: [marker("history", 1)] });
    const seen = { ...TOOLS_CHANGED, sections: sections({ tools: 1 }) };
    const fields = {
      since: { ...QUIET, navigated: true },
      previous: past([0, 5, 0, 10_000], { answeredBy: "m0", observation: MARKED }),
      live: live(seen, { diagnosis: "system-changed" }),
    } as const;
    expect(causes(NOTHING, fields, { timestamp: START + 400_000 })).toEqual([
      ...["navigated", "system-changed", "model-changed", "tools-changed", "markers-moved", "expired"],
    ]);
  });
});
