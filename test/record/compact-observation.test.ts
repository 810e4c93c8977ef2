import fc from "fast-check";
import { Value } from "typebox/value";
import { describe, expect, it } from "vitest";
import { type Observation, unread } from "../../src/prefix/observation.ts";
import { compactObservation, fullObservation } from "../../src/record/compact-observation.ts";
import { ObservationSchema } from "../../src/report/observation-schema.ts";
import { divergence, marker, observation, sections } from "../support/verdicts.ts";

/** As a session file keeps it. */
const kept = (value: Observation): unknown => fullObservation(JSON.parse(JSON.stringify(compactObservation(value))));
const size = (value: Observation): number => JSON.stringify(compactObservation(value)).length;

const USUAL = observation({
  sections: sections({ tools: 12_000, system: 18_000, params: 90, history: 240_000 }),
  markers: [marker("tools", 3), marker("system", 0), marker("history", 41, 2, "5m")],
  blocksSinceMarker: 2,
});

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
    }
  });

  it("is small where nothing changed, as nearly always", () => {
    expect(size(USUAL)).toBeLessThan(180);
  });

  it("is no observation when it was edited into none, whatever it was edited into", () => {
    for (const value of [null, 7, "text", []])
      expect(Value.Check(ObservationSchema, fullObservation(value))).toBe(false);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => Value.Check(ObservationSchema, fullObservation(value))).not.toThrow();
      }),
    );
    const broken = { ...compactObservation(USUAL), s: [["s", "many", -1]] };
    expect(Value.Check(ObservationSchema, fullObservation(broken))).toBe(false);
  });
});
