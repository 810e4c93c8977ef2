import { SpeedMeter } from "./speed/meter.ts";
import type { Speed } from "./speed/speed.ts";
import { reports400, Unclassified400s } from "./unclassified-400.ts";
import { TurnDetails } from "./usage/details.ts";
import { Ledger } from "./usage/ledger.ts";
import type { Turn } from "./usage/turn.ts";
import type { Usage } from "./usage/usage.ts";

/** What is known of the current run: everything in it starts anew with a session and with a reset. */
export class RunState {
  readonly ledger = new Ledger();
  readonly refusals = new Unclassified400s();
  readonly details = new TurnDetails();
  readonly meter = new SpeedMeter();
  #last: Speed | undefined;
  /** Of the response that is complete while its turn goes on. */
  #pending: Speed | undefined;

  /** Speed of the last turn that ended; undefined before any. */
  get lastSpeed(): Speed | undefined {
    return this.#last;
  }

  /** A response is complete. `clock` is milliseconds of a monotonic clock. */
  responseEnded(usage: Usage | null, complete: boolean, clock: number): void {
    this.#pending = this.meter.finish(usage, complete, clock);
  }

  /** Its turn is over: its speed is the last one from now on. Undefined when nothing was measured. */
  turnEnded(): Speed | undefined {
    const speed = this.#pending;
    if (speed !== undefined) this.#last = speed;
    this.#pending = undefined;
    return speed;
  }

  /** A turn that failed with status 400 is recorded as refused. `now` is milliseconds since the epoch. */
  noteFailure({ stopReason, errorMessage, provider, model }: Turn, now: number): void {
    if (stopReason === "error" && reports400(errorMessage)) this.refusals.record({ at: now, provider, model });
  }

  forgetSpeed(): void {
    this.meter.clear();
    this.#last = undefined;
    this.#pending = undefined;
  }
}
