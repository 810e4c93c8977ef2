/**
 * What `pi-cache-stats top` takes over a folder of 1,000 sessions with a million entries, against reading and parsing the
 * same lines alone. The folder is made for it and removed; what runs is the command as it is packed.
 * Run: npm run bench:cli [-- --sessions N]
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Limits, median } from "./measure.ts";
import { writeFolder } from "./session-folder.ts";

const ROOT = join(import.meta.dirname, "..");
const ROUNDS = 3;
const ENTRIES = 1_000;
/** The usual ways to read lines, and the fastest there is, for comparison only. */
const USUAL = ["readline", "split"] as const;
const FASTEST = "bytes";

const { values } = parseArgs({ options: { sessions: { type: "string", default: "1000" } } });

interface Ran {
  readonly seconds: number;
  /** The most memory held, in MB. */
  readonly memory: number;
  readonly output: string;
}

/** Runs a program of this repository with Node, alone. */
function run(program: string, ...args: readonly string[]): Ran {
  const start = performance.now();
  const { status, stdout, output } = spawnSync(
    process.execPath,
    ["--import", join(ROOT, "bench/peak-memory.ts"), join(ROOT, program), ...args],
    { stdio: ["ignore", "pipe", "inherit", "pipe"], encoding: "utf8", maxBuffer: 100_000_000 },
  );
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
  return { seconds: (performance.now() - start) / 1_000, memory: Number(output[3]), output: stdout };
}

const folder = mkdtempSync(join(tmpdir(), "pi-cache-stats-bench-"));
const wasBuilt = existsSync(join(ROOT, "dist"));
try {
  if (!wasBuilt) run("scripts/build-cli.ts");
  const { bytes, lines } = writeFolder(folder, Number(values.sessions), ENTRIES);
  console.log(
    `${values.sessions} sessions, ${lines} lines, ${(bytes / 1e6).toFixed(0)} MB, ${availableParallelism()} cores`,
  );
  const times = new Map<string, number[]>([...USUAL, FASTEST].map((way) => [way, []]));
  const tops: Ran[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [way, seconds] of times) seconds.push(run("bench/parse-lines.ts", way, folder).seconds);
    tops.push(run("dist/cli.js", "top", folder));
  }
  console.log(tops[0]?.output);
  const top = median(tops.map(({ seconds }) => seconds));
  const seconds = (way: string): number => median(times.get(way) ?? []);
  for (const way of times.keys()) {
    console.log(
      `reading and parsing alone, ${way}: ${seconds(way).toFixed(2)} s; top takes ${(top / seconds(way)).toFixed(2)} times as long`,
    );
  }
  const limits = new Limits();
  limits.check("top", top, 20, "s");
  limits.check("top, against reading and parsing alone", top / Math.min(...USUAL.map(seconds)), 1.2, "times");
  limits.check("top, most memory held", median(tops.map(({ memory }) => memory)), 300, "MB");
  limits.finish();
} finally {
  rmSync(folder, { recursive: true, force: true });
  if (!wasBuilt) run("scripts/build-cli.ts", "--remove");
}
