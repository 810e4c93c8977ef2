import { field, isRecord } from "../../src/unknown.ts";
import { NAVIGATOR } from "../support/pi/navigator.ts";
import { type RpcOptions, type RpcPi, startRpc } from "../support/pi/rpc.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../support/provider/index.ts";
import { copiedOf } from "./copied.ts";
import type { Action } from "./plan.ts";
import { isProbe, PROBE, type Probe } from "./probe.ts";
import { ATTEMPTS, type KillMoment, repliesUntil, SLOW_SIGN, SLOW_TOOL_NAME } from "./replies.ts";
import { type SessionTruth, Truths } from "./truth.ts";

/** So much context, in tokens, is compacted by Pi itself: a busy session is then compacted every few hundred turns. */
const CONTEXT_TOKENS = 9_000;
const SETTINGS = {
  retry: { baseDelayMs: 1, maxRetries: ATTEMPTS - 1 },
  compaction: { keepRecentTokens: 200, reserveTokens: 200_000 - CONTEXT_TOKENS },
};
/** Long: the machine may be busy. */
const PATIENCE_MS = 120_000;

/** One real Pi, and everything that is known of what it was made to do. */
export class Drive {
  readonly truths = new Truths();
  readonly workspace: Workspace;
  readonly sessions: SessionTruth[] = [];
  /** How often each thing has happened. */
  readonly happened = new Map<string, number>();
  readonly #simulator: ProviderSimulator;
  readonly #bare: boolean;
  #pi: RpcPi | null = null;
  #session: SessionTruth | null = null;
  /** Turns of the session before the present run began. */
  #before = 0;

  private constructor(simulator: ProviderSimulator, workspace: Workspace, bare: boolean) {
    this.#simulator = simulator;
    this.workspace = workspace;
    this.#bare = bare;
  }

  /** Starts the provider; Pi is started by `start`. `bare`: without the extension under test. */
  static async open({ bare = false } = {}): Promise<Drive> {
    let drive: Drive | null = null;
    const simulator = await startProvider({
      minimumTokens: 256,
      respond: (request) => drive?.truths.respond(request) ?? {},
    });
    drive = new Drive(simulator, await makeWorkspace(simulator, { settings: SETTINGS }), bare);
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
      extensions: [...(this.#bare ? [] : [EXTENSION]), NAVIGATOR, PROBE],
      nodeArgs: ["--expose-gc"],
      ...{ args, kept: 200, patience: PATIENCE_MS },
    };
    this.#pi = await startRpc(this.workspace, options);
    await this.#opened();
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

  /** A run that never ends, since Pi is killed in it at that moment. Its turns are in no record. */
  async kill(moment: KillMoment): Promise<void> {
    const { pi, session } = this;
    const before = session.turns.length;
    const replies = repliesUntil(moment);
    const asked = this.truths.plan(replies);
    const settled = pi.next(({ type }) => type === "agent_settled");
    settled.catch(() => undefined);
    await pi.send({ type: "prompt", message: "Go on, but you will not come to an end." });
    await asked;
    if (moment === "stream") await this.#streaming();
    if (moment === "tool") await this.#slowTool();
    if (moment === "idle") await settled;
    await pi.kill();
    this.#pi = null;
    await this.truths.settle();
    // Pi writes a turn when its response is complete.
    if (moment === "head" || moment === "stream") session.turns.pop();
    if (moment !== "idle") for (const turn of session.turns.slice(before)) session.unrecorded.add(turn);
    this.count(`killed: ${moment}`);
  }

  /** Measures the process of Pi. */
  async probe(): Promise<Probe> {
    const probe: unknown = JSON.parse(await this.pi.command("/soak-probe"));
    if (!isProbe(probe)) throw new Error("The probe answered something else.");
    return probe;
  }

  /** Does one thing and waits until Pi is idle again. */
  async act(action: Action): Promise<void> {
    if (action.kind === "run") await this.#run(action);
    else if (await this.#event(action)) this.count(action.kind);
    await this.truths.settle();
  }

  count(what: string, times = 1): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + times);
  }

  async #run({ manner, replies }: Extract<Action, { kind: "run" }>): Promise<void> {
    const { pi, session } = this;
    const [turns, summaries] = [session.turns.length, session.summaries.length];
    const asked = this.truths.plan(replies);
    const settled = pi.next(({ type }) => type === "agent_settled");
    settled.catch(() => undefined);
    const compacted = () => session.summaries.length > summaries;
    await pi.send({ type: "prompt", message: "Go on with the next part, please." });
    if (manner === "command in the stream" || manner.startsWith("aborted")) {
      await asked;
      if (manner === "aborted in the stream" || manner === "command in the stream") {
        await this.#streaming();
      }
      if (manner === "aborted in a tool") await this.#slowTool();
      if (manner === "command in the stream") await pi.command(this.#bare ? "/soak-probe" : "/cache-stats json 1");
      else await pi.send({ type: "abort" });
    }
    await settled;
    this.count(manner);
    if (compacted()) this.count("automatic compaction");
    const made = session.turns.length - turns;
    if (made !== replies.length) {
      throw new Error(`A run (${manner}) of ${replies.length} turns made ${made}: ${pi.stderr}`);
    }
    // Pi writes the turn that would have followed the tool as an aborted one.
    if (manner === "aborted in a tool") session.turns.push(null);
  }

  /** The slow response has begun: Pi may still be telling of the one before. */
  async #streaming(): Promise<void> {
    await this.pi.next(({ assistantMessageEvent }) => {
      const delta = field(assistantMessageEvent, "delta");
      return typeof delta === "string" && delta.includes(SLOW_SIGN);
    });
  }

  async #slowTool(): Promise<void> {
    await this.pi.next(({ type, toolName }) => type === "tool_execution_start" && toolName === SLOW_TOOL_NAME);
  }

  async #event(action: Exclude<Action, { kind: "run" }>): Promise<boolean> {
    const { pi } = this;
    switch (action.kind) {
      case "compaction":
        return pi.send({ type: "compact" }).then(() => true, nothingToCompact);
      case "tree move":
      case "branch summary": {
        const word = action.kind === "branch summary" ? " summary" : "";
        return (await pi.command(`/soak-tree ${action.steps}${word}`)) === "moved";
      }
      case "model switch":
        await pi.send({ type: "set_model", provider: action.provider, modelId: action.model });
        return true;
      case "thinking switch":
        await pi.send({ type: "set_thinking_level", level: action.level });
        return true;
      case "command":
        if (!this.#bare) await pi.command(action.text);
        return true;
      case "reload":
        await pi.send({ type: "prompt", message: "/go-reload" });
        await this.#opened();
        return true;
      case "new session":
        await pi.send({ type: "new_session" });
        await this.#opened();
        return true;
      case "resumed session":
        await pi.send({ type: "switch_session", sessionPath: this.sessions[action.session]?.file });
        await this.#opened();
        return true;
      case "fork": {
        const forked = (await pi.command(`/soak-fork ${action.steps}`)) === "forked";
        // The plan knows sessions by their place: without a fork this one stands there too.
        if (forked) await this.#opened();
        else this.sessions.push(this.session);
        return forked;
      }
    }
  }

  /** Looks which session is open now. */
  async #opened(): Promise<void> {
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

/** Pi says no when there is too little to summarise; anything else is a failure. */
function nothingToCompact(error: unknown): false {
  const text = error instanceof Error ? error.message : String(error);
  if (/nothing to compact|already compacted/i.test(text)) return false;
  throw error;
}
