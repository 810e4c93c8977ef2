import { Value } from "typebox/value";
import { describe, expect, it } from "vitest";
import { buildReport } from "../../src/report/build.ts";
import { DivergenceSchema, ObservationSchema } from "../../src/report/observation-schema.ts";
import { type Report, ReportSchema, TurnSchema } from "../../src/report/schema.ts";
import { field, isRecord } from "../../src/unknown.ts";
import { readBranch } from "../../src/usage/branch.ts";
import { TurnDetails } from "../../src/usage/details.ts";
import { Ledger } from "../../src/usage/ledger.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import { CAUSES } from "../../src/verdict/cause.ts";
import { MemorySession, noPrice, turn } from "../support/entries.ts";

// The contract of design.md, "pi-cache-stats/report@1": fields may be added to it, none may go or be renamed.
const USAGE = ["input", "output", "cacheRead", "cacheWrite", "cacheWrite1h", "reasoning"];
const AGGREGATE = ["turns", "measuredTurns", "hitRate", "usage", "cost"];
const BREAKS = ["count", "missedTokens", "missedCost"];
const CONTRACT: Readonly<Record<string, readonly string[]>> = {
  "": [
    ...[
      "schema",
      "generatedAt",
      "versions",
      "enabled",
      "session",
      "run",
      "window",
      "branch",
      "latest",
      "models",
      "turns",
    ],
    ...[
      "breaks",
      "money",
      "refreshes",
      "side",
      "clock",
      "prefix",
      "unclassified400",
      "flags",
      "metrics",
      "internalErrors",
    ],
  ],
  versions: ["piCacheStats", "pi"],
  session: ["id", "file"],
  run: AGGREGATE,
  "run.usage": USAGE,
  window: [...AGGREGATE, "scope"],
  branch: AGGREGATE,
  latest: ["turn", "hitRate"],
  "models.0": ["provider", "api", "model", ...AGGREGATE],
  "models.0.usage": USAGE,
  "turns.0": [
    ...["turn", "entryId", "at", "provider", "api", "model", "thinkingLevel", "stopReason", "usage", "promptTokens"],
    ...["hitRate", "prefix", "verdict", "tokensPerSecond", "timeToFirstTokenMs", "flags"],
  ],
  "turns.0.verdict": ["outcome", "cause", "also", "certainty", "evidence", "missedTokens", "missedCost"],
  breaks: [...BREAKS, "byCause"],
  "breaks.byCause": CAUSES,
  "breaks.byCause.expired": BREAKS,
  money: ["readSavings", "writePremium", "warmingCost", "compactionCost", "net"],
  refreshes: ["count", "usage", "cost"],
  side: ["compaction", "branchSummary", "nested"],
  "side.nested": USAGE,
  clock: ["observed", "lastStart", "lifetimeSeconds", "expiresAt", "warm", "tokensIfCold", "costIfCold"],
  "unclassified400.0": ["at", "provider", "model"],
};

const OBSERVATION = {
  relation: "changed",
  reason: null,
  shape: "anthropic",
  sections: Object.fromEntries(
    ["tools", "system", "developer", "instructions", "params", "history"].map((section) => [
      section,
      { state: "stable", reason: null, count: 1, chars: 10 },
    ]),
  ),
  blocks: { project_instructions: 12, available_skills: null },
  divergence: {
    section: "tools",
    kind: "changed",
    index: 3,
    name: "read",
    role: null,
    path: "tools[3].description",
    tag: null,
    line: 1,
    char: 1,
    before: { chars: 10 },
    after: { chars: 12 },
    owner: null,
    shareBefore: 0.25,
  },
  divergences: [],
  branchPoint: null,
  otherDivergences: { history: 2 },
  flap: false,
  retention: "short",
  blocksSinceMarker: 2,
  markers: [{ section: "system", index: 0, block: null, ttl: "5m" }],
};

