import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VERSION } from "../../src/version.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";
import { chain, READ, TempFolder, turns, WRITTEN } from "../support/session-files.ts";

const BIN = join(PACKAGE_ROOT, "bin/pi-cache-stats.js");
const CLI = join(PACKAGE_ROOT, "src/cli.ts");
let folder: TempFolder;
let env: Record<string, string>;

beforeAll(() => {
  folder = new TempFolder();
  env = { PATH: process.env.PATH ?? "", HOME: folder.path, PI_CODING_AGENT_DIR: join(folder.path, "agent"), LANG: "C" };
  const rows = Array.from({ length: 800 }, (_, index) => (index === 0 ? WRITTEN : READ));
  folder.session("agent/sessions/p/long.jsonl", chain(turns(...rows)));
});
afterAll(() => folder.remove());

function run(program: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    ...{ env, cwd: folder.path, encoding: "utf8", timeout: 30_000, maxBuffer: 64 * 1024 * 1024 },
  });
  return { status, stdout, stderr };
}

describe("the command in a process of its own", () => {
  it("prints its version through the program that npm links", () => {
    expect(run(BIN, "--version")).toEqual({ status: 0, stdout: `${VERSION}\n`, stderr: "" });
  });

  it("reads Pi's own folder, and writes all of a long result into a pipe", () => {
    const { status, stdout, stderr } = run(CLI, "report", "--csv");
    expect([status, stderr, stdout.split("\r\n").length]).toEqual([0, "", 802]);
    expect(stdout.length).toBeGreaterThan(130_000);
  });

  it("ends with the exit status of its command", () => {
    expect(run(CLI, "report", "--fail-under", "100%").status).toBe(1);
    expect(run(CLI, "report", "none.jsonl").status).toBe(2);
    expect(run(CLI, "nope").status).toBe(2);
  });

  it("writes nothing anywhere but what is asked for", () => {
    run(CLI, "top");
    const { stdout } = spawnSync("find", [".", "-type", "f"], { cwd: folder.path, encoding: "utf8" });
    expect(stdout).toBe("./agent/sessions/p/long.jsonl\n");
  });

  it("is quiet where whoever reads the output stops before its end", async () => {
    const child = spawn(process.execPath, [CLI, "report", "--csv"], { env, cwd: folder.path });
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
    });
    child.stdout.once("data", () => child.stdout.destroy());
    const [status] = await once(child, "exit");
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("keeps the exit status of a limit that was passed, whoever stops reading", async () => {
    const child = spawn(process.execPath, [CLI, "report", "--csv", "--fail-under", "100%"], { env, cwd: folder.path });
    child.stdout.once("data", () => child.stdout.destroy());
    child.stderr.destroy();
    const [status] = await once(child, "exit");
    expect(status).toBe(1);
  });

  it.skipIf(process.platform === "win32")("is quiet in front of head, too", async () => {
    const shell = `"${process.execPath}" "${CLI}" report --csv | head -n 1`;
    const [stdout, stderr] = await new Promise<readonly [string, string]>((resolve) => {
      execFile("sh", ["-c", shell], { env, cwd: folder.path }, (_, out, err) => resolve([out, err]));
    });
    expect([stdout.startsWith("session,file,turn"), stderr]).toEqual([true, ""]);
  });
});

describe("the program that npm links", () => {
  const text = readFileSync(BIN, "utf8");

  it("is started by Node, and says what it needs on an older one", () => {
    expect(text.startsWith("#!/usr/bin/env node\n")).toBe(true);
    const old = folder.write(
      "old.mjs",
      `Object.defineProperty(process.versions, "node", { value: "22.18.9" });\n${text
        .replace("#!/usr/bin/env node\n", "")
        .replaceAll("import.meta.url", JSON.stringify(`file://${BIN}`))}`,
    );
    const { status, stdout, stderr } = run(old, "--version");
    expect([status, stdout, stderr.startsWith("pi-cache-stats needs Node 22.19 or newer")]).toEqual([2, "", true]);
  });
});
