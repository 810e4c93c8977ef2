import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../pi/sdk.ts";

/** What is no part of a fresh checkout. */
const NOT_CHECKED_OUT = ["node_modules", ".git", "dist", "coverage"];

/** Copies the checkout, its tests included and its packages not, so that no other test meets what is built in it. */
export function copyCheckout(to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(PACKAGE_ROOT)) {
    if (!NOT_CHECKED_OUT.includes(name)) cpSync(join(PACKAGE_ROOT, name), join(to, name), { recursive: true });
  }
}

/** What `npm pack` did. */
export interface Packing {
  readonly status: number | null;
  readonly stderr: string;
  /** The archive; a path where nothing is when there is none. */
  readonly archive: string;
}

/** Packs a copy of the checkout into a folder, without a network and with a home of its own there. */
export function packCheckout(checkout: string, folder: string): Packing {
  symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(checkout, "node_modules"));
  const env = {
    ...process.env,
    HOME: folder,
    npm_config_cache: join(folder, "npm-cache"),
    npm_config_update_notifier: "false",
  };
  const { status, stderr } = spawnSync("npm", ["pack", "--offline", "--pack-destination", folder], {
    ...{ cwd: checkout, env, encoding: "utf8", timeout: 100_000 },
  });
  const name = readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "none.tgz";
  return { status, stderr, archive: join(folder, name) };
}

/** Unpacks an archive of npm's: what lies in it below `package/` comes into the folder. */
export function unpack(archive: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync("tar", ["xzf", archive, "-C", folder, "--strip-components=1"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`tar ended with ${status}: ${stderr}`);
}
