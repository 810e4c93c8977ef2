import { types } from "node:util";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Observation } from "../../src/prefix/observation.ts";
import { Observer, type RequestContext } from "../../src/prefix/observer.ts";
import { adapterPayload, CHAT_APIS, type ChatApi } from "../support/adapters.ts";
import { conversation, messagesOf } from "../support/transcripts.ts";

// Payloads that run code when read, never end, or explode: real requests of all ten protocols with something grafted on at
// random places, and a corpus of the worst.

const SEED = 20_261_130;
const PAYLOADS_PER_API = 2_100;
/** Only to catch runaways: what is normal takes a few milliseconds. */
const LONGEST_MS = 20_000;

type Section = "tools" | "system" | "developer" | "instructions" | "params" | "history";
const SECTIONS: readonly Section[] = ["tools", "system", "developer", "instructions", "params", "history"];
type Fields = Record<PropertyKey, unknown>;

/** Counts what must never run. */
class Calls {
  count = 0;
  readonly note = (): undefined => {
    this.count += 1;
    return undefined;
  };
}

// ── grafts ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Graft {
  /** Puts something hostile at `container[key]`, which holds `old`. */
  readonly put: (container: object, key: PropertyKey, old: unknown, calls: Calls) => void;
  /** Nothing can say what a request with it would send: the section that holds it may not be called the same. */
  readonly unreadable: boolean;
}

/** A graft that replaces the value. */
function value(unreadable: boolean, make: (old: unknown, calls: Calls) => unknown): Graft {
  return {
    unreadable,
    put: (container, key, old, calls) =>
      Object.defineProperty(container, key, {
        value: make(old, calls),
        enumerable: true,
        configurable: true,
        writable: true,
      }),
  };
}

function countingProxy(target: object, calls: Calls): unknown {
  const traps = [
    ...["get", "set", "has", "deleteProperty", "ownKeys", "getOwnPropertyDescriptor", "defineProperty"],
    ...["getPrototypeOf", "setPrototypeOf", "isExtensible", "preventExtensions", "apply", "construct"],
  ];
  const noted =
    (trap: unknown) =>
    (...args: readonly unknown[]) => {
      calls.note();
      return typeof trap === "function" ? trap(...args) : undefined;
    };
  return new Proxy(target, Object.fromEntries(traps.map((name) => [name, noted(Reflect.get(Reflect, name))])));
}

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function nested(depth: number): unknown {
  let inner: unknown = {};
  for (let level = 0; level < depth; level++) inner = level % 2 === 0 ? { inner } : [inner];
  return inner;
}

class Instance {
  readonly field = 1;
}
class List extends Array<unknown> {}

const asObject = (old: unknown): object =>
  typeof old === "object" && old !== null && !types.isProxy(old) ? old : { old };
const asArray = (old: unknown): unknown[] => (Array.isArray(old) && !types.isProxy(old) ? [...old] : [old]);
const getter = (old: unknown, calls: Calls): PropertyDescriptor => ({
  get: () => {
    calls.note();
    return old;
  },
  enumerable: true,
  configurable: true,
});

