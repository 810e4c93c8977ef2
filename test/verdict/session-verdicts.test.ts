import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRecord } from "../../src/unknown.ts";
import { readEntry } from "../../src/usage/entry.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import { modelKey } from "../../src/usage/turn.ts";
import { hasCacheActivity } from "../../src/usage/usage.ts";
import { isBreak, type Verdict } from "../../src/verdict/evidence.ts";
import { SessionVerdicts, VERDICTS_KEPT } from "../../src/verdict/session-verdicts.ts";
import {
  assistant,
  branchSummary,
  type Counts,
  compaction,
  type Fields,
  MemorySession,
  noPrice,
  refresh,
  toolResult,
  turn,
  usage,
  userMessage,
} from "../support/entries.ts";
import {
  kinds,
  live,
  observation,
  price,
  reopened,
  Story,
  SYSTEM_CHANGED,
  TOOLS_CHANGED,
  unpriced,
} from "../support/verdicts.ts";

const WRITE: Counts = [0, 5, 0, 10_000];
const READ: Counts = [500, 5, 10_000, 0];
const MISS: Counts = [11_000, 5, 0, 0];
const SILENT = MISS;
const M2 = { message: { model: "m2" } };
const ELSEWHERE = { message: { provider: "local", api: "openai-completions", model: "llama" } };

describe("the verdicts of a session", () => {
  it("follow a conversation: cold start, hit, miss", () => {
    const story = new Story();
    const [first, second, third] = [
      story.turn(WRITE, { seen: observation({ relation: "baseline" }) }),
      story.turn(READ),
      story.turn(MISS, { seen: TOOLS_CHANGED }),
    ];
    const { verdicts, of } = story.judged();
    expect(of(first)).toMatchObject({ outcome: "expected-rebuild", cause: "cold-start", certainty: "observed" });
    expect(of(second)).toMatchObject({ outcome: "hit", cause: null });
    expect(of(third)).toMatchObject({ outcome: "miss", cause: "tools-changed", missedTokens: 10_500 });
    expect(verdicts.newest).toEqual(of(third));
    expect(verdicts.breaks.total).toEqual({ count: 1, missedTokens: 10_500, missedCost: null });
    expect(verdicts.of("no-entry")).toBeUndefined();
  });

  it("are none before any turn", () => {
    const { verdicts } = new Story().judged();
    expect(verdicts.newest).toBeNull();
    expect(verdicts.breaks.total.count).toBe(0);
    expect(verdicts.money.net).toBeNull();
    expect(verdicts.clock(null, 0).warm).toBeNull();
  });

  it("after a pause longer than the declared lifetime say expired, likely", () => {
    const story = new Story();
    story.turn(WRITE);
    story.pause(379);
    const { cause, certainty, evidence } = story.verdictOf(story.turn(MISS));
    expect({ cause, certainty }).toEqual({ cause: "expired", certainty: "likely" });
    expect(evidence).toContainEqual({ kind: "idle", seconds: 381, lifetimeSeconds: 300 });
  });

  it("name what the entries tell where nothing was seen, and accuse nobody", () => {
    const story = new Story();
    story.turn(WRITE, { seen: null });
    expect(story.verdictOf(story.turn(MISS, { seen: null }))).toMatchObject({
      ...{ outcome: "miss", cause: "unknown", certainty: "unknown", evidence: [{ kind: "not-seen" }] },
    });
  });

  it("have no cause for a response that failed or was aborted without usage, and never count it", () => {
    const story = new Story();
    story.turn(WRITE);
    const failed = story.turn([0, 0, 0, 0], { message: { stopReason: "error" } });
    const aborted = story.turn([0, 0, 0, 0], { message: { stopReason: "aborted", usage: undefined } });
    const hit = story.turn(READ);
    const { verdicts, of } = story.judged();
    for (const id of [failed, aborted]) expect(of(id)).toMatchObject({ outcome: "unmeasured", cause: null });
    expect(of(hit).outcome).toBe("hit");
    expect(verdicts.breaks.total.count).toBe(0);
  });

  it("name usage that is missing from a complete response", () => {
    const story = new Story();
    const missing = story.turn([0, 0, 0, 0], { message: { usage: undefined } });
    const zero = story.turn([0, 5, 0, 0]);
    const negative = story.turn([-5, 5, 0, 0]);
    const both = story.turn([-5, 5, 0, 0], { message: { usage: usage([-5, 5, 0, 0], { output: "many" }) } });
    const { of } = story.judged();
    expect(of(missing)).toMatchObject({ outcome: "unmeasured", cause: "malformed-usage" });
    expect(of(missing).evidence).toEqual([{ kind: "bad-usage", flag: "usage-missing" }]);
    expect(of(zero).evidence).toEqual([{ kind: "bad-usage", flag: "usage-missing" }]);
    expect(of(negative).evidence).toEqual([{ kind: "bad-usage", flag: "input-negative" }]);
    expect(of(both).evidence).toEqual([{ kind: "bad-usage", flag: "input-negative" }]);
  });

  it("judge a prompt of a single token", () => {
    const story = new Story();
    expect(story.verdictOf(story.turn([1, 5, 0, 0])).cause).toBe("below-minimum");
  });

  it("judge an aborted response that carries real usage", () => {
    const story = new Story();
    story.turn(WRITE);
    expect(story.verdictOf(story.turn(MISS, { message: { stopReason: "aborted" } })).outcome).toBe("miss");
  });

  it("take nothing as a measure that was not reported as it was meant", () => {
    const story = new Story();
    story.turn(WRITE);
    const broken = story.turn([50_000, 5, 0, 0], { message: { usage: usage([50_000, 5, 0, 0], { output: "many" }) } });
    expect(story.verdictOf(broken)).toMatchObject({ outcome: "unmeasured", cause: "malformed-usage", missedTokens: 0 });
    expect(story.verdictOf(story.turn([40_000, 5, 10_000, 0])).outcome).toBe("hit");
  });

  it("say that requests in a row broke at one place, from the third on", () => {
    const story = new Story();
    story.turn(WRITE);
    const broken = [1, 2, 3].map(() => story.turn(WRITE, { seen: SYSTEM_CHANGED }));
    const { of } = story.judged();
    expect(broken.map((id) => kinds(of(id)).includes("repeated"))).toEqual([false, false, true]);
  });

  it("take a failed response out of no row", () => {
    const story = new Story();
    story.turn(WRITE);
    for (const stopReason of ["stop", "stop", "error"]) {
      story.turn(stopReason === "error" ? [0, 0, 0, 0] : WRITE, { seen: SYSTEM_CHANGED, message: { stopReason } });
    }
    expect(kinds(story.verdictOf(story.turn(WRITE, { seen: SYSTEM_CHANGED })))).toContain("repeated");
  });
});

