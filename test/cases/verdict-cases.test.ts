import { describe, expect, it } from "vitest";
import type { Observation } from "../../src/prefix/observation.ts";
import { Observer } from "../../src/prefix/observer.ts";
import { field, isRecord } from "../../src/unknown.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import type { Verdict } from "../../src/verdict/evidence.ts";
import { SessionVerdicts, type VerdictSource } from "../../src/verdict/session-verdicts.ts";
import {
  assistant,
  casesOf,
  compaction,
  countsIn,
  type Fields,
  found,
  MemorySession,
  noPrice,
  numberIn,
  recordsIn,
  toolResult,
  usage,
} from "../support/entries.ts";

/** Outcome and cause of each row, in the short form `outcome cause`. */
type Expected = readonly string[];

/** A row whose prompt is too short to be cached, the first that is not, and the plain ones. */
const [SHORT, COLD, HIT, NONE] = ["expected-rebuild below-minimum", "expected-rebuild cold-start", "hit", "unmeasured"];
const PROVIDER = "miss provider-side";
/** Without a `diff` in the case no request was seen, so no cause is known: that is the right answer then. */
const UNSEEN = "miss unknown";
const BAD = "unmeasured malformed-usage";
const SILENT = "unmeasured not-reported";

/** What each usage case must come to, row by row, in the order of the file. */
const USAGE_CASES: readonly (readonly [id: string, expected: Expected])[] = [
  ["C01", [SHORT, HIT, HIT, NONE]],
  ["C02", [COLD]],
  ["C03", [BAD]],
  ["C03", [COLD, BAD]],
  ["C05", [SHORT, SILENT]],
  ["C06", [COLD, SILENT, SILENT]],
  ["C07", [COLD, HIT, PROVIDER]],
  ["C08", [HIT, "partial unknown"]],
  ["C09", [HIT, "partial unknown"]],
  ["C10", [HIT]],
  ["C13", [COLD, HIT, NONE, NONE]],
  ["C14", [COLD, HIT]],
  ["C15", [SHORT, SHORT, SHORT, HIT]],
  ["C18", [COLD, HIT]],
  ["C20", [SHORT, SHORT, COLD, HIT]],
  ["C21", [COLD, UNSEEN]],
  ["C25", [HIT, "partial unknown", HIT]],
  ["C36", [COLD, HIT, "miss model-changed", HIT, HIT]],
  ["C43", [COLD, SILENT, SILENT]],
  ["C45", [COLD, HIT, "miss expired", HIT, "miss expired", HIT]],
  ["C46", [HIT, "miss evicted"]],
  ["C47", [HIT, PROVIDER, HIT]],
  ["C47", [COLD, HIT, PROVIDER, PROVIDER, PROVIDER, PROVIDER, "partial provider-side"]],
  ["C48", [HIT, PROVIDER, PROVIDER, HIT]],
];

const RELATIONS: Readonly<Record<string, Observation["relation"]>> = {
  first: "baseline",
  append: "extended",
  identical: "identical",
};

/** A request as the case says it was: seen beside the one before, and nothing more. */
function seen(relation: Observation["relation"]): Observation {
  const observer = new Observer("salt", "all");
  const payload = { model: "m", system: "S", messages: [{ role: "user", content: "1" }] };
  const scope = { session: "s", provider: "p", api: "a", model: "m", baseUrl: "" };
  return { ...observer.request(payload, { scope, ownerOf: () => null }), relation, retention: null };
}

function bodyOf(row: Fields, input: Fields): Fields {
  const counts = countsIn(row.u);
  const start = Date.UTC(2026, 0, 1) + numberIn(row.at ?? 0) * 1_000;
  const end = row.end === undefined ? start + 2_000 : Date.UTC(2026, 0, 1) + numberIn(row.end) * 1_000;
  const fields = {
    provider: row.provider ?? "acme",
    api: row.api ?? input.api ?? "anthropic-messages",
    model: row.model ?? "m1",
    ...(row.responseModel === undefined ? {} : { responseModel: row.responseModel }),
    timestamp: start,
    stopReason: row.stop ?? "stop",
    usage: usage(counts, {
      ...(row.total === undefined ? {} : { totalTokens: row.total }),
      ...(row.w1h === undefined ? {} : { cacheWrite1h: row.w1h }),
      ...(row.cost === undefined ? {} : { cost: row.cost }),
    }),
  };
  return { type: "message", timestamp: new Date(end).toISOString(), message: assistant(counts, fields) };
}

