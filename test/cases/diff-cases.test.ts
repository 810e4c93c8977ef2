import { describe, expect, it } from "vitest";
import type { Observation } from "../../src/prefix/observation.ts";
import { Observer } from "../../src/prefix/observer.ts";
import { field } from "../../src/unknown.ts";
import { casesOf, type Fields, found, numberIn } from "../support/entries.ts";

/*
 * How the cases' words and spec.md are reconciled: `messages` and `input` are section `history`, `char` counts from 0
 * there and from 1 in the contract, `append` is relation `extended`. `kind: "block-removed"` is `removed` with the block in
 * the path. `hint`, `trigger`, `note`, `scope` and rates belong to the verdict, not to the observation.
 */

const SECTION: Readonly<Record<string, string>> = { messages: "history", input: "history" };

/** Both requests of a case, the first one answered. What happened in between (`reload`, `resume`) is the chain's affair. */
function observe(input: Fields): Observation {
  const observer = new Observer("salt", "all");
  const scope = { session: "s", provider: "p", api: input.api, model: "m", baseUrl: "https://example.test" };
  const ask = (payload: unknown) => observer.request(payload, { scope, ownerOf: () => null });
  expect(ask(input.prev).relation).toBe("baseline");
  observer.answered();
  return ask(input.next);
}

/** The place that a case expects, in the words of the contract. */
function placeOf(expected: Fields): Fields {
  const place: Record<string, unknown> = { section: SECTION[String(expected.section)] ?? expected.section };
  const isBlock = expected.kind === "block-removed";
  if (expected.kind !== undefined) place.kind = isBlock ? "removed" : expected.kind;
  const index = expected.index ?? expected.firstIndex ?? (expected.position === "end" ? undefined : expected.position);
  if (index !== undefined) place.index = index;
  if (expected.char !== undefined) place.char = numberIn(expected.char) + 1;
  if (Array.isArray(expected.names)) place.name = expected.names[0];
  if (expected.path !== undefined) place.path = expected.path;
  if (isBlock) place.path = `messages[${expected.index}].content[${expected.block}]`;
  return place;
}

const CASES = casesOf("diff").map(({ name, input }) => {
  const expected = field(input, "expect");
  return { name: `${name} (${JSON.stringify(expected).slice(0, 60)})`, input, expected };
});

/** Extended in its history, and nothing else touched. */
function expectAppend(observation: Observation): void {
  expect(observation).toMatchObject({ relation: "extended", divergence: null, otherDivergences: {} });
  for (const section of ["tools", "system", "developer", "instructions", "params"] as const) {
    expect(["stable", "absent", "empty"]).toContain(observation.sections[section].state);
  }
}

describe("the cases of kind diff", () => {
  it("are all here", () => {
    expect(CASES.length).toBe(17);
  });

  it.each(CASES)("$name", ({ input, expected }) => {
    const observation = observe(input);
    if (field(expected, "kind") === "append") return expectAppend(observation);
    expect(observation.relation).toBe("changed");
    const place: Fields = Object.fromEntries(Object.entries(Object(expected)));
    expect(observation.divergence).toMatchObject(placeOf(place));
    if (field(expected, "contentPrefix") === "append") expect(observation.sections.history.state).toBe("extended");
  });
});

const one = (id: string, at = 0) =>
  observe(found(casesOf("diff").filter(({ name }) => name.startsWith(`${id} `))[at]).input);

describe("what single cases say besides the place", () => {
  it("C23: a reorder is no removal and no addition, and the messages before it are not blamed", () => {
    expect(one("C23")).toMatchObject({
      otherDivergences: {},
      sections: { system: { state: "stable" }, history: { state: "extended" } },
    });
  });

  it("C25: a tool put in early leaves less of the request than one put in at the end", () => {
    expect(found(one("C25", 1).divergence).shareBefore).toBeLessThan(found(one("C25", 0).divergence).shareBefore);
  });

  it("C25: a tool added at the end has the index of the end", () => {
    expect(one("C25", 0).divergence?.index).toBe(3);
  });

  it("C37: the part of the prompt that was edited is named", () => {
    expect(one("C37").divergence).toMatchObject({
      tag: "skills",
      line: 2,
      before: { chars: 30 },
      after: { chars: 32 },
    });
  });

  it("C32: the moved markers are reported where they are now", () => {
    expect(one("C32").markers).toEqual([{ section: "history", index: 4, block: 0, ttl: null }]);
  });
});