const GRAFTS: Readonly<Record<string, Graft>> = {
  getter: {
    unreadable: true,
    put: (container, key, old, calls) => Object.defineProperty(container, key, getter(old, calls)),
  },
  "getter and setter": {
    unreadable: true,
    put: (container, key, old, calls) =>
      Object.defineProperty(container, key, { ...getter(old, calls), set: calls.note }),
  },
  "hidden getter beside it": {
    unreadable: false,
    put: (container, _, old, calls) =>
      Object.defineProperty(container, "hidden", { ...getter(old, calls), enumerable: false }),
  },
  "getter of a symbol beside it": {
    unreadable: false,
    put: (container, _, old, calls) => {
      for (const symbol of [
        Symbol("own"),
        Symbol.toStringTag,
        Symbol.iterator,
        Symbol.toPrimitive,
        Symbol.isConcatSpreadable,
      ])
        Object.defineProperty(container, symbol, getter(old, calls));
    },
  },
  "object with a getter": value(true, (old, calls) =>
    Object.defineProperty({ ...asObject(old) }, "text", getter(old, calls)),
  ),
  "list with a getter": value(true, (old, calls) =>
    Object.defineProperty([...asArray(old), 1], asArray(old).length, getter(old, calls)),
  ),
  "list with getters that array methods look at": value(false, (old, calls) => {
    const list = asArray(old);
    for (const key of ["constructor", "map", "slice", "filter", "every", Symbol.iterator])
      Object.defineProperty(list, key, { ...getter(old, calls), enumerable: false });
    return list;
  }),
  "bytes with getters": value(false, (_, calls) => {
    const bytes = new Uint8Array([1, 2, 3]);
    for (const key of ["byteLength", "length", "buffer", "byteOffset", "constructor", "toJSON", Symbol.iterator])
      Object.defineProperty(bytes, key, getter(0, calls));
    return bytes;
  }),
  proxy: value(true, (old, calls) => countingProxy(asObject(old), calls)),
  "proxy of an object": value(true, (_, calls) => countingProxy({ type: "text", text: "x" }, calls)),
  "proxy of a list": value(true, (old, calls) => countingProxy(asArray(old), calls)),
  "proxy of a function": value(false, (_, calls) => countingProxy(() => undefined, calls)),
  "proxy as a prototype": value(true, (_, calls) => Object.create(Object(countingProxy({}, calls)))),
  "revoked proxy": value(true, () => revoked({})),
  "revoked proxy of a list": value(true, () => revoked([])),
  "cycle through the parent": { unreadable: true, put: (container, key) => Reflect.set(container, key, container) },
  "cycle of its own": value(true, () => {
    const list: unknown[] = [];
    list.push({ list });
    return list;
  }),
  "5,000 deep": value(true, () => nested(5_000)),
  "99 deep": value(false, () => nested(60)),
  "sparse list": value(true, () => {
    const list: unknown[] = [];
    list.length = 4_000_000_000;
    return list;
  }),
  "list with holes": value(false, () => {
    const list: unknown[] = [];
    list[7] = "x";
    return list;
  }),
  "fake list": value(false, () => ({ length: 4_000_000_000, 0: "x" })),
  "own toJSON": value(true, (old, calls) => ({ ...asObject(old), toJSON: calls.note })),
  "own toJSON of a list": value(true, (old, calls) => Object.assign(asArray(old), { toJSON: calls.note })),
  "inherited toJSON": value(true, (old, calls) => Object.setPrototypeOf({ ...asObject(old) }, { toJSON: calls.note })),
  "inherited fields": value(true, (old) => Object.create(asObject(old))),
  "inherited getter": value(true, (old, calls) => Object.create(Object.defineProperty({}, "text", getter(old, calls)))),
  "class instance": value(true, () => new Instance()),
  "list of a class": value(true, (old) => List.from(asArray(old))),
  date: value(true, () => new Date(0)),
  map: value(true, (old) => new Map([["old", old]])),
  set: value(true, (old) => new Set([old])),
  "abort signal": value(true, () => new AbortController().signal),
  promise: value(true, () => Promise.resolve(1)),
  "boxed text": value(true, () => Object("text")),
  "other view of bytes": value(true, () => new Float64Array(2)),
  buffer: value(true, () => new ArrayBuffer(8)),
  bytes: value(false, () => new Uint8Array([1, 2, 3])),
  bigint: value(false, () => 123n),
  symbol: value(false, () => Symbol("s")),
  function: value(false, () => () => "x"),
  undefined: value(false, () => undefined),
  null: value(false, () => null),
  "not a number": value(false, () => Number.NaN),
  "lone surrogate": value(false, () => "\ud800"),
  "empty text": value(false, () => ""),
  "empty object": value(false, () => ({})),
  "empty list": value(false, () => []),
  "no prototype": value(false, (old) => Object.assign(Object.create(null), asObject(old))),
  frozen: value(false, (old) => Object.freeze(Array.isArray(old) ? [...old] : { ...asObject(old) })),
  "own __proto__": value(false, () =>
    JSON.parse('{"__proto__": {"messages": []}, "constructor": {"prototype": {"x": 1}}}'),
  ),
  "names of methods": value(false, () => ({
    hasOwnProperty: 1,
    toString: null,
    valueOf: "x",
    length: -1,
    entries: {},
  })),
  "many keys": value(false, () => Object.fromEntries(Array.from({ length: 300 }, (_, key) => [`k${key}`, key]))),
};

// ── the property ───────────────────────────────────────────────────────────────────────────────────────────────────────

const bases = new Map<ChatApi, readonly unknown[]>();

beforeAll(async () => {
  const talks = fc.sample(conversation, { seed: SEED, numRuns: 3 });
  for (const api of CHAT_APIS) {
    const payloads = await Promise.all(
      talks.map((talk, at) =>
        adapterPayload(api, {
          messages: messagesOf(api, { ...talk, steps: talk.steps.slice(0, 2) }),
          ...(at === 0 ? {} : { thinking: "high" as const }),
          appends: at === 2,
        }),
      ),
    );
    bases.set(
      api,
      payloads.map((payload) => (api.startsWith("google") ? withSignal(payload) : payload)),
    );
  }
});

/** As Pi calls Google: with a signal among the settings. */
function withSignal(payload: unknown): unknown {
  const copy = copyOf(payload);
  const config = isFields(copy) ? copy["config"] : null;
  if (isFields(config)) config["abortSignal"] = new AbortController().signal;
  return copy;
}

