/**
 * The same short conversation at a real provider, with the extension and without it, in turns: what was read from the cache, what it
 * cost, how long it took. It asks for four variables before it sends anything, runs 16 requests, and stops.
 * Run: PI_CACHE_STATS_BENCH=1 PI_CACHE_STATS_BENCH_PROVIDER=… PI_CACHE_STATS_BENCH_MODEL=… PI_CACHE_STATS_BENCH_AGENT_DIR=… npm run bench:network
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { field } from "../../src/unknown.ts";
import { hitRate } from "../../src/usage/hit-rate.ts";
import { Ledger } from "../../src/usage/ledger.ts";
import { readTurn } from "../../src/usage/turn.ts";
import { promptTokens } from "../../src/usage/usage.ts";
import { startRpc } from "../../test/support/pi/rpc.ts";
import { EXTENSION } from "../../test/support/pi/sdk.ts";
import { median } from "../measure.ts";
import { readSettings, type Settings } from "./settings.ts";

const ROUNDS = 2;
const PROMPTS = ["Reply with the word one.", "Reply with the word two.", "And three?", "And four?"];
/** A model may think for long. */
const PATIENCE = 180_000;
const WAYS = [
  { name: "with the extension", extensions: [EXTENSION] },
  { name: "without it", extensions: [] },
] as const;

const settings = readSettings(process.env);
if (typeof settings === "string") {
  console.error(settings);
  process.exitCode = 2;
} else await compare(settings);

async function compare(settings: Settings): Promise<void> {
  console.log(`${ROUNDS * WAYS.length * PROMPTS.length} requests to ${settings.provider}, ${settings.model}`);
  const sums = WAYS.map(({ name }) => ({ name, ledger: new Ledger(), times: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { extensions }] of WAYS.entries()) {
      const sum = sums[index];
      if (sum !== undefined) await converse(settings, extensions, sum.ledger, sum.times);
    }
  }
  for (const { name, ledger, times } of sums) {
    const { turns, usage, cost } = ledger.aggregate();
    const rate = hitRate(usage);
    const read = `${usage.cacheRead} of ${promptTokens(usage)} prompt tokens read`;
    const shown = rate === null ? "n/a" : `${(rate * 100).toFixed(1)}%`;
    const paid = cost === null ? "n/a" : `$${cost.toFixed(4)}`;
    console.log(`${name}: ${turns} turns, ${read} (${shown}), ${paid}, ${median(times).toFixed(0)} ms a turn, median`);
  }
}

/** One conversation, in a folder of its own, without tools and without a session file. */
async function converse(
  { provider, model, agentDir }: Settings,
  extensions: readonly string[],
  ledger: Ledger,
  times: number[],
): Promise<void> {
  const project = await mkdtemp(join(tmpdir(), "pi-cache-stats-network-"));
  const env = { ...process.env, PI_CODING_AGENT_DIR: agentDir, PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" };
  const flags = ["--no-session", "--no-extensions", "--no-tools", "--no-skills", "--no-context-files"];
  // Long enough for any provider's minimum, and unlike the other conversations, so that none reads what another has written.
  const unique = `${randomUUID()} ${"This line only makes the prompt long enough to be cached. ".repeat(400)}`;
  const args = [...flags, "--append-system-prompt", unique];
  try {
    const pi = await startRpc({ project, env }, { provider, model, extensions, args, patience: PATIENCE });
    try {
      for (const prompt of PROMPTS) {
        const start = performance.now();
        await pi.prompt(prompt);
        times.push(performance.now() - start);
      }
      for (const { type, message } of pi.messages) {
        const turn = type === "message_end" ? readTurn(message, () => null) : null;
        if (turn !== null) ledger.add(turn);
        if (turn?.stopReason === "error")
          throw new Error(`The provider refused: ${String(field(message, "errorMessage"))}`);
      }
    } finally {
      await pi.stop();
    }
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}
