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
/** Extensions before and after it, which tell when the session begins for them. */
const [before, after] = [neighbour("before"), neighbour("after")];

function neighbour(name: string): string {
  const path = join(workspace.home, `${name}.ts`);
  const tell = `process.stderr.write(\`session_start ${name}:\${performance.now()}\\n\`)`;
  writeFileSync(path, `export default (pi: any): void => pi.on("session_start", () => void ${tell});\n`);
  return path;
}

const EXTENSIONS = { empty, package: join(PACKAGE_ROOT, "src/extension.ts"), file };
type Name = keyof typeof EXTENSIONS;

/** What a Pi with these extensions, one after another, tells on its standard error. */
function start(...extensions: readonly string[]): (what: string) => number {
  const options = ["--mode", "rpc", ...extensions.flatMap((path) => ["-e", path])];
  const { stderr } = spawnSync(process.execPath, [piCli(), ...options], {
    cwd: workspace.project,
    env: { ...workspace.env, PI_TIMING: "1", PI_CACHE_STATS_FOOTER: "status" },
    input: "",
    encoding: "utf8",
  });
  return (what) => {
    const line = stderr.split("\n").find((one) => one.includes(`${what}:`));
    if (line === undefined) throw new Error(`Pi told no time of ${what}: ${stderr}`);
    return Number(line.slice(line.lastIndexOf(":") + 1).replace("ms", ""));
  };
}

/** Milliseconds of importing and calling an extension, as Pi prints them. */
function importing(path: string): number {
  const of = start(path);
  return of(`${path} module import`) + of(`${path} factory`);
}

/** Milliseconds that Pi waits for an extension when a session begins. */
function beginning(path: string): number {
  const of = start(before, path, after);
  return of("session_start after") - of("session_start before");
}

/** Medians of what a measure gives beyond an empty extension. */
function beyondEmpty(doing: string, measure: (path: string) => number): Readonly<Record<"package" | "file", number>> {
  const names: readonly Name[] = ["empty", "package", "file"];
  const times: Record<Name, number[]> = { empty: [], package: [], file: [] };
  // The first of each finds nothing in the caches of Pi's loader.
  for (const name of names) measure(EXTENSIONS[name]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of [...names.slice(round % 3), ...names.slice(0, round % 3)])
      times[name].push(measure(EXTENSIONS[name]));
  }
  const of = (name: Name): number => median(times[name]);
  console.log(`     ${doing}: ${names.map((name) => `${name} ${of(name).toFixed(1)} ms`).join(", ")}`);
  return { package: of("package") - of("empty"), file: of("file") - of("empty") };
}

try {
  const limits = new Limits();
  const imports = beyondEmpty("importing", importing);
  limits.check("importing the package, beyond an empty extension", imports.package, 25, "ms");
  limits.check("importing the single file, beyond an empty extension", imports.file, 25, "ms");
  const begins = beyondEmpty("beginning a session that shows a status", beginning);
  limits.check("beginning a session with the package, beyond an empty extension", begins.package, 25, "ms");
  limits.check("beginning a session with the single file, beyond an empty extension", begins.file, 25, "ms");
  limits.finish();
} finally {
  await simulator.close();
  await workspace.remove();
}