const CONTEXT: RequestContext = {
  scope: { session: "s", provider: "p", api: "a", model: "m", baseUrl: "http://one" },
  ownerOf: () => null,
};
const ELSEWHERE: RequestContext = { ...CONTEXT, scope: { ...CONTEXT.scope, baseUrl: "http://two" } };

describe("a payload with something hostile grafted on is read without harm", () => {
  for (const api of CHAT_APIS) {
    it(`in ${PAYLOADS_PER_API} payloads of ${api}`, { timeout: 60_000 }, () => {
      const failures = new Map<string, Failure>();
      const plans = fc.sample(
        fc.record({
          base: fc.nat(),
          grafts: fc.array(fc.tuple(fc.constantFrom(...Object.keys(GRAFTS)), fc.nat(), fc.boolean()), {
            minLength: 1,
            maxLength: 3,
          }),
          // Most payloads carry one graft: then it is known what the rest must look like.
          single: fc.integer({ min: 0, max: 3 }).map((roll) => roll > 0),
        }),
        { seed: SEED, numRuns: PAYLOADS_PER_API },
      );
      for (const { base: choice, grafts, single } of plans) {
        const all = bases.get(api) ?? [];
        const base = all[choice % all.length];
        const payload = copyOf(base);
        const calls = new Calls();
        const done = (single ? grafts.slice(0, 1) : grafts).flatMap(([name, place, shallow]) => {
          const places = placesIn(payload).filter(({ path }) => !shallow || path.length <= 3);
          const chosen = places[place % places.length];
          if (chosen === undefined) return [];
          const { container, key, path } = chosen;
          GRAFTS[name]?.put(container, key, Reflect.get(container, key), calls);
          return [{ name, path, unreadable: GRAFTS[name]?.unreadable ?? false }];
        });
        // Putting them there may have looked at one another.
        calls.count = 0;
        const problems = examine(base, payload, calls, done);
        for (const problem of problems) note(failures, problem, done);
      }
      expect([...failures.values()].map(describeFailure).join("\n")).toBe("");
      expect(plans.length).toBe(PAYLOADS_PER_API);
    });
  }
});

interface Failure {
  readonly cost: number;
  readonly message: string;
  readonly grafts: ReadonlySet<string>;
}

/** Keeps the smallest example of each kind of problem, and by which grafts it comes about. */
function note(failures: Map<string, Failure>, problem: string, done: readonly Done[]): void {
  const kind = problem.replace(/:.*/s, "");
  const known = failures.get(kind);
  const cost = done.length * 100 + (done[0]?.path.length ?? 0);
  const grafts = new Set([...(known?.grafts ?? []), done.map(({ name }) => name).join(" + ")]);
  const where = done.map(({ name, path }) => `${name} at ${path.join(".")}`).join(", ");
  const isSmaller = known === undefined || cost < known.cost;
  failures.set(kind, isSmaller ? { cost, message: `${problem} (${where})`, grafts } : { ...known, grafts });
}

function describeFailure({ message, grafts }: Failure): string {
  const single = [...grafts].filter((name) => !name.includes(" + "));
  return `${message}; by ${single.length > 0 ? single.join(", ") : [...grafts].slice(0, 3).join(", ")}`;
}

interface Done {
  readonly name: string;
  readonly path: readonly PropertyKey[];
  readonly unreadable: boolean;
}

function examine(base: unknown, payload: unknown, calls: Calls, grafts: readonly Done[]): string[] {
  const problems: string[] = [];
  const observer = new Observer("salt", "all");
  const ask = (what: unknown, context: RequestContext): Observation => {
    const seen = observer.request(what, context);
    observer.answered();
    return seen;
  };
  ask(base, ELSEWHERE);
  ask(base, CONTEXT);
  const before = inventory(payload);
  const start = performance.now();
  let seen: Observation;
  try {
    seen = ask(payload, CONTEXT);
    JSON.stringify(seen);
  } catch (error) {
    return [`exception: ${error}`];
  }
  if (performance.now() - start > LONGEST_MS) problems.push(`slow: ${performance.now() - start} ms`);
  if (calls.count > 0) problems.push(`code of the payload ran: ${calls.count} times`);
  if (!sameInventory(before, inventory(payload))) problems.push("payload changed");

  const sections = grafts.flatMap((graft, at) =>
    graft.unreadable && !isReplaced(graft, grafts.slice(at + 1)) ? sectionsAt(base, graft) : [],
  );
  for (const section of sections) {
    const { state } = seen.sections[section];
    if (state === "stable" || state === "extended") problems.push(`unreadable ${section} is called: ${state}`);
  }
  const isUnread = seen.relation === "unknown" || seen.relation === "skipped";
  if (sections.length > 0 && !isUnread && seen.relation !== "changed") {
    problems.push(`request with something unreadable in it is called: ${seen.relation}`);
  }
  const [only] = grafts;
  if (only !== undefined && grafts.length === 1 && only.unreadable && isInside(base, only)) {
    const rest = SECTIONS.filter((name) => !sections.includes(name)).map((name) => seen.sections[name].state);
    const isCompared = rest.every((state) => state === "stable" || state === "absent" || state === "empty");
    if (!isCompared) problems.push(`rest is not compared beside ${sections}: ${seen.relation}, ${rest}`);
  }
  const elsewhere = ask(base, ELSEWHERE).relation;
  if (elsewhere !== "identical") problems.push(`other scope's chain is broken: ${elsewhere}`);
  const next = ask(base, CONTEXT).relation;
  if (isUnread && next !== "baseline") problems.push(`next good request after ${seen.relation} is: ${next}`);
  if (next === "unknown" || next === "skipped")
    problems.push(`readable request after ${seen.relation} is called: ${next}`);
  return problems;
}

