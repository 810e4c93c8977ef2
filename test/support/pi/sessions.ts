import { readFile, writeFile } from "node:fs/promises";
import { isRecordEntry } from "../../../src/record/record-entry.ts";
import { type ProviderSimulator, startProvider } from "../provider/index.ts";
import { type RpcOptions, type RpcPi, startRpc } from "./rpc.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "./workspace.ts";

/** A home and a provider for sessions that one Pi after another opens. */
export interface Sessions {
  readonly simulator: ProviderSimulator;
  readonly workspace: Workspace;
  /** Starts a Pi, after the one before has gone. */
  start(options?: Partial<RpcOptions>): Promise<RpcPi>;
  /** Lets Pi go. */
  quit(): Promise<void>;
  /** The newest session file. */
  file(): Promise<string>;
  /** The lines of our records in the newest session file. */
  recordLines(): Promise<readonly string[]>;
  /** Makes other lines of those of the newest session file, while no Pi runs. */
  rewrite(edit: (lines: readonly string[]) => readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openSessions(): Promise<Sessions> {
  const simulator = await startProvider({ minimumTokens: 256 });
  const workspace = await makeWorkspace(simulator);
  let pi: RpcPi | null = null;
  const quit = async (): Promise<void> => {
    await pi?.stop();
    pi = null;
  };
  const file = async (): Promise<string> => (await workspace.sessionFiles()).at(-1) ?? "";
  const lines = async (): Promise<readonly string[]> => (await readFile(await file(), "utf8")).split("\n");
  return {
    simulator,
    workspace,
    quit,
    file,
    async start(options = {}) {
      await quit();
      pi = await startRpc(workspace, { ...SIMULATED_MODELS["anthropic-messages"], ...options });
      return pi;
    },
    recordLines: async () => (await lines()).filter((line) => line !== "" && isRecordEntry(JSON.parse(line))),
    async rewrite(edit) {
      await quit();
      await writeFile(await file(), edit(await lines()).join("\n"));
    },
    async close() {
      await quit();
      await simulator.close();
      await workspace.remove();
    },
  };
}
