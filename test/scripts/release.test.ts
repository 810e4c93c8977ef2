import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { field } from "../../src/unknown.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";

const SCRIPT = join(PACKAGE_ROOT, "scripts/release.ts");
const CHANGELOG = "# Changelog\n\n## [1.2.3] - 2026-11-30\n\n### Added\n\n- A thing\n\n## [1.2.2] - 2026-10-01\n";
const MANIFEST = {
  version: "1.2.3",
  repository: { type: "git", url: "git+https://git.example/owner/name.git" },
  publishConfig: { access: "public", provenance: true },
};
const IDENTITY = { ACTIONS_ID_TOKEN_REQUEST_URL: "https://identity.example/token" };

let template: string;
let folder: string;
let repository: string;

/** A repository that may be released. What would take long or reach a registry only writes down that it was called. */
beforeAll(() => {
  use(mkdtempSync(join(tmpdir(), "release-template-")));
  template = folder;
  for (const tool of ["npm", "npx"]) program(join(folder, "bin", tool), `echo "${tool} $*" >>"$HOME/calls"`);
  program(join(repository, ".ci/run"), 'echo ".ci/run" >>"$HOME/calls"');
  write("package.json", JSON.stringify(MANIFEST));
  write("CHANGELOG.md", CHANGELOG);
  git("init", "--quiet", "--initial-branch", "main");
  commit();
});

beforeEach(() => {
  use(mkdtempSync(join(tmpdir(), "release-")));
  cpSync(template, folder, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(template, { recursive: true, force: true }));

function use(path: string): void {
  folder = path;
  repository = join(path, "repository");
}

function log(): string {
  return join(folder, "calls");
}

function write(name: string, text: string): void {
  writeFileSync(join(repository, name), text);
}

function program(path: string, line: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}

/** No setting of the user's or the machine's has a say. */
function environment(): Record<string, string> {
  const path = [join(folder, "bin"), process.env.PATH ?? ""].join(delimiter);
  const who = ["AUTHOR", "COMMITTER"].flatMap((role) => [
    [`GIT_${role}_NAME`, "test"],
    [`GIT_${role}_EMAIL`, "test@example.invalid"],
  ]);
  return { PATH: path, HOME: folder, GIT_CONFIG_NOSYSTEM: "1", ...Object.fromEntries(who) };
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, {
    ...{ cwd: repository, env: environment(), encoding: "utf8" },
  });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

function commit(): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", "state");
}

function release(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
    ...{ cwd: repository, env: { ...environment(), ...env }, encoding: "utf8", timeout: 20_000 },
  });
  const calls = existsSync(log()) ? readFileSync(log(), "utf8").trim().split("\n") : [];
  return { status, stdout, stderr, calls, tags: git("tag", "--list") };
}

const CHECKS = [".ci/run", "npm pack --dry-run", "npx --no-install publint --strict"];

describe("a release", () => {
  it("is checked, looked at and tagged, in this order, and nothing is published unless asked", () => {
    const { status, calls, tags, stdout } = release();
    expect(status).toBe(0);
    expect(calls).toEqual(CHECKS);
    expect(tags).toBe("v1.2.3");
    expect(git("cat-file", "-t", "v1.2.3")).toBe("tag");
    expect(git("rev-parse", "v1.2.3^{commit}")).toBe(git("rev-parse", "HEAD"));
    expect(stdout).toContain("push the tag");
  });

  it("is published with provenance, as the last step, where that is asked for", () => {
    const { status, calls, tags } = release(["--publish"], IDENTITY);
    expect(status).toBe(0);
    expect(calls).toEqual([...CHECKS, "npm publish --provenance --access public --tag latest"]);
    expect(tags).toBe("v1.2.3");
  });

  it("before a release is published for those alone who ask for it", () => {
    write("package.json", JSON.stringify({ ...MANIFEST, version: "1.3.0-rc.1" }));
    write("CHANGELOG.md", CHANGELOG.replaceAll("1.2.3", "1.3.0-rc.1"));
    commit();
    const { status, calls, tags } = release(["--publish"], IDENTITY);
    expect([status, calls.at(-1)]).toEqual([0, "npm publish --provenance --access public --tag next"]);
    expect(tags).toBe("v1.3.0-rc.1");
  });

  it.each([
    [".ci/run", () => program(join(repository, ".ci/run"), "exit 1")],
    ["npm pack", () => program(join(folder, "bin/npm"), "exit 1")],
    ["npx --no-install publint", () => program(join(folder, "bin/npx"), "exit 1")],
  ])("stops without a tag where a check fails: %s", (name, fail) => {
    fail();
    if (git("status", "--porcelain") !== "") commit();
    const { status, stderr, tags } = release(["--publish"], IDENTITY);
    expect(status).toBe(1);
    expect(stderr).toContain(`release stopped: ${name}`);
    expect(tags).toBe("");
  });

  it("stops without a tag where the checks leave something behind", () => {
    program(join(repository, ".ci/run"), "echo built >left-behind");
    commit();
    const { status, stderr, tags } = release();
    expect(status).toBe(1);
    expect(stderr).toContain("left-behind");
    expect(tags).toBe("");
  });
});