/** Whether a later graft took the place of an earlier one. */
function isReplaced({ path }: Done, later: readonly Done[]): boolean {
  return later.some((other) => other.path.length <= path.length && other.path.every((key, at) => key === path[at]));
}

/** Sections that a graft's place belongs to; none where nothing is compared. */
function sectionsAt(base: unknown, { name, path }: Pick<Done, "name" | "path">): readonly Section[] {
  const [first, second, third, fourth] = path;
  // These are read by the names of their fields: one more field says nothing.
  const byName = ["config", "toolConfig", "context", "options", "config.tools.0", "context.messages.0"];
  if (name === "object with a getter" && byName.includes(path.join("."))) return [];
  if (name === "list with a getter" && path.join(".") === "context.messages") return ["history"];
  if (path.includes("cache_control") || path.includes("cachePoint")) return [];
  const unused = new Set<unknown>([
    ...["stream", "stream_options", "store", "include", "max_tokens", "max_completion_tokens", "max_output_tokens"],
    ...["maxTokens", "inferenceConfig", "metadata", "temperature"],
  ]);
  if (unused.has(first)) return [];
  const head = headOf(base);
  switch (first) {
    case "context": {
      if (path.length <= 2) return second === "messages" || path.length === 1 ? ["tools", "system", "history"] : [];
      if (third !== "0") return BOOKKEEPING.has(fourth) ? [] : ["history"];
      if (fourth === "toolsAdded") return ["tools"];
      if (fourth === "sections" || fourth === "content") return ["system"];
      return path.length === 3 || fourth === "role" ? ["tools", "system"] : [];
    }
    case "config":
      if (second === undefined) return ["tools", "system"];
      if (second === "tools") return ["tools"];
      if (second === "systemInstruction") return ["system"];
      return second === "thinkingConfig" ? ["params"] : [];
    case "options":
      return second === undefined || OPTIONS.has(second) ? ["params"] : [];
    case "toolConfig":
      return second === "toolChoice" ? ["params"] : ["tools"];
    case "tools":
      return ["tools"];
    case "system":
      return ["system"];
    case "instructions":
      return ["instructions"];
    case "contents":
      return ["history"];
    case "messages":
    case "input": {
      if (second === undefined) return ["history"];
      if (typeof second !== "string" || Number(second) >= head.length) return ["history"];
      const section = head[Number(second)] ?? "history";
      // Without its role it is not known to be the head's.
      return third === undefined || third === "role" || third === "type" ? [] : [section];
    }
    default:
      return ["params"];
  }
}
const OPTIONS = new Set<unknown>(["reasoning", "toolChoice", "cacheRetention", "sessionId"]);

/** Whether a place lies in one section and nothing about the others depends on it. */
function isInside(base: unknown, graft: Done): boolean {
  if (new Set(sectionsAt(base, graft)).size !== 1) return false;
  const { path } = graft;
  const [first, second, third] = path;
  const index = Number(first === "context" ? third : second);
  // Where the head ends is not known without the first item behind it, nor anything without the list.
  if (first === "context") return path.length > 3 && index > 1;
  if (first === "messages" || first === "input") return path.length > 1 && index > headOf(base).length;
  return !["contents", "config", "toolConfig"].includes(String(first)) || path.length > 1;
}

const BOOKKEEPING = new Set<unknown>([
  ...["timestamp", "usage", "api", "provider", "model", "stopReason", "providerThinkingLevel"],
]);

/** Which section each item at the start of `messages` or `input` belongs to. */
function headOf(base: unknown): readonly Section[] {
  const list = isFields(base) ? (base["input"] ?? base["messages"]) : null;
  const head: Section[] = [];
  for (const item of Array.isArray(list) ? list : []) {
    const { role, type } = isFields(item) ? item : {};
    if (type === "additional_tools") head.push("tools");
    else if (role === "system" || role === "developer") head.push(role);
    else break;
  }
  return head;
}

// ── rules for all payloads ─────────────────────────────────────────────────────────────────────────────────────────────

