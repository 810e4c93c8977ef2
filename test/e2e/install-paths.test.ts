import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { words } from "../../src/ui/words/en.ts";
import { brokenSession } from "../support/broken-session.ts";
import { type GitServer, serveRepository } from "../support/install/git-server.ts";
import { copyCheckout, packCheckout, unpack } from "../support/install/packing.ts";
import { type Registry, startRegistry } from "../support/install/registry.ts";
import { runPi } from "../support/pi/packages.ts";
import { type RpcPi, startRpc } from "../support/pi/rpc.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../support/provider/index.ts";
import { sessionText, TempFolder } from "../support/session-files.ts";
import { treeOf } from "../support/tree.ts";
import { reportOf, trueRate } from "../support/truth.ts";

const MODEL = { ...SIMULATED_MODELS["anthropic-messages"], extensions: [] };

let made: TempFolder;
let archive: string;
let registry: Registry;
let repository: GitServer;
let provider: ProviderSimulator;
let workspace: Workspace;
let pi: RpcPi | null;

beforeAll(async () => {
  made = new TempFolder();
  const checkout = join(made.path, "checkout");
  copyCheckout(checkout);
  ({ archive } = packCheckout(checkout, made.path));
  registry = await startRegistry();
  registry.publish(readFileSync(archive), manifest);
  // The registry packs the dependencies anew, so the lock file's sums of the published archives cannot hold.
  const lock = join(checkout, "package-lock.json");
  writeFileSync(lock, readFileSync(lock, "utf8").replaceAll(/^ *"integrity": .*\n/gm, ""));
  repository = await serveRepository(checkout, made.path);
}, 120_000);
afterAll(async () => {
  await registry.close();
  await repository.close();
  made.remove();
});

beforeEach(async () => {
  pi = null;
  provider = await startProvider({ minimumTokens: 256 });
  workspace = await makeWorkspace(provider);
});
afterEach(async () => {
  await pi?.stop();
  await workspace.remove();
  await provider.close();
});

/** A way to install. */
interface Way {
  readonly title: string;
  /** What is given to `pi install`. */
  readonly source: () => string;
  /** Where `pi list` must say that it lies. */
  readonly place: () => string;
  readonly hasDependencies: boolean;
  /** The package that the command line then lacks, and how to get it. */
  readonly missing: { readonly name: string; readonly command: string } | null;
  /** What Pi and npm leave of themselves in the agent folder, whatever the package was. */
  readonly leftByPi: readonly string[];
}

/** Of any Pi that ran. */
const PI_LEAVES = ["auth.json", "models-store.json"];
const NPM_LEAVES = [
  ...["npm", "npm/.gitignore", "npm/package.json", "npm/package-lock.json", "npm/node_modules"],
  ...["npm/node_modules/.bin", "npm/node_modules/.package-lock.json", "npm/node_modules/@colors"],
  "npm/node_modules/@opentelemetry",
];

const WAYS: readonly Way[] = [
  {
    title: "a folder: the packed archive, unpacked, without its dependencies",
    source: () => "./un packed",
    place: () => join(workspace.project, "un packed"),
    hasDependencies: false,
    missing: { name: "commander", command: "npm install --omit=dev" },
    leftByPi: [],
  },
  {
    title: "a git repository at a tag",
    source: () => `git:${repository.url}@v1`,
    place: () => join(workspace.agentDir, "git/127.0.0.1/owner/pi-cache-stats"),
    hasDependencies: true,
    // From the sources it needs packages of Pi's, which Pi does not let npm install.
    missing: { name: "@earendil-works/pi-tui", command: "npm install" },
    leftByPi: ["git", "git/.gitignore"],
  },
  {
    title: "a package of a registry",
    source: () => "npm:pi-cache-stats",
    place: () => join(workspace.agentDir, "npm/node_modules/pi-cache-stats"),
    hasDependencies: true,
    missing: null,
    leftByPi: NPM_LEAVES,
  },
];

