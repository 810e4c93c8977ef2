import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSandbox, type RunOptions, type Sandbox, SHELLS, which } from "./installer.ts";

/** A user that owns nothing: root may write everywhere, so a test that runs as root must become somebody else. */
const NOBODY = 65534;
const ANY_CHECKSUM_TOOL = ["sha256sum", "shasum", "openssl"];

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = makeSandbox();
  // An older file is there already: no failure may touch it.
  mkdirSync(dirname(sandbox.destination), { recursive: true });
  writeFileSync(sandbox.destination, "old\n");
});

afterEach(() => sandbox.remove());

interface Failure {
  readonly title: string;
  /** Prepares the fault and says how to run. */
  readonly arrange: (sandbox: Sandbox) => RunOptions;
  /** What the message must name. */
  readonly says: RegExp;
}

const to = (destination: string): RunOptions => ({ env: { PI_EXT_DEST: destination } });

const withFakes = (fakes: Readonly<Record<string, string>>) => (box: Sandbox) => ({
  path: box.tools(ANY_CHECKSUM_TOOL, fakes),
});

const FAILURES: readonly Failure[] = [
  {
    title: "there is no checksum tool, for which cksum does not count",
    arrange: (box) => ({ path: box.tools(["cksum"]) }),
    says: /no checksum tool: sha256sum, shasum or openssl/,
  },
  { title: "HOME is not set", arrange: () => ({ env: {} }), says: /HOME is not set.*PI_EXT_DEST/ },
  { title: "HOME is empty", arrange: () => ({ env: { HOME: "" } }), says: /HOME is not set/ },
  {
    title: "HOME is not set, even if PI_CODING_AGENT_DIR is",
    arrange: (box) => ({ env: { PI_CODING_AGENT_DIR: box.home } }),
    says: /HOME is not set/,
  },
  { title: "PI_EXT_DEST is relative", arrange: () => to("some/file.js"), says: /absolute path: some\/file\.js/ },
  { title: "PI_EXT_DEST begins with a tilde", arrange: () => to("~/file.js"), says: /absolute path: ~\/file\.js/ },
  {
    title: "PI_CODING_AGENT_DIR is relative",
    arrange: (box) => ({ env: { HOME: box.home, PI_CODING_AGENT_DIR: "agent" } }),
    says: /absolute path: agent\/extensions\/cache-stats\.js/,
  },
  { title: "the destination is a directory", arrange: (box) => to(box.home), says: /is a directory: .*a home/ },
  {
    title: "the destination is named as a directory that does not exist",
    arrange: (box) => to(`${box.home}/new/`),
    says: /is a directory: .*new\//,
  },
  {
    title: "the destination is a symbolic link to a directory",
    arrange: (box) => {
      symlinkSync(box.home, join(box.root, "link"));
      return to(join(box.root, "link"));
    },
    says: /is a directory: .*a home/,
  },
  {
    title: "the destination is a symbolic link to itself",
    arrange: (box) => {
      symlinkSync("circle", join(box.root, "circle"));
      return to(join(box.root, "circle"));
    },
    says: /circle is a symbolic link that leads in a circle/,
  },
  {
    // Not a device: as root a broken installer would replace it.
    title: "the destination is a named pipe",
    arrange: (box) => {
      spawnSync("mkfifo", [join(box.root, "pipe")]);
      return to(join(box.root, "pipe"));
    },
    says: /not a regular file: .*pipe/,
  },
  {
    title: "a file is in the way of the destination's folder",
    arrange: (box) => to(join(box.source, "below", "file.js")),
    says: /cannot create the folder .*below/,
  },
  {
    title: "the generated file is missing",
    arrange: (box) => {
      rmSync(box.source);
      return {};
    },
    says: /cache-stats\.js is missing/,
  },
  { title: "arguments are given", arrange: () => ({ args: ["--help"] }), says: /takes no arguments.*--help/ },
  {
    title: "the disk is full in the middle of the copy",
    arrange: withFakes({ cat: "printf half; echo No space left >&2; exit 1" }),
    says: /cannot write in the folder .*No space left/,
  },
  {
    title: "the copy is not what was copied, although nothing complained",
    arrange: withFakes({ cat: "printf damaged" }),
    says: /the copy differs from .*cache-stats\.js/,
  },
  {
    title: "the old file cannot be replaced",
    arrange: withFakes({ mv: "echo Operation not permitted >&2; exit 1" }),
    says: /cannot replace .*Operation not permitted/,
  },
];

describe.each(SHELLS)("install.sh under %s", (shell) => {
  it.each(FAILURES)("fails and leaves everything as it was when $title", ({ arrange, says }) => {
    const options = arrange(sandbox);
    const before = sandbox.tree();
    const { status, stdout, stderr } = sandbox.run(shell, options);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^install\.sh FAILED: [^\n]+\n$/);
    expect(stderr).toMatch(says);
    expect(sandbox.tree()).toEqual(before);
  });

  it("fails and leaves everything as it was when the folder of the destination is not writable", () => {
    const folder = dirname(sandbox.destination);
    chmodSync(sandbox.root, 0o755);
    chmodSync(folder, 0o555);
    const before = sandbox.tree();
    const user = process.getuid?.() === 0 ? { user: NOBODY } : {};
    const { status, stderr } = sandbox.run(shell, user);
    chmodSync(folder, 0o755);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^install\.sh FAILED: cannot write in the folder [^\n]+\n$/);
    expect(sandbox.tree()).toEqual(before);
  });

  it("leaves no temporary file behind when it is terminated in the middle of the copy", async () => {
    const marker = join(sandbox.root, "copying");
    const path = sandbox.tools(ANY_CHECKSUM_TOOL, { cat: `printf half; : >'${escaped(marker)}'; exec /bin/sleep 10` });
    const before = sandbox.tree();
    // A group of its own, which a terminal would signal as a whole.
    const env = { HOME: sandbox.home, PATH: path };
    const child = spawn(which(shell) ?? shell, [sandbox.script], { env, detached: true, stdio: "ignore" });
    const status = new Promise((resolve) => child.once("close", resolve));
    try {
      while (!existsSync(marker)) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(Object.keys(sandbox.tree()).filter((name) => name.endsWith(".tmp"))).toHaveLength(1);
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    }
    expect(await status).toBe(143);
    rmSync(marker);
    expect(sandbox.tree()).toEqual(before);
  });
});

/** For use between single quotes of a shell script. */
function escaped(text: string): string {
  return text.replaceAll("'", "'\\''");
}
