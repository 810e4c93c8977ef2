import type { Config } from "./config.ts";
import type { Host } from "./host.ts";
import { ExportTally } from "./otel/export-tally.ts";
import type { RequestContext } from "./prefix/observer.ts";
import { RequestWatch } from "./request-watch.ts";
import { RunState } from "./run-state.ts";
import { SessionState } from "./session-state.ts";
import { TurnPhase } from "./turn-phase.ts";
import type { Pricer } from "./usage/cost.ts";
import type { TurnDetail } from "./usage/details.ts";
import type { SessionScan } from "./usage/session-scan.ts";
import { readTurn, type Turn } from "./usage/turn.ts";
import { promptTokens } from "./usage/usage.ts";
import type { Opened } from "./verdict/course.ts";
import { readDiagnosis } from "./verdict/diagnosis.ts";
import type { LiveFacts } from "./verdict/facts.ts";

/**
 * The state of one instance: run, session and switches. It takes facts and times, and knows neither Pi's events nor any
 * view. `now` is milliseconds since the epoch, `clock` milliseconds of a monotonic clock.
 */
export class Monitor {
  readonly config: Config;
  readonly price: Pricer;
  #run = new RunState();
  #session: SessionState;
  #enabled = true;
  readonly #turn = new TurnPhase();
  readonly requests = new RequestWatch();
  readonly metrics = new ExportTally();
  #internalErrors = 0;

  constructor(config: Config, price: Pricer) {
    this.config = config;
    this.price = price;
    this.#session = new SessionState(price, null);
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  get session(): SessionState {
    return this.#session;
  }

  get scan(): SessionScan {
    return this.#session.scan;
  }

  /** The current run: turns since the session was opened or reset, while enabled. */
  get run(): RunState {
    return this.#run;
  }

  get internalErrors(): number {
    return this.#internalErrors;
  }

  /** A fault of this package was caught. Its text is dropped: it may quote a prompt. */
  countInternalError(): void {
    this.#internalErrors += 1;
  }

  /** What the live stream knew about a turn, in this process or a recorded one; null for one that was not watched. */
  readonly live = (entryId: string | null, turn: Turn): LiveFacts | null =>
    this.detailOf(entryId).live ?? this.requests.factsOf(turn);

  /** What is known of a turn beside the session's own entries. */
  detailOf(entryId: string | null): TurnDetail {
    return this.#session.detailOf(entryId, this.#run.details.of(entryId));
  }

  /**
   * A session begins, whatever the reason: the run starts from nothing, the session scope from the session's file.
   * `opened` says what was there already; null for a session that begins empty.
   */
  sessionStarted(opened: Opened | null = null): void {
    this.requests.use(null);
    this.#session = new SessionState(this.price, opened);
    this.#turn.begin("between", this.#enabled);
    this.#clearRun();
  }

  turnStarted(): void {
    this.#turn.begin("awaiting", this.#enabled);
  }

  /**
   * A request is about to be sent. Returns whether a response to it is awaited: Pi's cache-warming replays also come this
   * way, between turns and while a response streams, and belong to no turn.
   */
  requestStarted(clock: number): boolean {
    if (!this.#turn.isAwaiting) return false;
    if (this.#enabled) this.#run.meter.requestStarted(clock);
    this.#run.refusals.nextRequest();
    return true;
  }

  /** A request is sent that no turn waits for. */
  refreshSent(now: number, context: RequestContext): void {
    if (this.#enabled) this.requests.refreshSent(now, context);
  }

  /** The head of a response has come: between turns it is a refresh's. */
  responseHead(): void {
    if (this.#turn.isBetween) this.requests.refreshAnswered();
  }

  /** The payload of a request, read while it is about to be sent. `awaited` is what `requestStarted` answered. */
  observe(payload: unknown, awaited: boolean, context: RequestContext): void {
    if (this.#enabled) this.requests.observe(payload, awaited, context);
  }

  responseStarted(): void {
    this.#turn.respond();
    if (this.#enabled) this.#run.meter.responseStarted();
  }

  /** Constant work: this runs for every streamed delta. */
  streamed(event: unknown, clock: number): void {
    if (this.#enabled) this.#run.meter.update(event, clock);
  }

  /** A parsed event of the provider's stream came by. Constant work, as for a delta. */
  providerSaid(event: unknown): void {
    const cause = this.#enabled && !this.#turn.isBetween ? readDiagnosis(event) : null;
    if (cause !== null) this.requests.diagnosed(cause);
  }

  /** A response came with status 400, where the adapter reports it. */
  refused(provider: string, model: string, now: number): void {
    // A replay in mid-stream may be refused too; that says nothing about the turn.
    if (this.#enabled && !this.#turn.isResponding) this.#run.refusals.record({ at: now, provider, model });
  }

  /** The response is complete; tools have not run yet, so their time is not in the speed. */
  responseEnded(message: unknown, clock: number): void {
    const turn = readTurn(message, this.price);
    if (turn === null) return;
    this.#turn.complete();
    if (!this.#enabled || !this.#turn.isWatched) return;
    this.requests.completed(turn);
    const complete = turn.stopReason !== "error" && turn.stopReason !== "aborted";
    this.#run.responseEnded(turn.row.usage, complete, clock);
    // A failed request that was billed has reached the provider's cache; a complete answer has in any case.
    const billed = turn.row.usage !== null && promptTokens(turn.row.usage) > 0;
    if (complete || billed) this.requests.answered();
    this.#count(turn);
  }

  /** The turn is over and its message is saved under `entryId` (null on a Pi that does not say). */
  turnEnded(message: unknown, entryId: string | null, now: number): void {
    const turn = readTurn(message, this.price);
    if (turn === null) return;
    if (this.#enabled && this.#turn.isWatched) this.#finishTurn(turn, entryId, now);
    // An adapter may announce neither its next turn nor its next request.
    this.#run.refusals.nextRequest();
    this.#turn.begin("between", this.#enabled);
  }

  enable(): void {
    this.#enabled = true;
  }

  /** Nothing is measured until `enable`; what was measured stays. */
  disable(): void {
    this.#enabled = false;
    this.#turn.stopWatching();
    // The next response is the last one, and it is not measured.
    this.#run.forgetSpeed();
    this.requests.clear();
  }

  /** Run totals, refused requests and speed start from nothing, the session scope from the entry of now. */
  reset(host: Host): void {
    this.#clearRun();
    this.#session.reset(host);
  }

  #finishTurn(turn: Turn, entryId: string | null, now: number): void {
    this.#count(turn);
    const [speed = null, live] = [this.#run.turnEnded(), this.requests.take()];
    if (entryId !== null) {
      if (speed !== null || live !== null) this.#run.details.add(entryId, { speed, live });
      this.#session.turnEnded(entryId, turn, live !== null);
    }
    this.#run.noteFailure(turn, now);
  }

  /** Into the run, once per turn: with the response, so that a report during the tools agrees with the session's. */
  #count(turn: Turn): void {
    if (this.#turn.countOnce()) this.#run.ledger.add(turn);
  }

  #clearRun(): void {
    this.#run = new RunState();
    this.requests.clear();
  }
}