describe("a model that reports nothing", () => {
  it("has no breaks: after its first request nothing is reported", () => {
    const story = new Story();
    const [first, second] = [story.turn(SILENT), story.turn(SILENT)];
    const { verdicts, of } = story.judged();
    expect(of(first)).toMatchObject({ outcome: "expected-rebuild", cause: "cold-start" });
    expect(of(second)).toMatchObject({ outcome: "unmeasured", cause: "not-reported", missedTokens: 0 });
    expect(verdicts.newest).toEqual(of(second));
    expect(verdicts.breaks.total).toEqual({ count: 0, missedTokens: 0, missedCost: null });
  });

  it("that starts to report makes its earlier zeros misses, in the sums and each by itself", () => {
    const story = new Story();
    const [first, second, third] = [story.turn(SILENT), story.turn(SILENT), story.turn(SILENT)];
    expect(story.judged().verdicts.breaks.total.count).toBe(0);
    const fourth = story.turn([500, 5, 11_000, 0]);
    const { verdicts, of } = story.judged();
    expect(of(first).cause).toBe("cold-start");
    for (const id of [second, third]) expect(of(id)).toMatchObject({ outcome: "miss", missedTokens: 11_000 });
    expect(of(fourth).outcome).toBe("hit");
    expect(verdicts.breaks.total).toMatchObject({ count: 2, missedTokens: 22_000 });
  });

  it("that begins with a write had nothing to miss before: it says what it writes", () => {
    const story = new Story();
    const silent = [story.turn([1_964, 5, 0, 0]), story.turn([2_210, 5, 0, 0])];
    const written = story.turn([6, 5, 0, 4_300]);
    const { verdicts, of } = story.judged();
    expect(silent.map((id) => of(id).cause)).toEqual(["cold-start", "not-reported"]);
    expect(of(written)).toMatchObject({ outcome: "expected-rebuild", cause: "cold-start" });
    expect(verdicts.breaks.total.count).toBe(0);
  });

  it("does so also when it is found out piece by piece", () => {
    const story = new Story();
    const { scan, verdicts, of } = story.judged();
    story.turn(SILENT);
    const second = story.turn(SILENT);
    scan.update(story.session);
    expect(of(second).outcome).toBe("unmeasured");
    story.turn([500, 5, 11_000, 0]);
    scan.update(story.session);
    expect(of(second).outcome).toBe("miss");
    expect(verdicts.breaks.total.count).toBe(1);
  });

  it("does not report because another one does, at another provider", () => {
    const story = new Story();
    story.turn(WRITE);
    const local = [story.turn(SILENT, ELSEWHERE), story.turn(SILENT, ELSEWHERE)];
    const { verdicts, of } = story.judged();
    for (const id of local) expect(of(id).outcome).toBe("unmeasured");
    expect(verdicts.breaks.total.count).toBe(0);
  });

  it("has no breaks also at a provider that reports for others, not even its first request after a switch", () => {
    const story = new Story();
    story.turn(WRITE);
    const silent = [story.turn(SILENT, M2), story.turn(SILENT, M2)];
    const { verdicts, of } = story.judged();
    for (const id of silent) expect(of(id)).toMatchObject({ outcome: "unmeasured", cause: "not-reported" });
    expect(verdicts.breaks.total.count).toBe(0);
  });

  it("has really missed with its first request after a switch, once it reports", () => {
    const story = new Story();
    story.turn(WRITE);
    const first = story.turn(SILENT, M2);
    story.turn([500, 5, 10_500, 0], M2);
    const { verdicts, of } = story.judged();
    expect(of(first)).toMatchObject({ outcome: "miss", cause: "model-changed", certainty: "observed" });
    expect(verdicts.breaks.byCause["model-changed"].count).toBe(1);
  });

  it("is too short to be cached on the session's first measured turn alone, until it reports", () => {
    const story = new Story();
    const short: Counts = [100, 5, 0, 0];
    const failed = story.turn([0, 0, 0, 0], { message: { stopReason: "error" } });
    const ids = [story.turn(short), story.turn(short), story.turn(short, M2)];
    const causesNow = () => {
      const { of } = story.judged();
      return [failed, ...ids].map((id) => of(id).cause);
    };
    expect(causesNow()).toEqual([null, "below-minimum", "not-reported", "not-reported"]);
    story.turn(WRITE);
    expect(causesNow()).toEqual([null, "below-minimum", "below-minimum", "not-reported"]);
    story.turn(WRITE, M2);
    expect(causesNow()).toEqual([null, "below-minimum", "below-minimum", "below-minimum"]);
  });

  it("begins anew with its first measured turn when the entries come again", () => {
    const story = new Story();
    const [first, second] = [story.turn([100, 5, 0, 0]), story.turn([100, 5, 0, 0])];
    const { scan, of } = story.judged();
    scan.readAgain();
    scan.update(story.session);
    expect([of(first).cause, of(second).cause]).toEqual(["below-minimum", "not-reported"]);
  });

  it("has left nothing for its first write to miss, if it writes", () => {
    const story = new Story();
    story.turn(SILENT);
    expect(story.verdictOf(story.turn([0, 5, 0, 11_000])).cause).toBe("cold-start");
  });
});

