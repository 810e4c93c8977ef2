import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import { field } from "../../../src/unknown.ts";

/** Serves git repositories on loopback. */
export interface GitServer {
  /** Of the repository, without a scheme of Pi's before it. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Commits what a folder holds, with the tag `v1`, and serves it as `owner/name`: as plain files, which is all that git
 * needs to clone and what every machine with git can do.
 */
export async function serveRepository(source: string, folder: string): Promise<GitServer> {
  const bare = join(folder, "owner", "pi-cache-stats.git");
  // Neither the user's settings nor the machine's.
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (cwd: string, ...args: readonly string[]) => execFileSync("git", args, { cwd, env, stdio: "pipe" });
  git(source, "init", "-q", "-b", "main");
  git(source, "add", "-A");
  git(source, "-c", "user.name=Test", "-c", "user.email=test@localhost", "commit", "-q", "-m", "All of it");
  git(source, "tag", "v1");
  // One pack, so that cloning asks for few files.
  git(source, "gc", "-q");
  git(folder, "clone", "-q", "--bare", source, bare);
  git(bare, "update-server-info");

  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    readFile(join(folder, "owner", normalize(path).replace(/^\/owner\//, ""))).then(
      (body) => response.writeHead(200).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${field(server.address(), "port")}/owner/pi-cache-stats.git`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
