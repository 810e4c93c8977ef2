import { stat } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import type { Words } from "../ui/words/words.ts";
import { type Naming, type Written, writeExport, writeInto, writeNew } from "./write.ts";

/** Where a user wants a file, as far as the command line says it. */
export interface Target {
  /** As typed; empty for Pi's agent folder. */
  readonly typed: string;
  readonly cwd: string;
  readonly home: string | null;
  readonly agentDir: string;
  readonly sessionId: string;
}

/** Writes where the target says. With a path of the user's own no folder is made and nothing is overwritten. */
export async function writeTo(target: Target, naming: Naming, content: string): Promise<Written> {
  const path = ownPath(target);
  if (path === null) return writeExport(target.agentDir, target.sessionId, naming, content);
  if (await isFolder(path)) return writeInto(path, naming, content);
  // `reports/` and `reports/.` name a folder: a file called `reports` is not what was asked for.
  if (/[\\/]\.?$/.test(unquoted(target.typed)) && path !== sep)
    return { ok: false, path: `${path}${sep}`, code: "ENOENT" };
  return writeNew(path, content);
}

/**
 * The absolute path that was typed; null without one. Quotes around it are taken off, `~` is the home folder, and a relative
 * path starts at the working directory.
 */
export function ownPath({ typed, cwd, home }: Pick<Target, "typed" | "cwd" | "home">): string | null {
  const path = unquoted(typed);
  if (path === "") return null;
  if (home !== null && (path === "~" || path.startsWith("~/"))) {
    return resolve(home, `.${path.slice(1)}`);
  }
  return resolve(cwd, path);
}

/** Why a file was not written, in a sentence. `path` is for display. */
export function notWritten(path: string, code: string, words: Words): string {
  switch (code) {
    case "EEXIST":
      return words.exportExists(path);
    case "ENOENT":
      return words.exportNoFolder(path.endsWith(sep) ? path : dirname(path));
    case "EACCES":
    case "EPERM":
      return words.exportDenied(path);
    case "ENOSPC":
      return words.exportDiskFull(path);
    default:
      return words.reportNotWritten(path, code);
  }
}

function unquoted(typed: string): string {
  const path = typed.trim();
  return /^(["'])(.*)\1$/s.exec(path)?.[2] ?? path;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