interface Play {
  readonly verdicts: readonly Verdict[];
  readonly judge: SessionVerdicts;
}

/** Judges entries in order; `live` gives what was seen of the turn with this number among the turns, from 0. */
function play(bodies: readonly Fields[], source: Partial<VerdictSource> = {}): Play {
  const judge = new SessionVerdicts({
    price: noPrice,
    lifetimes: () => ({ short: null, long: null }),
    live: () => null,
    opened: null,
    ...source,
  });
  const session = new MemorySession();
  const turns = bodies.flatMap((body) => {
    const id = session.append(body);
    return field(field(body, "message"), "role") === "assistant" ? [id] : [];
  });
  const scan = new SessionScan(noPrice);
  scan.follow(judge);
  scan.update(session);
  return { judge, verdicts: turns.map((id) => found(judge.of(id))) };
}

function playUsage(input: Fields): Play {
  const rows = recordsIn(input.rows);
  const diff: readonly unknown[] = Array.isArray(input.diff) ? input.diff : [];
  const live: VerdictSource["live"] = (id) => {
    const relation = RELATIONS[String(diff[Number(id?.slice(1)) - 1])];
    return relation === undefined
      ? null
      : { observation: seen(relation), endpoint: null, diagnosis: null, refreshSentAt: null };
  };
  // The lifetimes that C45 states; the models of the other cases declare none.
  const isAnthropicLike = rows.some((row) => row.w1h !== undefined);
  const lifetimes = () => (isAnthropicLike ? { short: 300, long: 3_600 } : { short: null, long: null });
  return play(
    rows.map((row) => bodyOf(row, input)),
    { live, lifetimes },
  );
}

const short = ({ outcome, cause }: Verdict): string => (cause === null ? outcome : `${outcome} ${cause}`);
const kindsOf = (verdict: Verdict | undefined): readonly string[] => (verdict?.evidence ?? []).map(({ kind }) => kind);

describe("the verdicts of the usage cases", () => {
  const cases = casesOf("usage");

  it("are written down for every case and every row", () => {
    expect(cases.map(({ name }) => name.slice(0, 3))).toEqual(USAGE_CASES.map(([id]) => id));
    for (const [index, { input }] of cases.entries()) {
      expect(USAGE_CASES[index]?.[1]).toHaveLength(recordsIn(input.rows).length);
    }
  });

  it.each(USAGE_CASES.map(([id, expected], index) => [id, index, expected] as const))(
    "of %s (%i) are right",
    (_, index, expected) => {
      expect(playUsage(found(cases[index]).input).verdicts.map(short)).toEqual(expected);
    },
  );

  it.each(cases)("never call a guess observed: $name", ({ input }) => {
    const guesses = ["expired", "evicted", "provider-side", "concurrent", "below-minimum"];
    for (const { cause, certainty } of playUsage(input).verdicts) {
      if (cause !== null && guesses.includes(cause)) expect(certainty).toBe("likely");
      if (cause === "unknown" || cause === null) expect(certainty).toBe("unknown");
    }
  });

  it("have the gap and the lifetime of C45 as evidence, measured from start to start", () => {
    const { verdicts } = playUsage(found(cases.find(({ name }) => name.startsWith("C45"))).input);
    const idle = (row: number) => verdicts[row]?.evidence.find(({ kind }) => kind === "idle");
    expect(idle(2)).toEqual({ kind: "idle", seconds: 380, lifetimeSeconds: 300 });
    expect(idle(4)).toEqual({ kind: "idle", seconds: 2_570, lifetimeSeconds: 300 });
  });

  it("have the gap of C46 and no lifetime as evidence", () => {
    const { verdicts } = playUsage(found(cases.find(({ name }) => name.startsWith("C46"))).input);
    expect(verdicts[1]?.evidence).toContainEqual({ kind: "idle", seconds: 430, lifetimeSeconds: null });
  });

  it("say of C48 that the provider is a router, and of C36 that another model answered", () => {
    const of = (id: string) => playUsage(found(cases.find(({ name }) => name.startsWith(id))).input).verdicts;
    expect(kindsOf(of("C48")[1])).toContain("router");
    expect(of("C36")[4]?.evidence).toContainEqual({ kind: "answered-by", model: "C" });
  });

  it("count no break of the prompt in C14, C18 and C47", () => {
    for (const { name, input } of cases.filter(({ name }) => /^C(14|18|47)/.test(name))) {
      const { byCause } = playUsage(input).judge.breaks;
      const own = ["tools-changed", "system-changed", "history-rewritten", "params-changed", "unknown"] as const;
      expect(
        own.map((cause) => byCause[cause].count),
        name,
      ).toEqual([0, 0, 0, 0, 0]);
    }
  });
});

