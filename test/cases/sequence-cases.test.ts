import { describe, expect, it } from "vitest";
import cacheStats from "../../src/extension.ts";
import type { Observation } from "../../src/prefix/observation.ts";
import { Observer } from "../../src/prefix/observer.ts";
import { field } from "../../src/unknown.ts";
import { casesOf, type Fields, found } from "../support/entries.ts";
import { RunningPi } from "../support/fake-pi.ts";

const SCOPE = { session: "s", provider: "p", api: "a", model: "m", baseUrl: "" };

const inputOf = (kind: string, id: string): Fields =>
  found(casesOf(kind).find(({ name }) => name.startsWith(`${id} `))).input;

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error("No list in this case.");
  return value;
}

/** Each request answered before the next. */
function observeAll(payloads: readonly unknown[]): readonly Observation[] {
  const observer = new Observer("salt", "all");
  return payloads.map((payload) => {
    const observation = observer.request(payload, { scope: SCOPE, ownerOf: () => null });
    observer.answered();
    return observation;
  });
}

const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });
const request = (system: string, turns: number) => ({
  model: "m",
  system: [{ type: "text", text: system }],
  messages: Array.from({ length: turns }, (_, index) => user(`turn ${index}`)),
});

describe("the cases of kind sequence, handlers and robustness", () => {
  it("are those that are played here", () => {
    const ids = ["sequence", "handlers", "robustness"].flatMap((kind) =>
      casesOf(kind).map(({ name }) => `${kind} ${name.slice(0, 3)}`),
    );
    expect(ids).toEqual(["sequence C29", "sequence C49", "sequence C67", "handlers C65", "robustness C66"]);
  });
});

describe("C29, a memory that is rewritten in the system prompt on every turn", () => {
  const input = inputOf("sequence", "C29");
  const seen = observeAll(listOf(input.systems).map((system, index) => request(String(system), index + 1)));

  it("is a change in that tagged part at each turn that the case calls a break", () => {
    const breaks = seen.flatMap(({ relation }, index) => (relation === "changed" ? [index] : []));
    expect(breaks).toEqual(field(input.expect, "breaks"));
    for (const index of breaks) {
      expect(seen[index]?.divergence).toMatchObject({ section: "system", kind: "changed", index: 0, tag: "memory" });
      expect(seen[index]).toMatchObject({ otherDivergences: {}, sections: { history: { state: "extended" } } });
    }
  });

  it("begins where the memory begins, and never comes back to an earlier one", () => {
    const start = "HEAD … <memory>".length + 1;
    expect(seen.slice(1).map(({ divergence }) => divergence?.char)).toEqual([start, start]);
    expect(seen.map(({ flap }) => flap)).toEqual([false, false, false]);
  });
});

describe("C49, conversations that interleave in one session", () => {
  const input = inputOf("sequence", "C49");
  const WORDS: Readonly<Record<string, string>> = { baseline: "first", extended: "append" };

  it.each([
    ["with heads of their own", (conv: string) => `You are ${conv}.`],
    ["with one head", () => "You are one."],
  ])("are each compared with themselves %s", (_what, head) => {
    const rows = listOf(input.payloads).map((row) => ({
      conv: String(field(row, "conv")),
      n: Number(field(row, "n")),
    }));
    const seen = observeAll(
      rows.map(({ conv, n }) => ({
        model: "m",
        system: head(conv),
        // A main conversation that has gone on: by the spec, one head with a single other message is compared.
        messages: Array.from({ length: conv === "main" ? n + 1 : n }, (_, index) => user(`${conv} ${index}`)),
      })),
    );
    const of = (name: string) =>
      rows.flatMap(({ conv }, at) => (conv === name ? [WORDS[seen[at]?.relation ?? ""]] : []));
    expect(of("main")).toEqual(field(input.expect, "main"));
    expect(of("sub1")).toEqual(field(input.expect, "sub1"));
  });
});

describe("C67, two HTTP attempts for one payload", () => {
  it("are one observation: a payload seen once is a baseline, and the next turn continues it", () => {
    const input = inputOf("sequence", "C67");
    const events = Number(input.payloadEvents);
    const seen = observeAll([...Array.from({ length: events }, () => request("S", 1)), request("S", 2)]);
    expect(seen.map(({ relation }) => relation)).toEqual(["baseline", "extended"]);
    expect(events).toBe(field(input.expect, "turns"));
  });
});

