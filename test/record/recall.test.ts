import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareSnapshots } from "../../src/prefix/compare.ts";
import { readPayload } from "../../src/prefix/read-payload.ts";
import { compareRecalled } from "../../src/prefix/recalled.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import { SECTIONS, type Snapshot } from "../../src/prefix/snapshot.ts";
import { PrintKeeper, type PrintRecord } from "../../src/record/print-record.ts";
import { type PrintLink, recallRequest } from "../../src/record/recall.ts";
import { found } from "../support/entries.ts";

const SALT = "salt";
const SCOPE = JSON.stringify(["session", "acme", "api", "m", "endpoint"]);
const noOwner = () => null;

function read(payload: unknown): Snapshot {
  const reading = readPayload(payload, { salt: SALT, shapes: new ShapeTable(), headOnly: false });
  if (reading.outcome !== "read") throw new Error(reading.reason);
  return reading.snapshot;
}

interface Parts {
  readonly tools: readonly (readonly [name: string, description: string])[];
  readonly system: readonly string[];
  readonly thinking: string | null;
  readonly history: readonly string[];
}

const START: Parts = {
  tools: [
    ["read", "reads"],
    ["write", "writes"],
  ],
  system: ["Be brief.", "<rules>", "- one", "- two", "</rules>", "", "<cwd>", "/here", "</cwd>"],
  thinking: null,
  history: ["hello", "hi"],
};

const payloadOf = ({ tools, system, thinking, history }: Parts): object => ({
  model: "m",
  tools: tools.map(([name, description]) => ({ name, description, input_schema: { type: "object" } })),
  system: [{ type: "text", text: system.join("\n") }],
  ...(thinking === null ? {} : { thinking: { type: thinking } }),
  messages: history.map((text, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: [{ type: "text", text }],
  })),
});

/** The prints of these requests, as a session file holds them. */
function recorded(...requests: readonly Parts[]): readonly PrintRecord[] {
  const keeper = new PrintKeeper();
  return requests.map((parts) =>
    JSON.parse(JSON.stringify(keeper.next({ scope: SCOPE, snapshot: read(payloadOf(parts)) }, SALT))),
  );
}

/** The request that these prints, oldest first, lead to. */
function recall(prints: readonly PrintRecord[]) {
  const last = prints.reduce<PrintLink | null>(
    (before, print) => ({ print, markers: [], before: print.a === undefined ? before : null }),
    null,
  );
  return recallRequest(found(last), SALT);
}

function compare(before: readonly Parts[], now: Parts) {
  return compareRecalled(found(recall(recorded(...before))).request, read(payloadOf(now)), SALT, noOwner);
}

describe("a request compared with one that was recorded", () => {
  it("continues it where only the history goes on", () => {
    const { relation, divergences } = compare([START], { ...START, history: [...START.history, "more"] });
    expect([relation, divergences]).toEqual(["extended", []]);
  });

  it.each([
    [
      "changed",
      ["Be brief.", "<rules>", "- one", "- three", "</rules>", "", "<cwd>", "/here", "</cwd>"],
      "rules",
      "changed",
      4,
    ],
    [
      "added to a part",
      ["Be brief.", "<rules>", "- one", "- two", "- three", "</rules>", "", "<cwd>", "/here", "</cwd>"],
      "rules",
      "changed",
      5,
    ],
    [
      "before all parts",
      ["Be long.", "<rules>", "- one", "- two", "</rules>", "", "<cwd>", "/here", "</cwd>"],
      null,
      "changed",
      1,
    ],
    [
      "a new part",
      [
        "Be brief.",
        "<rules>",
        "- one",
        "- two",
        "</rules>",
        "",
        "<memory>",
        "m",
        "</memory>",
        "",
        "<cwd>",
        "/here",
        "</cwd>",
      ],
      "memory",
      "added",
      7,
    ],
    ["a part gone", ["Be brief.", "<rules>", "- one", "- two", "</rules>"], "cwd", "removed", 5],
  ] as const)("names section and line of a prompt that differs: %s", (_, system, tag, kind, line) => {
    const [first] = compare([START], { ...START, system }).divergences;
    expect(first).toMatchObject({ section: "system", tag, kind, line, char: null, path: "system[0].text" });
  });

  it("names a tool that is new, gone, edited or elsewhere", () => {
    const first = (tools: Parts["tools"]) => compare([START], { ...START, tools }).divergences[0];
    const [reading, writing] = START.tools;
    expect(first([...START.tools, ["more", "m"]])).toMatchObject({
      section: "tools",
      kind: "added",
      name: "more",
      index: 2,
    });
    expect(first([found(reading)])).toMatchObject({ kind: "removed", name: "write" });
    expect(first([["read", "reads well"], found(writing)])).toMatchObject({ kind: "changed", name: "read", index: 0 });
    expect(first([found(writing), found(reading)])).toMatchObject({ kind: "reordered" });
  });

  it("says nothing of lengths or characters, which digests do not have", () => {
    const [first] = compare([START], { ...START, history: ["other", "hi"] }).divergences;
    expect(first).toMatchObject({ section: "history", index: 0, before: null, after: null, char: null });
  });
});

