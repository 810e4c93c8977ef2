import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { publint } from "publint";
import { Value } from "typebox/value";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReportSchema } from "../../src/report/schema.ts";
import { SessionsSchema } from "../../src/report/sessions-schema.ts";
import { field, isRecord } from "../../src/unknown.ts";
import { brokenSession } from "../support/broken-session.ts";
import { leadsTo } from "../support/install/leads-to.ts";
import { copyCheckout, type Packing, packCheckout, unpack } from "../support/install/packing.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";
import { chain, MISSED, READ, sessionText, TempFolder, turns, WRITTEN } from "../support/session-files.ts";

/** Not named by code. */
const NAMED_IN_MANIFEST = [
  ...["CHANGELOG.md", "LICENSE", "README.md", "README.zh-CN.md", "SECURITY.md", "package.json"],
  ...["report.schema.json", "sessions.schema.json"],
  ...["integrations/pi/cache-stats.js", "integrations/pi/install.sh", "dist/typebox-license.txt"],
];

let folder: TempFolder;
let checkout: string;
let installed: string;
let packing: Packing;

/** Packs a copy of the checkout, so that no other test meets its dist/, and installs it where there is no Pi. */
beforeAll(() => {
  folder = new TempFolder();
  checkout = join(folder.path, "checkout");
  installed = join(folder.path, "app/node_modules/pi-cache-stats");
  copyCheckout(checkout);
  packing = packCheckout(checkout, folder.path);
  unpack(packing.archive, installed);
  for (const name of dependencies()) {
    const link = join(folder.path, "app/node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(PACKAGE_ROOT, "node_modules", name), link);
  }
  writeSessions();
}, 120_000);
afterAll(() => folder.remove());

function dependencies(): readonly string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
  const named = field(manifest, "dependencies");
  return isRecord(named) ? Object.keys(named) : [];
}

/** Sessions, some of them copies. */
function writeSessions(): void {
  for (let index = 0; index < 20; index++) {
    const name = `s${String(index % 18).padStart(2, "0")}`;
    const entries =
      index % 2 === 0 ? brokenSession(name, ["grep", "网页"]) : chain(turns(WRITTEN, READ, MISSED), { prefix: name });
    folder.write(`work/sessions/${String(index).padStart(2, "0")}.jsonl`, sessionText(entries, `id-${index}`));
  }
}

interface Ran {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Time stands still. */
const STILL = "Date.now = () => 1796126400000;";
/** Pi's packages are nowhere, also where a folder above has them. */
const WITHOUT_PI = `import { registerHooks } from "node:module";
registerHooks({ resolve(name, context, next) {
  if (name.startsWith("@earendil-works/")) throw new Error("Pi is not installed here");
  return next(name, context);
} });`;

/** Runs a program after these lines. */
function run(
  program: string,
  before: string,
  args: readonly string[],
  extra: Readonly<Record<string, string>>,
): Promise<Ran> {
  const env = { PATH: process.env.PATH ?? "", HOME: folder.path, LANG: "C", ...extra };
  const options = { env, cwd: join(folder.path, "work"), timeout: 30_000, maxBuffer: 64 * 1024 * 1024 };
  const prepared = `--import=data:text/javascript,${encodeURIComponent(before)}`;
  return new Promise((resolve) => {
    execFile(process.execPath, [prepared, program, ...args], options, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : error.code, stdout, stderr });
    });
  });
}

/** What the packed program does, and what the sources do. */
function both(args: readonly string[], extra: Readonly<Record<string, string>> = {}) {
  return Promise.all([
    run(join(installed, "bin/pi-cache-stats.js"), `${WITHOUT_PI}\n${STILL}`, args, extra),
    run(join(PACKAGE_ROOT, "src/cli.ts"), STILL, args, extra),
  ]);
}

