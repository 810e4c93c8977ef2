import { describe, expect, it } from "vitest";
import { Unrecorded } from "../../src/record/unrecorded.ts";
import { turnOf } from "../support/verdicts.ts";

const SILENT = turnOf([100, 5, 0, 0]);
const ACTIVE = turnOf([10, 5, 90, 0]);

const ended = (...entries: readonly string[]) =>
  entries.map((entry) => ({ entry, provider: ACTIVE.provider, model: ACTIVE.model }));

describe("turns that are not recorded yet", () => {
  it("are taken once, in their order, with the model that answered", () => {
    const unrecorded = new Unrecorded();
    unrecorded.add("e1", SILENT);
    unrecorded.add("e2", ACTIVE);
    expect(unrecorded.take(false)).toEqual(ended("e1", "e2"));
    expect(unrecorded.take(false)).toEqual([]);
  });

  it("are none after a run without any cache activity, unless they are asked for", () => {
    const unrecorded = new Unrecorded();
    unrecorded.add("e1", SILENT);
    expect(unrecorded.take(false)).toEqual([]);
    unrecorded.add("e2", SILENT);
    expect(unrecorded.take(true)).toEqual(ended("e2"));
  });
});
