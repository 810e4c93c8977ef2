/**
 * What writing the record of a turn costs in a conversation of 400 KB, and how many bytes it takes of the session file.
 * Run: npm run bench:record
 */
import { readConfig } from "../src/config.ts";
import { Monitor } from "../src/monitor.ts";
import { Observer } from "../src/prefix/observer.ts";
import { PrintKeeper } from "../src/record/print-record.ts";
import { runRecord } from "../src/record/run-record.ts";
import { Limits, median } from "./measure.ts";

const TURNS = 400;
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
const system = [{ type: "text", text: Array.from({ length: 300 }, (_, line) => text(60, line)).join("\n") }];
const messages = Array.from({ length: 200 }, (_, at) => message(text(1_900, at), at));

function message(content: string, at: number): object {
  return { role: at % 2 === 0 ? "user" : "assistant", content: [{ type: "text", text: content }] };
}

const monitor = new Monitor(readConfig({}), () => null);
monitor.sessionStarted();
monitor.requests.use(new Observer("salt", "all"));
const keeper = new PrintKeeper();
const times: number[] = [];
let bytes = 0;
for (let turn = 0; turn < TURNS; turn++) {
  messages.push(
    message(text(300, messages.length), messages.length),
    message(text(300, messages.length), messages.length),
  );
  const answer = {
    ...{
      role: "assistant",
      provider: "sim",
      api: "anthropic-messages",
      model: "m",
      timestamp: turn,
      stopReason: "stop",
    },
    usage: { input: 7, output: 210, cacheRead: 99_000, cacheWrite: 300, cost: { total: 0.007 } },
  };
  monitor.turnStarted();
  monitor.requestStarted(turn);
  monitor.observe({ model: "m", tools, system, messages: [...messages] }, true, CONTEXT);
  monitor.responseStarted();
  monitor.responseEnded(answer, turn + 1);
  monitor.turnEnded(answer, turn.toString(16).padStart(8, "0"), turn);
  const start = performance.now();
  const record = runRecord(monitor, keeper);
  times.push(performance.now() - start);
  bytes += JSON.stringify(record).length;
}
const limits = new Limits();
limits.check("recording a turn in a conversation of 400 KB, median", median(times), 1, "ms");
limits.check("the first one of a process, which digests everything", times[0] ?? Number.NaN, 50, "ms");
console.log(
  `     ${Math.round(bytes / TURNS)} bytes a turn in runs of one turn each, before Pi's own fields of an entry`,
);
limits.finish();
