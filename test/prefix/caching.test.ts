import { describe, expect, it } from "vitest";
import { blocksSinceMarker, retentionAsked } from "../../src/prefix/caching.ts";
import { readPayload } from "../../src/prefix/read-payload.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import type { Snapshot } from "../../src/prefix/snapshot.ts";

function read(payload: unknown, headOnly = false): Snapshot {
  const reading = readPayload(payload, { salt: "salt", shapes: new ShapeTable(), headOnly });
  if (reading.outcome !== "read") throw new Error(reading.reason);
  return reading.snapshot;
}

const asked = (payload: object) => retentionAsked(read({ model: "m", messages: [], ...payload }));
const marked = (ttl?: unknown) => ({
  system: [{ type: "text", text: "S", cache_control: { type: "ephemeral", ...(ttl === undefined ? {} : { ttl }) } }],
});

describe("the lifetime that a request asks for", () => {
  it("is the short one unless it says otherwise", () => {
    expect(asked({})).toBe("short");
    expect(asked(marked())).toBe("short");
    expect(asked(marked("5m"))).toBe("short");
    expect(retentionAsked({ ...read({ messages: [] }), sections: {} })).toBe("short");
  });

  it("is the long one with a marker that has a lifetime of its own, be it one of many", () => {
    expect(asked(marked("1h"))).toBe("long");
    const last = {
      role: "user",
      content: [{ type: "text", text: "x", cache_control: { type: "ephemeral", ttl: "1h" } }],
    };
    expect(asked({ ...marked(), messages: [last] })).toBe("long");
  });

  it("is the long one with a retention of a day, or with cache options that name a lifetime", () => {
    expect(asked({ prompt_cache_retention: "24h" })).toBe("long");
    expect(asked({ prompt_cache_retention: "in_memory" })).toBe("short");
    expect(asked({ prompt_cache_options: { ttl: "24h" } })).toBe("long");
    expect(asked({ prompt_cache_options: { ttl: null } })).toBe("short");
    expect(asked({ prompt_cache_options: { mode: "explicit" } })).toBe("short");
    expect(asked({ prompt_cache_options: "24h" })).toBe("short");
  });

  it("is the long one where Pi's own protocol says so", () => {
    const pi = (options: object) =>
      retentionAsked(read({ model: "m", context: { messages: [{ role: "user", content: "x" }] }, options }));
    expect(pi({ cacheRetention: "long" })).toBe("long");
    expect(pi({ cacheRetention: "short" })).toBe("short");
    expect(pi({ cacheRetention: "none" })).toBe("short");
  });

  it("is not named by a lifetime that is no plain value", () => {
    expect(asked({ prompt_cache_options: { ttl: {} } })).toBe("short");
    expect(asked({ prompt_cache_options: { ttl: ["24h"] } })).toBe("short");
  });

  it("is not named by other parameters", () => {
    expect(asked({ prompt_cache_key: "24h", verbosity: "24h", text: { ttl: "24h" } })).toBe("short");
  });
});

const MARK = { cache_control: { type: "ephemeral" } };
/** A message of so many blocks, with markers on those that are named. */
const message = (count: number, ...marks: readonly number[]) => ({
  role: "user",
  content: Array.from({ length: count }, (_, block) => ({
    ...{ type: "text", text: `text ${block}` },
    ...(marks.includes(block) ? MARK : {}),
  })),
});
const request = (...messages: readonly object[]) => ({ system: "S", messages });
const since = (old: object, now: object) => blocksSinceMarker(read(old), read(now));

describe("the content blocks since the last marker", () => {
  it("are counted within a message", () => {
    expect(since(request(message(3, 0)), request(message(3, 2)))).toBe(2);
    expect(since(request(message(3, 2)), request(message(3, 2)))).toBe(0);
  });

  it("are counted over the messages in between", () => {
    const old = request(message(1, 0));
    expect(since(old, request(message(1), message(1, 0)))).toBe(1);
    expect(since(old, request(message(1), message(20, 19)))).toBe(20);
    expect(since(old, request(message(1), message(20), message(1, 0)))).toBe(21);
    expect(since(old, request(message(1), message(4), message(5), message(6, 2)))).toBe(4 + 5 + 3);
  });

  it("are counted from the marker's own block, in a message that goes on behind it", () => {
    expect(since(request(message(4, 1)), request(message(4), message(2, 0)))).toBe(2 + 1);
  });

  it("take a marker of a whole message for one of its first block", () => {
    const whole = (content: unknown) => ({ role: "user", content, ...MARK });
    const blocks = message(3).content;
    expect(since(request(whole(blocks)), request(message(3, 2)))).toBe(2);
    expect(since(request(message(3, 0)), request(whole(blocks)))).toBe(0);
    expect(since(request(message(3, 1)), request(whole(blocks)))).toBeNull();
    expect(since(request(whole(blocks)), request(message(3), message(2, 1)))).toBe(2 + 2);
    expect(since(request(message(3, 1)), request(message(3), whole("text")))).toBe(1 + 1);
  });

  it("start at the last marker of the old history and end at the nearest one from there", () => {
    const old = request(message(1, 0), message(1), message(2, 1));
    const now = request(message(1, 0), message(1), message(2), message(3, 0), message(3, 2));
    expect(since(old, now)).toBe(1);
    expect(since(old, request(message(1, 0), message(1), message(2, 1), message(3, 2)))).toBe(0);
  });

  it("count a text as one block, and a message without content too", () => {
    const text = { role: "assistant", content: "one text" };
    const empty = { role: "assistant", content: [] };
    const bare = { role: "assistant" };
    const now = request(message(1), text, empty, bare, message(1, 0));
    expect(since(request(message(1, 0)), now)).toBe(3 + 1);
  });

  it("count messages by the payload's own index, behind a system message in the list", () => {
    const system = { role: "system", content: "S" };
    const chat = (...messages: readonly object[]) => ({ model: "m", messages: [system, ...messages] });
    expect(since(chat(message(2, 1)), chat(message(2), message(5), message(1, 0)))).toBe(5 + 1);
  });

  it("are unknown where one of the two has no marker in its history", () => {
    expect(since(request(message(3)), request(message(3, 0)))).toBeNull();
    expect(since(request(message(3, 0)), request(message(3)))).toBeNull();
    const head = { system: [{ type: "text", text: "S", ...MARK }] };
    expect(since({ ...request(message(3)), ...head }, { ...request(message(3, 0)), ...head })).toBeNull();
    expect(since({ ...request(message(3, 0)), ...head }, { ...request(message(3)), ...head })).toBeNull();
  });

  it("are unknown where every marker stands before the old one", () => {
    expect(since(request(message(3, 2)), request(message(3, 1)))).toBeNull();
    expect(since(request(message(3), message(1, 0)), request(message(3, 2), message(1)))).toBeNull();
  });

  it("are unknown of a history that was not read", () => {
    const payload = request(message(3, 0));
    expect(blocksSinceMarker(read(payload), read(payload, true))).toBeNull();
    const { history: _, ...sections } = read(payload).sections;
    expect(blocksSinceMarker(read(payload), { ...read(payload), sections })).toBeNull();
  });

  it("are told of Bedrock's markers, which are elements of their own", () => {
    const text = (value: string) => ({ text: value });
    const point = { cachePoint: { type: "default" } };
    const bedrock = (...content: readonly object[]) => ({ modelId: "m", messages: [{ role: "user", content }] });
    expect(since(bedrock(text("a"), point), bedrock(text("a"), text("b"), point))).not.toBeNull();
  });
});