describe("a switch", () => {
  it("of the model, and back: A → B → A", () => {
    const story = new Story();
    story.turn(WRITE);
    const there = story.turn(WRITE, { ...M2, seen: observation({ relation: "baseline" }) });
    const back = story.turn(READ);
    const { of } = story.judged();
    expect(of(there)).toMatchObject({ outcome: "miss", cause: "model-changed", certainty: "observed" });
    expect(of(there).evidence).toContainEqual({ kind: "model", from: "m1", to: "m2" });
    expect(of(back)).toMatchObject({ outcome: "hit", cause: null });
  });

  it("back to a model whose entry has expired since is no second switch", () => {
    const story = new Story();
    story.turn(WRITE);
    story.turn(WRITE, M2);
    story.pause(400);
    expect(story.verdictOf(story.turn(MISS))).toMatchObject({ outcome: "miss", cause: "expired", also: [] });
  });

  it("of the endpoint, and back: A → B → A", () => {
    const story = new Story();
    story.turn(WRITE, { endpoint: "a" });
    const there = story.turn(WRITE, { endpoint: "b", seen: observation({ relation: "baseline" }) });
    const back = story.turn(READ, { endpoint: "a" });
    const { of } = story.judged();
    expect(of(there)).toMatchObject({ outcome: "miss", cause: "endpoint-changed", certainty: "observed" });
    expect(of(back)).toMatchObject({ outcome: "hit", cause: null });
  });

  it("of the endpoint is not made up where one of the two was not seen", () => {
    const story = new Story();
    story.turn(WRITE, { seen: null });
    expect(story.verdictOf(story.turn(MISS, { endpoint: "b" })).cause).not.toBe("endpoint-changed");
  });

  it("by the provider is told by the model that answered", () => {
    const story = new Story();
    story.turn(WRITE, { message: { responseModel: "large" } });
    const fell = story.turn(WRITE, { message: { responseModel: "mini" } });
    const stayed = story.turn(READ, { message: { responseModel: "mini" } });
    const back = story.turn([500, 5, 10_500, 0], { message: { responseModel: "large" } });
    const { of } = story.judged();
    expect(of(fell)).toMatchObject({ cause: "model-changed", certainty: "observed" });
    expect(of(fell).evidence).toContainEqual({ kind: "model", from: "large", to: "mini" });
    expect(kinds(of(stayed))).not.toContain("answered-by");
    expect(of(back)).toMatchObject({ outcome: "hit", cause: null });
    expect(kinds(of(back))).toContain("answered-by");
  });
});

