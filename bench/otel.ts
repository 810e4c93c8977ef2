/**
 * What metrics cost Pi: the same script of turns in the real Pi with metrics off, and with metrics on and a collector that is
 * well, refuses connections, or takes them and never answers. The runs take turns, so that a slow moment hits all alike.
 * Run: npm run bench:otel [-- ROUNDS]
 */
import { spawn } from "node:child_process";
import { LAST_EXPORT_MS } from "../src/otel/exporter.ts";
import { startCollector } from "../test/support/collector.ts";
import { startRpc } from "../test/support/pi/rpc.ts";
import { EXTENSION, piCli } from "../test/support/pi/sdk.ts";
import { makeWorkspace, SIMULATED_MODELS } from "../test/support/pi/workspace.ts";
import { type Reply, startProvider } from "../test/support/provider/index.ts";
import { Limits, median } from "./measure.ts";

const ROUNDS = Number(process.argv[2] ?? 5);
const TURNS = 15;
/** A quick model: 0.1 s to the first token, 0.2 s of streaming. */
const REPLY: Reply = { text: "word ".repeat(40), firstDelay: 100, deltas: 20, deltaDelay: 10 };
const MODEL = SIMULATED_MODELS["anthropic-messages"];

const simulator = await startProvider({ minimumTokens: 256 });
const workspace = await makeWorkspace(simulator);
const [well, silent, gone] = [await startCollector(), await startCollector("silent"), await startCollector()];
await gone.close();
const on = (url: string) => ({ PI_CACHE_STATS_OTEL: "1", OTEL_EXPORTER_OTLP_ENDPOINT: url });
const CASES = [
  { name: "metrics off", env: {} },
  { name: "collector well", env: on(well.url) },
  { name: "collector refuses", env: on(gone.url) },
  { name: "collector never answers", env: on(silent.url) },
];
const OFF = "metrics off";
/** Loading the SDK takes 0.3 s of a free core, once; twice that where all cores are busy. */
const LOADING_MS = 600;

interface Times {
  /** Milliseconds of the turns, of Pi's end after them, and of a whole `pi -p` with one turn. */
  readonly turns: number[];
  readonly end: number[];
  readonly print: number[];
}
const times = new Map(CASES.map(({ name }): [string, Times] => [name, { turns: [], end: [], print: [] }]));

try {
  for (let round = 0; round < ROUNDS; round++) {
    // Another order each time: what comes first finds other caches.
    for (const { name, env } of [...CASES.slice(round % CASES.length), ...CASES.slice(0, round % CASES.length)]) {
      const of = times.get(name);
      const { turns, end } = await script(env);
      of?.turns.push(turns);
      of?.end.push(end);
      of?.print.push(await print(env));
    }
  }
} finally {
  await Promise.all([well.close(), silent.close(), simulator.close()]);
  await workspace.remove();
}

const limits = new Limits();
// Each run is compared with the one beside it without metrics. Between equal runs that differs by 1 to 3% on two cores.
for (const { name } of CASES) {
  const { turns, end, print } = timesOf(name);
  const all = `${TURNS} turns ${median(turns).toFixed(0)} ms (${Math.min(...turns).toFixed(0)}..${Math.max(...turns).toFixed(0)})`;
  console.log(`     ${name}: ${all}, end of Pi ${median(end).toFixed(0)} ms, pi -p ${median(print).toFixed(0)} ms`);
  if (name === OFF) continue;
  limits.check(
    `${name}: the turns, over metrics off`,
    against(name, "turns", (on, off) => on / off),
    1.05,
    "times",
  );
  limits.check(`${name}: the end of Pi after them, beyond metrics off`, against(name, "end", beyond), 100, "ms");
}
// One turn, then the end. Where all cores are busy, Pi waits for the rest of loading the SDK; and only here is a collector not
// known yet, and waited for.
limits.check(
  "collector refuses: pi -p, beyond metrics off",
  against("collector refuses", "print", beyond),
  LOADING_MS,
  "ms",
);
const silence = against("collector never answers", "print", beyond);
limits.check("collector never answers: pi -p, beyond metrics off", silence, LAST_EXPORT_MS + LOADING_MS, "ms");
limits.finish();

function beyond(on: number, off: number): number {
  return on - off;
}

/** The median over the rounds of what compares a run with the one beside it without metrics. */
function against(name: string, what: keyof Times, compare: (on: number, off: number) => number): number {
  const without = timesOf(OFF)[what];
  return median(timesOf(name)[what].map((on, round) => compare(on, without[round] ?? Number.NaN)));
}

function timesOf(name: string): Times {
  return times.get(name) ?? { turns: [], end: [], print: [] };
}

async function script(env: Record<string, string>): Promise<{ turns: number; end: number }> {
  simulator.enqueue(...Array.from({ length: TURNS }, () => REPLY));
  const pi = await startRpc(workspace, { ...MODEL, env });
  const begin = performance.now();
  for (let turn = 0; turn < TURNS; turn++) await pi.prompt(`turn ${turn}`);
  const settled = performance.now();
  await pi.stop();
  return { turns: settled - begin, end: performance.now() - settled };
}

/** Milliseconds of a whole `pi -p`, start-up included. */
async function print(env: Record<string, string>): Promise<number> {
  simulator.enqueue(REPLY);
  const args = ["-p", "--provider", MODEL.provider, "--model", MODEL.model, "-e", EXTENSION, "say hello"];
  const begin = performance.now();
  const child = spawn(process.execPath, [piCli(), ...args], {
    cwd: workspace.project,
    env: { ...workspace.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`pi -p ended with ${String(code)}.`);
  return performance.now() - begin;
}
