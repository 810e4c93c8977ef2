/**
 * Heap growth over 100,000 turns through one instance of the extension, after collection. Run: npm run bench:memory
 */
import { readConfig } from "../src/config.ts";
import { Monitor } from "../src/monitor.ts";
import { readEntry } from "../src/usage/entry.ts";
import { SessionVerdicts } from "../src/verdict/session-verdicts.ts";
import { Limits } from "./measure.ts";

const TURNS = 100_000;
const TURNS_OF_RUN = 8;
const MB = 1024 * 1024;

const { gc } = globalThis;
if (gc === undefined) throw new Error("run with --expose-gc, as npm run bench:memory does");

function heap(): number {
  gc?.();
  gc?.();
  return process.memoryUsage().heapUsed;
}

function play(monitor: Monitor, verdicts: SessionVerdicts, from: number, to: number): void {
  for (let turn = from; turn < to; turn++) {
    const clock = turn * 1_000;
    monitor.requestStarted(clock);
    monitor.responseStarted();
    for (let delta = 0; delta < 5; delta++) {
      monitor.streamed({ type: "text_delta", delta: "word " }, clock + 100 + delta * 50);
    }
    const failed = turn % 100 === 0;
    const message = {
      role: "assistant",
      provider: "sim-anthropic",
      api: "anthropic-messages",
      model: `claude-${turn % 3}`,
      timestamp: clock,
      stopReason: failed ? "error" : "stop",
      ...(failed ? { errorMessage: `400 refused number ${turn}` } : {}),
      // Every third turn misses: verdicts with evidence are the larger ones.
      usage: { input: 7, output: 210, cacheRead: turn % 3 === 0 ? 0 : 9_900, cacheWrite: 300, cost: { total: 0.007 } },
    };
    monitor.responseEnded(message, clock + 400);
    monitor.turnEnded(message, `entry-${turn}`, clock + 500);
    const entry = { type: "message", id: `entry-${turn}`, parentId: `entry-${turn - 1}`, message };
    verdicts.entry(entry, readEntry(entry, monitor.price), true);
    // The end of a run: what has not been recorded of its turns is taken for the record.
    if (turn % TURNS_OF_RUN === 0) monitor.session.unrecorded.take(false);
  }
}

const monitor = new Monitor(readConfig({}), () => null);
monitor.sessionStarted();
const { price, live } = monitor;
const verdicts = new SessionVerdicts({ price, live, lifetimes: () => ({ short: 300, long: 3_600 }), opened: null });
play(monitor, verdicts, 0, 5_000);
const before = heap();
play(monitor, verdicts, 5_000, 5_000 + TURNS);
const grown = (heap() - before) / MB;
console.log(
  `${TURNS.toLocaleString("en-US")} turns through one instance: heap ${grown >= 0 ? "+" : ""}${grown.toFixed(2)} MB`,
);
const limits = new Limits();
limits.check("heap growth over 100,000 turns", grown, 5, "MB");
limits.finish();
