import { describe, expect, it } from "vitest";
import type { Config } from "../../src/config.ts";
import { Observer, type RequestContext } from "../../src/prefix/observer.ts";
import { readPayload } from "../../src/prefix/read-payload.ts";
import { recallable } from "../../src/prefix/recalled.ts";
import { recordedScope, scopeKey } from "../../src/prefix/scope.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import { found } from "../support/entries.ts";

const SCOPE = { session: "s", provider: "p", api: "a", model: "m", baseUrl: "https://SECRET.test/v1?key=SECRET" };
const CONTEXT: RequestContext = { scope: SCOPE, ownerOf: () => null };

function bench(mode: Config["prefixDiagnostics"] = "all") {
  const observer = new Observer("salt", mode);
  const ask = (payload: unknown, changes: Partial<RequestContext> = {}) =>
    observer.request(payload, { ...CONTEXT, ...changes });
  /** A request that is answered: its relation. */
  const send = (payload: unknown, changes: Partial<RequestContext> = {}) => {
    const { relation } = ask(payload, changes);
    observer.answered();
    return relation;
  };
  return { observer, ask, send };
}

const scoped = (changes: object) => ({ scope: { ...SCOPE, ...changes } });
const user = (content: unknown) => ({ role: "user", content });
const chat = (system: string, ...users: readonly string[]) => ({
  model: "m",
  messages: [{ role: "system", content: system }, ...users.map(user)],
});

describe("the relation to the request before", () => {
  it("is baseline, identical, extended, changed, in turn", () => {
    const { send } = bench();
    const requests = [chat("S", "a"), chat("S", "a"), chat("S", "a", "b"), chat("T", "a", "b")];
    expect(requests.map((request) => send(request))).toEqual(["baseline", "identical", "extended", "changed"]);
  });

  it("is branched after the user has moved, and changed without", () => {
    const { observer, send } = bench();
    send(chat("S", "a", "b"));
    observer.moved();
    expect(send(chat("S", "a", "c"))).toBe("branched");
    expect(send(chat("S", "a", "d"))).toBe("changed");
    observer.moved();
    expect(send(chat("S", "a"))).toBe("shortened");
  });

  it("is branched after a compaction, which begins the history anew", () => {
    const { observer, send } = bench();
    send(chat("S", "a", "b"));
    observer.moved();
    expect(send(chat("S", "summary"))).toBe("branched");
    expect(send(chat("S", "summary", "c"))).toBe("extended");
  });

  it("is changed where another protocol is spoken in the scope", () => {
    const { send } = bench();
    send(chat("S", "a"));
    expect(send({ model: "m", instructions: "S", input: [user("a")] })).toBe("changed");
  });
});

describe("scopes", () => {
  it.each(["session", "provider", "api", "model", "baseUrl"])("that differ in %s are not compared", (part) => {
    const { send } = bench();
    send(chat("S", "a"));
    expect(send(chat("T", "a"), scoped({ [part]: "other" }))).toBe("baseline");
    expect(send(chat("S", "a", "b"))).toBe("extended");
  });

  it.each(["session", "provider", "api", "model", "baseUrl"])(
    "without %s are skipped, and clear all chains",
    (part) => {
      const { ask, send } = bench();
      send(chat("S", "a"));
      send(chat("S", "a"), scoped({ model: "other" }));
      expect(ask(chat("S", "a"), scoped({ [part]: 7 }))).toMatchObject({
        ...{ relation: "skipped", reason: "no-scope", shape: null, divergence: null },
      });
      expect(send(chat("S", "a"))).toBe("baseline");
      expect(send(chat("S", "a"), scoped({ model: "other" }))).toBe("baseline");
    },
  );

  it("are eight at most: the one used least recently begins anew", () => {
    const { send } = bench();
    for (let index = 0; index < 8; index++) send(chat("S", "a"), scoped({ model: `m${index}` }));
    expect(send(chat("S", "a"), scoped({ model: "m0" }))).toBe("identical");
    send(chat("S", "a"), scoped({ model: "m8" }));
    expect(send(chat("S", "a"), scoped({ model: "m0" }))).toBe("identical");
    expect(send(chat("S", "a"), scoped({ model: "m1" }))).toBe("baseline");
  });

  it("under a virtual model are those of the models that the payloads name", () => {
    const { send } = bench();
    const virtual = scoped({ model: null, baseUrl: "" });
    send({ ...chat("S", "a"), model: "one" }, virtual);
    expect(send({ ...chat("S", "a"), model: "two" }, virtual)).toBe("baseline");
    expect(send({ ...chat("S", "a"), model: "one" }, virtual)).toBe("identical");
  });
});