const eachBase = (use: (base: unknown, api: ChatApi) => void): void => {
  for (const api of CHAT_APIS) for (const base of bases.get(api) ?? []) use(base, api);
};

describe("whatever the protocol", () => {
  it("a deep-frozen payload gives the same observations as one that is not", () => {
    eachBase((base) => {
      const [plain, frozen] = [new Observer("salt", "all"), new Observer("salt", "all")];
      for (const change of [undefined, { model: "other" }, { tool_choice: "none" }]) {
        const payload = withFields(base, change ?? {});
        const seen = plain.request(payload, CONTEXT);
        plain.answered();
        expect(frozen.request(deepFrozen(copyOf(payload)), CONTEXT)).toEqual(seen);
        frozen.answered();
      }
    });
  });

  it("null, nothing and an empty value at any one place do no harm, and the next good request is read", () => {
    eachBase((base) => {
      const places = placesIn(copyOf(base)).length;
      for (let place = 0; place < places; place++) {
        for (const hole of [null, undefined, "", []]) {
          const payload = copyOf(base);
          const chosen = placesIn(payload)[place];
          if (chosen === undefined) continue;
          Reflect.set(chosen.container, chosen.key, hole);
          const observer = new Observer("salt", "all");
          observer.request(payload, CONTEXT);
          observer.answered();
          expect(["unknown", "skipped"]).not.toContain(observer.request(base, CONTEXT).relation);
        }
      }
    });
  }, 60_000);

  it("fields of two protocols are of none, whatever the second holds, and the next good request is a baseline", () => {
    const calls = new Calls();
    const own = (base: unknown): readonly string[] =>
      isFields(base) ? ["messages", "input", "instructions", "contents", "context"].filter((key) => key in base) : [];
    eachBase((base) => {
      const foreign = ["messages", "input", "instructions", "contents", "context"].filter((key) => {
        const isResponses = own(base).includes("input") && key === "instructions";
        return !own(base).includes(key) && !isResponses;
      });
      for (const key of foreign) {
        for (const second of [
          null,
          undefined,
          "",
          "x",
          0,
          false,
          [],
          {},
          [{ role: "user", content: "x" }],
          nested(5_000),
        ]) {
          expectUnknown(base, withFields(base, { [key]: second }));
        }
        const accessor = copyOf(base);
        if (isFields(accessor)) Object.defineProperty(accessor, key, getter([], calls));
        expectUnknown(base, accessor);
      }
    });
    expect(calls.count).toBe(0);
  });

  it("no field of a prototype counts, and no getter of one runs", () => {
    const calls = new Calls();
    // Not the words that the observer itself keeps records under.
    const names = [
      "messages",
      "input",
      "contents",
      "context",
      "cache_control",
      "ttl",
      "sections",
      "toolsAdded",
      "modelId",
    ];
    const before = CHAT_APIS.map((api) => (bases.get(api) ?? []).map((base) => observed(base, base)));
    for (const name of names)
      Object.defineProperty(Object.prototype, name, { ...getter([], calls), enumerable: false });
    let after: unknown;
    try {
      calls.count = 0;
      after = CHAT_APIS.map((api) => (bases.get(api) ?? []).map((base) => observed(base, base)));
    } finally {
      for (const name of names) Reflect.deleteProperty(Object.prototype, name);
    }
    expect(calls.count).toBe(0);
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
  });

  it("different lone surrogates are different, wherever text stands", () => {
    eachBase((base) => {
      for (const [at, { path }] of placesIn(copyOf(base)).entries()) {
        const [one, other] = ["a\ud800", "a\ud801"].map((text) => {
          const payload = copyOf(base);
          const place = placesIn(payload)[at];
          if (place !== undefined && typeof Reflect.get(place.container, place.key) === "string")
            Reflect.set(place.container, place.key, text);
          else return null;
          return payload;
        });
        if (one === null || other === null || sectionsAt(base, { name: "", path }).length === 0) continue;
        const { relation, divergence } = observed(one, other);
        if (path.join(".") === "context.messages.0.role") continue;
        expect([path.join("."), relation, divergence?.char ?? 2]).toEqual([path.join("."), "changed", 2]);
      }
    });
  }, 60_000);

  it("without a scope a request is skipped and all chains are broken", () => {
    eachBase((base) => {
      for (const hole of [undefined, null, "", 1, {}, "x".repeat(100_000), countingProxy({}, new Calls())]) {
        for (const part of ["session", "provider", "api"] as const) {
          const observer = new Observer("salt", "all");
          observer.request(base, CONTEXT);
          observer.answered();
          expect(observer.request(base, { ...CONTEXT, scope: { ...CONTEXT.scope, [part]: hole } }).relation).toBe(
            "skipped",
          );
          observer.answered();
          expect(observer.request(base, CONTEXT).relation).toBe("baseline");
        }
      }
    });
  });

  it("the answer to a payload that could not be read is not another request's answer", () => {
    eachBase((base) => {
      const observer = new Observer("salt", "all");
      observer.request(base, CONTEXT);
      observer.answered();
      // Sent, and failed: never answered.
      observer.request(withFields(base, { tool_choice: "none" }), CONTEXT);
      observer.request(null, ELSEWHERE);
      observer.answered();
      expect(observer.request(base, CONTEXT).relation).toBe("identical");
    });
  });

  it("a request that reads well is compared or a baseline, also after a change with an unreadable part", () => {
    const tools = [{ name: "t", input_schema: {} }];
    const base = { model: "m", tools, system: "one", messages: [{ role: "user", content: "hello" }] };
    const observer = new Observer("salt", "all");
    const ask = (payload: unknown): string => {
      const { relation } = observer.request(payload, CONTEXT);
      observer.answered();
      return relation;
    };
    expect(ask(base)).toBe("baseline");
    ask({ ...base, system: "two", tools: [{ name: "t", input_schema: new Date(0) }] });
    expect(["skipped", "unknown"]).not.toContain(ask({ ...base, system: "two" }));
  });

  it.each([
    ["a map", () => new Map()],
    ["a proxy", () => countingProxy({}, new Calls())],
    ["an instance", () => new Instance()],
    ["bytes of another kind", () => new Float64Array(2)],
  ])("tools that are %s are not the same as no tools", (_, make) => {
    const base = { model: "m", system: "one", messages: [{ role: "user", content: "hello" }] };
    expect(observed(base, { ...base, tools: make() }).relation).not.toBe("identical");
  });

  it.each(["tools", "system", "messages"])(
    "two different objects in the place of the list of %s are not the same",
    (key) => {
      const base = { model: "m", system: "one", messages: [{ role: "user", content: "hello" }], tools: [] };
      expect(observed({ ...base, [key]: { a: 1 } }, { ...base, [key]: { a: 2 } }).relation).not.toBe("identical");
    },
  );
});

