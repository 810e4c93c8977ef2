/**
 * What all handlers of the extension take in a turn, measured inside the real Pi where it calls them, in a conversation whose
 * requests are 400 KB of JSON. The turns are quick ones of a simulated provider on loopback.
 * Run: npm run bench:handlers
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startRpc } from "../test/support/pi/rpc.ts";
import { TIMED } from "../test/support/pi/timed.ts";
import { makeWorkspace, SIMULATED_MODELS } from "../test/support/pi/workspace.ts";
import { startProvider } from "../test/support/provider/index.ts";
import { Limits, median } from "./measure.ts";

/** Turns until a request has its size, and turns that are measured. */
const [BEFORE, MEASURED] = [20, 40];
const CHARS = 400_000;
const REPLY = { text: "word ".repeat(40), deltas: 20 };

const simulator = await startProvider({ minimumTokens: 256 });
const workspace = await makeWorkspace(simulator);
const path = join(workspace.home, "handler-times.json");
try {
  const model = SIMULATED_MODELS["anthropic-messages"];
  const pi = await startRpc(workspace, { ...model, extensions: [TIMED], env: { HANDLER_TIMES: path } });
  try {
    for (let turn = 0; turn < BEFORE + MEASURED; turn++) {
      simulator.enqueue(REPLY);
      const text =
        turn < BEFORE ? `${turn} ${"some words of a file\n".repeat(CHARS / BEFORE / 21)}` : `question ${turn}`;
      await pi.prompt(text);
    }
  } finally {
    await pi.stop();
  }
  const sent = simulator.requests.at(-1)?.rawBody.length ?? 0;
  const times: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!Array.isArray(times) || times.length !== BEFORE + MEASURED) throw new Error("not every turn was timed");
  const turns = times.slice(BEFORE).map(Number);
  console.log(`     the last request: ${sent} bytes; the slowest turn ${Math.max(...turns).toFixed(2)} ms`);
  const limits = new Limits();
  limits.check("requests of the conversation, at least 400 KB short of", Math.max(0, CHARS - sent), 0, "bytes");
  limits.check("handlers in a turn at 400 KB, median", median(turns), 1, "ms");
  limits.finish();
} finally {
  await simulator.close();
  await workspace.remove();
}