describe("a payload that cannot be read", () => {
  it.each([
    ["fits no protocol", { prompt: "x" }, "unknown", "no-known-protocol"],
    ["mixes two", { messages: [], input: null }, "unknown", "mixed-protocols"],
    ["is a Proxy", new Proxy({}, {}), "skipped", "unreadable"],
    ["is null", null, "unknown", "not-an-object"],
  ])("because it %s breaks the chain of its own scope only", (_what, payload: unknown, relation, reason) => {
    const { ask, send } = bench();
    send(chat("S", "a"));
    send(chat("S", "a"), scoped({ model: "other" }));
    expect(ask(payload)).toMatchObject({ relation, reason, shape: null });
    expect(send(chat("S", "a"))).toBe("baseline");
    expect(send(chat("S", "a"), scoped({ model: "other" }))).toBe("identical");
  });

  it("in part is skipped, and the next good request is a baseline", () => {
    const { send } = bench();
    send(chat("S", "a"));
    expect(send({ ...chat("S", "a"), tools: [{ type: "function", function: { name: new Date() } }] })).toBe("skipped");
    expect(send(chat("S", "a"))).toBe("baseline");
  });

  it("in part while another part changed is followed by a baseline as well, not by a skipped good request", () => {
    const { send } = bench();
    send(chat("S", "a"));
    expect(send({ ...chat("T", "a"), tools: [{ type: "function", function: { name: new Date() } }] })).toBe("changed");
    expect(send(chat("T", "a"))).toBe("baseline");
  });

  it("and is answered does not make an older unanswered request of another scope the one to compare with", () => {
    const { observer, ask, send } = bench();
    send(chat("S", "a"));
    ask(chat("BROKEN", "a", "b"));
    ask({ prompt: "x" }, scoped({ model: "other" }));
    observer.answered();
    expect(send(chat("S", "a", "b"))).toBe("extended");
  });
});

describe("requests out of turn", () => {
  it("that retry one replace it, also when they differ from it", () => {
    const { ask, send } = bench();
    send(chat("S", "a"));
    ask(chat("BROKEN", "a", "b"));
    expect(send(chat("S", "a", "b"))).toBe("extended");
    expect(send(chat("S", "a", "b", "c"))).toBe("extended");
  });

  it("of another model answered after a move leave this one's move to be told", () => {
    const { observer, send } = bench();
    send(chat("S", "a", "b"));
    observer.moved();
    send(chat("S", "x"), scoped({ model: "other" }));
    expect(send(chat("S", "a", "c"))).toBe("branched");
  });

  it("with a new head and a new beginning after a move are compared all the same", () => {
    const { observer, ask, send } = bench();
    send(chat("S", "a", "b"));
    observer.moved();
    expect(ask(chat("T", "summary", "c"))).toMatchObject({ relation: "changed", divergence: { section: "system" } });
  });

  it("of which only the end is left are compared: head and beginning were rewritten", () => {
    const { ask, send } = bench();
    send(chat("S", "a", "b", "c"));
    expect(ask(chat("T", "b", "c", "d"))).toMatchObject({ relation: "changed", divergence: { section: "system" } });
  });

  it("of another conversation in between are compared with their own", () => {
    const { send } = bench();
    const relations = [chat("M", "a"), chat("Sub", "x"), chat("M", "a", "b"), chat("Sub", "x", "y")].map((one) =>
      send(one),
    );
    expect(relations).toEqual(["baseline", "baseline", "extended", "extended"]);
  });
});

describe("a head that flaps", () => {
  it("is said when an earlier one comes back", () => {
    const { observer, ask } = bench();
    const flaps = [chat("A", "1"), chat("B", "1", "2"), chat("A", "1", "2", "3")].map((payload) => {
      const { flap } = ask(payload);
      observer.answered();
      return flap;
    });
    expect(flaps).toEqual([false, false, true]);
  });
});

