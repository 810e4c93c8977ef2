import { describe, expect, it } from "vitest";
import {
  changeEvidence,
  changesOf,
  continues,
  isHeadChange,
  isUnchanged,
  markedHead,
  readableBefore,
} from "../../src/verdict/changes.ts";
import { found } from "../support/entries.ts";
import { changedAt, divergence, marker, observation, sections } from "../support/verdicts.ts";

function onlyChange(...args: Parameters<typeof changedAt>) {
  const changes = changesOf(changedAt(...args));
  expect(changes).toHaveLength(1);
  return found(changes[0]);
}

function param(name: string, shape = "openai-chat") {
  return onlyChange({ section: "params", name, path: name }, { shape });
}

describe("the changes of a request", () => {
  it.each(["baseline", "identical", "extended", "shortened", "branched", "unknown", "skipped", "disabled"] as const)(
    "are none where it is %s",
    (relation) => {
      expect(changesOf(observation({ relation, divergences: [divergence()] }))).toEqual([]);
    },
  );

  it.each([
    ["tools", "tools-changed"],
    ["system", "system-changed"],
    ["developer", "system-changed"],
    ["instructions", "system-changed"],
    ["history", "history-rewritten"],
  ] as const)("in %s are %s, observed", (section, cause) => {
    const change = onlyChange({ section });
    expect(change).toMatchObject({ cause, certainty: "observed", harmless: false, divergence: { section } });
  });

  it("are only likely where the same text came in another form", () => {
    expect(onlyChange({ kind: "representation" })).toMatchObject({ cause: "system-changed", certainty: "likely" });
  });

  it("are told in the order sent, all of them", () => {
    const places = [divergence({ section: "tools" }), divergence(), divergence({ section: "history" })];
    const changes = changesOf(observation({ relation: "changed", divergences: places }));
    expect(changes.map(({ cause }) => cause)).toEqual(["tools-changed", "system-changed", "history-rewritten"]);
  });

  it("of the protocol are a change of everything, without a place", () => {
    const [change, ...others] = changesOf(observation({ relation: "changed", reason: "other-protocol" }));
    expect(others).toEqual([]);
    expect(change).toEqual({
      ...{ cause: "params-changed", certainty: "observed", harmless: false, divergence: null },
      ...{ readable: 0, isOpen: false },
    });
    expect(changeEvidence(found(change))).toEqual({ kind: "other-protocol" });
    expect(isHeadChange(found(change))).toBe(true);
  });
});

describe("a changed parameter", () => {
  it.each([
    ["model", "model-changed", "observed", false],
    ["thinking", "thinking-changed", "observed", false],
    ["reasoning_effort", "thinking-changed", "observed", false],
    ["prompt_cache_retention", "retention-changed", "likely", false],
    ["verbosity", "params-changed", "observed", false],
    ["tool_choice", "params-changed", "likely", true],
    ["betas", "params-changed", "likely", false],
  ] as const)("%s is %s, %s", (name, cause, certainty, harmless) => {
    expect(param(name)).toMatchObject({ cause, certainty, harmless, readable: 0 });
  });

  it("counts for what the protocol does with it", () => {
    expect(param("tool_choice", "anthropic")).toMatchObject({ certainty: "observed", harmless: false });
    expect(param("tool_choice", "bedrock")).toMatchObject({ certainty: "likely", harmless: false });
  });

  const MARKED = { shape: "anthropic", markers: [marker("system", 0), marker("history", 3)] };
  const of = (path: string, fields: Parameters<typeof changedAt>[1] = MARKED) =>
    onlyChange({ section: "params", name: path, path }, fields);

  it.each(["tool_choice", "thinking", "betas", "prompt_cache_retention"])(
    "%s keeps the marked head, on a protocol with markers",
    (path) => {
      expect(of(path).readable).toBe(0.5);
      expect(of(path, { ...MARKED, markers: [marker("history", 3)] }).readable).toBe(0);
      expect(of(path, { ...MARKED, markers: [] }).readable).toBe(0);
    },
  );

  it("keeps nothing where it is the model, marked or not", () => {
    expect(of("model").readable).toBe(0);
  });

  it("is open where it is not documented what it loses: of everything but what breaks for certain", () => {
    expect(of("tool_choice").isOpen).toBe(false);
    expect(of("verbosity", { shape: "openai-chat" }).isOpen).toBe(false);
    for (const path of ["thinking", "betas", "prompt_cache_retention"]) expect(of(path).isOpen, path).toBe(true);
    for (const section of ["tools", "system", "history"] as const) expect(onlyChange({ section }).isOpen).toBe(false);
  });

  it("without a name is unclear", () => {
    expect(onlyChange({ section: "params", name: null })).toMatchObject({
      cause: "params-changed",
      certainty: "likely",
    });
  });
});

describe("a change in the head", () => {
  it("is one before the history, that does harm", () => {
    expect(isHeadChange(onlyChange({ section: "tools" }))).toBe(true);
    expect(isHeadChange(onlyChange({ section: "system" }))).toBe(true);
    expect(isHeadChange(param("thinking"))).toBe(true);
    expect(isHeadChange(param("tool_choice"))).toBe(false);
    expect(isHeadChange(onlyChange({ section: "history" }))).toBe(false);
  });
});

