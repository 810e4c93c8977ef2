import { describe, expect, it } from "vitest";
import { compareSnapshots } from "../../src/prefix/compare.ts";
import { blockLengths, observationOf, unread } from "../../src/prefix/observation.ts";
import { readPayload } from "../../src/prefix/read-payload.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import type { Snapshot } from "../../src/prefix/snapshot.ts";

function read(payload: unknown, headOnly = false): Snapshot {
  const reading = readPayload(payload, { salt: "salt", shapes: new ShapeTable(), headOnly });
  if (reading.outcome !== "read") throw new Error(reading.reason);
  return reading.snapshot;
}

const NO_BLOCKS = { project_instructions: null, available_skills: null };
const user = (content: string) => ({ role: "user", content });

function observe(before: unknown, after: unknown, moved = false) {
  const now = read(after);
  const previous = before === null ? null : read(before);
  const comparison = previous === null ? null : compareSnapshots(previous, now, () => null);
  return observationOf(now, comparison, { moved, flap: false, blocks: NO_BLOCKS, previous });
}

const chat = (...users: readonly string[]) => ({
  model: "m",
  messages: [{ role: "system", content: "S" }, ...users.map(user)],
});

describe("an observation", () => {
  it("of a first request is a baseline, with counts and lengths of every section", () => {
    expect(observe(null, chat("ab"))).toEqual({
      ...{ relation: "baseline", reason: null, shape: "openai-chat" },
      sections: {
        tools: { state: "absent", reason: null, count: 0, chars: 0 },
        system: { state: "baseline", reason: null, count: 1, chars: "rolesystemcontentS".length },
        developer: { state: "absent", reason: null, count: 0, chars: 0 },
        instructions: { state: "absent", reason: null, count: 0, chars: 0 },
        params: { state: "baseline", reason: null, count: 1, chars: 1 },
        history: { state: "baseline", reason: null, count: 1, chars: "roleusercontenttypetexttextab".length },
      },
      ...{ blocks: NO_BLOCKS, divergence: null, divergences: [], otherDivergences: {}, markers: [], flap: false },
      ...{ branchPoint: null, retention: "short", blocksSinceMarker: null },
    });
  });

  it("of a first request with an unreadable part is skipped and says why", () => {
    const { relation, sections } = observe(null, { ...chat("a"), tools: [new Date()] });
    expect(relation).toBe("skipped");
    expect(sections.tools).toEqual({ state: "skipped", reason: "unreadable", count: 0, chars: 0 });
    expect(sections.history.state).toBe("baseline");
  });

  it("of an empty list says empty", () => {
    expect(observe(null, { ...chat("a"), tools: [] }).sections.tools.state).toBe("empty");
  });
});

describe("a request that was read in part", () => {
  it("is skipped beside the one before, and says why", () => {
    const { relation, reason } = observe(chat("a"), { ...chat("a"), tools: [new Date()] });
    expect({ relation, reason }).toEqual({ relation: "skipped", reason: "unreadable" });
  });

  it("is skipped without a reason of its own where it was the one before that could not be read", () => {
    const { relation, reason } = observe({ ...chat("a"), tools: [new Date()] }, chat("a"));
    expect({ relation, reason }).toEqual({ relation: "skipped", reason: null });
  });

  it("is unknown where the history was not read, unless something else changed", () => {
    const headOnly = (payload: unknown, before: unknown) => {
      const now = read(payload, true);
      const previous = read(before, true);
      const comparison = compareSnapshots(previous, now, () => null);
      return observationOf(now, comparison, { moved: false, flap: false, blocks: NO_BLOCKS, previous });
    };
    expect(headOnly(chat("a", "b"), chat("a"))).toMatchObject({ relation: "unknown", reason: "history-not-read" });
    expect(headOnly({ ...chat("a"), model: "n" }, chat("a"))).toMatchObject({ relation: "changed", reason: null });
  });
});

describe("the blocks since the last marker", () => {
  it("are those between the two requests, and unknown of a first one", () => {
    const marked = (count: number) => ({
      system: "S",
      messages: [
        {
          role: "user",
          content: Array.from({ length: count }, (_, at) => ({
            ...{ type: "text", text: `${at}` },
            ...(at === count - 1 ? { cache_control: { type: "ephemeral" } } : {}),
          })),
        },
      ],
    });
    expect(observe(marked(1), marked(3)).blocksSinceMarker).toBe(2);
    expect(observe(null, marked(3)).blocksSinceMarker).toBeNull();
  });
});

