import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BREAKER } from "../../test/support/pi/breaker.ts";
import { LATE_BREAKER } from "../../test/support/pi/late-breaker.ts";
import { NAVIGATOR } from "../../test/support/pi/navigator.ts";
import { type RpcPi, startRpc } from "../../test/support/pi/rpc.ts";
import { EXTENSION } from "../../test/support/pi/sdk.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../../test/support/pi/workspace.ts";
import {
  type ProtocolName,
  type ProviderOptions,
  type ProviderSimulator,
  startProvider,
  type Truth,
} from "../../test/support/provider/index.ts";

/** What a scenario needs beside the usual. */
export interface Setup {
  readonly provider?: Omit<ProviderOptions, "now">;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** More providers for models.json, or others under the usual names. */
  readonly providers?: (simulator: ProviderSimulator) => Readonly<Record<string, unknown>>;
  /** The model to start with; default the protocol's usual one. */
  readonly model?: { readonly provider: string; readonly model: string };
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Rules in AGENTS.md of some 11 tokens each; default 600. */
  readonly rules?: number;
}

/** A real Pi between the extensions that break things, and the provider it talks to. */
export class Stage {
  static readonly #open = new Set<Stage>();
  readonly simulator: ProviderSimulator;
  readonly workspace: Workspace;
  readonly #protocol: ProtocolName;
  readonly #setup: Setup;
  #elsewhere: ProviderSimulator | null = null;
  #pi: RpcPi | null = null;
  #questions = 0;

  private constructor(simulator: ProviderSimulator, workspace: Workspace, protocol: ProtocolName, setup: Setup) {
    this.simulator = simulator;
    this.workspace = workspace;
    this.#protocol = protocol;
    this.#setup = setup;
  }

  /** Starts provider and Pi. Call `close` in the end, also after a failure. */
  static async open(protocol: ProtocolName, setup: Setup = {}): Promise<Stage> {
    const simulator = await startProvider({ ...setup.provider });
    const stage = new Stage(simulator, await workspaceFor(simulator, setup), protocol, setup);
    Stage.#open.add(stage);
    try {
      await stage.#start([]);
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  /** Ends everything that still runs, for the case that the whole bench is interrupted. */
  static async closeAll(): Promise<void> {
    await Promise.all([...Stage.#open].map((stage) => stage.close()));
  }

  get pi(): RpcPi {
    if (this.#pi === null) throw new Error("Pi does not run.");
    return this.#pi;
  }

  /** Every request so far, in order; those of another provider follow those of the usual one. */
  get truths(): readonly Truth[] {
    return [...this.simulator.requests, ...(this.#elsewhere?.requests ?? [])];
  }

  /** Asks something and waits for the end of the run. Without a text it is a long question, and never the same twice. */
  async say(text?: string): Promise<void> {
    this.#questions += 1;
    await this.pi.prompt(text ?? longQuestion(this.#questions));
  }

  /** Runs a slash command that answers with nothing. */
  async go(command: string): Promise<void> {
    await this.pi.send({ type: "prompt", message: command });
  }

  /** Time passes, for the provider and for Pi. */
  async later(seconds: number): Promise<void> {
    this.simulator.advance(seconds * 1_000);
    this.#elsewhere?.advance(seconds * 1_000);
    await this.go(`/later ${seconds}`);
  }

  /** A second provider, which knows nothing of what the first one was sent. */
  async elsewhere(): Promise<ProviderSimulator> {
    this.#elsewhere ??= await startProvider({ ...this.#setup.provider });
    return this.#elsewhere;
  }

  /** Stops Pi and starts it again. */
  async restart(...args: string[]): Promise<void> {
    await this.#pi?.stop();
    this.#pi = null;
    await this.#start(args);
  }

  /** Changes one rule of the project's AGENTS.md, which Pi reads when it starts or reloads. */
  async editRules(): Promise<void> {
    const path = join(this.workspace.project, "AGENTS.md");
    await writeFile(path, (await readFile(path, "utf8")).replace("Rule 30: keep", "Rule 30: always keep"));
  }

  async close(): Promise<void> {
    await this.#pi?.stop();
    await Promise.all([this.simulator.close(), this.#elsewhere?.close()]);
    await this.workspace.remove();
    Stage.#open.delete(this);
  }

  async #start(args: readonly string[]): Promise<void> {
    this.#pi = await startRpc(this.workspace, {
      ...(this.#setup.model ?? SIMULATED_MODELS[this.#protocol]),
      extensions: [BREAKER, EXTENSION, NAVIGATOR, LATE_BREAKER],
      args: [...(this.#setup.args ?? []), ...args],
      env: this.#setup.env ?? {},
    });
  }
}

async function workspaceFor(simulator: ProviderSimulator, setup: Setup): Promise<Workspace> {
  const workspace = await makeWorkspace(simulator, {
    settings: { retry: { baseDelayMs: 10 }, compaction: { keepRecentTokens: 100 }, ...setup.settings },
    ...(setup.providers === undefined ? {} : { providers: setup.providers(simulator) }),
  });
  await writeFile(join(workspace.project, "AGENTS.md"), longRules(setup.rules ?? 600));
  return workspace;
}

/** Long, so that a miss stands out from the noise. */
function longRules(length: number): string {
  const rules = Array.from({ length }, (_, index) => `- Rule ${index + 1}: keep chapter ${index + 1} short.`);
  return `# Rules of this project\n\n${rules.join("\n")}\n`;
}

/** About 1,500 tokens. */
function longQuestion(number: number): string {
  const lines = Array.from(
    { length: 100 },
    (_, line) => `In part ${number} the line ${line} reads: we met and talked.`,
  );
  return `What do you make of this?\n${lines.join("\n")}`;
}
