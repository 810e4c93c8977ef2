import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRecord, type JsonRecord } from "./json-shape.ts";

const PI = join(import.meta.dirname, "../../../node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");

/** A throw-away home with Pi's settings in it and an empty working directory. */
export interface PiHome {
  /** Runs Pi to its end and returns its output; rejects after 20 s or with a non-zero exit, then with Pi's messages. */
  run(...args: string[]): Promise<string>;
  /** The `usage` of every assistant message in the session files, in order. */
  usages(): Promise<JsonRecord[]>;
  remove(): Promise<void>;
}

/** Makes a home whose `models.json` has these providers. The working directory has a `notes.txt`. */
export async function makePiHome(providers: JsonRecord): Promise<PiHome> {
  const home = await mkdtemp(join(tmpdir(), "pi-home-"));
  const agent = join(home, "agent");
  const work = join(home, "work");
  await mkdir(agent);
  await mkdir(work);
  await writeFile(join(agent, "models.json"), JSON.stringify({ providers }));
  // Pi waits seconds before it repeats a failed request, and ignores the provider's wish for less.
  await writeFile(join(agent, "settings.json"), JSON.stringify({ retry: { baseDelayMs: 1 } }));
  await writeFile(join(work, "notes.txt"), "Water the plants.\n");
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    PI_CODING_AGENT_DIR: agent,
    PI_OFFLINE: "1",
    PI_TELEMETRY: "0",
    PI_SKIP_VERSION_CHECK: "1",
  };
  return {
    run: (...args) => runToEnd([PI, ...args], work, env),
    async usages() {
      const files = await readdir(join(agent, "sessions"), { recursive: true });
      const texts = files
        .filter((file) => file.endsWith(".jsonl"))
        .sort()
        .map((file) => readFile(join(agent, "sessions", file), "utf8"));
      return (await Promise.all(texts)).flatMap(assistantUsages);
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

function assistantUsages(session: string): JsonRecord[] {
  const usages: JsonRecord[] = [];
  for (const line of session.split("\n")) {
    const entry: unknown = line === "" ? null : JSON.parse(line);
    if (!isRecord(entry) || !isRecord(entry["message"])) continue;
    const { role, usage } = entry["message"];
    if (role === "assistant" && isRecord(usage)) usages.push(usage);
  }
  return usages;
}

function runToEnd(args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, timeout: 20_000, stdio: ["pipe", "pipe", "pipe"] });
    // Pi puts whatever it finds on stdin in front of the prompt, so it gets an empty stream of its own.
    child.stdin.end();
    let output = "";
    let messages = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      messages += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`Pi ended with ${code}: ${messages}${output}`));
    });
  });
}
