import fc from "fast-check";
import { Value } from "typebox/value";
import { describe, expect, it } from "vitest";
import { type Observation, unread } from "../../src/prefix/observation.ts";
import { SECTIONS } from "../../src/prefix/snapshot.ts";
import { compactObservation, fullObservation, usualObservation } from "../../src/record/compact-observation.ts";
import { ObservationSchema } from "../../src/report/observation-schema.ts";
import { field } from "../../src/unknown.ts";
import { divergence, marker, observation, sections } from "../support/verdicts.ts";

/** As a session file keeps it, beside what was usual. */
const kept = (value: Observation, usual: Observation | null = null): unknown => {
  const common = usual && usualObservation(usual);
  const inFile: unknown = JSON.parse(JSON.stringify({ common, own: compactObservation(value, common) }));
  return fullObservation(field(inFile, "own"), common);
};
const size = (value: Observation, usual: Observation): number =>
  JSON.stringify(compactObservation(value, usualObservation(usual))).length;

const USUAL = observation({
  sections: sections({ tools: 12_000, system: 18_000, params: 90, history: 240_000 }),
  markers: [marker("tools", 3), marker("system", 0), marker("history", 41, 2, "5m")],
  blocksSinceMarker: 2,
});

const amount = fc.nat(1_000_000);
const section = fc.record({
  state: fc.constantFrom(
    ...(["baseline", "stable", "extended", "changed", "absent", "empty", "unknown", "skipped", "disabled"] as const),
  ),
  reason: fc.constantFrom(null, "too-large", "unreadable"),
  ...{ count: amount, chars: amount },
});
const anyMarker = fc.record({
  section: fc.constantFrom(...SECTIONS),
  index: fc.nat(3),
  block: fc.option(fc.nat(2)),
  ttl: fc.constantFrom(null, "5m", "1h"),
});
const anyObservation: fc.Arbitrary<Observation> = fc
  .record({
    relation: fc.constantFrom(...(["baseline", "identical", "extended", "shortened", "unknown", "skipped"] as const)),
    reason: fc.constantFrom(null, "history-not-read"),
    shape: fc.constantFrom(null, "anthropic", "google"),
    sections: fc.record({
      ...{ tools: section, system: section, developer: section },
      ...{ instructions: section, params: section, history: section },
    }),
    blocks: fc.record({ project_instructions: fc.option(amount), available_skills: fc.option(amount) }),
    markers: fc.array(anyMarker, { maxLength: 4 }),
    retention: fc.constantFrom(null, "short", "long"),
    blocksSinceMarker: fc.option(fc.nat(30)),
    flap: fc.boolean(),
  })
  .map(observation);

describe("an observation in a record", () => {
  it("comes back as it was", () => {
    const first = divergence({ name: "web_search", path: "tools[4]" });
    const changed = observation({
      ...{ relation: "changed", divergence: first, divergences: [first, divergence({ section: "system" })] },
      ...{ otherDivergences: { tools: 2 }, flap: true, retention: "long", markers: USUAL.markers },
      blocks: { project_instructions: 4_000, available_skills: null },
    });
    const moved = observation({ relation: "branched", branchPoint: divergence({ section: "history" }) });
    for (const value of [USUAL, changed, moved, unread("skipped", "too-large"), unread("disabled", "switched-off")]) {
      expect(kept(value)).toEqual(value);
      expect(kept(value, USUAL)).toEqual(value);
      expect(kept(USUAL, value)).toEqual(USUAL);
    }
  });

  it("comes back as it was, whatever it was and whatever was usual", () => {
    fc.assert(
      fc.property(anyObservation, anyObservation, (value, usual) => {
        expect(kept(value, usual)).toEqual(value);
        expect(kept(value)).toEqual(value);
      }),
    );
  });

  it("is small where nothing changed, as nearly always", () => {
    const next = { ...USUAL, markers: [...USUAL.markers.slice(0, -1), marker("history", 43, 2, "5m")] };
    expect(size(next, USUAL)).toBeLessThan(60);
  });

  it("is no observation when it was edited into none, whatever it was edited into", () => {
    for (const value of [null, 7, "text", []])
      expect(Value.Check(ObservationSchema, fullObservation(value, null))).toBe(false);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => Value.Check(ObservationSchema, fullObservation(value, usualObservation(USUAL)))).not.toThrow();
      }),
    );
    const broken = { ...compactObservation(USUAL, null), s: [["s", "many", -1]] };
    expect(Value.Check(ObservationSchema, fullObservation(broken, null))).toBe(false);
  });
});
