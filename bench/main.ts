/**
 * All benchmarks but those of the command line, the verdicts and a real network, one after another; ends with 1 when one is above its limits.
 * Run: npm run bench [-- --write] [NAME...], on a machine that does nothing else. `--write` keeps what the READMEs' table shows in
 * bench/figures.json and writes the table; what was not measured this time stays as it was.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Figure } from "./measure.ts";
import { type Language, shownOf, speedTable, withTable } from "./speed-table.ts";

const ROOT = join(import.meta.dirname, "..");
const BENCHMARKS = ["prefix", "handlers", "footer", "panel", "start-up", "record", "memory", "stream", "html", "otel"];
const READMES: Readonly<Record<Language, string>> = { en: "README.md", zh: "README.zh-CN.md" };

const { values, positionals } = parseArgs({
  options: { write: { type: "boolean", default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !BENCHMARKS.includes(name));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")} among: ${BENCHMARKS.join(", ")}`);
const folder = mkdtempSync(join(tmpdir(), "pi-cache-stats-bench-"));
const path = join(folder, "figures.jsonl");
try {
  for (const name of positionals.length > 0 ? positionals : BENCHMARKS) {
    console.log(`\n${name}`);
    const args = ["--expose-gc", join(import.meta.dirname, `${name}.ts`)];
    const { status } = spawnSync(process.execPath, args, {
      stdio: "inherit",
      env: { ...process.env, BENCH_FIGURES: path },
    });
    if (status !== 0) process.exitCode = 1;
  }
  if (values.write) write(readFileSync(path, "utf8"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function write(lines: string): void {
  const figures = lines
    .trim()
    .split("\n")
    .map((line): Figure => JSON.parse(line));
  const path = join(import.meta.dirname, "figures.json");
  const before: readonly Figure[] = JSON.parse(readFileSync(path, "utf8"));
  const shown = shownOf([...figures, ...before]);
  writeFileSync(path, `${JSON.stringify(shown, null, 2)}\n`);
  for (const language of ["en", "zh"] as const) {
    const readme = join(ROOT, READMES[language]);
    writeFileSync(readme, withTable(readFileSync(readme, "utf8"), speedTable(shown, language)));
  }
}