describe("the course of the session", () => {
  const BRANCHED = { seen: observation({ relation: "branched" }) };

  it("makes the request after a compaction an expected rebuild, and only that one", () => {
    const story = new Story();
    story.turn(WRITE);
    story.session.append(compaction());
    const [first, second] = [story.turn([0, 5, 0, 4_000], BRANCHED), story.turn([5_000, 5, 0, 0])];
    const { verdicts, of } = story.judged();
    expect(of(first)).toMatchObject({ outcome: "expected-rebuild", cause: "compacted", missedTokens: 0 });
    expect(of(second)).toMatchObject({ outcome: "miss", cause: "provider-side" });
    expect(verdicts.breaks.total.count).toBe(1);
  });

  it("makes the request after a move in the tree an expected rebuild, told by what it hangs on", () => {
    const story = new Story();
    const first = story.turn(WRITE);
    story.turn(READ);
    story.session.moveTo(first);
    story.session.append(userMessage());
    expect(story.verdictOf(story.turn([8_000, 5, 3_000, 0], BRANCHED))).toMatchObject({
      ...{ outcome: "expected-rebuild", cause: "navigated", certainty: "observed" },
    });
  });

  it("does not forget a move because a refresh came after it", () => {
    const story = new Story();
    const first = story.turn(WRITE);
    story.turn(READ);
    story.session.moveTo(first);
    story.refresh(READ);
    story.session.append(userMessage());
    expect(story.verdictOf(story.turn([8_000, 5, 1_000, 0], BRANCHED))).toMatchObject({
      ...{ outcome: "expected-rebuild", cause: "navigated" },
    });
  });

  it("does not forget a compaction because a refresh came after it", () => {
    const story = new Story();
    story.turn(WRITE);
    story.session.append(compaction());
    story.refresh(READ);
    expect(story.verdictOf(story.turn([0, 5, 0, 4_000], { seen: null }))).toMatchObject({
      ...{ outcome: "expected-rebuild", cause: "compacted" },
    });
  });

  it("makes the first request of a session opened again an expected rebuild, and only that one", () => {
    const story = new Story();
    story.turn(WRITE, { seen: null });
    story.pause(9 * 3_600);
    const first = story.turn(WRITE, { seen: observation({ relation: "baseline" }) });
    const second = story.turn(MISS);
    const { of } = story.judged({ opened: reopened(1, "resume") });
    expect(of(first)).toMatchObject({ outcome: "expected-rebuild", cause: "resumed", also: ["expired"] });
    expect(of(second)).toMatchObject({ outcome: "miss", cause: "provider-side" });
  });

  it("of a session opened again is a hit where the cache was still there", () => {
    const story = new Story();
    story.turn(WRITE, { seen: null });
    const again = story.turn(READ, { seen: observation({ relation: "baseline" }) });
    expect(story.judged({ opened: reopened(1) }).of(again).outcome).toBe("hit");
  });

  it("tells a request that came while a refresh was under way, and none by the times of entries alone", () => {
    const other = new Story();
    other.turn(WRITE, { took: 30 });
    other.pause(-10);
    expect(other.verdictOf(other.turn(MISS, { took: 20 })).cause).toBe("provider-side");
    const story = new Story();
    story.turn(WRITE);
    story.pause(240);
    const { cause, evidence } = story.verdictOf(story.turn(MISS, { refreshSentAt: story.now - 5_000 }));
    expect(cause).toBe("concurrent");
    expect(evidence).toContainEqual({ kind: "refreshing", seconds: 5 });
  });

  it("does not take a clock that stepped back for a refresh under way", () => {
    const story = new Story();
    story.turn(WRITE);
    story.pause(240);
    const sentAt = story.now;
    story.pause(-60);
    expect(story.verdictOf(story.turn(MISS, { refreshSentAt: sentAt })).cause).not.toBe("concurrent");
  });

  it("makes no move in the tree of a foreign line between two entries", () => {
    const story = new Story();
    story.turn(WRITE);
    story.session.appendForeign({ note: "not Pi's" });
    story.session.appendForeign("nonsense");
    expect(story.verdictOf(story.turn(MISS, { seen: null }))).toMatchObject({ outcome: "miss", cause: "unknown" });
  });

  it("has what a move in the tree or a session opened again missed in no sum of breaks", () => {
    const story = new Story();
    const first = story.turn(WRITE);
    story.turn(READ);
    story.session.moveTo(first);
    story.session.append(userMessage());
    const moved = story.turn([8_000, 5, 3_000, 0], BRANCHED);
    const { verdicts, of } = story.judged();
    expect(of(moved)).toMatchObject({ outcome: "expected-rebuild", cause: "navigated", missedTokens: 7_500 });
    expect(verdicts.breaks.total).toEqual({ count: 0, missedTokens: 0, missedCost: null });
    const resumed = new Story();
    resumed.turn(WRITE, { seen: null });
    const again = resumed.turn(MISS, { seen: observation({ relation: "baseline" }) });
    const judged = resumed.judged({ opened: reopened(1) });
    expect(judged.of(again)).toMatchObject({ cause: "resumed", missedTokens: 10_000 });
    expect(judged.verdicts.breaks.total.count).toBe(0);
  });

  it("has no cause where the clock went backwards between two requests", () => {
    const story = new Story();
    story.turn(WRITE);
    story.pause(-3_600);
    expect(story.verdictOf(story.turn(MISS))).toMatchObject({ cause: "unknown", certainty: "unknown" });
  });
});

