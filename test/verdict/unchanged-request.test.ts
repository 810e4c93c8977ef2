import { describe, expect, it } from "vitest";
import { type Finding, findingsOf } from "../../src/verdict/findings.ts";
import type { PastRequest } from "../../src/verdict/past-requests.ts";
import type { Counts } from "../support/entries.ts";
import { changedAt, facts, live, marker, observation, past, START, TOOLS_CHANGED } from "../support/verdicts.ts";

const NOTHING: Counts = [10_000, 5, 0, 0];
const QUIET = { compacted: false, navigated: false, resumed: null };
const HARMLESS = changedAt({ section: "params", name: "tool_choice", path: "tool_choice" });
const BRANCHED = observation({ relation: "branched" });
const BASELINE = observation({ relation: "baseline" });

const find = (cause: Finding["cause"], ...args: Parameters<typeof facts>) =>
  findingsOf(facts(...args)).find((one) => one.cause === cause);
const causes = (...args: Parameters<typeof facts>) => findingsOf(facts(...args)).map(({ cause }) => cause);

describe("the cache markers", () => {
  const MARKED = observation({ shape: "anthropic", markers: [marker("system", 0), marker("history", 3)] });
  const previous = past([0, 5, 0, 10_000], { observation: MARKED });

  it("that are gone altogether are observed to be, whatever else changed", () => {
    for (const seen of [
      { ...MARKED, markers: [] },
      { ...TOOLS_CHANGED, markers: [] },
    ]) {
      expect(find("markers-moved", NOTHING, { previous, live: live(seen) })).toEqual({
        ...{ cause: "markers-moved", certainty: "observed", explains: true },
        evidence: [{ kind: "no-markers", before: 2 }],
      });
    }
  });

  it("that stand earlier than before have likely moved", () => {
    expect(find("markers-moved", NOTHING, { previous, live: live(MARKED) })).toEqual({
      ...{ cause: "markers-moved", certainty: "likely", explains: true },
      evidence: [{ kind: "unchanged" }],
    });
  });

  it("that go on with the history have not", () => {
    expect(causes(NOTHING, { previous, live: live({ ...MARKED, blocksSinceMarker: 0 }) })).toEqual([]);
  });

  it("say nothing of a request that changed, or of a history that had none", () => {
    const changed = changedAt({ section: "history" }, { markers: MARKED.markers, shape: "anthropic" });
    expect(find("markers-moved", NOTHING, { previous, live: live(changed) })).toBeUndefined();
    const headOnly = past([0, 5, 0, 10_000], { observation: { ...MARKED, markers: [marker("system", 0)] } });
    expect(causes(NOTHING, { previous: headOnly, live: live(MARKED) })).toEqual([]);
  });

  it("say nothing where one of the two requests was not seen, or had none before", () => {
    const bare = { ...MARKED, markers: [] };
    expect(causes(NOTHING, { previous: past([0, 5, 0, 9], { observation: null }), live: live(bare) })).toEqual([]);
    expect(causes(NOTHING, { previous: past([0, 5, 0, 9], { observation: bare }), live: live(bare) })).toEqual([]);
    expect(causes(NOTHING, { previous, live: live(null) })).toEqual([]);
    expect(causes(NOTHING, { previous: null, live: live(bare) })).toEqual([]);
  });

  it("of a request that the user cut short by moving back are not said to be moved by anyone", () => {
    const seen = { ...MARKED, relation: "shortened" as const, markers: [marker("system", 0), marker("history", 1)] };
    const since = { ...QUIET, navigated: true };
    expect(find("markers-moved", NOTHING, { previous, since, live: live(seen) })).toBeUndefined();
  });
});