describe("a request after the user has moved or compacted", () => {
  it("is branched where its history parts from the one before, and no one's change", () => {
    const { relation, divergence, otherDivergences, sections } = observe(chat("a", "b", "c"), chat("a", "x"), true);
    expect({ relation, divergence, otherDivergences }).toEqual({
      ...{ relation: "branched", divergence: null, otherDivergences: {} },
    });
    expect(sections.system.state).toBe("stable");
  });

  it("tells where it leaves the one before, and how much of it both share", () => {
    const { branchPoint, divergences } = observe(chat("a", "b", "c"), chat("a", "x"), true);
    expect(branchPoint).toMatchObject({ section: "history", index: 2 });
    expect(branchPoint?.shareBefore).toBeGreaterThan(0.5);
    expect(branchPoint?.shareBefore).toBeLessThan(1);
    expect(divergences).toEqual([]);
  });

  it("is changed where the history parts and nobody has moved", () => {
    const { relation, divergence, branchPoint } = observe(chat("a", "b", "c"), chat("a", "x"));
    expect(relation).toBe("changed");
    expect(divergence).toMatchObject({ section: "history", index: 2 });
    expect(branchPoint).toBeNull();
  });

  it("is shortened where only the end is gone, and extended where it goes on", () => {
    expect(observe(chat("a", "b"), chat("a"), true).relation).toBe("shortened");
    expect(observe(chat("a"), chat("a", "b"), true).relation).toBe("extended");
    expect(observe(chat("a"), chat("a"), true).relation).toBe("identical");
    for (const after of [chat("a"), chat("a", "b"), chat("a", "b", "c")]) {
      expect(observe(chat("a", "b"), after, true).branchPoint).toBeNull();
    }
  });

  it("is changed where the head changed too", () => {
    const after = { ...chat("a", "x"), tools: [{ type: "function", function: { name: "t" } }] };
    expect(observe(chat("a", "b"), after, true)).toMatchObject({
      relation: "changed",
      divergence: { section: "tools" },
      branchPoint: null,
    });
  });
});

describe("a request that was not read", () => {
  it.each(["unknown", "skipped", "disabled"] as const)("is %s in every section, with the reason once", (relation) => {
    const observation = unread(relation, "why");
    expect(observation).toMatchObject({ relation, reason: "why", shape: null, divergence: null, flap: false });
    expect(observation.branchPoint).toBeNull();
    expect(observation.blocks).toEqual(NO_BLOCKS);
    for (const section of Object.values(observation.sections)) {
      expect(section).toEqual({ state: relation, reason: null, count: 0, chars: 0 });
    }
  });
});

describe("the lengths of the blocks", () => {
  const TEXT = '<project_instructions path="a">12345</project_instructions> <available_skills>123</available_skills>';
  const LENGTHS = { project_instructions: 5, available_skills: 3 };

  it.each([
    ["a system text", { system: TEXT, messages: [] }],
    [
      "system blocks",
      {
        system: [
          { type: "text", text: "A" },
          { type: "text", text: TEXT },
        ],
        messages: [],
      },
    ],
    ["a developer message", { messages: [{ role: "developer", content: TEXT }] }],
    ["instructions", { instructions: TEXT, input: [] }],
    ["Google's instruction", { contents: [], config: { systemInstruction: { parts: [{ text: TEXT }] } } }],
    ["Bedrock's blocks", { modelId: "m", system: [{ text: TEXT }], messages: [] }],
    ["Pi's sections", { context: { messages: [{ role: "system", sections: { a: TEXT } }] } }],
  ])("are found in %s", (_what, payload) => {
    expect(blockLengths(read(payload))).toEqual(LENGTHS);
  });

  it("are not those of blocks in the history", () => {
    expect(blockLengths(read({ messages: [{ role: "user", content: TEXT }] }))).toEqual(NO_BLOCKS);
  });

  it("are unknown when two prompt sections have one each", () => {
    const messages = ["system", "developer"].map((role) => ({ role, content: TEXT }));
    expect(blockLengths(read({ messages }))).toEqual(NO_BLOCKS);
  });
});
