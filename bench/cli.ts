/**
 * What `pi-cache-stats top` takes over a folder of 1,000 sessions with a million entries, against reading and parsing the
 * same lines alone. The folder is made for it and removed. Run: npm run bench:cli [-- --sessions N]
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Limits, median } from "./measure.ts";
import { writeFolder } from "./session-folder.ts";

const ROUNDS = 3;
const ENTRIES = 1_000;
const { values } = parseArgs({ options: { sessions: { type: "string", default: "1000" } } });
const sessions = Number(values.sessions);

interface Ran {
  readonly seconds: number;
  /** The most memory held, in MB. */
  readonly memory: number;
  readonly output: string;
}

/** Runs a program of this repository with Node, alone. */
function run(...args: readonly string[]): Ran {
  const root = join(import.meta.dirname, "..");
  const start = performance.now();
  const { status, stdout, output } = spawnSync(
    process.execPath,
    ["--import", join(root, "bench/peak-memory.ts"), ...args.map((arg) => arg.replace(/^@/, `${root}/`))],
    { stdio: ["ignore", "pipe", "inherit", "pipe"], encoding: "utf8", maxBuffer: 100_000_000 },
  );
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
  return { seconds: (performance.now() - start) / 1_000, memory: Number(output[3]), output: stdout };
}

const folder = mkdtempSync(join(tmpdir(), "pi-cache-stats-bench-"));
try {
  const { bytes, lines } = writeFolder(folder, sessions, ENTRIES);
  console.log(`${sessions} sessions, ${lines} lines, ${(bytes / 1e6).toFixed(0)} MB, ${availableParallelism()} cores`);
  const [parsed, topped]: [Ran[], Ran[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    parsed.push(run("@bench/parse-lines.ts", folder));
    topped.push(run("@src/cli.ts", "top", folder));
  }
  console.log(topped[0]?.output);
  const seconds = (runs: readonly Ran[]): number => median(runs.map((one) => one.seconds));
  const limits = new Limits();
  console.log(`reading and parsing alone: ${seconds(parsed).toFixed(2)} s`);
  limits.check("top", seconds(topped), 20, "s");
  limits.check("top, against reading and parsing alone", seconds(topped) / seconds(parsed), 1.2, "times");
  limits.check("top, most memory held", Math.max(...topped.map(({ memory }) => memory)), 300, "MB");
  limits.finish();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
