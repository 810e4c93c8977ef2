/**
 * What all handlers of the extension take in a turn, measured inside the real Pi where it calls them, in a conversation whose
 * requests are 400 KB of JSON. The turns are quick ones of a simulated provider on loopback.
 * Run: npm run bench:handlers
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { field } from "../src/unknown.ts";
import { startRpc } from "../test/support/pi/rpc.ts";
import { TIMED } from "../test/support/pi/timed.ts";
import { makeWorkspace, SIMULATED_MODELS } from "../test/support/pi/workspace.ts";
import { startProvider } from "../test/support/provider/index.ts";
import { Limits, median, microseconds } from "./measure.ts";

/** Turns until a request has its size, and runs of three turns that are measured: two that call a tool, and the answer. */
const [BEFORE, RUNS] = [20, 30];
const BYTES = 400_000;
/** Of which questions are so many; the rest is Pi's own prompt and tools, and answers. */
const CHARS = 370_000;
const ANSWER = { text: "word ".repeat(40), deltas: 20 };
const CALL = { ...ANSWER, toolCalls: [{ name: "read", arguments: { path: "notes.txt" } }] };

const simulator = await startProvider({ minimumTokens: 256 });
const workspace = await makeWorkspace(simulator);
const path = join(workspace.home, "handler-times.json");
try {
  const model = SIMULATED_MODELS["anthropic-messages"];
  const pi = await startRpc(workspace, { ...model, extensions: [TIMED], env: { HANDLER_TIMES: path } });
  try {
    for (let turn = 0; turn < BEFORE; turn++) {
      simulator.enqueue(ANSWER);
      await pi.prompt(`${turn} ${"some words of a file\n".repeat(CHARS / BEFORE / 21)}`);
    }
    for (let run = 0; run < RUNS; run++) {
      simulator.enqueue(CALL, CALL, ANSWER);
      await pi.prompt(`question ${run}`);
    }
  } finally {
    await pi.stop();
  }
  const sizes = simulator.requests.slice(BEFORE).map(({ rawBody }) => rawBody.length);
  const times: unknown = JSON.parse(readFileSync(path, "utf8"));
  const [turns, ends] = [numbersIn(times, "turns"), numbersIn(times, "ends")].map((all) => all.slice(BEFORE));
  if (turns?.length !== 3 * RUNS || ends?.length !== RUNS) throw new Error("not every turn was timed");
  if (Math.min(...sizes) < BYTES) throw new Error(`the requests are too small: ${Math.min(...sizes)} bytes`);
  const slowest = Math.max(...turns).toFixed(2);
  console.log(`     requests of ${Math.min(...sizes)} to ${Math.max(...sizes)} bytes; the slowest turn ${slowest} ms`);
  const last: unknown = JSON.parse(simulator.requests.at(-1)?.rawBody.toString("utf8") ?? "");
  const stringify = microseconds(1, 25, () => JSON.stringify(last)) / 1_000;
  console.log(`     one JSON.stringify of the last request takes ${stringify.toFixed(2)} ms here`);
  const limits = new Limits();
  limits.check("handlers in a turn at 400 KB, median", median(turns), 1, "ms");
  limits.check("handlers at the end of a run at 400 KB, with the record, median", median(ends), 1, "ms");
  limits.finish();
} finally {
  await simulator.close();
  await workspace.remove();
}

function numbersIn(times: unknown, name: string): readonly number[] {
  const list = field(times, name);
  return Array.isArray(list) ? list.map(Number) : [];
}