/** A report with one of everything that the contract has fields for. */
function sample(): Report {
  const session = new MemorySession(turn([10, 1, 90, 0]));
  const scan = new SessionScan(noPrice);
  scan.update(session);
  return buildReport({
    now: Date.UTC(2026, 0, 1),
    piVersion: null,
    enabled: true,
    session: { id: "s", file: null },
    run: new Ledger(),
    scan,
    branch: readBranch(scan, session, noPrice),
    details: new TurnDetails(),
    verdicts: null,
    isSubscription: () => false,
    prefix: null,
    refusals: [{ at: 0, provider: "acme", model: "m1" }],
    invalidConfig: [],
    unreadableRecords: 0,
    metrics: { state: "exporting", exported: 3, dropped: 1 },
    internalErrors: 0,
  });
}

function at(value: unknown, path: string): unknown {
  const steps = path === "" ? [] : path.split(".");
  return steps.reduce((inner, step) => (Array.isArray(inner) ? inner[Number(step)] : field(inner, step)), value);
}

/** A deep copy in which the place at `path` holds something else; undefined takes it out. */
function altered(value: unknown, path: readonly string[], other: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return other;
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === step ? altered(one, rest, other) : one));
  if (!isRecord(value)) throw new Error(`Nothing at ${path.join(".")}`);
  const inner = altered(value[step], rest, other);
  const others = Object.entries(value).filter(([key]) => key !== step);
  return Object.fromEntries(inner === undefined ? others : [...others, [step, inner]]);
}

function accepts(path: string, value: unknown): boolean {
  return Value.Check(ReportSchema, altered(sample(), path.split("."), value));
}

const FIELDS = Object.entries(CONTRACT).flatMap(([place, names]) =>
  names.map((name) => ({ path: place === "" ? name : `${place}.${name}` })),
);

describe("the machine contract", () => {
  it.each(Object.entries(CONTRACT))("has in %j every field that design.md names", (place, names) => {
    const value = at(sample(), place);
    expect(isRecord(value) ? Object.keys(value) : []).toEqual(expect.arrayContaining([...names]));
  });

  it.each(FIELDS)("does not accept a report without $path", ({ path }) => {
    expect(Value.Check(ReportSchema, sample())).toBe(true);
    expect(at(sample(), path)).not.toBeUndefined();
    expect(accepts(path, undefined)).toBe(false);
  });

  it.each(["totalCost", "run.ratedTurns", "window.ratedTurns", "branch.ratedTurns", "models.0.ratedTurns"])(
    "does not accept a report without %s, which was added",
    (path) => {
      expect(at(sample(), path)).not.toBeUndefined();
      expect(accepts(path, undefined)).toBe(false);
    },
  );

  it("accepts a report with fields of a later version", () => {
    expect(Value.Check(ReportSchema, { ...sample(), later: { anything: true } })).toBe(true);
  });

  it.each([
    ["run.usage.input", Number.POSITIVE_INFINITY],
    ["run.cost", Number.NaN],
    ["run.hitRate", 1.01],
    ["run.hitRate", -0.01],
    ["turns.0.hitRate", 95],
    ["turns.0.tokensPerSecond", Number.POSITIVE_INFINITY],
    ["run.usage.cacheRead", -1],
    ["run.usage.cacheRead", "5"],
    ["window.scope", "branch"],
    ["turns.0.flags", ["made-up"]],
    ["turns.0.verdict.outcome", "break"],
    ["turns.0.verdict.cause", "the moon"],
    ["turns.0.verdict.certainty", "certain"],
    ["schema", "pi-cache-stats/report@2"],
    ["money.net", "5"],
  ])("does not accept %s = %j", (path, value) => {
    expect(accepts(path, value)).toBe(false);
  });

  it.each([
    "run.hitRate",
    "run.cost",
    "totalCost",
    "turns.0.usage",
    "turns.0.at",
    "turns.0.entryId",
    "clock.warm",
    "money.net",
  ])("takes null for %s, which may not have been measured", (path) => {
    expect(accepts(path, null)).toBe(true);
  });

  it.each(["run.turns", "run.ratedTurns", "run.usage", "turns.0.turn", "turns.0.verdict", "enabled", "internalErrors"])(
    "does not take null for %s, which is always known",
    (path) => {
      expect(accepts(path, null)).toBe(false);
    },
  );

  it.each(CAUSES)("has %s among its causes", (cause) => {
    expect(accepts("turns.0.verdict.cause", cause)).toBe(true);
    expect(accepts("turns.0.verdict.also", [cause])).toBe(true);
  });

  it("has exactly the causes of the specification", () => {
    const specified =
      "cold-start tools-changed system-changed history-rewritten thinking-changed params-changed model-changed " +
      "endpoint-changed compacted navigated resumed expired evicted provider-side below-minimum not-reported " +
      "lookback-exceeded markers-moved retention-changed concurrent malformed-usage unknown";
    expect(CAUSES.toSorted()).toEqual(specified.split(" ").toSorted());
  });

  it.each(["hit", "partial", "miss", "expected-rebuild", "unmeasured"])("has %s among its outcomes", (outcome) => {
    expect(accepts("turns.0.verdict.outcome", outcome)).toBe(true);
  });

  it("is a JSON Schema that can be written to a file, without losing anything", () => {
    const written: unknown = JSON.parse(JSON.stringify(ReportSchema));
    expect(field(written, "type")).toBe("object");
    expect(field(field(field(written, "properties"), "schema"), "const")).toBe("pi-cache-stats/report@1");
    expect(field(written, "required")).toEqual(expect.arrayContaining([...(CONTRACT[""] ?? [])]));
  });
});