describe("the verdicts of the session cases", () => {
  const inputOf = (id: string): Fields => found(casesOf("session").find(({ name }) => name.startsWith(id))).input;
  const bodies = (id: string): readonly Fields[] =>
    recordsIn(inputOf(id).entries).map((entry) => {
      if (entry.type === "compaction") return compaction(countsIn(entry.usage));
      if (entry.type === "toolResult") return toolResult(isRecord(entry.usage) ? entry.usage : undefined);
      return bodyOf(entry, {});
    });

  it("C39: the turn after a compaction is an expected rebuild and no break", () => {
    const { verdicts, judge } = play(bodies("C39"));
    expect(verdicts.map(short)).toEqual(["hit", "expected-rebuild compacted", "hit"]);
    expect(judge.breaks.total.count).toBe(field(inputOf("C39").expect, "breaks"));
  });

  it("C57: the first turn of a new session is a cold start", () => {
    expect(play(bodies("C57")).verdicts.map(short)).toEqual(["expected-rebuild cold-start"]);
  });

  it("C58: a subagent's usage between two turns breaks nothing", () => {
    expect(play(bodies("C58")).verdicts.map(short)).toEqual(["hit", "hit"]);
  });

  it("C59: a turn on another branch is the user's move, not a break", () => {
    const counts = inputOf("C59").usage;
    const session = new MemorySession();
    const ids = ["a1", "a2"].map((name) => session.append(bodyOf({ u: field(counts, name) }, {})));
    session.moveTo(found(ids[0]));
    const other = session.append(bodyOf({ u: field(counts, "b2") }, {}));
    const judge = new SessionVerdicts({
      ...{ price: noPrice, lifetimes: () => ({ short: null, long: null }), live: () => null, opened: null },
    });
    const scan = new SessionScan(noPrice);
    scan.follow(judge);
    scan.update(session);
    expect([...ids, other].map((id) => short(found(judge.of(id))))).toEqual([
      "expected-rebuild cold-start",
      "hit",
      "expected-rebuild navigated",
    ]);
    expect(judge.breaks.total.count).toBe(0);
  });
});

