import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { field } from "../../unknown.ts";
import { missingPackage } from "../missing-package.ts";

/** What goes into every page. */
export interface Assets {
  /** Of the charts and of the page. */
  readonly style: string;
  /** The chart library, with its licence. */
  readonly library: string;
  readonly script: string;
}

/** The page's own script: modules in the order of their imports, each of which needs only those before it. */
const SCRIPTS = [
  ...["format.js", "turns.js", "columns.js", "colours.js", "marks.js"],
  ...["series.js", "plots.js", "detail.js", "page.js"],
];

/** The page's own style; what comes later wins. */
const STYLES = ["theme.css", "page.css", "charts.css", "tables.css", "paper.css"] as const;

/**
 * Reads the chart library and the page's own files. Null where the library is not installed or the page's files are not
 * beside this module, as in the single-file build.
 */
export async function readAssets(): Promise<Assets | null> {
  const library = await readLibrary();
  if (library === null) return null;
  // No `import.meta.dirname`: a loader of TypeScript need not have it.
  const folder = dirname(fileURLToPath(import.meta.url));
  const read = (names: readonly string[]) => Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const own = await Promise.all([read(STYLES), read(SCRIPTS)]).catch(absent);
  if (own === null) return null;
  const [styles, scripts] = own;
  return { style: [library.style, ...styles].join("\n"), library: library.script, script: joinModules(scripts) };
}

async function readLibrary(): Promise<{ readonly script: string; readonly style: string } | null> {
  let paths: readonly string[];
  try {
    const { resolve } = createRequire(import.meta.url);
    paths = ["uplot/dist/uPlot.iife.min.js", "uplot/dist/uPlot.min.css", "uplot/LICENSE"].map((path) => resolve(path));
  } catch (error) {
    return missingPackage(error);
  }
  const [script = "", style = "", licence = ""] = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return { script: `/* uPlot\n${licence.replaceAll("*/", "* /").trim()}\n*/\n${script}`, style };
}

/**
 * Modules as one script that needs no loader. Their names must differ, since they share one scope; only `import … from` and
 * `import … from` and `export` at the beginning of a line are known.
 */
export function joinModules(modules: readonly string[]): string {
  const bodies = modules.map((text) => text.replace(/^import [^;]*;\n/gm, "").replace(/^export /gm, ""));
  return `(() => {\n"use strict";\n${bodies.join("\n")}})();\n`;
}

function absent(error: unknown): null {
  if (field(error, "code") === "ENOENT") return null;
  throw error;
}
