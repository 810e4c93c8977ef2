import { isRecord } from "../../src/unknown.ts";
import { NAVIGATOR } from "../support/pi/navigator.ts";
import { type RpcOptions, type RpcPi, startRpc } from "../support/pi/rpc.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { CONTEXT_WINDOW, makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../support/provider/index.ts";
import { copiedOf } from "./copied.ts";
import { isProbe, PROBE, type Probe } from "./probe.ts";
import { ATTEMPTS } from "./replies.ts";
import { type SessionTruth, Truths } from "./truth.ts";

/** Long: the machine may be busy. */
const PATIENCE_MS = 120_000;

export interface DriveOptions {
  /** Without the extension under test. */
  readonly bare: boolean;
  /** So much context, in tokens, is compacted by Pi itself; its prompt and tools alone have some 2,000. */
  readonly contextTokens: number;
}

/** One real Pi, and everything that is known of what it was made to do. */
export class Drive {
  readonly truths = new Truths();
  readonly workspace: Workspace;
  readonly sessions: SessionTruth[] = [];
  /** How often each thing has happened. */
  readonly happened = new Map<string, number>();
  readonly #simulator: ProviderSimulator;
  readonly bare: boolean;
  #pi: RpcPi | null = null;
  #session: SessionTruth | null = null;
  /** Turns of the session before the present run began. */
  #before = 0;

  private constructor(simulator: ProviderSimulator, workspace: Workspace, bare: boolean) {
    this.#simulator = simulator;
    this.workspace = workspace;
    this.bare = bare;
  }

  /** Starts the provider; Pi is started by `start`. */
  static async open({ bare, contextTokens }: DriveOptions): Promise<Drive> {
    let drive: Drive | null = null;
    const simulator = await startProvider({
      minimumTokens: 256,
      respond: (request) => drive?.truths.respond(request) ?? {},
    });
    const settings = {
      retry: { baseDelayMs: 1, maxRetries: ATTEMPTS - 1 },
      compaction: { keepRecentTokens: 50, reserveTokens: CONTEXT_WINDOW - contextTokens },
    };
    drive = new Drive(simulator, await makeWorkspace(simulator, { settings }), bare);
    drive.truths.use(simulator);
    return drive;
  }

  get pi(): RpcPi {
    if (this.#pi === null) throw new Error("No Pi runs.");
    return this.#pi;
  }

  get session(): SessionTruth {
    if (this.#session === null) throw new Error("There is no session.");
    return this.#session;
  }

  /** Turns that were made in all sessions and processes. */
  get turns(): number {
    return [...new Set(this.sessions)].reduce((all, { turns }) => all + turns.length, 0);
  }

  /** Turns since the session was opened here. */
  get runTurns(): number {
    return this.session.turns.length - this.#before;
  }

  async start(args: readonly string[] = []): Promise<void> {
    const options: RpcOptions = {
      ...SIMULATED_MODELS["anthropic-messages"],
      extensions: [...(this.bare ? [] : [EXTENSION]), NAVIGATOR, PROBE],
      nodeArgs: ["--expose-gc"],
      ...{ args, kept: 200, patience: PATIENCE_MS },
    };
    this.#pi = await startRpc(this.workspace, options);
    await this.opened();
  }

  async close(): Promise<void> {
    await this.#pi?.stop();
    await this.#simulator.close();
    await this.workspace.remove();
  }

  /** Lets Pi go as a user does. */
  async quit(): Promise<void> {
    await this.#pi?.stop();
    this.#pi = null;
  }

  /** Ends Pi as a crash does. */
  async kill(): Promise<void> {
    await this.pi.kill();
    this.#pi = null;
    await this.truths.settle();
  }

  /** Measures the process of Pi. */
  async probe(): Promise<Probe> {
    const probe: unknown = JSON.parse(await this.pi.command("/soak-probe"));
    if (!isProbe(probe)) throw new Error("The probe answered something else.");
    return probe;
  }

  count(what: string, times = 1): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + times);
  }

  /** Looks which session is open now. */
  async opened(): Promise<void> {
    const state = await this.pi.send({ type: "get_state" });
    if (!isRecord(state)) throw new Error("Pi has no state.");
    const { sessionId, sessionFile } = state;
    let session = this.sessions.find(({ id }) => id === sessionId);
    if (session === undefined) {
      const copied = await copiedOf(this.pi);
      session = {
        id: String(sessionId),
        file: String(sessionFile),
        ...copied,
        turns: [],
        summaries: [],
        unrecorded: new Set(),
      };
      this.sessions.push(session);
    }
    this.#session = session;
    this.#before = session.turns.length;
    this.truths.enter(session);
  }
}
