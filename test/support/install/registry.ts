import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { field, isRecord } from "../../../src/unknown.ts";
import { PACKAGE_ROOT } from "../pi/sdk.ts";

/**
 * A package registry on loopback. It has what this project's lock file lists for use, made of what is installed, and what a
 * test publishes; nothing else, so that whatever else npm asks for is an error that names it.
 */
export interface Registry {
  readonly url: string;
  /** Environment of an npm that knows this registry alone. */
  readonly env: Readonly<Record<string, string>>;
  /** Names that npm asked for, in their order. */
  readonly asked: readonly string[];
  /** Offers a packed archive, by the name and version that it carries. */
  publish(archive: Buffer, manifest: Readonly<Record<string, unknown>>): void;
  close(): Promise<void>;
}

interface Offer {
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly archive: () => Promise<Buffer>;
}

/** Starts one. */
export async function startRegistry(): Promise<Registry> {
  const offers = installedPackages();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "").slice(1));
    const [name = "", version] = path.split("/-/");
    const offer = offers.find(({ manifest }) => manifest.name === name && manifest.version === version);
    if (version === undefined) asked.push(name);
    const answer = version === undefined ? about(name) : offer?.archive();
    Promise.resolve(answer).then(
      (body) => response.writeHead(body === undefined ? 404 : 200).end(body ?? "{}"),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${field(server.address(), "port")}/`;

  /** All versions of a package, as npm reads them. */
  function about(name: string): string | undefined {
    const known = offers.filter(({ manifest }) => manifest.name === name);
    const newest = known.at(-1)?.manifest.version;
    if (newest === undefined) return undefined;
    const versions = known.map(({ manifest }) => {
      const { version } = manifest;
      return [version, { ...manifest, dist: { tarball: `${url}${name}/-/${version}` } }];
    });
    return JSON.stringify({ name, "dist-tags": { latest: newest }, versions: Object.fromEntries(versions) });
  }

  return {
    url,
    asked,
    env: { npm_config_registry: url, npm_config_update_notifier: "false", npm_config_fetch_retries: "0" },
    publish: (archive, manifest) => void offers.push({ manifest, archive: async () => archive }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the lock file lists for use, each packed when npm asks for it. */
function installedPackages(): Offer[] {
  const lock: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package-lock.json"), "utf8"));
  const packages = field(lock, "packages");
  if (!isRecord(packages)) throw new Error("package-lock.json lists no packages.");
  const used = Object.entries(packages).filter(([path, entry]) => path !== "" && !isForDevelopment(entry));
  return used.map(([path]) => {
    const folder = join(PACKAGE_ROOT, path);
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (!isRecord(manifest)) throw new Error(`${path}/package.json is no object.`);
    return { manifest, archive: () => packed(folder) };
  });
}

function isForDevelopment(entry: unknown): boolean {
  return ["dev", "peer", "devOptional"].some((mark) => field(entry, mark) === true);
}

/** Without what only tools read. */
async function packed(folder: string): Promise<Buffer> {
  const without = ["node_modules", "*.map", "*.d.ts"].map((pattern) => `--exclude=${pattern}`);
  const args = ["cf", "-", ...without, "-C", dirname(folder), basename(folder)];
  const options = { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 } as const;
  return (await promisify(execFile)("tar", args, options)).stdout;
}