describe("a refresh", () => {
  it("extends the clock, so that nothing has expired after it", () => {
    const story = new Story();
    story.turn(WRITE);
    story.pause(250);
    story.refresh([0, 1, 10_000, 0]);
    story.pause(250);
    const { verdicts } = story.judged();
    expect(verdicts.clock({ provider: "acme", id: "m1" }, story.now)).toMatchObject({ warm: true });
    expect(story.verdictOf(story.turn(MISS)).cause).toBe("provider-side");
  });

  it("is not a turn: it has no verdict, and is never the newest", () => {
    const story = new Story();
    const first = story.turn(WRITE);
    const id = story.refresh(MISS);
    const { verdicts, of } = story.judged();
    expect(verdicts.of(id)).toBeUndefined();
    expect(verdicts.newest).toEqual(of(first));
  });

  it("of a kind that Pi does not know keeps nothing warm", () => {
    const story = new Story();
    story.turn(WRITE);
    story.pause(250);
    story.refresh(READ, { kind: "title" });
    story.pause(250);
    expect(story.verdictOf(story.turn(MISS)).cause).toBe("expired");
  });

  it("without usage keeps nothing warm", () => {
    const story = new Story();
    story.turn(WRITE);
    story.pause(250);
    story.refresh(READ, { usage: undefined });
    story.pause(250);
    expect(story.verdictOf(story.turn(MISS)).cause).toBe("expired");
  });
});

describe("cached tokens that are counted in the input", () => {
  it("are no miss: the usage is not reliable", () => {
    const story = new Story();
    story.turn([138_900, 700, 132_608, 0]);
    const id = story.turn([139_407, 1_046, 133_376, 0]);
    const { verdicts, of } = story.judged();
    expect(of(id)).toMatchObject({ outcome: "unmeasured", cause: "malformed-usage" });
    expect(verdicts.breaks.total.count).toBe(0);
  });

  it("are no miss on any turn that the session's own totals flag for it", () => {
    const story = new Story();
    const rows: readonly Counts[] = [
      [100_000, 700, 95_000, 0],
      [103_000, 700, 98_000, 0],
      [106_090, 700, 101_000, 0],
    ];
    const ids = rows.map((counts) => story.turn(counts));
    const { scan, verdicts, of } = story.judged();
    expect(scan.file.ledger.flags).toContain("inclusive-input-suspected");
    expect(ids.slice(1).map((id) => of(id).cause)).toEqual(["malformed-usage", "malformed-usage"]);
    expect(verdicts.breaks.total.count).toBe(0);
  });
});

describe("the window", () => {
  it("has the sums since the reset, while what was judged stays", () => {
    const story = new Story();
    story.turn(WRITE);
    const before = story.turn(MISS, { seen: TOOLS_CHANGED });
    const { scan, verdicts, of } = story.judged({ price });
    expect(verdicts.breaks.total.count).toBe(1);
    scan.reset(story.session);
    expect(verdicts.breaks.total.count).toBe(0);
    expect(verdicts.money.readSavings).toBeNull();
    expect(of(before).cause).toBe("tools-changed");
    story.turn(MISS, { seen: SYSTEM_CHANGED, message: unpriced(MISS) });
    scan.update(story.session);
    expect(verdicts.breaks.total).toMatchObject({ count: 1, missedTokens: 10_000 });
    expect(verdicts.breaks.byCause["system-changed"].count).toBe(1);
    expect(verdicts.money.readSavings).toBe(0);
  });

  it("keeps its start when everything is read again", () => {
    const story = new Story();
    story.turn(WRITE);
    story.turn(MISS);
    const { scan, verdicts } = story.judged();
    scan.reset(story.session);
    story.turn(MISS, { seen: SYSTEM_CHANGED });
    scan.readAgain();
    scan.update(story.session);
    expect(verdicts.breaks.total.count).toBe(1);
  });

  it("sums the money of its entries, turns or not", () => {
    const story = new Story();
    story.turn([0, 5, 10_000, 0], { message: unpriced([0, 5, 10_000, 0]) });
    story.refresh([1, 1, 1, 1], { usage: usage([1, 1, 1, 1], { cost: { total: 0.5 } }) });
    const { money } = story.judged({ price }).verdicts;
    expect(money.readSavings).toBeCloseTo(0.03, 12);
    expect(money.warmingCost).toBe(0.5);
  });
});

