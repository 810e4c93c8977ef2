import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { Monitor } from "../../src/monitor.ts";
import { Observer } from "../../src/prefix/observer.ts";
import { PrintKeeper } from "../../src/record/print-record.ts";
import { runRecord } from "../../src/record/run-record.ts";
import { assistant, type Counts, noPrice } from "../support/entries.ts";

const CONTEXT = {
  scope: { session: "s", provider: "acme", api: "anthropic-messages", model: "m1", baseUrl: "https://SECRET.test" },
  ownerOf: () => null,
};
const payload = (...texts: readonly string[]) => ({
  model: "m1",
  system: [{ type: "text", text: "SECRET PROMPT" }],
  messages: texts.map((text, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: [{ type: "text", text }] })),
});

function bench(env: Record<string, string> = {}, isObserving = true) {
  const monitor = new Monitor(readConfig(env), noPrice);
  monitor.sessionStarted();
  if (isObserving) monitor.requests.use(new Observer("salt", "all"));
  const keeper = new PrintKeeper();
  let count = 0;
  const turn = (request: unknown, counts: Counts = [10, 5, 90, 0]): void => {
    const message = assistant(counts);
    monitor.turnStarted();
    monitor.requestStarted(0);
    monitor.observe(request, true, CONTEXT);
    monitor.responseStarted();
    monitor.responseEnded(message, 500);
    monitor.turnEnded(message, `e${++count}`, 500);
  };
  return { monitor, turn, record: () => runRecord(monitor, keeper) };
}

describe("the record of a run", () => {
  it("holds its turns, once, and the request that was answered last", () => {
    const { turn, record } = bench();
    turn(payload("SECRET A"));
    turn(payload("SECRET A", "SECRET B", "SECRET C"));
    const first = record();
    expect(first?.turns.map(({ e }) => e)).toEqual(["e1", "e2"]);
    expect(first).toMatchObject({ version: 1, salt: "salt", print: { from: 0 } });
    expect(first?.endpoint).toMatch(/^[\w-]{16}$/);
    expect(JSON.stringify(first)).not.toContain("SECRET");
    expect(record()).toBeNull();
    turn(payload("SECRET A", "SECRET B", "SECRET C", "SECRET D", "SECRET E"));
    expect(record()?.print).toMatchObject({ from: 3, history: { i: [expect.any(String), expect.any(String)] } });
  });

  it("goes on from the last request that was read, and holds none where nothing was observed", () => {
    const { turn, record } = bench();
    turn(payload("A"));
    expect(record()?.print?.from).toBe(0);
    turn({ messages: [], input: [] });
    turn(payload("A", "B", "C"));
    expect(record()?.print?.from).toBe(1);
    const unseen = bench({}, false);
    unseen.turn(payload("A"));
    const without = unseen.record();
    expect([without?.salt, without?.print, without?.turns.length]).toEqual([null, undefined, 1]);
  });

  it("is none when it is switched off, and none of a run without cache activity unless it is wanted", () => {
    const silent: Counts = [100, 5, 0, 0];
    const records = [{ PI_CACHE_STATS_RECORD: "0" }, {}, { PI_CACHE_STATS_VERBOSE: "1" }].map((env, at) => {
      const { turn, record } = bench(env);
      turn(payload("A"), at === 0 ? [10, 5, 90, 0] : silent);
      return record();
    });
    expect(records.map((record) => record?.turns.length ?? null)).toEqual([null, null, 1]);
  });
});
