import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { field, textOrNull } from "../unknown.ts";

/** Where a file was written, or why not: `code` is the system's own, such as ENOSPC or EACCES. */
export type Written =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly path: string; readonly code: string };

/** What goes into a file that gets a name of its own: its time in milliseconds since the epoch, and its extension. */
export interface Naming {
  readonly now: number;
  readonly extension: string;
}

/** Names tried before giving up where each is taken already. */
const MOST_NAMES = 100;

/**
 * Writes a report below Pi's agent folder, in a folder of the session's own, never in the project. The name holds the
 * time, so no earlier file is overwritten.
 */
export async function writeExport(
  agentDir: string,
  sessionId: string,
  naming: Naming,
  content: string,
): Promise<Written> {
  // A session id comes from outside: only what cannot leave the folder becomes part of a path.
  const folder = join(agentDir, "cache-stats", sessionId.replace(/[^\w-]/g, "_").slice(0, 100) || "session");
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    // A file stands where the folder should: that is not a report that exists already.
    const code = codeOf(error) === "EEXIST" ? "ENOTDIR" : codeOf(error);
    return { ok: false, path: join(folder, nameOf(naming, 1)), code };
  }
  return writeInto(folder, naming, content);
}

/** Writes a file into a folder that is there, under a name that holds the time; where it is taken, under the next. */
export async function writeInto(folder: string, naming: Naming, content: string): Promise<Written> {
  for (let attempt = 1; ; attempt++) {
    const written = await writeNew(join(folder, nameOf(naming, attempt)), content);
    if (written.ok || written.code !== "EEXIST" || attempt >= MOST_NAMES) return written;
  }
}

/**
 * Writes a file that must not exist yet, at exactly this path and in UTF-8, whole or not at all: a failed write leaves
 * nothing half-written behind. What stands there already is not touched, also where it is a link to nowhere.
 */
export async function writeNew(path: string, content: string): Promise<Written> {
  try {
    const file = await open(path, "wx");
    try {
      await file.writeFile(content);
      // Some file systems say only here that the disk is full.
      await file.close();
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
    return { ok: true, path };
  } catch (error) {
    return { ok: false, path, code: codeOf(error) };
  }
}

function nameOf({ now, extension }: Naming, attempt: number): string {
  const time = new Date(now).toISOString().replace(/[:.]/g, "-");
  return `report-${time}${attempt === 1 ? "" : `-${attempt}`}.${extension}`;
}

function codeOf(error: unknown): string {
  return textOrNull(field(error, "code")) ?? "unknown";
}