describe("what is kept", () => {
  it("is the newest, up to a bound, while the sums lose nothing", () => {
    const story = new Story();
    story.turn(WRITE);
    const ids = [1, 2, 3, 4].map(() => story.turn(WRITE, { seen: SYSTEM_CHANGED }));
    const { verdicts } = story.judged({ kept: 2 });
    expect(ids.map((id) => verdicts.of(id) !== undefined)).toEqual([false, false, true, true]);
    expect(verdicts.wasUnseen(ids[0] ?? "")).toBe(false);
    expect(verdicts.breaks.total.count).toBe(4);
    expect(VERDICTS_KEPT).toBe(2_000);
  });

  it("can be judged again without a bound, to the same verdicts", () => {
    const story = new Story();
    story.turn(WRITE);
    const ids = [1, 2, 3, 4].map(() => story.turn(WRITE, { seen: SYSTEM_CHANGED }));
    const bounded = story.judged({ kept: 1 }).verdicts.overAll(story.session.entries());
    const { verdicts } = story.judged();
    expect(ids.map((id) => bounded.of(id))).toEqual(ids.map((id) => verdicts.of(id)));
    expect(bounded.breaks).toEqual(verdicts.breaks);
  });

  it("starts from nothing when the entries come again", () => {
    const story = new Story();
    const id = story.turn(WRITE);
    story.turn(MISS, { seen: SYSTEM_CHANGED });
    const { verdicts } = story.judged();
    verdicts.startOver();
    expect(verdicts.of(id)).toBeUndefined();
    expect(verdicts.newest).toBeNull();
    expect(verdicts.breaks.total.count).toBe(0);
    expect(verdicts.money).toEqual(new Story().judged().verdicts.money);
    expect(verdicts.clock(null, 0).lastStart).toBeNull();
  });
});

describe("a turn that was judged without what the stream knew of it", () => {
  it("is told apart, and judged again by what is known now", () => {
    const story = new Story();
    story.turn(WRITE);
    const id = story.turn(MISS, { seen: null });
    const { scan, verdicts, of } = story.judged();
    expect(of(id).cause).toBe("unknown");
    expect(verdicts.wasUnseen(id)).toBe(true);
    expect(verdicts.wasUnseen("e1")).toBe(false);
    expect(verdicts.wasUnseen("no-entry")).toBe(false);
    story.facts.set(id, live(TOOLS_CHANGED));
    scan.readAgain();
    scan.update(story.session);
    expect(of(id)).toMatchObject({ cause: "tools-changed", certainty: "observed" });
    expect(verdicts.wasUnseen(id)).toBe(false);
    expect(verdicts.breaks.total.count).toBe(1);
  });

  it("is asked for by its entry and its turn, also when the entry has no id", () => {
    const asked: unknown[] = [];
    const verdicts = new SessionVerdicts({
      ...new Story().source(),
      live: (id, one) => {
        asked.push([id, one.model]);
        return null;
      },
    });
    const entry = turn(WRITE);
    verdicts.entry(entry, readEntry(entry, noPrice), true);
    expect(asked).toEqual([[null, "m1"]]);
    expect(verdicts.newest?.cause).toBe("cold-start");
  });
});

// Sessions of any shape.

const count = fc.oneof(fc.nat({ max: 3_000 }), fc.nat({ max: 200_000 }), fc.constant(0));
const names = fc.record({
  provider: fc.constantFrom("acme", "local"),
  model: fc.constantFrom("m1", "m2", "claude-opus-4-5"),
  responseModel: fc.constantFrom(undefined, undefined, "mini", "m1-2026"),
  thinkingLevel: fc.constantFrom(undefined, "low", "high"),
  stopReason: fc.constantFrom("stop", "stop", "toolUse", "error", "aborted"),
  timestamp: fc.oneof(fc.nat({ max: 1e7 }), fc.anything()),
});
const stamp = fc.oneof(
  fc.nat({ max: 1e7 }).map((ms) => new Date(ms).toISOString()),
  fc.constant("never"),
);
const priced = fc.constantFrom<Fields>({}, { cost: undefined }, { cost: { input: 0.5, cacheRead: 0.1, total: 0.6 } });
const counts = fc.tuple(count, count, count, count);
const realTurn = fc
  .tuple(counts, names, stamp, priced)
  .map(([row, message, timestamp, cost]) => ({ ...turn(row, { ...message, usage: usage(row, cost) }), timestamp }));
