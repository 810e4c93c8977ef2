import { describe, expect, it } from "vitest";
import type { Observation } from "../../src/prefix/observation.ts";
import { addCulprits, type Culprit, culpritsOf, dearest } from "../../src/sessions/culprits.ts";
import type { JudgedFile } from "../../src/sessions/judged-file.ts";
import { readEntry } from "../../src/usage/entry.ts";
import { SessionVerdicts } from "../../src/verdict/session-verdicts.ts";
import type { Fields } from "../support/entries.ts";
import { noPrice } from "../support/entries.ts";
import { chain, judged, MISSED, READ, turns, WRITTEN } from "../support/session-files.ts";
import { changedAt, live, observation } from "../support/verdicts.ts";

/** A judged file whose last turn missed, with what was seen of its request. */
function missedWith(
  seen: Observation | null,
  between: readonly Fields[] = [],
  facts: Parameters<typeof live>[1] = {},
): JudgedFile {
  const entries = chain([...turns(WRITTEN, READ), ...between, ...turns(MISSED)]);
  const file = judged(entries);
  const last = entries.at(-1)?.id;
  const verdicts = new SessionVerdicts({
    ...{ price: noPrice, lifetimes: () => ({ short: null, long: null }), opened: null },
    live: (id) => (id === last ? live(seen, facts) : null),
  });
  for (const entry of entries) verdicts.entry(entry, readEntry(entry, noPrice), true);
  return { ...file, verdicts };
}

const named = (file: JudgedFile) => culpritsOf(file).map(({ kind, name }) => `${kind} ${name}`);
const SYSTEM = { section: "system", path: "system[0].text", role: "system" } as const;

describe("what broke a session", () => {
  it("is nothing where nothing broke", () => {
    expect(culpritsOf(judged(chain(turns(WRITTEN, READ))))).toEqual([]);
  });

  it("is the cause alone where no place is known", () => {
    expect(culpritsOf(judged(chain(turns(WRITTEN, MISSED))))).toEqual([
      { kind: "cause", name: "unknown", count: 1, missedTokens: 10_000, missedCost: null, sessions: 1 },
    ]);
  });

  it("is a tool, and the extension that brought it", () => {
    const seen = changedAt({ section: "tools", name: "grep", owner: "ext/grep.ts", path: "tools[0]" });
    expect(named(missedWith(seen))).toEqual(["cause tools-changed", "tool grep", "extension ext/grep.ts"]);
    expect(named(missedWith(changedAt({ section: "tools", name: "grep", owner: null })))).toEqual([
      "cause tools-changed",
      "tool grep",
    ]);
  });

  it("is the cause alone where tools came in another order: none of them is to blame", () => {
    const seen = changedAt({ section: "tools", name: "grep", owner: "ext/grep.ts", kind: "reordered" });
    expect(named(missedWith(seen))).toEqual(["cause tools-changed"]);
  });

  it("is a section of the prompt: by its tag, or by its role without one", () => {
    expect(named(missedWith(changedAt({ ...SYSTEM, tag: "memory" })))).toEqual([
      "cause system-changed",
      "section <memory>",
    ]);
    expect(named(missedWith(changedAt({ ...SYSTEM, section: "developer", tag: null })))).toEqual([
      "cause system-changed",
      "section developer",
    ]);
  });

  it("is what Pi's own record names where the request was not seen and the provider says so", () => {
    const change = { type: "message", message: { role: "system", content: "", sections: { memory: "", rules: null } } };
    expect(named(missedWith(null, [change], { diagnosis: "system-changed" }))).toEqual([
      "cause system-changed",
      "section <memory>, <rules>",
    ]);
  });

  it("is no section that only changed beside the tools", () => {
    const both = { role: "system", content: "", sections: { memory: "" }, toolsAdded: [{}] };
    const change = { type: "message", message: both };
    expect(named(missedWith(null, [change], { diagnosis: "tools-changed" }))).toEqual(["cause tools-changed"]);
  });

  it("is no place that had nothing to do with the cause", () => {
    expect(named(missedWith(changedAt({ section: "history", path: "messages[3]", tag: "memory" })))).toEqual([
      "cause history-rewritten",
    ]);
    expect(named(missedWith(observation()))).toHaveLength(1);
  });

  it("counts only turns that count", () => {
    const file = missedWith(changedAt({ ...SYSTEM, tag: "memory" }));
    expect(culpritsOf({ ...file, countedTurns: [] })).toEqual([]);
  });

  it("is one culprit of one session, however often it broke it", () => {
    const file = judged(chain(turns(WRITTEN, MISSED, MISSED, MISSED)));
    const [cause] = culpritsOf(file);
    expect(cause).toMatchObject({ sessions: 1, ...file.verdicts.breaks.total });
    expect(cause?.count).toBeGreaterThan(1);
  });
});

const culprit = (fields: Partial<Culprit>): Culprit => ({
  ...{ kind: "tool", name: "grep", count: 1, missedTokens: 10, missedCost: 1, sessions: 1 },
  ...fields,
});

describe("culprits of several sessions", () => {
  it("are one where kind and name are the same", () => {
    expect(addCulprits([culprit({}), culprit({ kind: "section" }), culprit({ missedTokens: 5, sessions: 2 })])).toEqual(
      [culprit({ count: 2, missedTokens: 15, missedCost: 2, sessions: 3 }), culprit({ kind: "section" })],
    );
  });

  it("keep a cost that is not known apart from one of nothing", () => {
    const [unknown] = addCulprits([culprit({ missedCost: null }), culprit({ missedCost: null })]);
    const [known] = addCulprits([culprit({ missedCost: null }), culprit({ missedCost: 2 })]);
    expect([unknown?.missedCost, known?.missedCost]).toEqual([null, 2]);
  });

  it("come the dearest first, by dollars and then by tokens, each kind for itself", () => {
    const all = [
      culprit({ name: "a", missedCost: null, missedTokens: 5 }),
      culprit({ name: "b", missedCost: 1, missedTokens: 1 }),
      culprit({ name: "c", missedCost: null, missedTokens: 50 }),
      culprit({ name: "d", missedCost: 3, missedTokens: 1 }),
      culprit({ name: "e", kind: "cause", missedCost: 9 }),
    ];
    expect(dearest(all, "tool").map(({ name }) => name)).toEqual(["d", "b", "c", "a"]);
    expect(all.map(({ name }) => name).join("")).toBe("abcde");
  });
});
