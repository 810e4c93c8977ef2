import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import { CODES } from "../export/missing-package.ts";
import { field } from "../unknown.ts";
import { VERSION } from "../version.ts";
import type { ExportTally } from "./export-tally.ts";
import type { FromThread, ThreadData, ToThread } from "./exporter-messages.ts";
import { INSTRUMENTS, type Measurement } from "./instruments.ts";

/**
 * How long the end of Pi may wait for the last export: three round trips (TCP, TLS, request) to a collector 100 ms away, and
 * a little more. A collector that answers is faster; one that refuses answers at once.
 */
export const LAST_EXPORT_MS = 400;

/** How long it may wait for the SDK before that, in a run so short that it is still being loaded. */
const LOAD_MS = 1_000;

const THREAD = new URL("./exporter-thread.js", import.meta.url);

/** The official SDK on a thread of its own. Nothing here waits for the collector but `close`. */
export class Exporter {
  readonly #tally: ExportTally;
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  #sendingSince: number | null = null;
  #lastFailed = false;
  #ended = false;
  readonly #ready = Promise.withResolvers<void>();
  readonly #finished = Promise.withResolvers<void>();

  /** `onEnd` is called when the thread stops by itself; the tally says why. `intervalMs` is the time between two exports. */
  constructor(intervalMs: number, tally: ExportTally, onEnd: () => void) {
    this.#tally = tally;
    this.#onEnd = onEnd;
    const workerData: ThreadData = {
      intervalMs,
      instruments: INSTRUMENTS,
      scope: { name: "pi-cache-stats", version: VERSION },
      // Two Pis at the same time, or one after the other, must not write the same series.
      resource: { "service.name": "pi", "service.instance.id": randomUUID() },
    };
    // Nothing of the thread reaches Pi's terminal, and no flag of Pi's process reaches the thread.
    this.#worker = new Worker(THREAD, { workerData, stdout: true, stderr: true, execArgv: [], name: "cache-stats" });
    this.#worker.on("message", (message: FromThread) => this.#heard(message));
    this.#worker.on("error", (error) => this.#stopped(CODES.includes(field(error, "code")) ? "missing" : "failed"));
    this.#worker.on("exit", () => this.#stopped("failed"));
    this.#worker.unref();
  }

  record(measurements: readonly Measurement[]): void {
    if (measurements.length > 0) this.#send({ kind: "record", measurements });
  }

  /** What was recorded is exported soon. */
  flush(): void {
    this.#send({ kind: "flush" });
  }

  /**
   * The last export, and the end of the thread. Resolves when the collector has answered, at the latest after
   * `LAST_EXPORT_MS`; at once when it is known to be away: it took no export the last time, or has been silent for as long.
   */
  async close(): Promise<void> {
    if (this.#ended) return;
    const silentFor = this.#sendingSince === null ? 0 : performance.now() - this.#sendingSince;
    if (!this.#lastFailed && silentFor < LAST_EXPORT_MS) {
      this.#send({ kind: "finish", withinMs: LAST_EXPORT_MS });
      await within(LOAD_MS, this.#ready.promise);
      // The thread has the same limit, but not for what its limit does not cover, such as the lookup of a name.
      await within(LAST_EXPORT_MS, this.#finished.promise);
    }
    this.#ended = true;
    // Not waited for: the thread has nothing left that anybody needs.
    void this.#worker.terminate();
  }

  #send(message: ToThread): void {
    if (!this.#ended) this.#worker.postMessage(message);
  }

  #heard(message: FromThread): void {
    if (message.kind === "ready") this.#ready.resolve();
    else if (message.kind === "finished") this.#finished.resolve();
    else if (message.kind === "sending") this.#sendingSince ??= performance.now();
    else {
      this.#sendingSince = null;
      this.#lastFailed = !message.ok;
      if (message.ok) this.#tally.exported += 1;
      else this.#tally.dropped += 1;
    }
  }

  #stopped(state: "missing" | "failed"): void {
    this.#ready.resolve();
    this.#finished.resolve();
    if (this.#ended) return;
    this.#ended = true;
    this.#tally.state = state;
    this.#onEnd();
  }
}

/** Resolves with the promise, or after so long. The timer keeps Pi alive: print mode ends by having nothing left to do. */
async function within(ms: number, promise: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