function expectUnknown(base: unknown, mixed: unknown): void {
  const observer = new Observer("salt", "all");
  const relations = [base, mixed, base].map((payload) => {
    const { relation } = observer.request(payload, CONTEXT);
    observer.answered();
    return relation;
  });
  expect(relations).toEqual(["baseline", "unknown", "baseline"]);
}

function observed(before: unknown, after: unknown): Observation {
  const observer = new Observer("salt", "all");
  observer.request(before, CONTEXT);
  observer.answered();
  return observer.request(after, CONTEXT);
}

function withFields(base: unknown, fields: Fields): unknown {
  const copy = copyOf(base);
  if (!isFields(copy)) throw new Error("not an object");
  return Object.assign(copy, fields);
}

function deepFrozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)
    Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
}

// ── the corpus ─────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Worst {
  readonly name: string;
  /** Two payloads, the second to be compared with the first. */
  readonly build: () => readonly [unknown, unknown];
  /** Where far less than the general bound is far more than it takes to read. */
  readonly within?: number;
  /** What is known of the second. */
  readonly relation?: Observation["relation"];
  readonly states?: Partial<Record<Section, string>>;
}

const HELLO = [{ role: "user", content: "hello" }];
const LONG = 20_000_000;
const withSystem = (text: string): unknown => ({ model: "m", system: [{ type: "text", text }], messages: HELLO });
const withSchema = (input_schema: unknown): unknown => ({
  model: "m",
  tools: [{ name: "t", input_schema }],
  system: "s",
  messages: HELLO,
});
const withLongSection = (text: string): unknown => ({
  model: "m",
  context: { messages: [{ role: "system", content: "", sections: { ["s".repeat(LONG)]: text } }, ...HELLO] },
});
const twice = (one: unknown): readonly [unknown, unknown] => [one, one];
const changedText = (text: string): readonly [unknown, unknown] => [withSystem(`${text} x`), withSystem(`${text} y`)];

function shared(levels: number, make: (inner: unknown) => unknown): unknown {
  let inner: unknown = "leaf";
  for (let level = 0; level < levels; level++) inner = make(inner);
  return inner;
}

function wide(changed: number): unknown {
  const list: unknown = Array.from({ length: 49_999 }, (_, at) => (at === 49_998 ? changed : 1));
  return shared(80, (inner) => [inner === "leaf" ? Array.from({ length: 20 }, () => list) : inner]);
}

const keys = (count: number, last: number): unknown =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at === count - 1 ? last : 0]));