describe("C65, an extension behind us that edits the payload", () => {
  async function play() {
    const input = inputOf("handlers", "C65");
    const running = new RunningPi(cacheStats, "rpc");
    Object.assign(found(running.context.model), { baseUrl: "https://example.test" });
    running.start();
    const returned: unknown[] = [];
    const mutated: boolean[] = [];
    for (const [turn, usage] of listOf(input.usage).entries()) {
      const [i = 0, o = 0, r = 0, w = 0] = listOf(usage).map(Number);
      const payload = request("S", turn + 1);
      const before = structuredClone(payload);
      running.emit("turn_start");
      for (const value of running.emit("before_provider_request", { payload })) returned.push(await value);
      mutated.push(JSON.stringify(payload) !== JSON.stringify(before));
      // The rewriter's turn: what is sent has the time in it.
      payload.system = [{ type: "text", text: `S, at ${turn}` }];
      const message = {
        ...{ role: "assistant", provider: "anthropic", api: "anthropic-messages", model: "claude-sonnet" },
        ...{ content: [], stopReason: "stop", timestamp: 1 },
        usage: { input: i, output: o, cacheRead: r, cacheWrite: w, totalTokens: i + o + r + w },
      };
      running.emit("message_start", { message });
      running.endTurn(message);
    }
    const [text = ""] = await running.command("prefix");
    return { text, returned, mutated };
  }

  it("is not seen: we still say what we saw, an extended request", async () => {
    const { text } = await play();
    expect(text).toMatch(/^prefix: continues the request before/);
    expect(text).toMatch(/^system prompt +stable/m);
  });

  it("is allowed for: the view says that a later extension can still change the request", async () => {
    const { text } = await play();
    expect(text.replace(/\s+/g, " ")).toContain("a later extension can still change the request");
  });

  it("gets the payload from us as it came, and no value", async () => {
    const { returned, mutated } = await play();
    expect(returned).toEqual([undefined, undefined]);
    expect(mutated).toEqual([false, false]);
  });
});

describe("C66, payloads that are hard to serialise", () => {
  const loop: Record<string, unknown> = { role: "user" };
  loop.content = [loop];
  const bedrock = (byte: number) => ({
    modelId: "m",
    messages: [{ role: "user", content: [{ image: { source: { bytes: new Uint8Array(300_000).fill(byte) } } }] }],
  });
  const chat = (message: unknown) => ({ model: "m", messages: [{ role: "system", content: "S" }, message] });

  const PAYLOADS: Readonly<Record<string, { readonly payload: unknown; readonly relation: string }>> = {
    "google config.abortSignal: AbortSignal": {
      payload: { contents: [], config: { abortSignal: new AbortController().signal } },
      relation: "baseline",
    },
    "bedrock image source.bytes: Uint8Array(300000)": { payload: bedrock(1), relation: "baseline" },
    "undefined values": { payload: chat({ role: "user", content: undefined, name: undefined }), relation: "baseline" },
    BigInt: { payload: chat({ role: "user", content: 7n }), relation: "baseline" },
    "circular reference": { payload: chat(loop), relation: "skipped" },
    "payload null": { payload: null, relation: "unknown" },
    "8 MB base64": {
      payload: chat({ role: "user", content: [{ type: "image", data: "A".repeat(8 * 1024 * 1024) }] }),
      relation: "baseline",
    },
  };

  it.each(listOf(inputOf("robustness", "C66").payloads).map(String))("throw nothing: %s", (name) => {
    const { payload, relation } = found(PAYLOADS[name]);
    const [seen] = observeAll([payload]);
    expect(seen?.relation).toBe(relation);
  });

  it("of which the history cannot be read are compared in the rest", () => {
    const [seen] = observeAll([chat(loop)]);
    expect(seen?.sections).toMatchObject({
      history: { state: "skipped", reason: "cycle" },
      system: { state: "baseline" },
    });
  });

  it("of no known protocol are unknown", () => {
    expect(observeAll([{ prompt: "x" }])[0]).toMatchObject({ relation: "unknown", reason: "no-known-protocol" });
  });

  it("are compared all the same: 8 MB and 300,000 bytes are told apart", () => {
    expect(observeAll([bedrock(1), bedrock(1), bedrock(2)]).map(({ relation }) => relation)).toEqual([
      ...["baseline", "identical", "changed"],
    ]);
  });
});
