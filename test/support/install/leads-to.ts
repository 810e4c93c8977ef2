import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** What files of code lead to, as paths below a root. */
export interface Reached {
  /** With those it began with. */
  readonly files: readonly string[];
  /** Relative paths that are imported and not there. */
  readonly missing: readonly string[];
}

/**
 * Follows every file that code names between quotes, from the folder of the file that names it: what is imported, now or
 * later, and what is read by its name. A name that is no file counts as missing where it begins as relative imports do.
 */
export function leadsTo(root: string, entries: readonly string[]): Reached {
  const files = new Set<string>();
  const missing = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    // A comment that names a type needs no file.
    const text = readFileSync(join(root, path), "utf8").replaceAll(/^ *(\/\*)?\*.*$/gm, "");
    for (const [, name = ""] of text.matchAll(/"([\w./-]+\.(?:ts|js|css|json))"/g)) {
      const named = join(dirname(path), name);
      if (isFile(join(root, named))) waiting.push(named);
      else if (/^\.\.?\//.test(name)) missing.add(named);
    }
  }
  return { files: [...files], missing: [...missing] };
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
