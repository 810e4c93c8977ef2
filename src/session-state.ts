import type { Host } from "./host.ts";
import type { Pricer } from "./usage/cost.ts";
import { SessionScan } from "./usage/session-scan.ts";
import type { Cause } from "./verdict/cause.ts";
import type { Opened } from "./verdict/course.ts";
import type { SessionVerdicts } from "./verdict/session-verdicts.ts";

/** What is known of the session of one instance: its totals, and the verdicts once their judge is loaded. */
export class SessionState {
  readonly scan: SessionScan;
  /** What was there when this process opened the session; null for one that began empty. */
  readonly opened: Opened | null;
  #verdicts: SessionVerdicts | null = null;

  constructor(price: Pricer, opened: Opened | null) {
    this.scan = new SessionScan(price);
    this.opened = opened;
  }

  /** Null until the judge is loaded. */
  get verdicts(): SessionVerdicts | null {
    return this.#verdicts;
  }

  /** Turns are judged from now on, those of the session's file included. */
  judgeWith(verdicts: SessionVerdicts): void {
    this.#verdicts = verdicts;
    this.scan.follow(verdicts);
  }

  /** The live facts of a turn are known by its entry now. One that was judged without them is judged again. */
  factsArrived(entryId: string): void {
    // Another extension changed the message, so that its entry could not be told to be this turn's.
    if (this.#verdicts?.wasUnseen(entryId)) this.scan.readAgain();
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
