import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package's own root folder. */
export const PACKAGE_ROOT = join(import.meta.dirname, "../../..");

/**
 * The extension under test: `PI_CACHE_STATS_TEST_EXTENSION`, an absolute path, such as that of the single file where no
 * packages are; or else TypeScript source, as Pi loads it.
 */
export const EXTENSION = process.env.PI_CACHE_STATS_TEST_EXTENSION || join(PACKAGE_ROOT, "src/extension.ts");

/** Whether the extension under test has its dependencies beside it; the single file has none and says so. */
export const HAS_DEPENDENCIES = basename(EXTENSION) !== "cache-stats.js";

/** The Pi under test: `PI_CACHE_STATS_TEST_SDK`, a folder of `@earendil-works/pi-coding-agent`, or the installed one. */
export function piFolder(): string {
  const other = process.env.PI_CACHE_STATS_TEST_SDK;
  if (other !== undefined && other !== "") return other;
  return dirname(dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent"))));
}

/** Pi's command-line entry. Throws when the folder holds no Pi. */
export function piCli(): string {
  const folder = piFolder();
  // Since 1.0 the published entry is bundled; 0.84 has it beside the sources.
  const found = ["dist/bundle/cli.js", "dist/cli.js"].map((path) => join(folder, path)).find(existsSync);
  if (found === undefined) throw new Error(`No Pi in ${folder}: neither dist/bundle/cli.js nor dist/cli.js is there.`);
  return found;
}
