import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { Value } from "typebox/value";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Report, ReportSchema } from "../../src/report/schema.ts";
import { words } from "../../src/ui/words/en.ts";
import { readCsv } from "../export/csv-reader.ts";
import { found } from "../support/entries.ts";
import { CHANGER } from "../support/pi/changer.ts";
import { type RpcPi, startRpc } from "../support/pi/rpc.ts";
import { EXTENSION, HAS_DEPENDENCIES, piCli } from "../support/pi/sdk.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../support/provider/index.ts";
import { trueRate } from "../support/truth.ts";

const MODEL = SIMULATED_MODELS["anthropic-messages"];
let simulator: ProviderSimulator;
let workspace: Workspace;
let pi: RpcPi | null;

beforeEach(async () => {
  pi = null;
  simulator = await startProvider({ minimumTokens: 256 });
  workspace = await makeWorkspace(simulator);
});

afterEach(async () => {
  await pi?.stop();
  await simulator.close();
  await workspace.remove();
});

/** A Pi that has said something three times, with a break at the third. */
async function conversation(): Promise<RpcPi> {
  pi = await startRpc(workspace, { ...MODEL, extensions: [EXTENSION, CHANGER] });
  await pi.prompt("say hello PLANTED-PROMPT-TEXT");
  await pi.prompt("say more");
  await pi.send({ type: "prompt", message: "/change-tool" });
  await pi.prompt("and more");
  return pi;
}

/** The text of the file that an answer names; it must lie below the agent folder. */
async function exported(answer: string): Promise<string> {
  const path = answer.replace(/^Report written to /, "");
  expect(path.startsWith(join(workspace.agentDir, "cache-stats") + sep)).toBe(true);
  return readFile(path, "utf8");
}

it.runIf(HAS_DEPENDENCIES)(
  "writes csv, json and html below the agent folder, with the provider's own numbers, and nothing into the project",
  async () => {
    const running = await conversation();
    const before = await readdir(workspace.project);
    const [csv, json, html] = await Promise.all([
      exported(await running.command("/cache-stats export csv")),
      exported(await running.command("/cache-stats export json")),
      exported(await running.command("/cache-stats export html")),
    ]);
    expect(await readdir(workspace.project)).toEqual(before);

    const { requests } = simulator;
    expect(requests).toHaveLength(3);
    const [header = [], ...rows] = readCsv(csv);
    const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
    expect(column("promptTokens")).toEqual(requests.map((truth) => String(truth.promptTokens)));
    expect(column("cacheRead")).toEqual(requests.map((truth) => String(truth.readTokens)));
    expect(column("cacheWrite")).toEqual(requests.map((truth) => String(truth.writtenTokens)));
    expect(column("hitRate").map(Number)).toEqual(requests.map((truth) => truth.hitRate));
    expect(column("cause")).toEqual(["cold-start", "", "tools-changed"]);
    expect(column("name")[2]).toBe("planted_tool");

    const report: unknown = JSON.parse(json);
    if (!Value.Check(ReportSchema, report)) throw new Error("Not the contract.");
    expect(report.turns.map(({ hitRate }) => hitRate)).toEqual(requests.map((truth) => truth.hitRate));
    expect(report.window.hitRate).toBe(trueRate(requests));

    const data = found(/id="data">(.*?)<\/script>/s.exec(html)?.[1]);
    expect(JSON.parse(data)).toMatchObject({
      read: requests.map((truth) => truth.readTokens),
      written: requests.map((truth) => truth.writtenTokens),
      fresh: requests.map((truth) => truth.promptTokens - truth.readTokens - truth.writtenTokens),
    });
    expect(html).toContain(`<p class="big">${shown(report)}</p>`);
    for (const text of [csv, json, html]) expect(text).not.toContain("PLANTED-");
    expect(running.stderr).toBe("");
  },
);

/** The rate of the session as it must be printed: one decimal, rounded down, by another road than the product's. */
function shown({ window }: Report): string {
  const { cacheRead, cacheWrite, input } = window.usage;
  const tenths = (BigInt(cacheRead) * 1000n) / BigInt(cacheRead + cacheWrite + input);
  return `${tenths / 10n}.${tenths % 10n}%`;
}

it("writes json by itself, and csv and html or says which package they need", async () => {
  const running = await conversation();
  const report: unknown = JSON.parse(await exported(await running.command("/cache-stats export json")));
  if (!Value.Check(ReportSchema, report)) throw new Error("Not the contract.");
  expect(report.turns.map(({ hitRate }) => hitRate)).toEqual(simulator.requests.map((truth) => truth.hitRate));
  for (const [format, name] of Object.entries({ csv: "csv-stringify", html: "uplot" })) {
    const answer = await running.command(`/cache-stats export ${format}`);
    if (HAS_DEPENDENCIES) expect(await exported(answer)).not.toBe("");
    else expect(answer).toBe(words.exportNeedsPackage(format, name));
  }
  expect(running.stderr).toBe("");
});

it("writes to a path of the user's own, and never over a file of the project", async () => {
  const running = await conversation();
  const path = join(workspace.project, "cache report.json");
  expect(await running.command("/cache-stats export json cache report.json")).toBe(`Report written to ${path}`);
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ window: { turns: 3 } });
  const notes = await readFile(join(workspace.project, "notes.txt"), "utf8");
  expect(await running.command("/cache-stats export json notes.txt")).toMatch(/notes\.txt exists already; nothing was/);
  expect(await readFile(join(workspace.project, "notes.txt"), "utf8")).toBe(notes);
  expect(await running.command("/cache-stats export json ~/home.json")).toBe(
    `Report written to ${join(workspace.home, "home.json")}`,
  );
});

it("answers with the path also in print mode", async () => {
  const args = ["-p", "--provider", MODEL.provider, "--model", MODEL.model, "-e", EXTENSION];
  const child = spawn(process.execPath, [piCli(), ...args, "hello", "/cache-stats export json"], {
    ...{ cwd: workspace.project, env: workspace.env, stdio: ["pipe", "pipe", "pipe"] },
  });
  child.stdin?.end();
  let answer = "";
  child.stderr?.on("data", (chunk) => {
    answer += chunk;
  });
  await once(child, "close");
  expect(await exported(found(/^Report written to .*\.json$/m.exec(answer)?.[0]))).toContain('"window"');
});
