import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { isRecord } from "../../../src/unknown.ts";
import { patient } from "../patience.ts";
import { EXTENSION, piCli } from "./sdk.ts";
import type { Workspace } from "./workspace.ts";

type Message = Readonly<Record<string, unknown>>;

export interface RpcOptions {
  readonly provider: string;
  readonly model: string;
  /** Extensions to load; default ours alone. */
  readonly extensions?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Options of the Node that runs Pi. */
  readonly nodeArgs?: readonly string[];
  /** How many of Pi's messages are kept; default all. A long run bounds them. */
  readonly kept?: number;
  /** Milliseconds to wait for what is expected of Pi; default 15,000. */
  readonly patience?: number;
}

/** A real Pi in RPC mode: JSON lines on its standard input and output. */
export interface RpcPi {
  /** Every line Pi has written, oldest first. */
  readonly messages: readonly Message[];
  readonly stderr: string;
  /** Sends a command and resolves with the `data` of its response; rejects when Pi answers with an error. */
  send(command: Message): Promise<unknown>;
  /** Prompts and waits until the run has settled. */
  prompt(text: string): Promise<void>;
  /** Runs a slash command and resolves with the text of the notification it answers with. */
  command(text: string): Promise<string>;
  /** Resolves with the first message, from now on, that fits. */
  next(fits: (message: Message) => boolean, timeoutMs?: number): Promise<Message>;
  stop(): Promise<void>;
  /** Ends Pi at once, as a crash does: it can write nothing any more. */
  kill(): Promise<void>;
}

const TIMEOUT_MS = patient(15_000);

/** Starts Pi. Call `stop` in the end, also after a failure. */
export async function startRpc(
  workspace: Pick<Workspace, "project"> & { readonly env: NodeJS.ProcessEnv },
  options: RpcOptions,
): Promise<RpcPi> {
  const extensions = (options.extensions ?? [EXTENSION]).flatMap((path) => ["-e", path]);
  const args = ["--mode", "rpc", "--provider", options.provider, "--model", options.model, ...extensions];
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), piCli(), ...args, ...(options.args ?? [])], {
    cwd: workspace.project,
    env: { ...workspace.env, ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const messages: Message[] = [];
  const kept = options.kept ?? Number.POSITIVE_INFINITY;
  const waiting = new Set<(message: Message) => void>();
  let stderr = "";
  let requests = 0;
  let ended = "";
  const exited = new Promise<void>((resolve) =>
    child.once("close", (code, signal) => {
      ended = ` Pi has ended with ${signal ?? code}.`;
      resolve();
    }),
  );
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message: unknown = JSON.parse(line);
    if (!isRecord(message)) return;
    messages.push(message);
    // In halves, so that a long run does not move the whole list with every message.
    if (messages.length > 2 * kept) messages.splice(0, messages.length - kept);
    for (const listener of waiting) listener(message);
  });

  const next = (fits: (message: Message) => boolean, timeoutMs = options.patience ?? TIMEOUT_MS): Promise<Message> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(listener);
        const seen = messages.slice(-8).map((message) => String(message.type));
        reject(new Error(`Pi did not say it within ${timeoutMs} ms. Last: ${seen.join(", ")}.${ended} ${stderr}`));
      }, timeoutMs);
      const listener = (message: Message): void => {
        if (!fits(message)) return;
        clearTimeout(timer);
        waiting.delete(listener);
        resolve(message);
      };
      waiting.add(listener);
    });

  const send = async (command: Message): Promise<unknown> => {
    requests += 1;
    const id = `request-${requests}`;
    const response = next((message) => message.type === "response" && message.id === id);
    child.stdin.write(`${JSON.stringify({ id, ...command })}\n`);
    const answer = await response;
    if (answer.success !== true) throw new Error(`${String(command.type)}: ${String(answer.error)}`);
    return answer.data;
  };

  const pi: RpcPi = {
    messages,
    get stderr() {
      return stderr;
    },
    send,
    next,
    async prompt(text) {
      const settled = next((message) => message.type === "agent_settled");
      // Marked as handled: when the prompt itself fails, that is the error to report.
      settled.catch(() => undefined);
      await send({ type: "prompt", message: text });
      await settled;
    },
    async command(text) {
      const notified = next((message) => message.type === "extension_ui_request" && message.method === "notify");
      notified.catch(() => undefined);
      await send({ type: "prompt", message: text });
      return String((await notified).message);
    },
    async stop() {
      // Before Pi 1.6 a signal beside the end of input kept extensions from ending what they do.
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), patient(10_000));
      await exited;
      clearTimeout(timer);
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
  try {
    await send({ type: "get_state" });
  } catch (error) {
    await pi.stop();
    throw error;
  }
  return pi;
}