const WORST: readonly Worst[] = [
  {
    name: "a schema 5,000 deep",
    build: () => [withSchema({}), withSchema(nested(5_000))],
    relation: "skipped",
    states: { tools: "skipped", system: "stable", history: "stable" },
  },
  {
    name: "a schema 1,000,000 deep",
    build: () => [withSchema({}), withSchema(nested(1_000_000))],
    relation: "skipped",
    states: { tools: "skipped", system: "stable", history: "stable" },
  },
  {
    name: "100,000 history items",
    build: () => twice({ model: "m", system: "s", messages: Array.from({ length: 100_000 }, () => HELLO[0]) }),
    relation: "skipped",
  },
  {
    name: "40,000 history items that all differ",
    build: () => {
      const history = (text: string): unknown[] =>
        Array.from({ length: 40_000 }, (_, at) => ({ role: "user", content: `${text} ${at}` }));
      return [
        { model: "m", system: "s", messages: history("one") },
        { model: "m", system: "s", messages: history("two") },
      ];
    },
    relation: "changed",
  },
  {
    name: "history items that each have field names of their own",
    build: () => {
      const history = (text: string): unknown[] =>
        Array.from({ length: 40_000 }, (_, at) => ({ role: "user", [`a${at}`]: 1, [`b${at}`]: text }));
      return [
        { model: "m", system: "s", messages: history("one") },
        { model: "m", system: "s", messages: history("two") },
      ];
    },
    relation: "changed",
  },
  {
    name: "a text of 20 MB in the history",
    build: () => {
      const text = "x".repeat(LONG);
      const messages = (end: string): unknown[] => [...HELLO, { role: "user", content: text + end }];
      return [
        { model: "m", system: "s", messages: messages("1") },
        { model: "m", system: "s", messages: messages("2") },
      ];
    },
    relation: "changed",
  },
  { name: "a prompt that is one open tag", build: () => changedText(`<${"a".repeat(LONG)}`), relation: "changed" },
  { name: "a prompt of open tags", build: () => changedText("<a".repeat(LONG / 2)), relation: "changed" },
  {
    name: "a prompt of tags that are not closed",
    build: () => changedText("<a>".repeat(LONG / 3)),
    relation: "changed",
  },
  {
    name: "a prompt of different tags that are not closed",
    build: () => changedText(`${Array.from({ length: 5_000 }, (_, at) => `<t${at}>`).join("")}${" ".repeat(LONG)}`),
    relation: "changed",
  },
  { name: "a prompt of closed tags", build: () => changedText("<a></a>".repeat(LONG / 7)), relation: "changed" },
  { name: "a prompt of blank space", build: () => changedText(" ".repeat(LONG)), relation: "changed" },
  {
    name: "a prompt with one open block",
    build: () => changedText(`<project_instructions ${'a="'.repeat(LONG / 3)}`),
    relation: "changed",
  },
  {
    name: "a field name of 20 MB",
    build: () => [withSchema({ ["k".repeat(LONG)]: 1 }), withSchema({ ["k".repeat(LONG)]: 2 })],
    relation: "changed",
  },
  {
    name: "a tool's name of 20 MB",
    build: () => [
      withSchema({}),
      { model: "m", tools: [{ name: "n".repeat(LONG), input_schema: {} }], system: "s", messages: HELLO },
    ],
    relation: "changed",
  },
  {
    name: "a section's name of 20 MB",
    build: () => [withLongSection("x"), withLongSection("y")],
    relation: "changed",
  },
  {
    name: "12,000 field names in one object",
    build: () => [withSchema(keys(12_000, 1)), withSchema(keys(12_000, 2))],
    within: 10_000,
    relation: "changed",
  },
  {
    name: "tools in a list of length 4,000,000,000",
    build: () => {
      const tools: unknown[] = [];
      tools.length = 4_000_000_000;
      return [withSchema({}), { model: "m", tools, system: "s", messages: HELLO }];
    },
    relation: "skipped",
    states: { tools: "skipped", system: "stable", history: "stable" },
  },
  {
    name: "an object of objects that is huge only as a tree",
    build: () => [withSchema({}), withSchema(shared(60, (inner) => ({ left: inner, right: inner })))],
    relation: "skipped",
    states: { tools: "skipped", system: "stable", history: "stable" },
  },
  {
    name: "a list of lists that is huge only as a tree",
    build: () => [withSchema({}), withSchema(shared(40, (inner) => [inner, inner, inner]))],
    relation: "skipped",
    states: { tools: "skipped", system: "stable", history: "stable" },
  },
  {
    name: "a tree in every section",
    build: () => {
      const tree = shared(40, (inner) => ({ a: inner, b: inner, c: inner }));
      const messages = [{ role: "user", content: [tree] }];
      return twice({
        model: "m",
        thinking: tree,
        tools: [{ name: "t", input_schema: tree }],
        system: [tree],
        messages,
      });
    },
    relation: "skipped",
  },
  { name: "wide lists under 80 lists", build: () => [withSchema(wide(1)), withSchema(wide(2))], relation: "changed" },
  {
    name: "a list of groups of tools that is huge only as a tree",
    within: 10_000,
    build: () => {
      const functionDeclarations = Array.from({ length: 20_000 }, () => ({ name: "t" }));
      const tools = Array.from({ length: 300 }, () => ({ functionDeclarations }));
      return twice({ model: "m", contents: [{ role: "user", parts: [] }], config: { tools } });
    },
  },
  {
    name: "messages full of cache points, huge only as a tree",
    build: () => {
      const content = Array.from({ length: 1_500 }, () => ({ cachePoint: { type: "default" } }));
      return twice({ modelId: "m", messages: Array.from({ length: 1_500 }, () => ({ role: "user", content })) });
    },
  },
  {
    name: "49,000 tools in reverse order",
    build: () => {
      const tools = Array.from({ length: 49_000 }, (_, at) => ({ name: `t${at}`, input_schema: {} }));
      return [
        { model: "m", tools, system: "s", messages: HELLO },
        { model: "m", tools: tools.toReversed(), system: "s", messages: HELLO },
      ];
    },
    relation: "changed",
  },
  {
    name: "49,000 blocks of a prompt, one changed at the end",
    build: () => {
      const system = (last: string): unknown[] =>
        Array.from({ length: 49_000 }, (_, at) => ({ type: "text", text: at === 48_999 ? last : "<a>" }));
      return [
        { model: "m", system: system("x"), messages: HELLO },
        { model: "m", system: system("y"), messages: HELLO },
      ];
    },
    relation: "changed",
  },
  {
    name: "20 MB of bytes",
    build: () => {
      const image = (first: number): unknown => {
        const bytes = new Uint8Array(LONG).fill(first, 0, 1);
        return {
          modelId: "m",
          messages: [{ role: "user", content: [{ image: { format: "png", source: { bytes } } }] }],
        };
      };
      return [image(1), image(2)];
    },
    relation: "changed",
  },
];

