/**
 * Builds the command line into dist/, as plain JavaScript that runs without Pi and from inside node_modules, where Node does
 * not run TypeScript. Packing does it (`npm pack`, `npm publish`) and takes dist/ away again, so that a checkout always runs
 * its sources.
 *
 *     node scripts/build-cli.ts             builds
 *     node scripts/build-cli.ts --remove    takes dist/ away
 */
import { copyFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

const ROOT = join(import.meta.dirname, "..");
const OUT = join(ROOT, "dist");
const PAGE = join(ROOT, "src/export/html");

/** Packages that npm installs beside it. TypeBox is none: to an extension Pi gives its own, and lets npm install no other. */
const EXTERNAL = [/^node:/, /^(commander|cli-table3|csv-stringify|uplot|string-width|slice-ansi|wrap-ansi)(\/|$)/];

await rm(OUT, { recursive: true, force: true });
if (!process.argv.includes("--remove")) await buildAll();

async function buildAll(): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    resolve: {
      alias: { "@earendil-works/pi-tui": join(ROOT, "src/cli/terminal-text.ts") },
      // A comment names each module by its place: where packages are linked in, that must not be where they really lie.
      preserveSymlinks: true,
    },
    // Also hundreds of small files, which every start would look for one by one.
    ssr: { noExternal: ["typebox"] },
    build: {
      ssr: true,
      outDir: OUT,
      minify: false,
      target: "node22",
      rolldownOptions: {
        cwd: ROOT,
        input: { cli: "src/cli.ts" },
        external: EXTERNAL,
        // All in one folder: the page's files are found beside the code.
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
  await copyFile(join(ROOT, "node_modules/typebox/license"), join(OUT, "typebox-license.txt"));
  for (const name of await readdir(PAGE)) {
    if (/\.(css|js)$/.test(name)) await copyFile(join(PAGE, name), join(OUT, name));
  }
}