describe("what could still be read before a change", () => {
  const LENGTHS = sections({ tools: 400, system: 80, developer: 15, instructions: 5, history: 500, params: 9_000 });
  const readable = (first: Parameters<typeof changedAt>[0], fields: Parameters<typeof changedAt>[1]) =>
    onlyChange(first, { sections: LENGTHS, ...fields }).readable;

  it("is everything before it where caching is automatic", () => {
    expect(readable({ section: "history", shareBefore: 0.7 }, { shape: "openai-chat" })).toBe(0.7);
    expect(readable({ section: "system", shareBefore: 0.4 }, { shape: null })).toBe(0.4);
  });

  it("is nothing without markers where they are needed", () => {
    expect(readable({ section: "history", shareBefore: 0.7 }, { shape: "anthropic" })).toBe(0);
    expect(readable({ section: "history", shareBefore: 0.7 }, { shape: "bedrock" })).toBe(0);
  });

  it("is the marked head, of a change in the history", () => {
    const fields = { shape: "anthropic", markers: [marker("system", 0), marker("history", 3)] };
    expect(readable({ section: "history", shareBefore: 0.9 }, fields)).toBe(0.5);
  });

  it("is the marked tools, of a change in the prompt", () => {
    const both = [marker("tools", 3), marker("system", 0)];
    expect(readable({ section: "system", shareBefore: 0.45 }, { shape: "anthropic", markers: both })).toBe(0.4);
    const system = [marker("system", 0)];
    expect(readable({ section: "system", shareBefore: 0.45 }, { shape: "anthropic", markers: system })).toBe(0);
    expect(readable({ section: "developer", shareBefore: 0.45 }, { shape: "anthropic", markers: system })).toBe(0.48);
  });

  it("is nothing of changed tools, and nothing where only the history is marked", () => {
    const markers = [marker("tools", 0), marker("history", 1)];
    expect(readable({ section: "tools", shareBefore: 0.3 }, { shape: "anthropic", markers })).toBe(0);
    const fields = { shape: "anthropic", markers: [marker("history", 1)] };
    expect(readable({ section: "history", shareBefore: 0.9 }, fields)).toBe(0);
  });

  it("is nothing of a request without any length", () => {
    const fields = { sections: sections({}), markers: [marker("system", 0)] };
    expect(readable({ section: "history", shareBefore: 0.9 }, fields)).toBe(0);
  });
});

describe("the marked head", () => {
  const LENGTHS = sections({ tools: 300, system: 80, developer: 15, instructions: 5, history: 600, params: 9_000 });
  const head = (...markers: Parameters<typeof marker>[0][]) =>
    markedHead(observation({ sections: LENGTHS, markers: markers.map((section) => marker(section, 0)) }));

  it("is what stands before the history, where a marker ends there", () => {
    for (const section of ["tools", "system", "developer", "instructions"] as const) expect(head(section)).toBe(0.4);
    expect(head("history", "system")).toBe(0.4);
  });

  it("is nothing where only the history is marked or nothing is, and of a request without any length", () => {
    expect(head("history")).toBe(0);
    expect(head()).toBe(0);
    expect(markedHead(observation({ sections: sections({}), markers: [marker("system", 0)] }))).toBe(0);
  });
});

describe("what a branch shares with the request that it leaves", () => {
  const point = divergence({ section: "history", shareBefore: 0.9 });

  it("is everything before it where caching is automatic, and the marked head elsewhere", () => {
    expect(readableBefore(point, observation())).toBe(0.9);
    const marked = observation({ shape: "anthropic", markers: [marker("system", 0)] });
    expect(readableBefore(point, marked)).toBe(0.5);
    expect(readableBefore(point, { ...marked, markers: [] })).toBe(0);
  });
});

describe("the evidence of a change", () => {
  it("is its place", () => {
    const change = onlyChange({ section: "tools", name: "grep" });
    expect(changeEvidence(change)).toEqual({
      kind: "place",
      divergence: divergence({ section: "tools", name: "grep" }),
    });
  });

  it("is its path where the provider documents it as harmless", () => {
    expect(changeEvidence(param("tool_choice"))).toEqual({ kind: "harmless", path: "tool_choice" });
  });
});

const HARMLESS = changedAt({ section: "params", name: "tool_choice", path: "tool_choice" });

describe("a request that goes on unchanged", () => {
  it.each(["identical", "extended", "shortened"] as const)("is one that is %s", (relation) => {
    expect(isUnchanged(observation({ relation }))).toBe(true);
  });

  it.each(["baseline", "branched", "unknown", "skipped", "disabled", "changed"] as const)(
    "is not one that is %s",
    (relation) => {
      expect(isUnchanged(observation({ relation }))).toBe(false);
    },
  );

  it("is one of which only what does no harm has changed", () => {
    expect(isUnchanged(HARMLESS)).toBe(true);
    const [place] = HARMLESS.divergences;
    expect(isUnchanged({ ...HARMLESS, divergences: [found(place), divergence()] })).toBe(false);
    expect(isUnchanged(null)).toBe(false);
    expect(continues(HARMLESS)).toBe(true);
  });

  it("goes on from the end of the last one, unless the user cut it short", () => {
    expect(continues(observation({ relation: "identical" }))).toBe(true);
    expect(continues(observation({ relation: "extended" }))).toBe(true);
    expect(continues(observation({ relation: "shortened" }))).toBe(false);
    expect(continues(observation({ relation: "branched" }))).toBe(false);
    expect(continues(null)).toBe(false);
  });
});