describe("the worst of payloads", () => {
  it.each(WORST)(
    "$name: read in bounded time, and a bounded observation",
    { timeout: 60_000 },
    ({ build, relation, states, within = LONGEST_MS }) => {
      const [before, after] = build();
      const observer = new Observer("salt", "all");
      const times: number[] = [];
      const ask = (payload: unknown): Observation => {
        const start = performance.now();
        const seen = observer.request(payload, CONTEXT);
        observer.answered();
        times.push(performance.now() - start);
        return seen;
      };
      ask(before);
      const seen = ask(after);
      if (relation !== undefined) expect(seen.relation).toBe(relation);
      for (const section of SECTIONS) {
        const wanted = states?.[section];
        if (wanted !== undefined) expect([section, seen.sections[section].state]).toEqual([section, wanted]);
      }
      // Names, positions and lengths: nothing of it grows with what one field holds.
      expect(JSON.stringify({ ...seen, markers: seen.markers.slice(0, 10_000) }).length).toBeLessThan(1_000_000);
      expect(seen.markers.length).toBeLessThanOrEqual(100_000);
      expect(Math.max(...times)).toBeLessThan(within);
    },
  );
});

// ── looking at payloads without touching them ──────────────────────────────────────────────────────────────────────────

interface PlaceIn {
  readonly container: object;
  readonly key: string;
  readonly path: readonly PropertyKey[];
}

/** Every place that holds data, the payload's own fields first. */
function placesIn(payload: unknown): readonly PlaceIn[] {
  const places: PlaceIn[] = [];
  const seen = new Set<unknown>();
  const visit = (container: unknown, path: readonly PropertyKey[]): void => {
    if (typeof container !== "object" || container === null || types.isProxy(container) || seen.has(container)) return;
    if (ArrayBuffer.isView(container) || path.length > 12 || Object.isFrozen(container)) return;
    seen.add(container);
    for (const key of Object.keys(container)) {
      const descriptor = Object.getOwnPropertyDescriptor(container, key);
      if (descriptor === undefined || !("value" in descriptor) || !descriptor.configurable) continue;
      places.push({ container, key, path: [...path, key] });
      visit(descriptor.value, [...path, key]);
    }
  };
  visit(payload, []);
  return places;
}

/** All property descriptors of all objects that can be reached without running anything. */
function inventory(payload: unknown): readonly unknown[] {
  const found: unknown[] = [];
  const seen = new Set<unknown>();
  const open: unknown[] = [payload];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null || types.isProxy(value) || seen.has(value)) continue;
    seen.add(value);
    found.push(value, Object.isExtensible(value), Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const {
        value: data,
        get,
        set,
        enumerable,
        configurable,
        writable,
      } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      found.push(key, data, get, set, enumerable, configurable, writable);
      open.push(data);
    }
  }
  return found;
}

function sameInventory(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, at) => Object.is(value, b[at]));
}

/** A copy of plain data; bytes and what is no plain data are shared. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isFields(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
