import type { Host } from "../../host.ts";
import type { Monitor } from "../../monitor.ts";
import type { Totals } from "../../usage/totals.ts";
import type { ModelId } from "../../usage/turn.ts";
import type { ListedTurn, TurnList } from "../../usage/turn-list.ts";
import type { Verdict } from "../../verdict/evidence.ts";
import { unmeasured } from "../../verdict/judge.ts";
import { BranchTurns } from "./branch-turns.ts";
import { FileTurns } from "./file-turns.ts";
import { OlderVerdicts } from "./older-verdicts.ts";

/** Which turns are shown: those that led to where the user is in the tree, or those of all branches. */
export type Range = "branch" | "file";

/**
 * The session's turns and verdicts as the panel shows them, kept up to date while it is open. What memory no longer holds
 * comes from the session itself. All of it lies inside the session window, which a reset moves.
 */
export class SessionTurns {
  readonly #monitor: Monitor;
  readonly #host: Host;
  #revision = -1;
  #window: Totals | null = null;
  #branch: BranchTurns;
  /** Null until the whole file is asked for: most never do. */
  #file: FileTurns | null = null;
  #onBranch: ReadonlySet<string | null> | null = null;
  /** Null while the session's judge still keeps every turn. */
  #older: OlderVerdicts | null = null;

  constructor(monitor: Monitor, host: Host) {
    this.#monitor = monitor;
    this.#host = host;
    this.#branch = this.#emptyBranch();
  }

  /** Reads what came since the last call. Returns whether anything changed; constant work when nothing did. */
  update(): boolean {
    const { scan } = this.#monitor;
    scan.update(this.#host);
    if (scan.revision === this.#revision) return false;
    if (scan.window !== this.#window) this.#startOver();
    this.#window = scan.window;
    this.#branch.update();
    this.#file?.update();
    this.#onBranch = null;
    this.#feedOlder();
    this.#revision = scan.revision;
    return true;
  }

  /** The turns of a range, as of the last update. */
  of(range: Range): TurnList {
    if (range === "branch") return this.#branch.list;
    if (this.#file === null) {
      this.#file = new FileTurns(this.#monitor.scan, this.#host, this.#monitor.price);
      this.#file.update();
      this.#feedOlder();
    }
    return this.#file.list;
  }

  /** Whether a turn led to where the user is in the tree. */
  isOnBranch({ entryId }: ListedTurn): boolean {
    this.#onBranch ??= new Set(this.#branch.list.turns.map((turn) => turn.entryId));
    return this.#onBranch.has(entryId);
  }

  /** The rate of one turn by the rule of the session window, 0..1; null where it was not measured. */
  rateOf({ turn }: ListedTurn): number | null {
    return this.#monitor.scan.window.ledger.rateOf(turn);
  }

  /** The verdict of a turn; null while it is not known yet, as for turns that are judged again in the background. */
  verdictOf({ entryId }: ListedTurn): Verdict | null {
    const { verdicts } = this.#monitor.session;
    if (entryId === null) return unmeasured();
    return verdicts?.of(entryId) ?? this.#older?.of(entryId) ?? (this.isJudged ? unmeasured() : null);
  }

  /** Whether the model of a turn reports its cache, by what the session window knows. */
  isReporting(id: ModelId): boolean {
    return this.#monitor.scan.window.ledger.isReporting(id);
  }

  /** Whether every turn has its verdict. */
  get isJudged(): boolean {
    return this.#older?.isComplete ?? true;
  }

  /** Goes on judging until the clock says stop. */
  judgeOlder(isOver: () => boolean): void {
    this.#older?.work(isOver);
  }

  /** After a reset, and where the file had to be read again, nothing of before counts. */
  #startOver(): void {
    this.#branch = this.#emptyBranch();
    this.#file = null;
    this.#older = null;
  }

  #emptyBranch(): BranchTurns {
    return new BranchTurns(this.#monitor.scan, this.#host, this.#monitor.price);
  }

  #feedOlder(): void {
    const { verdicts } = this.#monitor.session;
    if (verdicts === null) return;
    const oldest = [this.#branch.list, this.#file?.list].map((list) =>
      list?.turns.find((turn) => turn.entryId !== null),
    );
    const isKept = (turn: ListedTurn | undefined): boolean =>
      turn === undefined || turn.entryId === null || verdicts.of(turn.entryId) !== undefined;
    if (this.#older === null && oldest.every(isKept)) return;
    this.#older ??= new OlderVerdicts(verdicts);
    this.#older.feed(this.#host.entries());
  }
}
