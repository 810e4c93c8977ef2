import type { Config } from "./config.ts";
import type { Host } from "./host.ts";
import { SpeedMeter } from "./speed/meter.ts";
import type { Speed } from "./speed/speed.ts";
import { type Refusal, reports400, Unclassified400s } from "./unclassified-400.ts";
import type { Pricer } from "./usage/cost.ts";
import { TurnDetails } from "./usage/details.ts";
import { Ledger } from "./usage/ledger.ts";
import { SessionScan } from "./usage/session-scan.ts";
import { readTurn } from "./usage/turn.ts";

/**
 * The state of one instance: the current run, the session scope, speed, refused requests and the switches. It takes
 * facts and times, and knows neither Pi's events nor any view. `now` is milliseconds since the epoch, `clock`
 * milliseconds of a monotonic clock.
 */
export class Monitor {
  readonly config: Config;
  readonly price: Pricer;
  readonly #meter = new SpeedMeter();
  readonly #refusals = new Unclassified400s();
  readonly #details = new TurnDetails();
  #run = new Ledger();
  #scan: SessionScan;
  #enabled = true;
  #lastSpeed: Speed | undefined;
  #pendingSpeed: Speed | undefined;
  #internalErrors = 0;

  constructor(config: Config, price: Pricer) {
    this.config = config;
    this.price = price;
    this.#scan = new SessionScan(price);
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  get scan(): SessionScan {
    return this.#scan;
  }

  /** The current run: turns since the session was opened or reset, while enabled. */
  get run(): Ledger {
    return this.#run;
  }

  get details(): TurnDetails {
    return this.#details;
  }

  get refusals(): readonly Refusal[] {
    return this.#refusals.list;
  }

  /** Speed of the last response of this run; undefined before any. */
  get lastSpeed(): Speed | undefined {
    return this.#lastSpeed;
  }

  get internalErrors(): number {
    return this.#internalErrors;
  }

  /** A fault of this package was caught. Its text is dropped: it may quote a prompt. */
  countInternalError(): void {
    this.#internalErrors += 1;
  }

  /** A session begins, whatever the reason: the run starts from nothing, the session scope from the session's file. */
  sessionStarted(): void {
    this.#scan = new SessionScan(this.price);
    this.#clearRun();
  }

  requestStarted(clock: number): void {
    if (!this.#enabled) return;
    this.#meter.requestStarted(clock);
    this.#refusals.nextRequest();
  }

  responseStarted(): void {
    if (this.#enabled) this.#meter.responseStarted();
  }

  /** Constant work: this runs for every streamed delta. */
  streamed(event: unknown, clock: number): void {
    if (this.#enabled) this.#meter.update(event, clock);
  }

  /** A response came with status 400, where the adapter reports it. */
  refused(provider: string, model: string, now: number): void {
    if (this.#enabled) this.#refusals.record({ at: now, provider, model });
  }

  /** The response is complete; tools have not run yet, so their time is not in the speed. */
  responseEnded(message: unknown, clock: number): void {
    const turn = this.#enabled ? readTurn(message, this.price) : null;
    if (turn === null) return;
    const complete = turn.stopReason !== "error" && turn.stopReason !== "aborted";
    this.#pendingSpeed = this.#meter.finish(turn.row.usage, complete, clock);
  }

  /** The turn is over and its message is final and saved under `entryId` (null on a Pi that does not say). */
  turnEnded(message: unknown, entryId: string | null, now: number): void {
    const turn = this.#enabled ? readTurn(message, this.price) : null;
    if (turn === null) return;
    this.#run.add(turn);
    if (this.#pendingSpeed !== undefined) {
      this.#lastSpeed = this.#pendingSpeed;
      if (entryId !== null) this.#details.add(entryId, this.#pendingSpeed);
      this.#pendingSpeed = undefined;
    }
    if (turn.stopReason === "error" && reports400(turn.errorMessage)) {
      this.#refusals.record({ at: now, provider: turn.provider, model: turn.model });
    }
    // An adapter may not announce its next request.
    this.#refusals.nextRequest();
  }

  enable(): void {
    this.#enabled = true;
  }

  /** Nothing is measured until `enable`; what was measured stays. */
  disable(): void {
    this.#enabled = false;
    this.#meter.clear();
    this.#pendingSpeed = undefined;
  }

  /** Run totals, refused requests and speed start from nothing, the session scope from the entry of now. */
  reset(host: Host): void {
    this.#clearRun();
    this.#scan.reset(host);
  }

  #clearRun(): void {
    this.#run = new Ledger();
    this.#refusals.clear();
    this.#details.clear();
    this.#meter.clear();
    this.#lastSpeed = undefined;
    this.#pendingSpeed = undefined;
  }
}