const strange = fc.oneof(
  fc.anything().map((message) => ({ type: "message", message })),
  fc.anything().map((raw) => ({ type: "message", message: assistant([1, 1, 1, 1], { usage: raw }) })),
  fc
    .record({ input: fc.anything(), output: fc.double(), cacheRead: fc.double(), cacheWrite: fc.anything() })
    .map((raw) => ({ type: "message", message: assistant([1, 1, 1, 1], { usage: raw }) })),
  fc.anything().map((raw) => ({ type: "usage", kind: "cache_warm", provider: "acme", model: "m1", usage: raw })),
);
const other = fc.oneof(
  fc.tuple(counts, stamp).map(([row, timestamp]) => refresh(row, { timestamp })),
  fc.constant(compaction()),
  fc.constant(branchSummary()),
  fc.constant(toolResult()),
  fc.constant(userMessage()),
);
/** One step of a session: an entry, a move in the tree, or a line that is no entry. */
const step = fc.oneof(
  { weight: 6, arbitrary: realTurn.map((body) => ({ kind: "append" as const, body })) },
  { weight: 2, arbitrary: other.map((body) => ({ kind: "append" as const, body })) },
  { weight: 1, arbitrary: strange.map((body) => ({ kind: "append" as const, body })) },
  { weight: 1, arbitrary: fc.nat({ max: 10 }).map((to) => ({ kind: "move" as const, to })) },
  { weight: 1, arbitrary: fc.anything().map((line) => ({ kind: "foreign" as const, line })) },
);
const relation = fc.constantFrom("baseline", "identical", "extended", "shortened", "branched", "skipped", "changed");
const watched = fc.array(fc.option(fc.tuple(relation, fc.constantFrom("a", "b", null))), { maxLength: 8 });
const story = fc.record({ steps: fc.array(step, { maxLength: 30, size: "max" }), watched, opened: fc.nat({ max: 5 }) });

interface Plan {
  readonly steps: readonly (
    | { readonly kind: "append"; readonly body: Fields }
    | { readonly kind: "move"; readonly to: number }
    | { readonly kind: "foreign"; readonly line: unknown }
  )[];
  readonly watched: readonly (
    | readonly [relation: ReturnType<typeof observation>["relation"], endpoint: string | null]
    | null
  )[];
  readonly opened: number;
}

/** Plays a plan; after each step `look` may read what is there so far. */
function play({ steps, watched: seen, opened }: Plan, look: (scan: SessionScan, session: MemorySession) => void) {
  const session = new MemorySession();
  const liveOf = (id: string | null) => {
    const known = id === null ? null : seen[Number(id.slice(1)) % (seen.length + 1)];
    return known ? live(observation({ relation: known[0] }), { endpoint: known[1] }) : null;
  };
  const lifetimes = () => ({ short: 300, long: 3_600 });
  const verdicts = new SessionVerdicts({ price, lifetimes, live: liveOf, opened: reopened(opened) });
  const scan = new SessionScan(price);
  scan.follow(verdicts);
  for (const one of steps) {
    if (one.kind === "append") session.append(one.body);
    else if (one.kind === "foreign") session.appendForeign(one.line);
    else if (one.to < session.entryCount()) session.moveTo(one.to === 0 ? null : `e${one.to}`);
    look(scan, session);
  }
  scan.update(session);
  const ids = session.entries().flatMap((entry) => (isRecord(entry) && typeof entry.id === "string" ? [entry.id] : []));
  const all = new Map<string, Verdict>();
  for (const id of ids) {
    const one = verdicts.of(id);
    if (one !== undefined) all.set(id, one);
  }
  return { session, scan, verdicts, all };
}

const numbersIn = (sums: object): readonly number[] => Object.values(sums).filter((value) => typeof value === "number");