describe("the mode head", () => {
  it("runs no getter in the history, and has it disabled", () => {
    let ran = 0;
    const { ask } = bench("head");
    const body = Object.defineProperty({ role: "user" }, "content", { enumerable: true, get: () => (ran += 1) });
    const { sections, relation } = ask({ messages: [{ role: "system", content: "S" }, body] });
    expect(sections.history).toEqual({ state: "disabled", reason: null, count: 1, chars: 0 });
    expect(sections.system.state).toBe("baseline");
    expect(relation).toBe("baseline");
    expect(ran).toBe(0);
  });

  it("does not claim that a request continues the one before", () => {
    const { ask, send } = bench("head");
    send(chat("S", "a"));
    expect(ask(chat("S", "b"))).toMatchObject({
      ...{ relation: "unknown", reason: "history-not-read", divergence: null },
      sections: { system: { state: "stable" }, history: { state: "disabled" } },
    });
  });

  it.each([
    ["system", chat("T", "a", "b")],
    ["tools", { ...chat("S", "a", "b"), tools: [{ type: "function", function: { name: "t" } }] }],
    ["params", { ...chat("S", "a", "b"), tool_choice: "none" }],
  ])("compares the head: a change of %s is seen", (section, payload) => {
    const { ask, send } = bench("head");
    send(chat("S", "a"));
    expect(ask(payload)).toMatchObject({ relation: "changed", divergence: { section } });
  });
});

describe("the mode off", () => {
  it("reads nothing: every section is disabled", () => {
    const { ask } = bench("off");
    const observation = ask(new Proxy({}, { get: () => expect.unreachable() }));
    expect(observation).toMatchObject({ relation: "disabled", reason: "switched-off", shape: null });
    expect(new Set(Object.values(observation.sections).map(({ state }) => state))).toEqual(new Set(["disabled"]));
  });
});

describe("clearing", () => {
  it("makes the next request of each scope a baseline and forgets the last change", () => {
    const { observer, send } = bench();
    send(chat("S", "a"));
    send(chat("T", "a"));
    expect(found(observer.lastChange).observation).toBe(observer.last);
    observer.clear();
    expect([observer.last, observer.lastChange]).toEqual([null, null]);
    observer.answered();
    expect(send(chat("T", "a"))).toBe("baseline");
  });
});

describe("blocks of the prompt", () => {
  it("are measured anew when the prompt changed, and kept when not", () => {
    const { observer, ask } = bench();
    const lengths = ["ab", "ab", "abc"].map((inside) => {
      const { blocks } = ask(chat(`<available_skills>${inside}</available_skills>`, "a"));
      observer.answered();
      return blocks.available_skills;
    });
    expect(lengths).toEqual([2, 2, 3]);
  });
});

describe("the last request that was answered", () => {
  it("is none before an answer, and no request that was not answered", () => {
    const { observer, ask, send } = bench();
    ask(chat("S", "a"));
    expect(observer.lastAnswered).toBeNull();
    send(chat("S", "b"));
    const answered = found(observer.lastAnswered);
    expect(answered.scope).toBe(scopeKey(SCOPE, null, observer.salt));
    ask(chat("S", "b", "c"));
    expect(observer.lastAnswered).toBe(answered);
    observer.clear();
    expect(observer.lastAnswered).toBeNull();
  });
});

describe("a request of an earlier process", () => {
  function recalling(payload: unknown, scope: object = {}) {
    const { observer, ask, send } = bench();
    const reading = readPayload(payload, { salt: observer.salt, shapes: new ShapeTable(), headOnly: false });
    if (reading.outcome !== "read") throw new Error(reading.reason);
    const recorded = recordedScope(found(scopeKey({ ...SCOPE, ...scope }, null, observer.salt)), observer.salt);
    observer.recall({ scope: recorded, request: recallable(reading.snapshot, observer.salt) });
    return { observer, ask, send };
  }

  it("is what the first of this one is compared with, and no other", () => {
    const { send } = recalling(chat("S", "a"));
    expect([send(chat("S", "a", "b")), send(chat("S", "a", "b")), send(chat("T", "a", "b"))]).toEqual([
      ...["extended", "identical", "changed"],
    ]);
  });

  it("tells the place of a change, and no text of it", () => {
    const { observer, ask } = recalling(chat("S", "a"));
    expect(ask(chat("T", "a"))).toMatchObject({ relation: "changed", divergence: { section: "system" } });
    expect(observer.lastChange).toBeNull();
  });

  it("is compared once, although nobody answered the first that was", () => {
    const { ask } = recalling(chat("S", "a"));
    expect([ask(chat("S", "a", "b")).relation, ask(chat("S", "a", "b")).relation]).toEqual(["extended", "baseline"]);
  });

  it("waits for its own scope, whatever session that is in", () => {
    const { send } = recalling(chat("S", "a"), { session: "copied" });
    expect(send(chat("S", "a"), scoped({ model: "other" }))).toBe("baseline");
    expect(send(chat("S", "a", "b"))).toBe("extended");
  });

  it("is forgotten with everything else", () => {
    const { observer, send } = recalling(chat("S", "a"));
    observer.clear();
    expect(send(chat("S", "a"))).toBe("baseline");
  });
});

