import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { field, textOrNull } from "../unknown.ts";

/** Where a file was written, or why not: `code` is the system's own, such as ENOSPC or EACCES. */
export type Written =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly path: string; readonly code: string };

/**
 * Writes a report below Pi's agent folder, in a folder of the session's own, never in the project. The name holds the
 * time, so no earlier file is overwritten. A failed write leaves nothing half-written behind.
 */
export async function writeExport(
  agentDir: string,
  sessionId: string,
  now: number,
  extension: string,
  content: string,
): Promise<Written> {
  // A session id comes from outside: only what cannot leave the folder becomes part of a path.
  const folder = join(agentDir, "cache-stats", sessionId.replace(/[^\w-]/g, "_").slice(0, 100) || "session");
  const name = `report-${new Date(now).toISOString().replace(/[:.]/g, "-")}`;
  let path = join(folder, `${name}.${extension}`);
  try {
    await mkdir(folder, { recursive: true });
    for (let attempt = 2; ; attempt++) {
      try {
        await writeNew(path, content);
        return { ok: true, path };
      } catch (error) {
        if (codeOf(error) !== "EEXIST" || attempt > 100) throw error;
        path = join(folder, `${name}-${attempt}.${extension}`);
      }
    }
  } catch (error) {
    return { ok: false, path, code: codeOf(error) };
  }
}

/** Writes a file that must not exist yet, whole or not at all. */
async function writeNew(path: string, content: string): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(content);
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

function codeOf(error: unknown): string {
  return textOrNull(field(error, "code")) ?? "unknown";
}
