import { describe, expect, it } from "vitest";
import { type Finding, findingsOf } from "../../src/verdict/findings.ts";
import type { PastRequest } from "../../src/verdict/past-requests.ts";
import { NO_CHANGE } from "../../src/verdict/prompt-records.ts";
import type { Counts } from "../support/entries.ts";
import { changedAt, facts, live, marker, observation, past, START, TOOLS_CHANGED } from "../support/verdicts.ts";

const NOTHING: Counts = [10_000, 5, 0, 0];
const QUIET = { compacted: false, navigated: false, resumed: null, prompt: NO_CHANGE };
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
      { ...TOOLS_CHANGED, shape: "anthropic", markers: [] },
    ]) {
      expect(find("markers-moved", NOTHING, { previous, live: live(seen) })).toEqual({
        ...{ cause: "markers-moved", certainty: "observed", explains: true },
        evidence: [{ kind: "no-markers", before: 2 }],
      });
    }
  });

  it("that stand earlier than before have likely moved, which explains it where the marked head was read", () => {
    const read = (tokens: number) =>
      find("markers-moved", [10_000 - tokens, 5, tokens, 0], { previous, live: live(MARKED) });
    expect(read(1_476)).toEqual({
      ...{ cause: "markers-moved", certainty: "likely", explains: true },
      evidence: [{ kind: "markers-earlier" }],
    });
    expect(read(1_475)).toMatchObject({ cause: "markers-moved", explains: false });
    const inHistory = { ...MARKED, markers: [marker("history", 3)] };
    expect(find("markers-moved", NOTHING, { previous, live: live(inHistory) })).toMatchObject({ explains: true });
  });

  it("are not compared with those of another protocol, or of another model or endpoint", () => {
    for (const seen of [MARKED, { ...MARKED, markers: [] }]) {
      expect(find("markers-moved", NOTHING, { previous, live: live({ ...seen, shape: "bedrock" }) })).toBeUndefined();
      expect(find("markers-moved", NOTHING, { previous, live: live({ ...seen, shape: null }) })).toBeUndefined();
      for (const isFirstOf of ["model", "endpoint"] as const) {
        expect(find("markers-moved", NOTHING, { previous, isFirstOf, live: live(seen) })).toBeUndefined();
      }
    }
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

  it("explain it only where the marked head was read: that is within reach", () => {
    const seen = observation({ shape: "anthropic", markers: [marker("system", 0)], blocksSinceMarker: 21 });
    const read = (tokens: number) =>
      find("lookback-exceeded", [10_000 - tokens, 5, tokens, 0], { live: live(seen) })?.explains;
    expect([1_475, 1_476].map(read)).toEqual([false, true]);
  });

  it("come before a refresh under way, before time and before another lifetime that was asked for", () => {
    const seen = observation({ blocksSinceMarker: 21, retention: "long" });
    const previous = past([0, 5, 0, 10_000], { startedAt: START - 900_000, endedAt: START });
    expect(causes(NOTHING, { previous, live: live(seen, { refreshSentAt: START + 5_000 }) })).toEqual([
      ...["lookback-exceeded", "concurrent", "expired", "retention-changed"],
    ]);
  });
});

describe("another request at the same time", () => {
  it("is not told by times alone: the request before may have ended after this one started", () => {
    const at = START + 10_000;
    for (const endedAt of [at - 1, at, at + 1_500, at + 2_000]) {
      const previous = past([0, 5, 0, 10_000], { endedAt });
      expect(causes(NOTHING, { previous, endedAt: at + 2_000 }, { timestamp: at })).toEqual([]);
    }
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
    expect(of(-3_600)).toBeUndefined();
  });

  it("is answered where the request before ended after it was sent", () => {
    expect(of(8, { endedAt: AT - 8_001 })).toBeDefined();
    expect(of(8, { endedAt: AT - 8_000 })).toBeUndefined();
    expect(of(8, { endedAt: null })).toBeDefined();
  });

  it("is no reason where the request changed, or where a time is missing", () => {
    expect(of(5, {}, TOOLS_CHANGED)).toBeUndefined();
    expect(of(5, {}, BRANCHED)).toBeUndefined();
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
    const compared = [observation(), HARMLESS, TOOLS_CHANGED, BRANCHED, observation({ relation: "shortened" })];
    expect(compared.map(explains)).toEqual(compared.map(() => true));
    const others = (["skipped", "unknown", "disabled"] as const).map((relation) => observation({ relation }));
    expect([null, BASELINE, ...others].map(explains)).toEqual([false, false, false, false, false]);
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

  it("is none where the markers are gone: without one no lifetime is asked for", () => {
    const marked = (count: number, retention: "short" | "long") =>
      observation({ retention, markers: Array.from({ length: count }, (_, at) => marker("history", at)) });
    const between = (before: number, after: number) =>
      causes(NOTHING, {
        previous: past([0, 5, 0, 10_000], { observation: marked(before, "long") }),
        live: live(marked(after, "short")),
      });
    expect(between(2, 0)).toEqual(["markers-moved"]);
    expect(between(2, 1)).toContain("retention-changed");
    expect(between(0, 0)).toEqual(["retention-changed"]);
    expect(between(0, 1)).toEqual(["retention-changed"]);
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