describe("records of a branch", () => {
  it("hold the prompt once, and of a changed one only the lines that changed", () => {
    const longer = { ...START, history: [...START.history, "more", "m"] };
    const edited = { ...longer, system: START.system.with(2, "- first") };
    const [whole, same, changed] = recorded(START, longer, edited).map((print) => JSON.stringify(print));
    expect(same?.length).toBeLessThan((whole?.length ?? 0) / 4);
    expect(changed).toMatch(/\[2,6,"[\w-]{11}"\]/);
    expect(same).not.toContain('"h"');
  });

  it("hold no text of a request", () => {
    const text = JSON.stringify(recorded(START));
    for (const word of ["brief", "- one", "/here", "hello", "reads"]) expect(text).not.toContain(word);
  });

  it("are of no use where one of them is missing or does not fit", () => {
    const steps = [1, 2, 3].map((count) => ({
      ...START,
      history: Array.from({ length: count * 2 }, (_, at) => `m${at}`),
    }));
    const [first, second] = recorded(...steps);
    expect(recall([found(first)])).not.toBeNull();
    expect(recall([found(second)])).toBeNull();
    expect(recall([found(first), { k: 3 }])).toBeNull();
    expect(recall([found(first), { i: "half a digest", c: [1] }])).toBeNull();
    expect(recall([found(first), { i: "elevenchars", c: [1, 2] }])).toBeNull();
    expect(recall([found(first), { h: { system: { i: [[400, 1, "elevenchars"]], c: [1] } } }])).toBeNull();
  });

  it("begin anew after the user has moved in the tree", () => {
    const keeper = new PrintKeeper();
    const next = (parts: Parts) => keeper.next({ scope: SCOPE, snapshot: read(payloadOf(parts)) }, SALT);
    next(START);
    expect(next(START)).toEqual({ m: [] });
    keeper.forget();
    expect(next(START)).toMatchObject({ s: "anthropic", h: { tools: { n: ["read", "write"] } }, c: [32, 34] });
  });

  it("speak of sections that are gone, and of a history that is", () => {
    const { tools: _tools, ...rest } = { ...payloadOf(START), tools: [] };
    const prints = [payloadOf(START), rest, payloadOf(START), { model: "m", messages: [] }].map(read);
    const keeper = new PrintKeeper();
    const links = prints.map((snapshot) => found(keeper.next({ scope: SCOPE, snapshot }, SALT)));
    const sections = links.map((_, at) => Object.keys(found(recall(links.slice(0, at + 1))).request.snapshot.sections));
    expect(links[1]?.h).toEqual({ tools: null });
    expect(sections).toEqual(prints.map((snapshot) => Object.keys(snapshot.sections)));
  });

  it("hold nothing of a request that was not read whole", () => {
    const unread = readPayload(payloadOf(START), { salt: SALT, shapes: new ShapeTable(), headOnly: true });
    if (unread.outcome !== "read") throw new Error("The test expected a snapshot.");
    expect(new PrintKeeper().next({ scope: SCOPE, snapshot: unread.snapshot }, SALT)).toBeNull();
  });

  it("never throw, whatever was made of them", () => {
    const digests = fc.oneof(fc.string(), fc.constantFrom("elevenchars", "elevencharselevenchars"));
    const item = fc.oneof(digests, fc.tuple(digests), fc.tuple(fc.nat(5), fc.nat(5), digests), fc.constant([]));
    const head = fc.record({ i: fc.array(item), c: fc.array(fc.nat()) });
    const print = fc.record(
      {
        ...{ a: fc.constant("scope"), s: fc.constant("anthropic"), k: fc.nat(5), i: digests, c: fc.array(fc.nat()) },
        h: fc.dictionary(fc.constantFrom(...SECTIONS), fc.option(head)),
        l: fc.option(fc.array(fc.oneof(fc.string(), fc.nat()), { maxLength: 3 })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(print, { minLength: 1, maxLength: 4 }), (prints) => {
        const snapshot = recall(prints)?.request.snapshot;
        for (const { items, charsAt } of Object.values(snapshot?.sections ?? {}))
          expect(charsAt).toHaveLength(items.length + 1);
      }),
    );
  });

  it("lead to the same relation, states and first place as the request itself, whatever was sent before", () => {
    const line = fc.constantFrom("- one", "- two", "", "<rules>", "</rules>", "<memory>", "</memory>", "文", "plain");
    const tool = fc.tuple(fc.constantFrom("read", "write", "bash", "edit"), fc.constantFrom("a", "b"));
    const parts: fc.Arbitrary<Parts> = fc.record({
      tools: fc.uniqueArray(tool, { selector: ([name]) => name, maxLength: 4 }),
      system: fc.array(line, { minLength: 1, maxLength: 8 }),
      thinking: fc.constantFrom(null, "enabled", "disabled"),
      history: fc.array(fc.constantFrom("x", "y", "z"), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 4 }), parts, (before, now) => {
        const truth = compareSnapshots(read(payloadOf(found(before.at(-1)))), read(payloadOf(now)), noOwner);
        const seen = compare(before, now);
        expect(seen.relation).toBe(truth.relation);
        expect(seen.states).toEqual(truth.states);
        const [first, own] = [truth.divergences[0], seen.divergences[0]];
        expect([own?.section, own?.name, own?.index]).toEqual([first?.section, first?.name, first?.index]);
        if (first?.section === "system" && first.line !== null) expect(own?.line).toBe(first.line);
      }),
      { numRuns: 500 },
    );
  });
});
