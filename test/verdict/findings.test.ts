import { describe, expect, it } from "vitest";
import { type Finding, findingsOf } from "../../src/verdict/findings.ts";
import { NO_CHANGE, type PromptChange } from "../../src/verdict/prompt-records.ts";
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
const QUIET = { compacted: false, navigated: false, resumed: null, prompt: NO_CHANGE };

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

describe("what the session recorded of prompt and tools", () => {
  const prompt = { toolsAdded: 1, toolsRemoved: 0, sections: ["memory"] };
  const since = { ...QUIET, prompt };

  it("is listed for a request that was not seen, and explains nothing: a model may take it in place", () => {
    const found = findingsOf(facts(NOTHING, { since, live: live(null) }));
    expect(found.map(({ cause, certainty, explains }) => ({ cause, certainty, explains }))).toEqual([
      { cause: "tools-changed", certainty: "likely", explains: false },
      { cause: "system-changed", certainty: "likely", explains: false },
    ]);
    expect(found[0]?.evidence).toEqual([{ kind: "recorded", change: prompt }]);
  });

  it("is listed where as many tools came as went", () => {
    const exchanged = { toolsAdded: 1, toolsRemoved: 1, sections: [] };
    expect(causes(NOTHING, { since: { ...QUIET, prompt: exchanged }, live: live(null) })).toEqual(["tools-changed"]);
  });

  it("is no cause of a request that was seen to go on unchanged", () => {
    expect(causes(NOTHING, { since, live: live(observation()) })).toEqual([]);
  });

  it("supports a change that was seen, of the same kind only", () => {
    const evidenceOf = (change: PromptChange) =>
      findingsOf(facts(NOTHING, { since: { ...QUIET, prompt: change }, live: live(TOOLS_CHANGED) }))[0]?.evidence;
    expect(evidenceOf(prompt)).toContainEqual({ kind: "recorded", change: prompt });
    expect(evidenceOf({ ...prompt, toolsAdded: 0 })?.map(({ kind }) => kind)).toEqual(["place"]);
  });

  it("says nothing of a model's first request", () => {
    const first = { since, live: live(null), isFirstOf: "model" as const };
    expect(causes(NOTHING, first)).not.toContain("tools-changed");
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
      const since = { ...QUIET, compacted: true, navigated: true, resumed: "resume" };
      expect(causes(NOTHING, { since, live: live(seen) })).toEqual([]);
    }
  });

  it("is a reason where the request went on from one of another model", () => {
    const since = { ...QUIET, compacted: true };
    expect(causes(NOTHING, { since, isFirstOf: "model" })).toEqual(["compacted", "model-changed"]);
  });

  it("explains nothing of the first request to another model or endpoint, but for a compaction", () => {
    const since = { ...QUIET, compacted: true, navigated: true, resumed: "resume" };
    for (const isFirstOf of ["model", "endpoint"] as const) {
      const all = findingsOf(facts(NOTHING, { since, isFirstOf, live: live(BASELINE) }));
      expect(all.map(({ cause, explains }) => [cause, explains])).toEqual([
        ...[
          ["compacted", true],
          ["navigated", false],
          ["resumed", false],
        ],
        [`${isFirstOf}-changed`, true],
      ]);
    }
  });

  it("explains a move only where what was lost lies behind the place at which the branch leaves", () => {
    // 8,000 of 10,000 tokens stand before it; half of them is allowed for, less the noise.
    const branchPoint = divergence({ section: "history", shareBefore: 0.8 });
    const since = { ...QUIET, navigated: true };
    const read = (tokens: number, fields: Parameters<typeof observation>[0] = {}) =>
      find("navigated", [10_000 - tokens, 5, tokens, 0], {
        since,
        live: live(observation({ relation: "branched", branchPoint, ...fields })),
      });
    expect(read(2_976)).toMatchObject({ explains: true, expected: true });
    expect(read(2_975)).toMatchObject({ explains: false, expected: true });
    expect(read(0, { branchPoint: divergence({ section: "history", shareBefore: 0.1 }) })?.explains).toBe(true);
    // With markers only the marked head is kept, which is half of this request.
    const marked = { shape: "anthropic", markers: [marker("system", 0), marker("history", 2)] };
    expect(read(1_476, marked)?.explains).toBe(true);
    expect(read(1_475, marked)?.explains).toBe(false);
    expect(read(0, { ...marked, markers: [marker("history", 2)] })?.explains).toBe(true);
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
    const since = { ...QUIET, compacted: true, navigated: true, resumed: "resume" };
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
    expect(find("model-changed", NOTHING, {}, { responseModel: "mini" })?.evidence).toEqual([
      { kind: "model", from: "m1", to: "mini" },
    ]);
    const back = past([0, 5, 0, 10_000], { answeredBy: "mini" });
    expect(find("model-changed", NOTHING, { previous: back })?.evidence).toEqual([
      { kind: "model", from: "mini", to: "m1" },
    ]);
    expect(causes(NOTHING, { previous: back }, { responseModel: "mini" })).toEqual([]);
  });

  it("is none where a dated version of the model answered that was asked", () => {
    expect(causes(NOTHING, {}, { responseModel: "m1-2026-01-31" })).toEqual([]);
    const back = past([0, 5, 0, 10_000], { answeredBy: "mini" });
    expect(find("model-changed", NOTHING, { previous: back }, { responseModel: "m1-2026-01-31" })?.evidence).toEqual([
      { kind: "model", from: "mini", to: "m1" },
    ]);
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

  it("is not what clearly more was read against than stands before it, unless that head was there before", () => {
    // 4,000 of 10,000 tokens stand before it; half as many again and the noise are allowed for.
    const seen = changedAt({ section: "system", shareBefore: 0.4 });
    const read = (tokens: number, flap = false) =>
      find("system-changed", [10_000 - tokens, 5, tokens, 0], { live: live({ ...seen, flap }) });
    expect(read(7_024)).toMatchObject({ explains: true });
    expect(read(7_025)).toBeUndefined();
    expect(read(7_025, true)).toMatchObject({ explains: true });
  });

  describe("of a parameter, on a protocol with markers", () => {
    const MARKED = { shape: "anthropic", markers: [marker("system", 0), marker("history", 3)] };
    const param = (
      path: string,
      cause: Finding["cause"],
      read: number,
      fields: Parameters<typeof changedAt>[1] = MARKED,
    ) =>
      find(cause, [10_000 - read, 5, read, 0], {
        live: live(changedAt({ section: "params", name: path, path, shareBefore: 0.5 }, fields)),
      });

    it("explains the loss of the messages, and not that the marked head was not read either", () => {
      const read = (tokens: number) => param("tool_choice", "params-changed", tokens);
      expect(read(1_476)).toMatchObject({ explains: true, certainty: "observed" });
      expect(read(1_475)).toMatchObject({ explains: false });
      expect(read(1_475)).not.toHaveProperty("perhaps");
      expect(read(1_475)?.evidence.map(({ kind }) => kind)).toEqual(["place", "not-enough"]);
    });

    it("of which models differ may explain it where nothing else does", () => {
      for (const [path, cause] of [
        ["thinking", "thinking-changed"],
        ["betas", "params-changed"],
      ] as const) {
        const unread = param(path, cause, 1_475);
        expect(unread).toMatchObject({ explains: false, perhaps: true });
        expect(unread?.evidence.map(({ kind }) => kind)).toEqual(["place"]);
        expect(param(path, cause, 1_476)).toMatchObject({ explains: true });
        expect(param(path, cause, 1_476)).not.toHaveProperty("perhaps");
      }
    });

    it("explains everything where caching is automatic, or nothing of the head is marked", () => {
      for (const path of ["thinking", "betas"]) {
        const cause = path === "thinking" ? "thinking-changed" : "params-changed";
        expect(param(path, cause, 0, { shape: "openai-chat" })).toMatchObject({ explains: true });
        expect(param(path, cause, 0, { ...MARKED, markers: [marker("history", 3)] })).toMatchObject({ explains: true });
      }
    });
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
