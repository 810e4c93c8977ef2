#!/usr/bin/env node
// Starts the command line: the built one where this is a package, else the sources, which Node runs by itself.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`pi-cache-stats needs Node 22.19 or newer, as Pi does; this is ${process.version}.`);
  process.exit(2);
}
const built = new URL("../dist/cli.js", import.meta.url);
const isBuilt = existsSync(built);
try {
  await import(isBuilt ? built.href : new URL("../src/cli.ts", import.meta.url).href);
} catch (error) {
  const [, name] = /^Cannot find package '([^']+)'/.exec(error.message) ?? [];
  if (error.code !== "ERR_MODULE_NOT_FOUND" || name === undefined) throw error;
  console.error(`pi-cache-stats needs the package ${name}, which is not installed here.`);
  // The sources use Pi's own packages, which come with those for development.
  const command = isBuilt ? "npm install --omit=dev" : "npm install";
  console.error(`npx pi-cache-stats brings it; or run in ${fileURLToPath(new URL("..", import.meta.url))}: ${command}`);
  process.exitCode = 2;
}