describe("blocks since the last marker", () => {
  const of = (blocksSinceMarker: number | null, relation: "extended" | "changed" | "branched" = "extended") =>
    find("lookback-exceeded", NOTHING, { live: live(observation({ relation, blocksSinceMarker })) });

  it("are within reach up to 20, and out of it from 21 on", () => {
    expect(of(20)).toBeUndefined();
    expect(of(21)).toEqual({
      ...{ cause: "lookback-exceeded", certainty: "likely", explains: true },
      evidence: [{ kind: "blocks", blocks: 21, limit: 20 }],
    });
  });

  it("are no reason where there are none to count or the request changed", () => {
    expect(of(null)).toBeUndefined();
    expect(of(99, "changed")).toBeUndefined();
    expect(of(99, "branched")).toBeUndefined();
    expect(find("lookback-exceeded", NOTHING, { live: live(null) })).toBeUndefined();
  });

  it("come before time and before another lifetime that was asked for", () => {
    const seen = observation({ blocksSinceMarker: 21, retention: "long" });
    const previous = past([0, 5, 0, 10_000], { startedAt: START - 900_000, endedAt: START + 11_000 });
    expect(causes(NOTHING, { previous, live: live(seen) })).toEqual([
      ...["lookback-exceeded", "concurrent", "expired", "retention-changed"],
    ]);
  });
});

describe("another request at the same time", () => {
  const AT = START + 10_000;
  const of = (endedAt: number | null, own: number | null = AT + 2_000, seen = observation(), timestamp: unknown = AT) =>
    find(
      "concurrent",
      NOTHING,
      { previous: past([0, 5, 0, 10_000], { endedAt }), endedAt: own, live: live(seen) },
      { timestamp },
    );

  it("ended only after this one had started", () => {
    expect(of(AT + 1_500)).toEqual({
      ...{ cause: "concurrent", certainty: "likely", explains: true },
      evidence: [{ kind: "overlap", seconds: 1.5 }],
    });
    expect(of(AT + 1)).toBeDefined();
    expect(of(AT)).toBeUndefined();
    expect(of(AT - 1)).toBeUndefined();
  });

  it("ended no later than this one, by whose entry it stands", () => {
    expect(of(AT + 2_000)).toBeDefined();
    expect(of(AT + 2_001)).toBeUndefined();
  });

  it("had started no later than this one", () => {
    const started = (startedAt: number | null) =>
      find("concurrent", NOTHING, { previous: past([0, 5, 0, 9], { startedAt, endedAt: AT + 1 }) }, { timestamp: AT });
    expect(started(AT)).toBeDefined();
    expect(started(AT + 0.5)).toBeUndefined();
    expect(started(null)).toBeUndefined();
  });

  it("is not known where a time is missing or the request was seen to change", () => {
    expect(of(null)).toBeUndefined();
    expect(of(AT + 1_500, null)).toBeUndefined();
    expect(of(AT + 1_500, AT + 2_000, observation(), "yesterday")).toBeUndefined();
    expect(of(AT + 1_500, AT + 2_000, TOOLS_CHANGED)).toBeUndefined();
    expect(of(AT + 1_500, AT + 2_000, BRANCHED)).toBeUndefined();
  });
});

describe("a refresh that is not answered yet", () => {
  const AT = START + 10_000;
  /** Sent so many seconds before the turn. */
  const of = (
    seconds: number | null,
    fields: Partial<PastRequest> = {},
    seen = observation(),
    timestamp: unknown = AT,
  ) => {
    const refreshSentAt = seconds === null ? null : AT - seconds * 1_000;
    const previous = past([0, 5, 0, 10_000], fields);
    return find("concurrent", NOTHING, { previous, live: live(seen, { refreshSentAt }) }, { timestamp });
  };

  it("is under way at the same time", () => {
    expect(of(5)).toEqual({
      ...{ cause: "concurrent", certainty: "likely", explains: true },
      evidence: [{ kind: "refreshing", seconds: 5 }],
    });
    expect(of(0)?.evidence).toEqual([{ kind: "refreshing", seconds: 0 }]);
  });

  it("has failed after half a minute, and says nothing when it was sent later than the turn", () => {
    expect(of(30, { endedAt: null })).toBeDefined();
    expect(of(30.001, { endedAt: null })).toBeUndefined();
    expect(of(-0.001)).toBeUndefined();
  });

  it("is answered where the request before ended after it was sent", () => {
    expect(of(8, { endedAt: AT - 8_001 })).toBeDefined();
    expect(of(8, { endedAt: AT - 8_000 })).toBeUndefined();
    expect(of(8, { endedAt: null })).toBeDefined();
  });

  it("is no reason where the request changed, or where a time is missing", () => {
    expect(of(5, {}, TOOLS_CHANGED)).toBeUndefined();
    expect(of(null)).toBeUndefined();
    expect(of(5, {}, observation(), "yesterday")).toBeUndefined();
  });
});

