import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { parseAst } from "vite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { words } from "../../src/ui/words/en.ts";
import { field, isRecord } from "../../src/unknown.ts";
import { startRpc } from "../support/pi/rpc.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";
import { makeWorkspace, SIMULATED_MODELS } from "../support/pi/workspace.ts";
import { startProvider } from "../support/provider/index.ts";

const FILE = join(PACKAGE_ROOT, "integrations/pi/cache-stats.js");
const SCRIPT = join(PACKAGE_ROOT, "scripts/bundle.ts");

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cache-stats-bundle-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs Node in `cwd`, by default the folder of the test, and answers with what it said and how it ended. */
async function node(args: readonly string[], cwd = folder): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const run = promisify(execFile)(process.execPath, [...args], { cwd, timeout: 20_000 });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => ({
      code: field(error, "code"),
      stdout: String(field(error, "stdout")),
      stderr: String(field(error, "stderr")),
    }),
  );
}

/** Every module that a text names, statically or dynamically; "?" for a dynamic import of something computed. */
function importsOf(text: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isRecord(value)) return;
    const { type, source } = value;
    const imports =
      type === "ImportExpression" || (/^(Import|Export).*Declaration$/.test(String(type)) && isRecord(source));
    if (imports) found.push(String(field(source, "value") ?? "?"));
    Object.values(value).forEach(visit);
  };
  visit(parseAst(text));
  return found;
}

describe("the single-file build", () => {
  it("is committed as the sources give it now", async () => {
    expect(await node([SCRIPT, "--check"], PACKAGE_ROOT)).toEqual({
      code: 0,
      stdout: "integrations/pi/cache-stats.js is current.\n",
      stderr: "",
    });
  });

  it("is the same to the byte when it is made in another working directory", async () => {
    const again = join(folder, "again.js");
    expect(await node([SCRIPT, again])).toMatchObject({ code: 0, stderr: "" });
    expect(await readFile(again, "utf8")).toBe(await readFile(FILE, "utf8"));
  });

  it("is refused by --check, and left alone, when it differs by one character", async () => {
    const edited = join(folder, "edited.js");
    const text = (await readFile(FILE, "utf8")).replace("class", "klass");
    await writeFile(edited, text);
    expect(await node([SCRIPT, "--check", edited])).toEqual({
      code: 1,
      stdout: "",
      stderr: "edited.js is not what src gives. Run `npm run bundle` and commit the result.\n",
    });
    expect(await readFile(edited, "utf8")).toBe(text);
  });

  it("is refused by --check when it is missing", async () => {
    const { code, stderr } = await node([SCRIPT, "--check", "nowhere.js"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^nowhere\.js is missing\. Run/) });
  });

  it("says first what it is, its version, and how to change it", async () => {
    const [name, origin] = (await readFile(FILE, "utf8")).split("\n");
    expect(name).toContain(`pi-cache-stats ${manifest.version},`);
    expect(origin).toMatch(/GENERATED from src by `npm run bundle`: do not edit/);
  });

  it("names no folder of the machine that made it, only its own sources", async () => {
    const text = await readFile(FILE, "utf8");
    expect(text).not.toContain(PACKAGE_ROOT);
    // Rolldown names each module in a comment of its own; the header of three lines comes before them.
    const comments = text.split("\n").filter((line) => line.startsWith("// "));
    const modules = comments.slice(3);
    expect(modules).toContain("// src/extension.ts");
    expect(
      modules.filter(
        (line) => !/^\/\/ (src\/[\w/-]+\.ts|\\0rolldown\/runtime\.js|\\0late:typebox(\/compile)?)$/.test(line),
      ),
    ).toEqual([]);
  });

  it("imports nothing but Node's built-in modules, the packages that Pi gives to extensions, and what an export asks for", async () => {
    const text = await readFile(FILE, "utf8");
    const names = importsOf(text);
    const builtIn = new Set(builtinModules.map((name) => `node:${name}`));
    const foreign = names.filter(
      (name) => !builtIn.has(name) && !/^(@earendil-works\/pi-|typebox$|typebox\/)/.test(name),
    );
    expect(foreign).toEqual(["csv-stringify/sync"]);
    // That one when the command runs, not when the file is loaded.
    expect(text).not.toMatch(/^import .*csv-stringify/m);
    // Nor is TypeBox, which is hundreds of files.
    expect(text).not.toMatch(/^import .*typebox/m);
    expect(names).toEqual(expect.arrayContaining(["typebox", "typebox/compile"]));
    // The search itself works: these two are always there.
    expect(names).toEqual(expect.arrayContaining(["@earendil-works/pi-coding-agent", "@earendil-works/pi-tui"]));
  });

  it("gives a function as its default and nothing else to whoever imports it, and prints nothing", async () => {
    const code = `const all = await import(${JSON.stringify(pathToFileURL(FILE).href)});
      process.stdout.write(Object.entries(all).map(([name, value]) => name + ":" + typeof value).join());`;
    expect(await node(["--input-type=module", "-e", code])).toEqual({
      code: 0,
      stdout: "default:function",
      stderr: "",
    });
  });

  it("exports JSON by itself, and says that CSV and HTML need the whole package", async () => {
    const file = join(folder, "cache-stats.js");
    expect(await node([SCRIPT, file])).toMatchObject({ code: 0, stderr: "" });
    const provider = await startProvider();
    const workspace = await makeWorkspace(provider);
    const pi = await startRpc(workspace, { ...SIMULATED_MODELS["anthropic-messages"], extensions: [file] });
    try {
      await pi.prompt("say hello");
      expect(await pi.command("/cache-stats export csv")).toBe(words.exportNeedsPackage("csv", "csv-stringify"));
      expect(await pi.command("/cache-stats export html")).toBe(words.exportNeedsPackage("html", "uplot"));
      expect(words.exportNeedsPackage("csv", "csv-stringify")).toContain("pi install npm:pi-cache-stats");
      const path = (await pi.command("/cache-stats export json")).replace("Report written to ", "");
      const report: unknown = JSON.parse(await readFile(path, "utf8"));
      expect(field(report, "turns")).toHaveLength(1);
      expect(field(report, "internalErrors")).toBe(0);
      expect(await readdir(join(workspace.agentDir, "cache-stats"), { recursive: true })).toHaveLength(2);
    } finally {
      await pi.stop();
      await workspace.remove();
      await provider.close();
    }
  });
});
