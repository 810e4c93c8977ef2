import { spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";
import { treeOf } from "../support/tree.ts";

/** The shells whose dialects the installer must speak: `sh` is dash on Debian and bash on macOS. */
export const SHELLS = ["sh", "bash"] as const;

/** What the stand-in for the generated file says. */
export const SOURCE_TEXT = "export default function standIn() {}\n";

/** What the installer uses beside a checksum tool. */
const BASIC_TOOLS = ["cat", "mkdir", "mv", "readlink", "rm"];

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** The whole environment beside PATH. */
  readonly env?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly cwd?: string;
  /** How the script is named on the command line; its absolute path unless given. */
  readonly script?: string;
  readonly args?: readonly string[];
  /** The user to run as; only root can choose. */
  readonly user?: number;
}

/** A throw-away folder with a home and a checkout that holds the real installer and a stand-in for what it copies. */
export interface Sandbox {
  readonly root: string;
  readonly home: string;
  /** Where the installer and the stand-in lie. */
  readonly folder: string;
  readonly script: string;
  readonly source: string;
  /** Where the file goes with nothing but HOME set. */
  readonly destination: string;
  run(shell: string, options?: RunOptions): Outcome;
  /** A PATH of the basic tools and those named; `fakes` are shell scripts by name, which win. */
  tools(names: readonly string[], fakes?: Readonly<Record<string, string>>): string;
  /** Every path below the root with what it holds: two of them are equal when nothing was left, changed or removed. */
  tree(): Readonly<Record<string, string>>;
  remove(): void;
}

/** Makes one. Its paths have spaces, a quote and more than ASCII in them. */
export function makeSandbox(): Sandbox {
  // Resolved, since the folder for temporary files can be a link and the installer prints paths.
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cache stats's 缓存 ")));
  const home = join(root, "a home");
  const folder = join(root, "check out", "integrations", "pi");
  const script = join(folder, "install.sh");
  const source = join(folder, "cache-stats.js");
  mkdirSync(home);
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(PACKAGE_ROOT, "integrations/pi/install.sh"), script);
  writeFileSync(source, SOURCE_TEXT);
  let toolFolders = 0;
  return {
    root,
    home,
    folder,
    script,
    source,
    destination: join(home, ".pi/agent/extensions/cache-stats.js"),
    run(shell, options = {}) {
      const { env = { HOME: home }, path = process.env["PATH"] ?? "", cwd = root, args = [], user } = options;
      const { status, stdout, stderr, error } = spawnSync(which(shell) ?? shell, [options.script ?? script, ...args], {
        cwd,
        env: { ...env, PATH: path },
        encoding: "utf8",
        timeout: 10_000,
        ...(user === undefined ? {} : { uid: user, gid: user }),
      });
      if (error !== undefined) throw error;
      return { status, stdout, stderr };
    },
    tools(names, fakes = {}) {
      toolFolders += 1;
      const bin = join(root, `tools ${toolFolders}`);
      mkdirSync(bin);
      for (const name of [...BASIC_TOOLS, ...names]) {
        const real = which(name);
        if (real !== null) writeTool(join(bin, name), `exec '${real}' "$@"`);
      }
      for (const [name, body] of Object.entries(fakes)) writeTool(join(bin, name), body);
      return bin;
    },
    tree: () => treeOf(root),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The absolute path of a program on this process's PATH, or null. */
export function which(name: string): string | null {
  const candidates = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function writeTool(path: string, body: string): void {
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
}