describe("the verdicts of the sequence, error and cost cases", () => {
  const inputOf = (kind: string, id: string): Fields =>
    found(casesOf(kind).find(({ name }) => name.startsWith(id))).input;
  const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });
  const scope = { session: "s", provider: "acme", api: "anthropic-messages", model: "m1", baseUrl: "" };

  /** Requests and the rows that answered them, in order. */
  function answer(payloads: readonly unknown[], rows: readonly Fields[]): Play {
    const observer = new Observer("salt", "all");
    const observations = payloads.map((payload) => {
      const observation = observer.request(payload, { scope, ownerOf: () => null });
      observer.answered();
      return observation;
    });
    const live: VerdictSource["live"] = (id) => {
      const observation = observations[Number(id?.slice(1)) - 1];
      return observation === undefined ? null : { observation, endpoint: null, diagnosis: null, refreshSentAt: null };
    };
    return play(
      rows.map((row) => bodyOf(row, {})),
      { live },
    );
  }

  it("C29: a memory that is rewritten each turn is a changed system prompt, observed, at its tag", () => {
    const input = inputOf("sequence", "C29");
    const systems: readonly unknown[] = Array.isArray(input.systems) ? input.systems : [];
    const payloads = systems.map((system, index) => ({
      model: "m1",
      system: [{ type: "text", text: String(system) }],
      messages: Array.from({ length: index + 1 }, (_, at) => user(`turn ${at}`)),
    }));
    const { verdicts } = answer(payloads, recordsIn(input.rows));
    const broken = verdicts.flatMap(({ outcome }, index) => (outcome === "miss" ? [index] : []));
    expect(broken).toEqual(field(input.expect, "breaks"));
    for (const index of broken) {
      expect(verdicts[index]).toMatchObject({ cause: "system-changed", certainty: "observed" });
      const place = verdicts[index]?.evidence.find((fact) => fact.kind === "place");
      expect(place?.divergence).toMatchObject({ section: "system", tag: "memory" });
    }
  });

  it("C49: conversations that interleave on one key raise no false break", () => {
    const rows = recordsIn(inputOf("sequence", "C49").payloads);
    const payloads = rows.map(({ conv, n }) => ({
      model: "m1",
      system: `You are ${String(conv)}.`,
      messages: Array.from({ length: numberIn(n) }, (_, at) => user(`${String(conv)} ${at}`)),
    }));
    const usages = rows.map(({ n }, at) => ({ at, u: n === 1 ? [5, 9, 0, 20_000] : [5, 9, 20_000, 300] }));
    const { judge, verdicts } = answer(payloads, usages);
    expect(judge.breaks.byCause["system-changed"].count).toBe(0);
    expect(judge.breaks.byCause["history-rewritten"].count).toBe(0);
    expect(verdicts.slice(2).map(short)).toEqual(["hit", "hit", "hit"]);
  });

  it("C67: two HTTP attempts of one request are one turn and one verdict", () => {
    const { verdicts } = answer([{ model: "m1", messages: [user("1")] }], [{ at: 0, u: [5, 9, 0, 20_000] }]);
    expect(verdicts.map(short)).toEqual(["expected-rebuild cold-start"]);
  });

  it("C60: an error turn without usage is no miss", () => {
    const failed = { at: 9, u: [0, 0, 0, 0], stop: "error" };
    const { verdicts, judge } = play([{ at: 0, u: [5, 9, 0, 20_000] }, failed].map((row) => bodyOf(row, {})));
    expect(short(found(verdicts[1]))).toBe("unmeasured");
    expect(judge.breaks.total.count > 0).toBe(field(inputOf("error", "C60").expect, "countsAsMiss"));
  });

  it("C63: missed dollars are missed tokens times what was paid for them beyond the price of reading", () => {
    const input = inputOf("cost", "C63");
    const perMillion = numberIn(field(input.prices, "cacheRead"));
    const price: VerdictSource["price"] = (_provider, _model, { cacheRead }) => {
      const amount = (cacheRead * perMillion) / 1e6;
      return { input: 0, output: 0, cacheRead: amount, cacheWrite: 0, total: amount };
    };
    const { verdicts } = play(
      recordsIn(input.rows).map((row) => bodyOf(row, {})),
      { price },
    );
    expect(verdicts[1]?.missedTokens).toBe(field(input.expect, "missedTokens"));
    expect(verdicts[1]?.missedCost).toBeCloseTo(numberIn(field(input.expect, "missedCost")), 6);
  });

  it("C65: where another extension edits the request after us, the verdict says that it may", () => {
    const rows = (inputOf("handlers", "C65").usage as readonly unknown[]).map((u, at) => ({ at: at * 9, u }));
    const payloads = [[user("1")], [user("1"), user("2")]].map((messages) => ({ model: "m1", system: "S", messages }));
    const { verdicts } = answer(payloads, rows);
    expect(short(found(verdicts[1]))).toBe("miss provider-side");
    expect(kindsOf(verdicts[1])).toContain("later-extensions");
  });
});
