import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { field, textOrNull } from "../unknown.ts";
import type { UnreadFile } from "./session-file.ts";

/** Session files below a path, and what could not be looked into. */
export interface FoundFiles {
  /** Absolute or relative as the path was, in the order in which Pi began them. */
  readonly paths: readonly string[];
  readonly unread: readonly UnreadFile[];
  /** Whether the path is a folder. */
  readonly isFolder: boolean;
}

const EXTENSION = ".jsonl";

/**
 * The file itself, or all session files in a folder and below it. Each file is there once, whatever links lead to it, and links
 * in a circle end. A folder or link that cannot be followed is reported and passed over. `seen` are the real paths that were found
 * before, as from another path that was asked for.
 */
export function findFiles(path: string, seen: Set<string> = new Set()): FoundFiles {
  const unread: UnreadFile[] = [];
  const failed = (at: string, error: unknown): void => {
    unread.push({ path: at, code: textOrNull(field(error, "code")) ?? "unknown" });
  };
  const paths: string[] = [];
  /** Whether a path leads to something that was not met before. */
  const isNew = (at: string): boolean => {
    const real = realpathSync(at);
    if (seen.has(real)) return false;
    seen.add(real);
    return true;
  };
  const visit = (at: string, isAsked: boolean): boolean => {
    try {
      const found = statSync(at);
      if (found.isDirectory()) {
        if (isNew(at)) for (const name of namesIn(at)) visit(join(at, name), false);
        return true;
      }
      // Reading a pipe or a device would never end.
      if (!found.isFile()) {
        if (isAsked) unread.push({ path: at, code: "NOT_A_FILE" });
      } else if ((isAsked || at.endsWith(EXTENSION)) && isNew(at)) paths.push(at);
    } catch (error) {
      failed(at, error);
    }
    return false;
  };
  const isFolder = visit(path, true);
  return { paths: paths.sort(inOrder), unread, isFolder };
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(isOfInterest)
    .map(({ name }) => name);
}

/** Everything but plain files of other kinds, so that they need not be asked for. */
function isOfInterest(entry: Dirent): boolean {
  return !entry.isFile() || entry.name.endsWith(EXTENSION);
}

/** Pi's file names begin with the time: a fork comes after what it was forked from, wherever the two lie. */
export function inOrder(a: string, b: string): number {
  const [nameA, nameB] = [basename(a), basename(b)];
  if (nameA !== nameB) return nameA < nameB ? -1 : 1;
  return a < b ? -1 : 1;
}
