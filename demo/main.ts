/**
 * The demo: a model provider on loopback and the real Pi with this extension, in a throw-away agent folder, without key
 * or network. In a terminal you type to it; without one, or with --script, it plays a conversation and checks the rates.
 */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { EXTENSION, piCli } from "../test/support/pi/sdk.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../test/support/pi/workspace.ts";
import { defaultResponder, type ProtocolName, startProvider } from "../test/support/provider/index.ts";
import { MY_TOOLS } from "./my-tools.ts";
import { playScript } from "./scripted.ts";

const USAGE = `Usage: npm run demo -- [--script] [--columns N] [--protocol NAME]
  --script     play a conversation instead of asking you; the default without a terminal
  --columns    width of the scripted terminal, 40 to 400; default 100
  --protocol   ${Object.keys(SIMULATED_MODELS).join(", ")}; default anthropic-messages`;

interface Options {
  readonly script: boolean;
  readonly columns: number;
  readonly protocol: ProtocolName;
}

function readOptions(args: readonly string[]): Options | string {
  const options = {
    script: { type: "boolean" },
    columns: { type: "string" },
    protocol: { type: "string" },
    help: { type: "boolean" },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.help === true) return "The demo of pi-cache-stats.";
    const columns = Number(values.columns ?? 100);
    const protocol = Object.keys(SIMULATED_MODELS).find((name) => name === (values.protocol ?? "anthropic-messages"));
    if (!Number.isInteger(columns) || columns < 40 || columns > 400) return `--columns ${values.columns}: 40 to 400`;
    if (!isProtocol(protocol)) return `--protocol ${values.protocol}: not known`;
    const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
    return { script: values.script ?? !terminal, columns, protocol };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isProtocol(name: string | undefined): name is ProtocolName {
  return name !== undefined && name in SIMULATED_MODELS;
}

/** Pi in this terminal, until you leave it. */
function interactive(workspace: Workspace, provider: string, model: string): Promise<number> {
  console.log("A simulated model answers here. Leave with Ctrl+D.");
  const args = [piCli(), "--provider", provider, "--model", model, "-e", MY_TOOLS, "-e", EXTENSION];
  const { TERM = "xterm-256color", COLORTERM = "" } = process.env;
  const env = { ...workspace.env, TERM, ...(COLORTERM === "" ? {} : { COLORTERM }), ...ourVariables() };
  const child = spawn(process.execPath, args, { cwd: workspace.project, env, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** PI_CACHE_STATS_* and NO_COLOR of the caller, so that the settings can be tried in the demo. */
function ourVariables(): Record<string, string> {
  const ours = Object.entries(process.env).filter(
    ([name]) => name.startsWith("PI_CACHE_STATS_") || name === "NO_COLOR",
  );
  return Object.fromEntries(ours.map(([name, value]) => [name, value ?? ""]));
}

const options = readOptions(process.argv.slice(2));
if (typeof options === "string") {
  const asked = process.argv.includes("--help");
  (asked ? console.log : console.error)(`${options}\n${USAGE}`);
  process.exit(asked ? 0 : 2);
}
const { provider, model } = SIMULATED_MODELS[options.protocol];
const respond = (request: Parameters<typeof defaultResponder>[0]) => ({
  ...{ firstDelay: 150, deltaDelay: 30 },
  ...defaultResponder(request),
});
const simulator = await startProvider({ respond });
const workspace = await makeWorkspace(simulator);
// A closed terminal or an interrupt must not leave the throw-away folder behind.
for (const signal of ["SIGHUP", "SIGTERM", "SIGINT"] as const) {
  process.once(signal, async () => {
    await simulator.close();
    await workspace.remove();
    process.exit(1);
  });
}
try {
  if (options.script) {
    const { columns } = options;
    const right = await playScript(workspace, simulator, {
      provider,
      model,
      columns,
      print: (line) => console.log(line),
    });
    process.exitCode = right ? 0 : 1;
  } else {
    process.exitCode = await interactive(workspace, provider, model);
    console.log("The demo's folder is gone, its sessions and reports with it.");
  }
} finally {
  await simulator.close();
  await workspace.remove();
}
