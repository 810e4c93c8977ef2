/**
 * Makes the one file that `integrations/pi/install.sh` copies: the whole extension, with its dynamic imports inside. It is
 * committed, so that installing needs no npm.
 *
 *     node scripts/bundle.ts [FILE]            writes it
 *     node scripts/bundle.ts --check [FILE]    ends with status 1 when it is not what src gives now
 *
 * FILE is `integrations/pi/cache-stats.js` unless named. The same sources and the same Vite give the same bytes, wherever
 * the package lies and wherever this is started.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { build, type Plugin } from "vite";
import { field, isRecord, textOrNull } from "../src/unknown.ts";
import { asciiOnly } from "./ascii.ts";

const ROOT = join(import.meta.dirname, "..");
const DEFAULT_FILE = join(ROOT, "integrations/pi/cache-stats.js");

/**
 * What Pi brings or Node has, and what only the whole package brings. Pi resolves its own packages for an extension, wherever
 * the file lies; a command that needs one of the others says so.
 */
const EXTERNAL = [/^@earendil-works\//, /^node:/, /^csv-stringify(\/|$)/, /^uplot(\/|$)/];

/** Of TypeBox, which Pi brings, what src uses of each entry. It is hundreds of files: `npm run bench:start-up` shows when they are loaded too soon. */
const LATE: Readonly<Record<string, readonly string[]>> = { typebox: ["Type"], "typebox/compile": ["Compile"] };

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { check: { type: "boolean" } }, allowPositionals: true });
  const file = positionals[0] ?? DEFAULT_FILE;
  const shown = relative(process.cwd(), file);
  const [wanted, present] = await Promise.all([bundle(), contentOf(file)]);
  if (present === wanted) {
    console.log(`${shown} is current.`);
  } else if (values.check === true) {
    const fault = present === null ? "is missing" : "is not what src gives";
    console.error(`${shown} ${fault}. Run \`npm run bundle\` and commit the result.`);
    process.exitCode = 1;
  } else {
    await writeFile(file, wanted);
    console.log(`${shown} written (${Buffer.byteLength(wanted)} bytes).`);
  }
}

/** The text of the file as src gives it now. */
async function bundle(): Promise<string> {
  // Vite's own configuration search is off: nothing but this file and src may decide about the bytes.
  const result: unknown = await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [lateImports()],
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: "node22",
      rolldownOptions: {
        // The names of modules in the comments are relative to it.
        cwd: ROOT,
        input: "src/extension.ts",
        external: EXTERNAL,
        output: { format: "es", codeSplitting: false },
      },
    },
  });
  // Node reads and compiles it at each start, and is slower at both with other characters in it.
  return (await header()) + asciiOnly(onlyChunk(result));
}

/**
 * Turns static imports of TypeBox into ones that run when a module that needs them does. As they stand they would be drawn to the
 * top of the one file, and run at every start.
 */
function lateImports(): Plugin {
  const prefix = "\0late:";
  return {
    name: "late-imports",
    enforce: "pre",
    resolveId: (source, importer) => {
      if (LATE[source] === undefined) return null;
      return importer?.startsWith(prefix) === true ? { id: source, external: true } : prefix + source;
    },
    load: (id) => {
      const source = id.slice(prefix.length);
      const names = id.startsWith(prefix) ? LATE[source] : undefined;
      if (names === undefined) return null;
      const loaded = `const late = await import(${JSON.stringify(source)});`;
      return [loaded, ...names.map((name) => `export const ${name} = late.${name};`)].join("\n");
    },
  };
}

/** The code of the one chunk there must be; a second output would be a file that the installer leaves behind. */
function onlyChunk(result: unknown): string {
  const outputs = field(result, "output");
  const code = Array.isArray(outputs) && outputs.length === 1 ? textOrNull(field(outputs[0], "code")) : null;
  if (code === null) throw new Error("Vite did not give exactly one chunk of code.");
  return code;
}

async function header(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const lines = [
    `${field(manifest, "name")} ${field(manifest, "version")}, the whole extension in one file. License: ${field(manifest, "license")}.`,
    "GENERATED from src by `npm run bundle`: do not edit, change src and run it again.",
    "Needs nothing but Node and the packages that Pi itself gives to its extensions; only metrics and the exports to CSV and HTML need more.",
  ];
  return `${lines.map((line) => `// ${line}\n`).join("")}\n`;
}

/** The file's text; null when there is none. Any other fault is the caller's to see. */
async function contentOf(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((error: unknown) => {
    if (isRecord(error) && error["code"] === "ENOENT") return null;
    throw error;
  });
}