describe("an expired entry", () => {
  /** So many seconds after the request before, of a lifetime of 300. */
  const gap = (seconds: number, fields: Parameters<typeof facts>[1] = {}) =>
    find("expired", NOTHING, { endedAt: null, ...fields }, { timestamp: START + seconds * 1_000 });

  it("is one past its declared lifetime: a gap as long as the lifetime is not", () => {
    expect(gap(300)).toBeUndefined();
    expect(gap(300.001)).toEqual({
      ...{ cause: "expired", certainty: "likely", explains: true },
      evidence: [{ kind: "idle", seconds: 300.001, lifetimeSeconds: 300 }],
    });
  });

  it("is never one without a declared lifetime, or without times", () => {
    expect(gap(86_400, { lifetimeSeconds: null })).toBeUndefined();
    expect(gap(86_400, { previous: past([0, 5, 0, 9], { startedAt: null }) })).toBeUndefined();
    expect(gap(-86_400)).toBeUndefined();
    expect(gap(86_400, { previous: null })).toBeUndefined();
  });

  it("explains a request that was seen, whether it changed or not, and no other", () => {
    const explains = (seen: Parameters<typeof live>[0]) => gap(301, { live: live(seen) })?.explains;
    expect([observation(), HARMLESS, TOOLS_CHANGED].map(explains)).toEqual([true, true, true]);
    expect([null, BASELINE, BRANCHED, observation({ relation: "skipped" })].map(explains)).toEqual([
      ...[false, false, false, false],
    ]);
  });

  it("is not looked for with another model, whose entries this one cannot read; at another endpoint it is", () => {
    expect(gap(301, { isFirstOf: "model" })).toBeUndefined();
    expect(gap(301, { isFirstOf: "endpoint" })).toBeDefined();
  });

  it("comes after what was seen to change, which is believed first", () => {
    const all = causes(NOTHING, { live: live(TOOLS_CHANGED) }, { timestamp: START + 9 * 3_600_000 });
    expect(all).toEqual(["tools-changed", "expired"]);
  });
});

describe("another lifetime that was asked for", () => {
  const of = (
    from: "short" | "long" | null,
    to: "short" | "long" | null,
    relation: "extended" | "changed" = "extended",
  ) =>
    find("retention-changed", NOTHING, {
      previous: past([0, 5, 0, 10_000], { observation: observation({ retention: from }) }),
      live: live(observation({ relation, retention: to })),
    });

  it("likely breaks a request that is the same otherwise", () => {
    expect(of("short", "long")).toEqual({
      ...{ cause: "retention-changed", certainty: "likely", explains: true },
      evidence: [{ kind: "retention", from: "short", to: "long" }],
    });
    expect(of("long", "short")?.evidence).toEqual([{ kind: "retention", from: "long", to: "short" }]);
  });

  it("is none where it is the same, was not seen, or the request changed", () => {
    expect(of("short", "short")).toBeUndefined();
    expect(of(null, "long")).toBeUndefined();
    expect(of("short", null)).toBeUndefined();
    expect(of("short", "long", "changed")).toBeUndefined();
    const unseen = past([0, 5, 0, 10_000], { observation: null });
    expect(find("retention-changed", NOTHING, { previous: unseen })).toBeUndefined();
    expect(find("retention-changed", NOTHING, { previous: null })).toBeUndefined();
  });
});
