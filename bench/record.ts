/**
 * What writing the record of a run costs in a conversation of 400 KB, and how many bytes of the session file it takes for
 * each turn, with the fields that Pi puts around it. Run: npm run bench:record
 */
import { SessionManager } from "@earendil-works/pi-coding-agent";
import { readConfig } from "../src/config.ts";
import { Monitor } from "../src/monitor.ts";
import { Observer } from "../src/prefix/observer.ts";
import { RECORD_TYPE } from "../src/record/record-entry.ts";
import { RunRecords } from "../src/record/run-record.ts";
import { Limits, median } from "./measure.ts";

/** Budget of a record for each turn, in bytes of the session file. */
const BYTES_PER_TURN = 400;
const CONTEXT = {
  scope: { session: "s", provider: "sim", api: "anthropic-messages", model: "m", baseUrl: "http://127.0.0.1" },
  ownerOf: () => null,
};

const text = (length: number, seed: number): string => `${seed} ${"word ".repeat(length / 5)}`;
const tools = Array.from({ length: 20 }, (_, at) => ({
  name: `tool_${at}`,
  description: text(400, at),
  input_schema: { type: "object", properties: { path: { type: "string", description: text(100, at) } } },
}));
const MARKER = { cache_control: { type: "ephemeral" } };
const system = [{ type: "text", text: Array.from({ length: 300 }, (_, line) => text(60, line)).join("\n"), ...MARKER }];

function message(content: string, at: number, isLast = false): object {
  return {
    role: at % 2 === 0 ? "user" : "assistant",
    content: [{ type: "text", text: content, ...(isLast ? MARKER : {}) }],
  };
}

/** A session of so many runs of so many turns each: the time that each record took, and the bytes of each. */
function play(runs: number, turnsOfRun: number) {
  const monitor = new Monitor(readConfig({}), () => null);
  monitor.sessionStarted();
  monitor.requests.use(new Observer("saltsaltsaltsalt", "all"));
  const records = new RunRecords(monitor, () => ({ short: 300, long: 3_600 }));
  const session = SessionManager.inMemory();
  const messages = Array.from({ length: 201 }, (_, at) => message(text(1_900, at), at));
  const times: number[] = [];
  const bytes: number[] = [];
  let clock = 0;
  const turn = (): void => {
    const answer = {
      ...{ role: "assistant", provider: "sim", api: "anthropic-messages", model: "m", timestamp: clock },
      ...{ content: [], stopReason: "stop" },
      usage: { input: 7, output: 210, cacheRead: 99_000, cacheWrite: 300, cost: { total: 0.007 } },
    };
    const sent = [...messages.slice(0, -1), message(text(300, messages.length), messages.length - 1, true)];
    monitor.turnStarted();
    monitor.requestStarted(clock);
    monitor.observe(
      { model: "m", tools: [...tools.slice(0, -1), { ...tools.at(-1), ...MARKER }], system, messages: sent },
      true,
      CONTEXT,
    );
    monitor.responseStarted();
    monitor.streamed({ type: "text_delta", delta: "x" }, clock + 1_234);
    monitor.streamed({ type: "text_delta", delta: "x" }, clock + 4_321);
    monitor.responseEnded(answer, clock + 4_400);
    monitor.turnEnded(answer, session.appendCustomEntry("turn"), clock + 4_400);
    messages.splice(-1, 1, message(text(300, messages.length), messages.length - 1));
    messages.push(
      message(text(300, messages.length), messages.length),
      message(text(300, messages.length + 1), messages.length + 1),
    );
    clock += 5_000;
  };
  for (let run = 0; run < runs; run++) {
    for (let at = 0; at < turnsOfRun; at++) turn();
    const start = performance.now();
    const record = records.next();
    times.push(performance.now() - start);
    const id = session.appendCustomEntry(RECORD_TYPE, record);
    bytes.push(Buffer.byteLength(JSON.stringify(session.getEntry(id))) + 1);
  }
  const perTurn = (from: number): number =>
    bytes.slice(from).reduce((sum, size) => sum + size, 0) / ((runs - from) * turnsOfRun);
  return { times, first: bytes[0] ?? Number.NaN, all: perTurn(0), later: perTurn(1) };
}

play(50, 1);
const short = play(400, 1);
const long = play(50, 8);
const limits = new Limits();
limits.check("recording a run in a conversation of 400 KB, median", median(short.times), 1, "ms");
limits.check("the first one of a process, which digests everything", short.times[0] ?? Number.NaN, 50, "ms");
limits.check(
  "a turn in the session file, Pi's fields included, 400 runs of one turn",
  short.all,
  BYTES_PER_TURN,
  "bytes",
);
limits.check("the same without the first record, which holds the whole prompt", short.later, BYTES_PER_TURN, "bytes");
limits.check("a turn in 50 runs of eight turns", long.all, BYTES_PER_TURN, "bytes");
console.log(`     the first record, of a prompt of 300 lines and a history of 201 messages: ${short.first} bytes`);
limits.finish();