describe("the package", () => {
  it("is made offline, and leaves nothing of the build behind", () => {
    expect(packing, packing.stderr).toMatchObject({ status: 0 });
    expect(existsSync(join(checkout, "dist"))).toBe(false);
    expect(existsSync(join(installed, "dist/cli.js"))).toBe(true);
  });

  it("holds the code that its extension and its program lead to, the documents, the single file, and nothing else", () => {
    const { files, missing } = leadsTo(installed, ["src/extension.ts", "bin/pi-cache-stats.js"]);
    // The sources of the program are its fallback in a checkout.
    expect(missing).toEqual(["src/cli.ts"]);
    const documents = readdirSync(join(checkout, "docs"), { recursive: true, encoding: "utf8" })
      .map((name) => `docs/${name}`)
      .filter((path) => statSync(join(checkout, path)).isFile());
    const expected = [...files, ...documents, ...NAMED_IN_MANIFEST].sort();
    expect(packedFiles()).toEqual(expected);
  });

  it("is small, names no folder of the machine that packed it, and has no source maps", () => {
    expect(statSync(packing.archive).size).toBeLessThan(700_000);
    for (const path of packedFiles()) {
      const text = readFileSync(join(installed, path), "utf8");
      expect(text.length, path).toBeLessThan(512_000);
      for (const never of [folder.path, PACKAGE_ROOT, "sourceMappingURL"]) expect(text, path).not.toContain(never);
    }
  });

  it("has nothing that publint would have otherwise, at its strictest", async () => {
    const { messages } = await publint({ pkgDir: installed, pack: false, level: "suggestion", strict: true });
    expect(messages).toEqual([]);
  });

  it("lets its two programs be run", () => {
    for (const path of ["bin/pi-cache-stats.js", "integrations/pi/install.sh"]) {
      expect(statSync(join(installed, path)).mode & 0o111).toBe(0o111);
    }
  });

  it("holds a command line that names none of Pi's packages", () => {
    const files = readdirSync(join(installed, "dist"));
    const naming = files.filter((name) =>
      readFileSync(join(installed, "dist", name), "utf8").includes("@earendil-works"),
    );
    expect(naming).toEqual([]);
  });
});

function packedFiles(): readonly string[] {
  const paths = readdirSync(installed, { recursive: true, encoding: "utf8" }).sort();
  return paths.filter((path) => statSync(join(installed, path)).isFile());
}

describe("the packed command line", () => {
  it.each([
    ["a report", ["report", "sessions/00.jsonl", "--turns", "--why", "2"]],
    ["a report as CSV", ["report", "sessions/00.jsonl", "--csv"]],
    ["a report as a page", ["report", "sessions/00.jsonl", "--html"]],
    ["a report on many sessions", ["report", "sessions"]],
    ["two sessions", ["compare", "sessions/00.jsonl", "sessions/01.jsonl"]],
    ["help", ["report", "--help"]],
  ])("prints what the sources print: %s", async (_, args) => {
    const [own, expected] = await both(args);
    expect(own).toEqual(expected);
    expect([own.status, own.stderr]).toEqual([0, ""]);
    expect(own.stdout.length).toBeGreaterThan(100);
  });

  it.each([
    ["one session", ["report", "sessions/00.jsonl"], ReportSchema],
    ["many", ["top", "sessions"], SessionsSchema],
  ])("speaks the machine contract: %s", async (_, args, schema) => {
    const [own, expected] = await both([...args, "--json"]);
    expect(own).toEqual(expected);
    expect([...Value.Errors(schema, JSON.parse(own.stdout))]).toEqual([]);
  });

  it("speaks Chinese too, and ends with the exit status of its command", async () => {
    const [own, expected] = await both(["top", "sessions", "--max-breaks", "0"], { PI_CACHE_STATS_LANG: "zh" });
    expect(own).toEqual(expected);
    expect([own.status, own.stdout.includes("网页"), own.stdout.includes("18 个会话")]).toEqual([1, true, true]);
    const [nothing] = await both(["report", "none.jsonl"]);
    expect([nothing.status, nothing.stdout]).toEqual([2, ""]);
  });
});
