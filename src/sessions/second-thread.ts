import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { UnreadFile } from "./session-file.ts";
import type { Summarised } from "./summarise.ts";

type Result = Summarised | UnreadFile;

/** Files that wait for the other thread, so that it need not wait for this one. */
const AHEAD = 4;

/** A thread that reads files beside this one. Should it fail, it gives back what it has not done. */
export class SecondThread {
  readonly #worker: Worker;
  readonly #done: (path: string, result: Result) => void;
  #waiting: string[] = [];
  #failed = false;

  constructor(since: number | null, done: (path: string, result: Result) => void) {
    this.#done = done;
    // The file beside this one, in the sources and in the build.
    const file = new URL(`./session-worker${extname(import.meta.url)}`, import.meta.url);
    this.#worker = new Worker(file, { workerData: since, stdout: true, stderr: true });
    this.#worker.on("message", (result: Result) => this.#take(result));
    const fail = (): void => {
      this.#failed = true;
    };
    // A thread may end without an error too.
    this.#worker.on("error", fail).on("exit", fail);
  }

  /** Whether it would take another file now. */
  get hasRoom(): boolean {
    return !this.#failed && this.#waiting.length < AHEAD;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  give(path: string): void {
    this.#waiting.push(path);
    this.#worker.postMessage(path);
  }

  /** What it was given and will not do any more; nothing while it works. */
  takeBack(): readonly string[] {
    if (!this.#failed) return [];
    const left = this.#waiting;
    this.#waiting = [];
    return left;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(result: Result): void {
    const path = this.#waiting.shift();
    if (path !== undefined) this.#done(path, result);
  }
}
