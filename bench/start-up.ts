/**
 * What importing the extension adds to Pi's start-up, by Pi's own `PI_TIMING=1`, and for how long Pi then waits until the session that
 * shows a status has begun: the package and the single file, each against an extension that does nothing. The runs take turns, so
 * that a slow moment hits all alike.
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
/** Extensions before and after it that tell when the session begins for them. */
const [before, after] = ["before", "after"].map((name) => {
  const path = join(workspace.home, `${name}.ts`);
  const tell = `process.stderr.write(\`session_start ${name}:\${performance.now()}\\n\`)`;
  writeFileSync(path, `export default (pi: any): void => pi.on("session_start", () => void ${tell});\n`);
  return path;
});
const EXTENSIONS = { empty, package: join(PACKAGE_ROOT, "src/extension.ts"), file };
type Name = keyof typeof EXTENSIONS;

/** Milliseconds of importing and calling an extension, as Pi prints them, and of what it does when a session begins. */
function start(path: string): { readonly importing: number; readonly beginning: number } {
  const extensions = [before, path, after].flatMap((one) => ["-e", one ?? ""]);
  const { stderr } = spawnSync(process.execPath, [piCli(), "--mode", "rpc", ...extensions], {
    cwd: workspace.project,
    env: { ...workspace.env, PI_TIMING: "1", PI_CACHE_STATS_FOOTER: "status" },
    input: "",
    encoding: "utf8",
  });
  const of = (what: string): number => {
    const line = stderr.split("\n").find((one) => one.includes(`${what}:`));
    if (line === undefined) throw new Error(`Pi told no time of ${what}: ${stderr}`);
    return Number(line.slice(line.lastIndexOf(":") + 1).replace("ms", ""));
  };
  return {
    importing: of(`${path} module import`) + of(`${path} factory`),
    beginning: of("session_start after") - of("session_start before"),
  };
}

try {
  const names: readonly Name[] = ["empty", "package", "file"];
  const times: Record<Name, ReturnType<typeof start>[]> = { empty: [], package: [], file: [] };
  // The first of each finds nothing in the caches of Pi's loader.
  for (const name of names) start(EXTENSIONS[name]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of [...names.slice(round % 3), ...names.slice(0, round % 3)])
      times[name].push(start(EXTENSIONS[name]));
  }
  const of = (name: Name, what: "importing" | "beginning" = "importing"): number =>
    median(times[name].map((one) => one[what]));
  console.log(`     empty extension ${of("empty")} ms, package ${of("package")} ms, single file ${of("file")} ms`);
  const limits = new Limits();
  limits.check("importing the package, beyond an empty extension", of("package") - of("empty"), 25, "ms");
  limits.check("importing the single file, beyond an empty extension", of("file") - of("empty"), 25, "ms");
  const begins = (name: Name): number => of(name, "beginning") - of("empty", "beginning");
  limits.check("begin of a session with a status, the package, beyond an empty extension", begins("package"), 25, "ms");
  limits.check(
    "begin of a session with a status, the single file, beyond an empty extension",
    begins("file"),
    25,
    "ms",
  );
  limits.finish();
} finally {
  await simulator.close();
  await workspace.remove();
}
