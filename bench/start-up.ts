/**
 * What importing the extension adds to Pi's start-up, by Pi's own `PI_TIMING=1`: the package and the single file, each against an
 * extension that does nothing. The runs take turns, so that a slow moment hits all alike.
 * Run: npm run bench:start-up [-- ROUNDS]
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT, piCli } from "../test/support/pi/sdk.ts";
import { makeWorkspace } from "../test/support/pi/workspace.ts";
import { startProvider } from "../test/support/provider/index.ts";
import { Limits, median } from "./measure.ts";

const ROUNDS = Number(process.argv[2] ?? 21);

const simulator = await startProvider();
const workspace = await makeWorkspace(simulator);
const empty = join(workspace.home, "empty.ts");
writeFileSync(empty, "export default function empty(): void {}\n");
// Where it is installed: beside it are no packages, and Pi gives it its own.
const file = join(workspace.home, "cache-stats.js");
copyFileSync(join(PACKAGE_ROOT, "integrations/pi/cache-stats.js"), file);
const EXTENSIONS = { empty, package: join(PACKAGE_ROOT, "src/extension.ts"), file };
type Name = keyof typeof EXTENSIONS;

/** Milliseconds of importing and calling an extension, as Pi prints them. */
function importing(path: string): number {
  const { stderr } = spawnSync(process.execPath, [piCli(), "--mode", "rpc", "-e", path], {
    cwd: workspace.project,
    env: { ...workspace.env, PI_TIMING: "1" },
    input: "",
    encoding: "utf8",
  });
  const of = (what: string): number => {
    const line = stderr.split("\n").find((one) => one.includes(`${path} ${what}:`));
    if (line === undefined) throw new Error(`Pi told no time of ${what}: ${stderr}`);
    return Number(line.slice(line.lastIndexOf(":") + 1).replace("ms", ""));
  };
  return of("module import") + of("factory");
}

try {
  const names: readonly Name[] = ["empty", "package", "file"];
  const times: Record<Name, number[]> = { empty: [], package: [], file: [] };
  // The first of each finds nothing in the caches of Pi's loader.
  for (const name of names) importing(EXTENSIONS[name]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of [...names.slice(round % 3), ...names.slice(0, round % 3)])
      times[name].push(importing(EXTENSIONS[name]));
  }
  const of = (name: Name): number => median(times[name]);
  console.log(`     empty extension ${of("empty")} ms, package ${of("package")} ms, single file ${of("file")} ms`);
  const limits = new Limits();
  limits.check("importing the package, beyond an empty extension", of("package") - of("empty"), 25, "ms");
  limits.check("importing the single file, beyond an empty extension", of("file") - of("empty"), 25, "ms");
  limits.finish();
} finally {
  await simulator.close();
  await workspace.remove();
}
