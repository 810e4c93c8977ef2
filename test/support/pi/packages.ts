import { execFile } from "node:child_process";
import { piCli } from "./sdk.ts";
import type { Workspace } from "./workspace.ts";

/** How a command of Pi's about packages ended. */
export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `pi install`, `pi list` or `pi remove` in the project of a workspace. */
export function runPi(
  { env, project }: Workspace,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const options = { cwd: project, env: { ...env, ...more }, timeout: 120_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [piCli(), ...args], options, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
}