describe("the observation in the contract", () => {
  it("accepts one of every part, in a turn and at the top", () => {
    expect([...Value.Errors(ObservationSchema, OBSERVATION)]).toEqual([]);
    expect(accepts("prefix", OBSERVATION)).toBe(true);
    expect(accepts("turns.0.prefix", OBSERVATION)).toBe(true);
    expect(Value.Check(TurnSchema, altered(sample().turns[0], ["prefix"], OBSERVATION))).toBe(true);
  });

  it.each([
    ...["relation", "reason", "shape", "sections", "blocks", "divergence", "otherDivergences", "flap", "markers"],
    ...["tools", "system", "developer", "instructions", "params", "history"].map((section) => `sections.${section}`),
    ...["state", "reason", "count", "chars"].map((name) => `sections.tools.${name}`),
    ...["project_instructions", "available_skills"].map((name) => `blocks.${name}`),
    ...["section", "index", "block", "ttl"].map((name) => `markers.0.${name}`),
  ])("is not whole without %s", (path) => {
    expect(Value.Check(ObservationSchema, altered(OBSERVATION, path.split("."), undefined))).toBe(false);
  });

  it.each(Object.keys(OBSERVATION.divergence))("has a divergence that is not whole without %s", (name) => {
    expect(Value.Check(DivergenceSchema, OBSERVATION.divergence)).toBe(true);
    expect(Value.Check(DivergenceSchema, altered(OBSERVATION.divergence, [name], undefined))).toBe(false);
  });

  it.each([
    [
      "relation",
      ["baseline", "identical", "extended", "shortened", "branched", "changed", "unknown", "skipped", "disabled"],
    ],
    [
      "sections.tools.state",
      ["baseline", "stable", "extended", "changed", "absent", "empty", "unknown", "skipped", "disabled"],
    ],
    ["divergence.kind", ["added", "removed", "reordered", "key-order", "representation", "changed", "truncated"]],
    ["divergence.section", ["tools", "system", "developer", "instructions", "params", "history"]],
  ])("has for %s the words of the specification and no others", (path, words) => {
    const check = (word: string) => Value.Check(ObservationSchema, altered(OBSERVATION, path.split("."), word));
    for (const word of words) expect(check(word)).toBe(true);
    expect(check("something-else")).toBe(false);
  });

  it("does not accept a share of the request above 1", () => {
    expect(Value.Check(ObservationSchema, altered(OBSERVATION, ["divergence", "shareBefore"], 1.5))).toBe(false);
  });
});
