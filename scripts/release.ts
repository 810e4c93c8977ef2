/**
 * Makes a release of the commit that is checked out: refuses what must not be released, runs `.ci/run`, looks at the package
 * and tags. Nothing leaves the machine but with --publish. Run: npm run release [-- --publish]
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { field, textOrNull } from "../src/unknown.ts";
import { channelOf, refusals, tagOf } from "./release/refusals.ts";

const { values } = parseArgs({ options: { publish: { type: "boolean", default: false } } });

const manifest: unknown = JSON.parse(textOf("package.json") || "null");
const version = textOrNull(field(manifest, "version"));
const publishConfig = field(manifest, "publishConfig");

const found = refusals({
  branch: git("branch", "--show-current"),
  changes: changes(),
  tags: git("tag", "--list").split("\n"),
  version,
  changelog: textOf("CHANGELOG.md"),
  hasTagger: spawnSync("git", ["var", "GIT_COMMITTER_IDENT"]).status === 0,
  publishing: values.publish,
  isPublishable:
    (textOrNull(field(field(manifest, "repository"), "url")) ?? "") !== "" &&
    field(publishConfig, "access") === "public" &&
    field(publishConfig, "provenance") === true,
  // As npm tells it: GitHub's and GitLab's.
  hasIdentity: [process.env.ACTIONS_ID_TOKEN_REQUEST_URL, process.env.SIGSTORE_ID_TOKEN].some(Boolean),
});
if (found.length > 0 || version === null) {
  for (const reason of found) console.error(`release refused: ${reason}`);
  process.exit(1);
}

run(".ci/run");
run("npm", "pack", "--dry-run");
run("npx", "--no-install", "publint", "--strict");
if (changes() !== "") {
  console.error(`release refused: the checks have left files behind:\n${changes()}`);
  process.exit(1);
}
run("git", "tag", "--annotate", tagOf(version), "--message", `pi-cache-stats ${version}`);
if (values.publish) run("npm", "publish", "--provenance", "--access", "public", "--tag", channelOf(version));
console.log(`${tagOf(version)} is tagged${values.publish ? " and published" : "; to publish it, push the tag"}.`);

function changes(): string {
  return git("status", "--porcelain");
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** What git prints. Ends the process where git fails: nothing can be decided then. */
function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { encoding: "utf8" });
  if (status === 0) return stdout.trim();
  console.error(`release refused: git ${args.join(" ")} failed: ${stderr}`);
  return process.exit(1);
}

/** Runs a step in sight of whoever releases. Ends the process where it fails. */
function run(command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status === 0) return;
  console.error(`release stopped: ${[command, ...args].join(" ")} failed`);
  process.exit(1);
}
