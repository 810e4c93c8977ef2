import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Every path below a folder with what it holds: two of them are equal when nothing was left, changed or removed. */
export function treeOf(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(names.map((name) => [name, contentOf(join(root, name))]));
}

function contentOf(path: string): string {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
  if (stats.isDirectory()) return "folder";
  return stats.isFile() ? readFileSync(path, "utf8") : "special";
}