describe("a release is refused before anything is run", () => {
  it.each<[title: string, spoil: () => void, reason: string]>([
    ["with a file that is not committed", () => write("stray.txt", "x"), "The tree is not clean"],
    ["with a file that was changed", () => write("CHANGELOG.md", `${CHANGELOG}\n`), "The tree is not clean"],
    ["on another branch", () => git("switch", "--quiet", "--create", "topic"), "checked out is topic"],
    ["on no branch", () => git("checkout", "--quiet", "--detach"), "checked out is no branch"],
    ["whose tag exists", () => git("tag", "v1.2.3"), "The tag v1.2.3 exists already"],
    ["without a changelog", () => rmSync(join(repository, "CHANGELOG.md")), "CHANGELOG.md must begin"],
    ["of which the changelog does not speak", () => write("CHANGELOG.md", "## [1.2.2] - 2026-10-01\n"), "is 1.2.2"],
    ["that the changelog has not dated", () => write("CHANGELOG.md", `## [1.2.3]\n\n${CHANGELOG}`), "it has none"],
    ["below something unreleased", () => write("CHANGELOG.md", `## [Unreleased]\n\n${CHANGELOG}`), "it has none"],
    ["without a version", () => write("package.json", "{}"), "package.json has no version"],
    ["of a version that is none", () => write("package.json", '{"version":"next"}'), "package.json has no version"],
  ])("%s", (_, spoil, reason) => {
    spoil();
    if (reason !== "The tree is not clean" && git("status", "--porcelain") !== "") commit();
    const before = git("tag", "--list");
    const { status, stderr, calls, tags } = release();
    expect(status).toBe(1);
    expect(stderr.match(/^release refused:/gm)).toHaveLength(1);
    expect(stderr).toContain(reason);
    expect(calls).toEqual([]);
    expect(tags).toBe(before);
  });

  it("where git does not know who tags, before anything takes long", () => {
    const { status, stderr, calls, tags } = release([], { GIT_COMMITTER_NAME: "" });
    expect([status, calls, tags]).toEqual([1, [], ""]);
    expect(stderr).toContain("does not know who tags");
  });

  it("for every reason there is, all at once", () => {
    write("CHANGELOG.md", "");
    git("tag", "v1.2.3");
    git("switch", "--quiet", "--create", "topic");
    expect(release().stderr.match(/^release refused:/gm)).toHaveLength(4);
  });

  it("outside of a repository", () => {
    rmSync(join(repository, ".git"), { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT], {
      ...{ cwd: repository, env: { ...environment(), GIT_CEILING_DIRECTORIES: folder }, encoding: "utf8" },
    });
    expect(status).toBe(1);
    expect(stderr).toContain("git branch --show-current failed");
    expect(existsSync(log())).toBe(false);
  });
});

describe("publishing is refused", () => {
  it("without an identity that provenance could name", () => {
    const { status, stderr, calls, tags } = release(["--publish"]);
    expect([status, calls, tags]).toEqual([1, [], ""]);
    expect(stderr).toContain("OIDC");
  });

  it.each([
    ["no repository", { ...MANIFEST, repository: undefined }],
    ["no address of the repository", { ...MANIFEST, repository: { type: "git" } }],
    ["no provenance", { ...MANIFEST, publishConfig: { access: "public" } }],
    ["another access", { ...MANIFEST, publishConfig: { access: "restricted", provenance: true } }],
  ])("for a package.json with %s, while tagging is not", (_, manifest) => {
    write("package.json", JSON.stringify(manifest));
    commit();
    const { status, stderr, calls, tags } = release(["--publish"], IDENTITY);
    expect([status, calls, tags]).toEqual([1, [], ""]);
    expect(stderr).toContain("publishConfig");
    expect(release().status).toBe(0);
  });
});

it("this package asks for provenance and is public", () => {
  const manifest: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
  expect(field(manifest, "publishConfig")).toEqual({ access: "public", provenance: true });
});
