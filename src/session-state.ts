import type { Host } from "./host.ts";
import type { Records } from "./record/read-records.ts";
import { Unrecorded } from "./record/unrecorded.ts";
import type { Pricer } from "./usage/cost.ts";
import type { TurnDetail } from "./usage/details.ts";
import { SessionScan } from "./usage/session-scan.ts";
import type { Turn } from "./usage/turn.ts";
import type { Cause } from "./verdict/cause.ts";
import type { Opened } from "./verdict/course.ts";
import type { SessionVerdicts } from "./verdict/session-verdicts.ts";

/** What is known of the session of one instance: its totals, and the verdicts once their judge is loaded. */
export class SessionState {
  readonly scan: SessionScan;
  /** What was there when this process opened the session; null for one that began empty. */
  readonly opened: Opened | null;
  /** Turns that have ended and are not recorded yet. */
  readonly unrecorded = new Unrecorded();
  #verdicts: SessionVerdicts | null = null;
  #records: Records | null = null;

  constructor(price: Pricer, opened: Opened | null) {
    this.scan = new SessionScan(price);
    this.opened = opened;
  }

  /** Null until the judge is loaded. */
  get verdicts(): SessionVerdicts | null {
    return this.#verdicts;
  }

  /** What earlier processes recorded in the session; null until it was read, and in one that began empty. */
  get records(): Records | null {
    return this.#records;
  }

  remember(records: Records): void {
    this.#records = records;
  }

  /** What is known of a turn: what this process saw, if it saw anything, or what an earlier one recorded. */
  detailOf(entryId: string | null, own: TurnDetail): TurnDetail {
    if (entryId === null || own.live !== null || own.speed !== null) return own;
    return this.#records?.details.get(entryId) ?? own;
  }

  /** Turns are judged from now on, those of the session's file included. */
  judgeWith(verdicts: SessionVerdicts): void {
    this.#verdicts = verdicts;
    this.scan.follow(verdicts);
  }

  /** A turn has ended under this entry; `isSeen`: its live facts are known by the entry now. */
  turnEnded(entryId: string, turn: Turn, isSeen: boolean): void {
    this.unrecorded.add(entryId, turn);
    // Another extension changed the message, so that its entry could not be told to be this turn's: it is judged again.
    if (isSeen && this.#verdicts?.wasUnseen(entryId)) this.scan.readAgain();
  }

  /** What broke the newest turn of the active branch; null for no break, and for one of which nothing can be said. */
  latestBreak(): Cause | null {
    const { latestId } = this.scan;
    return latestId === null ? null : (this.#verdicts?.latestBreak(latestId) ?? null);
  }

  /** The session scope starts from the entry of now. */
  reset(host: Host): void {
    this.scan.reset(host);
  }
}
