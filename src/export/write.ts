import { mkdir, rename, rm, writeFile } from "node:fs/promises";
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
  const path = join(folder, `${name}.${extension}`);
  const partial = `${path}.partial`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(partial, content, { flag: "wx" });
    await rename(partial, path);
    return { ok: true, path };
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    return { ok: false, path, code: textOrNull(field(error, "code")) ?? "unknown" };
  }
}
