import { randomBytes } from "node:crypto";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Host } from "./host.ts";
import type { Monitor } from "./monitor.ts";
import { once } from "./once.ts";
import type { Records } from "./record/read-records.ts";
import { isRecordEntry, RECORD_TYPE } from "./record/record-entry.ts";
import type { SessionState } from "./session-state.ts";
import { isFunction } from "./unknown.ts";

const NO_RECORDS: Records = { details: new Map(), lifetimes: new Map(), salt: null, recalled: null, unreadable: 0 };

/** What the parts below ask for: both change with the session, and are null between two. */
export interface Surroundings {
  readonly pi: ExtensionAPI;
  readonly monitor: Monitor;
  readonly host: () => Host | null;
  readonly models: () => ExtensionContext["modelRegistry"] | null;
}

/**
 * What a session needs and start-up does not pay for: read and loaded in the background, while the user types, and awaited by
 * whatever needs it sooner. The session may be replaced meanwhile; then nothing is done.
 */
export class SessionParts {
  readonly #pi: ExtensionAPI;
  readonly #monitor: Monitor;
  readonly #host: Surroundings["host"];
  readonly #models: Surroundings["models"];
  readonly #differ = once(() => import("./prefix/observer.ts"));
  readonly #judge = once(async () => ({
    ...(await import("./verdict/session-verdicts.ts")),
    ...(await import("./pi-lifetimes.ts")),
  }));
  readonly #reader = once(() => import("./record/read-records.ts"));
  readonly #writer = once(() => import("./record/run-record.ts"));
  /** What writes records, and the session they are of; null before it is loaded. */
  #recording: { readonly session: SessionState; readonly forget: () => void; readonly write: () => void } | null = null;
  readonly #turnEvents = once(async () => {
    const { TurnNumbers } = await import("./usage/turn-numbers.ts");
    return { ...(await import("./report/turn-event.ts")), numbers: new TurnNumbers() };
  });

  constructor({ pi, monitor, host, models }: Surroundings) {
    this.#pi = pi;
    this.#monitor = monitor;
    this.#host = host;
    this.#models = models;
  }

  /** Requests are observed from now on. */
  async observe(): Promise<void> {
    const { config, requests, session } = this.#monitor;
    const { Observer } = await this.#differ();
    await this.#remember();
    if (this.#monitor.session !== session || requests.isObserving) return;
    // The salt of the records, so that digests of then and now can be compared.
    const salt = session.records?.salt ?? randomBytes(12).toString("base64url");
    const observer = new Observer(salt, config.prefixDiagnostics);
    const recalled = session.records?.recalled ?? null;
    if (recalled !== null) observer.recall(recalled);
    requests.use(observer);
  }

  /** Turns are judged from now on, those of the session's file included. */
  async judge(): Promise<void> {
    const { session, price, live } = this.#monitor;
    const { SessionVerdicts, createLifetimes } = await this.#judge();
    const { RunRecords } = await this.#writer();
    await this.#remember();
    if (this.#monitor.session !== session || session.verdicts !== null) return;
    const lifetimes = createLifetimes(this.#models);
    const records = new RunRecords(this.#monitor, lifetimes);
    const write = (): void => {
      const record = records.next();
      if (record !== null) this.#pi.appendEntry(RECORD_TYPE, record);
    };
    this.#recording = { session, forget: () => records.forget(), write };
    session.judgeWith(new SessionVerdicts({ price, live, lifetimes, opened: session.opened }));
  }

  /** Tells on `pi.events` how a turn went. */
  async announce(entryId: string): Promise<void> {
    const { session } = this.#monitor;
    await this.judge();
    const { turnEvent, TURN_EVENT, numbers } = await this.#turnEvents();
    const host = this.#host();
    // An older Pi has no events.
    if (host === null || this.#monitor.session !== session || !isFunction(this.#pi.events?.emit)) return;
    const turn = turnEvent(this.#monitor, host, numbers, entryId);
    if (turn !== null) this.#pi.events.emit(TURN_EVENT, turn);
  }

  /**
   * Writes what was seen of the turns that have ended since the last time into the session. At once, since the session may be
   * about to go; before its code is loaded, which a turn outlasts, nothing is written.
   */
  record(): void {
    if (this.#host() !== null && this.#recording?.session === this.#monitor.session) this.#recording.write();
  }

  /** The user has moved in the tree or compacted: the next record may stand on another branch than the last. */
  moved(): void {
    this.#monitor.requests.moved();
    this.#recording?.forget();
  }

  /** Reads the session's records once; their reader is loaded only where there are any. */
  async #remember(): Promise<void> {
    const { session } = this.#monitor;
    const host = this.#host();
    if (session.records !== null || session.opened === null || host === null) return;
    if (!host.entries().some(isRecordEntry)) {
      session.remember(NO_RECORDS);
      return;
    }
    const { readRecords } = await this.#reader();
    if (this.#monitor.session !== session || this.#host() !== host || session.records !== null) return;
    session.remember(readRecords(host.entries(), host.leafId()));
  }
}