it.each(WAYS)(
  "installs, lists, runs and removes $title",
  async ({ source, place, hasDependencies, missing, leftByPi }) => {
    unpack(archive, join(workspace.project, "un packed"));
    const npm = { ...registry.env, npm_config_cache: join(made.path, "npm-cache") };
    const before = treeOf(workspace.agentDir);
    const installed = await runPi(workspace, ["install", source()], npm);
    expect(installed, installed.stderr).toMatchObject({ status: 0 });
    const listed = await runPi(workspace, ["list"]);
    expect(listed).toMatchObject({ status: 0, stdout: expect.stringContaining(`\n    ${place()}\n`), stderr: "" });

    await turnsAreWatched(hasDependencies);
    commandLineWorks(place(), missing);

    const removed = await runPi(workspace, ["remove", source()], npm);
    expect(removed, removed.stderr).toMatchObject({ status: 0 });
    await nothingIsLeft(before, leftByPi);
  },
  180_000,
);

/** Starts Pi, which names no extension: what answers is what was installed. */
async function turnsAreWatched(hasDependencies: boolean): Promise<void> {
  const env = { PI_CACHE_STATS_OTEL: "1", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
  // What lies in a new place is translated first.
  pi = await startRpc(workspace, { ...MODEL, env, patience: 60_000 });
  await pi.prompt("say hello");
  await pi.prompt("call 2 tools");
  const report = await reportOf(pi);
  expect(provider.requests).toHaveLength(3);
  expect(report.turns.map(({ hitRate }) => hitRate)).toEqual(provider.requests.map(({ hitRate }) => hitRate));
  expect(report).toMatchObject({ window: { hitRate: trueRate(provider.requests) }, internalErrors: 0 });
  expect(report.metrics?.state).toBe(hasDependencies ? "exporting" : "missing");
  const told = pi.messages.filter(({ message }) => String(message).includes(words.metricsState.missing));
  expect(told).toHaveLength(hasDependencies ? 0 : 1);
  for (const [format, name] of Object.entries({ csv: "csv-stringify", html: "uplot" })) {
    const path = join(workspace.project, `export.${format}`);
    const written = `Report written to ${path}`;
    const answer = await pi.command(`/cache-stats export ${format} ${path}`);
    expect(answer).toBe(hasDependencies ? written : words.exportNeedsPackage(format, name));
  }
  expect(pi.stderr).toBe("");
  await pi.stop();
  pi = null;
}

/** The command line that came with the package gives a report, or names what is not installed. */
function commandLineWorks(place: string, missing: Way["missing"]): void {
  const session = join(made.path, "session.jsonl");
  writeFileSync(session, sessionText(brokenSession("a", ["grep"])));
  const program = join(place, "bin/pi-cache-stats.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "report", session, "--json"], {
    ...{ env: workspace.env, encoding: "utf8" },
  });
  if (missing === null) {
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toHaveProperty("window.hitRate");
  } else {
    const { name, command } = missing;
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      `pi-cache-stats needs the package ${name}, which is not installed here.\n` +
        `npx pi-cache-stats brings it; or run in ${place}/: ${command}\n`,
    );
  }
}

/** Beside what is the user's own: his sessions. */
async function nothingIsLeft(before: Readonly<Record<string, string>>, leftByPi: readonly string[]): Promise<void> {
  await workspace.forgetSessions();
  const { "settings.json": settings = "", ...after } = treeOf(workspace.agentDir);
  const { "settings.json": settingsBefore = "", ...rest } = before;
  expect(JSON.parse(settings)).toEqual({ ...JSON.parse(settingsBefore), packages: [] });
  const added = Object.keys(after).filter((path) => !(path in rest));
  expect(added.sort()).toEqual([...PI_LEAVES, ...leftByPi].sort());
  expect(after).toMatchObject(rest);
  for (const path of added) expect(`${path} ${after[path]}`).not.toContain("cache-stats");
}
