import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSandbox, type Outcome, type Sandbox, SHELLS, SOURCE_TEXT, which } from "./installer.ts";

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = makeSandbox();
});

afterEach(() => sandbox.remove());

/** What the installer says when it has written `destination`. */
function installed(destination: string): Outcome {
  return {
    status: 0,
    stdout: `installed: ${destination}\nType /reload in a Pi that is running; a new one loads it by itself.\n`,
    stderr: "",
  };
}

function putOld(destination: string, text = "old\n"): void {
  mkdirSync(dirname(destination), { recursive: true });
  writeFileSync(destination, text);
}

describe.each(SHELLS)("install.sh under %s", (shell) => {
  it("creates Pi's extensions folder and puts nothing but the file there", () => {
    const before = sandbox.tree();
    expect(sandbox.run(shell)).toEqual(installed(sandbox.destination));
    expect(sandbox.tree()).toEqual({
      ...before,
      "a home/.pi": "folder",
      "a home/.pi/agent": "folder",
      "a home/.pi/agent/extensions": "folder",
      "a home/.pi/agent/extensions/cache-stats.js": SOURCE_TEXT,
    });
  });

  it("says unchanged and leaves the time of an identical file alone", () => {
    putOld(sandbox.destination, SOURCE_TEXT);
    const longAgo = new Date("2020-02-02T02:02:02Z");
    utimesSync(sandbox.destination, longAgo, longAgo);
    const { ino } = statSync(sandbox.destination);

    expect(sandbox.run(shell)).toEqual({ status: 0, stdout: `unchanged: ${sandbox.destination}\n`, stderr: "" });
    expect(statSync(sandbox.destination)).toMatchObject({ mtime: longAgo, ino });
  });

  it("replaces an older file at once, so that a reader of the old one keeps it whole", () => {
    putOld(sandbox.destination);
    const reader = openSync(sandbox.destination, "r");
    try {
      expect(sandbox.run(shell)).toEqual(installed(sandbox.destination));
      expect(readFileSync(reader, "utf8")).toBe("old\n");
    } finally {
      closeSync(reader);
    }
    expect(readFileSync(sandbox.destination, "utf8")).toBe(SOURCE_TEXT);
  });

  it("writes where PI_EXT_DEST says and then needs no HOME", () => {
    const destination = join(sandbox.root, "else where", "my file.js");
    const env = { PI_EXT_DEST: destination, PI_CODING_AGENT_DIR: join(sandbox.root, "not here") };
    expect(sandbox.run(shell, { env })).toEqual(installed(destination));
    expect(readFileSync(destination, "utf8")).toBe(SOURCE_TEXT);
  });

  it("takes an empty PI_EXT_DEST and an empty PI_CODING_AGENT_DIR for unset", () => {
    const env = { HOME: sandbox.home, PI_EXT_DEST: "", PI_CODING_AGENT_DIR: "" };
    expect(sandbox.run(shell, { env })).toEqual(installed(sandbox.destination));
  });

  it.each([
    { value: (home: string) => `${home}/other agent/`, folder: "other agent" },
    { value: () => "~/my agent", folder: "my agent" },
    { value: () => "~", folder: "." },
  ])("follows PI_CODING_AGENT_DIR into $folder of the home, as Pi does", ({ value, folder }) => {
    const env = { HOME: sandbox.home, PI_CODING_AGENT_DIR: value(sandbox.home) };
    const destination = join(sandbox.home, folder, "extensions/cache-stats.js");
    expect(sandbox.run(shell, { env })).toEqual(installed(destination));
    expect(readFileSync(destination, "utf8")).toBe(SOURCE_TEXT);
  });

  it("finds its file from any working directory, however the script is named", () => {
    const { root, folder, script } = sandbox;
    const ways = [
      { cwd: folder, script: "install.sh" },
      { cwd: folder, script: "./install.sh" },
      { cwd: dirname(folder), script: "pi/install.sh" },
      { cwd: root, script: relative(root, script) },
      { cwd: "/", script },
    ];
    for (const [index, way] of ways.entries()) {
      const destination = join(root, `way ${index}`, "file.js");
      const env = { PI_EXT_DEST: destination, CDPATH: dirname(folder) };
      expect(sandbox.run(shell, { ...way, env })).toEqual(installed(destination));
    }
  });

  it("keeps a symbolic link as the destination and writes the file it leads to", () => {
    const kept = join(sandbox.home, "dot files", "cache-stats.js");
    putOld(kept);
    mkdirSync(dirname(sandbox.destination), { recursive: true });
    symlinkSync(relative(dirname(sandbox.destination), kept), sandbox.destination);
    const before = sandbox.tree();

    expect(sandbox.run(shell)).toEqual({ ...installed(""), stdout: expect.stringContaining("installed: ") });
    expect(sandbox.tree()).toEqual({ ...before, "a home/dot files/cache-stats.js": SOURCE_TEXT });
    expect(sandbox.run(shell).stdout).toMatch(/^unchanged: /);
  });

  it("creates the file that a symbolic link leads to when it is gone", () => {
    const gone = join(sandbox.root, "gone", "file.js");
    mkdirSync(dirname(sandbox.destination), { recursive: true });
    symlinkSync(gone, sandbox.destination);
    expect(sandbox.run(shell)).toEqual(installed(gone));
    expect(readFileSync(sandbox.destination, "utf8")).toBe(SOURCE_TEXT);
  });

  // A machine without one of the tools cannot show that it is enough.
  for (const tool of ["sha256sum", "shasum", "openssl"]) {
    it.skipIf(which(tool) === null)(`installs and recognises its file with ${tool} as the only checksum tool`, () => {
      const path = sandbox.tools([tool]);
      expect(sandbox.run(shell, { path })).toEqual(installed(sandbox.destination));
      expect(sandbox.run(shell, { path }).stdout).toMatch(/^unchanged: /);
      writeFileSync(sandbox.source, "newer\n");
      expect(sandbox.run(shell, { path })).toEqual(installed(sandbox.destination));
    });
  }

  it.skipIf(which("openssl") === null)("goes on to the next checksum tool when one is broken", () => {
    const fakes = { sha256sum: `echo usage >&2; echo ${"x".repeat(64)}`, shasum: "echo facade" };
    const path = sandbox.tools(["openssl"], fakes);
    // A tool that says the same of every file would take this one for current.
    putOld(sandbox.destination);
    expect(sandbox.run(shell, { path })).toEqual(installed(sandbox.destination));
  });
});
