/**
 * Runs the end-to-end tests on several Pis, one after the other, each installed into a folder of its own below the temporary
 * folder and removed afterwards. Ends with 1 where a test failed, or none ran.
 *
 *     npm run test:matrix                       all of PI_VERSIONS
 *     npm run test:matrix -- --pi 0.84.2        one; --help for the rest
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MatrixOptions, readMatrixOptions } from "./matrix/options.ts";
import { isGood, type Outcome, outcomeText } from "./matrix/outcome.ts";
import { manifestOf } from "./matrix/pi-versions.ts";
import { RESULT_FILE } from "./matrix/reporter.ts";

const ROOT = join(import.meta.dirname, "..");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const REPORTERS = ["--reporter=default", `--reporter=${join(import.meta.dirname, "matrix/reporter.ts")}`];
/** The oldest Pi is not bundled and takes twice as long to start. */
const PATIENCE = "2";

/** What the reporter writes. */
type Result = Omit<Outcome, "version" | "seconds">;
const NOTHING: Result = { passed: 0, failed: [], skipped: [], trouble: "" };

let interrupted = false;
// The programs that were started get the signal themselves; what is left is to clean up.
process.once("SIGINT", () => {
  interrupted = true;
});

const options = readMatrixOptions(process.argv.slice(2));
if (typeof options === "string") {
  console.error(options);
  process.exitCode = 2;
} else {
  const outcomes: Outcome[] = [];
  for (const version of options.versions) if (!interrupted) outcomes.push(await testOn(version, options));
  console.log(`\n${outcomeText(outcomes)}`);
  if (interrupted || !outcomes.every(isGood)) process.exitCode = 1;
}

async function testOn(version: string, { keep, files }: MatrixOptions): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), `pi-${version}-`));
  const start = performance.now();
  const finish = (result: Result): Outcome => {
    return { version, ...result, seconds: (performance.now() - start) / 1_000 };
  };
  try {
    console.log(`\nPi ${version}`);
    await writeFile(join(folder, "package.json"), JSON.stringify(manifestOf(version)));
    const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    if ((await run("npm", install, folder, {})) !== 0) {
      return finish({ ...NOTHING, trouble: "could not be installed" });
    }
    const result = join(folder, "result.json");
    const env = {
      PI_CACHE_STATS_TEST_SDK: join(folder, "node_modules/@earendil-works/pi-coding-agent"),
      [RESULT_FILE]: result,
      PI_CACHE_STATS_TEST_PATIENCE: process.env.PI_CACHE_STATS_TEST_PATIENCE ?? PATIENCE,
    };
    const code = await run(process.execPath, [VITEST, "run", ...REPORTERS, ...files], ROOT, env);
    const written = await readFile(result, "utf8").catch(() => null);
    const read: Result = written === null ? NOTHING : JSON.parse(written);
    const unsaid = code !== 0 && read.failed.length === 0 && read.trouble === "";
    return finish(unsaid ? { ...read, trouble: `vitest ended with ${code}` } : read);
  } finally {
    if (keep) console.log(`Pi ${version} stays in ${folder}`);
    else await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Runs a program that writes to this terminal, and resolves with its exit code. */
function run(program: string, args: readonly string[], cwd: string, env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}