describe("the digest of an endpoint", () => {
  const digest = (baseUrl: unknown) => bench().observer.endpointOf({ ...CONTEXT, scope: { ...SCOPE, baseUrl } });

  it("is one for one address, another for another, and has nothing of it", () => {
    expect(digest("https://SECRET.test/v1")).toBe(digest("https://SECRET.test/v1"));
    expect(digest("https://SECRET.test/v1")).not.toBe(digest("https://SECRET.test/v2"));
    expect(digest("https://SECRET.test/v1")).not.toContain("SECRET");
  });

  it("is none where Pi does not say", () => {
    expect(digest(undefined)).toBeNull();
  });
});

describe("two observers", () => {
  it("share nothing", () => {
    const [one, two] = [bench(), bench()];
    one.send(chat("S", "a"));
    expect(two.send(chat("S", "a"))).toBe("baseline");
  });
});

describe("no observation", () => {
  const SHAPES: Readonly<Record<string, (n: number) => object>> = {
    anthropic: (n) => ({
      model: "m",
      system: [{ type: "text", text: `SECRET <cwd>SECRET ${n}</cwd>` }],
      tools: [{ name: "t", description: `SECRET ${n}`, input_schema: {} }],
      metadata: { user_id: "SECRET" },
      messages: [
        { role: "user", content: [{ type: "text", text: `SECRET ${n}` }] },
        { role: "assistant", content: [{ type: "tool_use", id: "SECRET", input: { [`SECRET${n}`]: "SECRET" } }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "SECRET", content: `SECRET ${n}` }] },
        { role: "user", content: [{ type: "image", source: { type: "base64", data: "SECRET" } }] },
      ],
    }),
    chat: (n) => ({
      model: "m",
      prompt_cache_key: `SECRET ${n}`,
      messages: [
        { role: "assistant", tool_calls: [{ function: { name: "t", arguments: `{"SECRET":${n}}` } }] },
        { role: "tool", content: `SECRET ${n}` },
        { role: "user", content: [{ type: "image_url", image_url: { url: `https://SECRET/${n}` } }] },
      ],
    }),
    responses: (n) => ({
      instructions: "SECRET",
      input: [
        { type: "function_call", arguments: `SECRET ${n}`, call_id: "SECRET" },
        { type: "function_call_output", output: [{ [`SECRET${n}`]: n }] },
      ],
    }),
    google: (n) => ({
      contents: [
        { role: "model", parts: [{ functionCall: { name: "t", args: { SECRET: { SECRET: n } } } }] },
        { role: "user", parts: [{ functionResponse: { name: "t", response: { [`SECRET${n}`]: n } } }] },
      ],
    }),
    bedrock: (n) => ({
      modelId: "m",
      messages: [
        { role: "assistant", content: [{ toolUse: { name: "t", input: { SECRET: n } } }] },
        { role: "user", content: [{ toolResult: { content: [{ json: { SECRET: n } }, { text: `SECRET ${n}` }] } }] },
      ],
    }),
    pi: (n) => ({
      context: {
        messages: [
          { role: "system", sections: { intro: `SECRET ${n}` } },
          { role: "assistant", content: [{ type: "toolCall", name: "t", arguments: { SECRET: { SECRET: n } } }] },
        ],
      },
      options: { sessionId: `SECRET ${n}` },
    }),
  };

  it.each(Object.entries(SHAPES))(
    "holds text, a key of an argument or an address of the payload: %s",
    (_name, make) => {
      const { observer, ask } = bench();
      const whole = make(1);
      const payloads: unknown[] = [whole, make(2)];
      // Each part of the request changed on its own, so that each is the first difference once.
      for (const key of Object.keys(whole)) payloads.push(whole, { ...whole, [key]: Reflect.get(make(3), key) });
      const kept = Reflect.get(whole, "messages");
      if (Array.isArray(kept)) {
        const changed: unknown = Reflect.get(make(4), "messages");
        const later: readonly unknown[] = Array.isArray(changed) ? changed : [];
        for (const at of kept.keys()) payloads.push(whole, { ...whole, messages: kept.toSpliced(at, 1, later[at]) });
      }
      for (const payload of payloads) {
        expect(JSON.stringify(ask(payload))).not.toContain("SECRET");
        observer.answered();
      }
      expect(JSON.stringify(observer.last)).not.toContain("SECRET");
    },
  );
});