describe("a session of any shape", () => {
  it("is judged without a fault, to finite numbers", () => {
    fc.assert(
      fc.property(story, (plan) => {
        const { verdicts, all, session } = play(plan, () => undefined);
        for (const one of all.values()) {
          expect(one.missedTokens).toBeGreaterThanOrEqual(0);
          for (const number of numbersIn(one)) expect(Number.isFinite(number)).toBe(true);
        }
        const { total, byCause } = verdicts.breaks;
        const sums = [total, ...Object.values(byCause), verdicts.money, verdicts.clock(null, 1e7)];
        for (const number of sums.flatMap(numbersIn)) expect(Number.isFinite(number)).toBe(true);
        expect(verdicts.overAll(session.entries()).breaks).toEqual(verdicts.breaks);
      }),
    );
  });

  it("has the same verdicts whether its entries come at once or in pieces", () => {
    fc.assert(
      fc.property(story, fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), (plan, looks) => {
        let at = 0;
        const once = play(plan, () => undefined);
        const pieces = play(plan, (scan, session) => {
          if (looks[at++ % looks.length]) scan.update(session);
        });
        expect(pieces.all).toEqual(once.all);
        expect(pieces.verdicts.breaks).toEqual(once.verdicts.breaks);
        expect(pieces.verdicts.money).toEqual(once.verdicts.money);
        expect(pieces.verdicts.newest).toEqual(once.verdicts.newest);
        expect(pieces.verdicts.clock(null, 1e7)).toEqual(once.verdicts.clock(null, 1e7));
      }),
    );
  });

  it("has sums that are those of its verdicts", () => {
    fc.assert(
      fc.property(story, (plan) => {
        const { verdicts, all } = play(
          { ...plan, steps: plan.steps.filter(({ kind }) => kind !== "foreign") },
          () => undefined,
        );
        const broken = [...all.values()].filter(isBreak);
        expect(verdicts.breaks.total.count).toBe(broken.length);
        expect(verdicts.breaks.total.missedTokens).toBe(broken.reduce((sum, one) => sum + one.missedTokens, 0));
      }),
    );
  });

  it("has in its window the sums of the verdicts since the reset", () => {
    fc.assert(
      fc.property(story, fc.nat({ max: 20 }), (plan, resetAt) => {
        let at = 0;
        let before = 0;
        const steps = plan.steps.filter(({ kind }) => kind !== "foreign");
        const { verdicts, all } = play({ ...plan, steps }, (scan, session) => {
          if (at++ !== resetAt) return;
          scan.reset(session);
          before = session.entryCount();
        });
        const inWindow = [...all].filter(([id]) => Number(id.slice(1)) > before).map(([, one]) => one);
        const broken = inWindow.filter(isBreak);
        expect(verdicts.breaks.total.count).toBe(broken.length);
        expect(verdicts.breaks.total.missedTokens).toBe(broken.reduce((sum, one) => sum + one.missedTokens, 0));
      }),
    );
  });

  it("has no break of a model that never reported", () => {
    fc.assert(
      fc.property(story, (plan) => {
        const { session, all } = play(plan, () => undefined);
        const turns = session.entries().flatMap((entry) => {
          const fact = readEntry(entry, price);
          return fact?.kind === "turn" && isRecord(entry) && typeof entry.id === "string"
            ? [{ id: entry.id, turn: fact.turn }]
            : [];
        });
        const active = turns.filter(({ turn: { row } }) => row.usage !== null && hasCacheActivity(row.usage));
        const models = new Set(active.map(({ turn: one }) => modelKey(one)));
        for (const { id, turn: one } of turns) {
          const verdict = all.get(id);
          if (verdict !== undefined && !models.has(modelKey(one))) expect(isBreak(verdict)).toBe(false);
        }
      }),
    );
  });
});

describe("counts smaller than a token", () => {
  it("do not make sums that are no numbers", () => {
    const row = {
      input: 5e-324,
      output: 1,
      cacheRead: 5_000,
      cacheWrite: 0,
      cost: { input: 1, cacheRead: 1, total: 2 },
    };
    const tiny = { input: 5e-324, output: 1, cacheRead: 0, cacheWrite: 5e-324, cost: { input: 1e12, total: 1e12 } };
    const one = new Story();
    one.turn(WRITE);
    const ids = [row, tiny].map((raw) => one.turn(WRITE, { message: { usage: raw } }));
    const { verdicts, of } = one.judged({ price });
    for (const number of [verdicts.money, verdicts.breaks.total, ...ids.map(of)].flatMap(numbersIn)) {
      expect(Number.isFinite(number)).toBe(true);
    }
  });
});

describe("declared lifetimes that are none", () => {
  const SECONDS = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308, null];

  it("do not make the judge throw, nor its clock claim a time that is no number", () => {
    for (const short of SECONDS) {
      const one = new Story();
      one.turn(WRITE);
      one.pause(100);
      const id = one.turn(MISS);
      const { verdicts, of } = one.judged({ lifetimes: () => ({ short, long: short }) });
      expect(of(id).outcome).toBe("miss");
      expect(() => verdicts.clock(null, one.now)).not.toThrow();
    }
  });
});
