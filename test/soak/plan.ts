import { SIMULATED_MODELS } from "../support/pi/workspace.ts";
import type { Reply } from "../support/provider/index.ts";
import { Deck, Random } from "./random.ts";
import { type Manner, repliesOf, repliesUntilReplaced } from "./replies.ts";

/** One thing that is done to Pi. `steps` count turns back on the branch, `session` the sessions from the first, from 0. */
export type Action =
  | { readonly kind: "run"; readonly manner: Manner; readonly replies: readonly Reply[] }
  | { readonly kind: "tree move" | "branch summary" | "fork"; readonly steps: number }
  | { readonly kind: "model switch"; readonly provider: string; readonly model: string }
  | { readonly kind: "thinking switch"; readonly level: string }
  | { readonly kind: "resumed session"; readonly session: number }
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "compaction" | "failed compaction" | "reload" | "new session" }
  | { readonly kind: "new session in the stream"; readonly replies: readonly Reply[] };
type Event = Exclude<Action["kind"], "run" | "new session" | "new session in the stream">;

export interface PlanOptions {
  readonly seed: number;
  /** Most turns of a session. */
  readonly sessionTurns: number;
  /** Most rounds of a run; with its retries it has some turns more. */
  readonly rounds: number;
  /** How often something else comes between two runs, 0..1. */
  readonly events: number;
}

const MANNERS: readonly Manner[] = [
  ...Array.from({ length: 8 }, () => "whole" as const),
  ...(["failed", "failed", "failed", "cut", "cut", "refused", "gave up"] as const),
  ...(["aborted before the head", "aborted in the stream", "aborted in the stream", "aborted in a tool"] as const),
  ...(["command in the stream", "steered in the stream"] as const),
];
const EVENTS: readonly Event[] = [
  ...([
    "compaction",
    "compaction",
    "failed compaction",
    "tree move",
    "tree move",
    "tree move",
    "branch summary",
  ] as const),
  ...([
    "model switch",
    "model switch",
    "model switch",
    "thinking switch",
    "thinking switch",
    "thinking switch",
  ] as const),
  ...(["reload", "reload", "resumed session", "resumed session", "fork", "command", "command", "command"] as const),
];
const MODELS = [...Object.values(SIMULATED_MODELS), { provider: "sim-anthropic", model: "claude-other" }];
const LEVELS = ["off", "low", "medium", "high"];
/** Commands that answer with one message and change no total. */
export const COMMANDS = ["", " turns 20", " why", " prefix", " diff", " json 5", " export json", " export csv"];

/** A long random list of actions, the same for the same options. Turns are what Pi records: each attempt is one. */
export class Plan {
  readonly #random: Random;
  readonly #options: PlanOptions;
  readonly #manners: Deck<Manner>;
  readonly #events: Deck<Event>;
  /** Turns of each session, at most; copied ones of a fork are counted as all that its parent had. */
  readonly #sessions: number[] = [0];
  #current = 0;
  #size: number;
  #mayBeEvent = false;

  constructor(options: PlanOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#manners = new Deck(MANNERS, this.#random);
    this.#events = new Deck(EVENTS, this.#random);
    this.#size = this.#nextSize();
  }

  next(): Action {
    if (this.#turns >= this.#size) return this.#newSession();
    if (this.#mayBeEvent && this.#random.next() < this.#options.events) {
      const event = this.#event(this.#events.deal());
      // After an event comes a run, so that what it did is seen in a request.
      this.#mayBeEvent = false;
      if (event !== null) return event;
    }
    this.#mayBeEvent = true;
    const manner = this.#manners.deal();
    const replies = repliesOf(manner, this.#random.between(1, this.#options.rounds), this.#random);
    // Pi writes one more turn after a tool that was aborted.
    const more = manner === "aborted in a tool" ? 1 : 0;
    this.#sessions[this.#current] = this.#turns + replies.length + more;
    return { kind: "run", manner, replies };
  }

  get #turns(): number {
    return this.#sessions[this.#current] ?? 0;
  }

  /** A run is never longer than its rounds, the attempts and two more. */
  #nextSize(): number {
    const most = this.#options.sessionTurns - this.#options.rounds - 6;
    return this.#random.between(Math.ceil(most / 8), most);
  }

  #newSession(): Action {
    const replies = this.#random.next() < 0.5 ? repliesUntilReplaced() : [];
    this.#sessions[this.#current] = this.#turns + replies.length;
    this.#current = this.#sessions.push(0) - 1;
    this.#size = this.#nextSize();
    this.#mayBeEvent = false;
    return replies.length > 0 ? { kind: "new session in the stream", replies } : { kind: "new session" };
  }

  #event(kind: Event): Action | null {
    const random = this.#random;
    switch (kind) {
      case "compaction":
      case "failed compaction":
      case "reload":
        return { kind };
      case "tree move":
      case "branch summary":
        return { kind, steps: random.between(1, 12) };
      case "fork":
        this.#current = this.#sessions.push(this.#turns) - 1;
        return { kind, steps: random.between(0, 12) };
      case "model switch":
        return { kind, ...random.pick(MODELS) };
      case "thinking switch":
        return { kind, level: random.pick(LEVELS) };
      case "command":
        return { kind, text: `/cache-stats${random.pick(COMMANDS)}` };
      case "resumed session": {
        const open = [...this.#sessions.keys()].filter(
          (session) => session !== this.#current && this.#fits(this.#sessions[session] ?? 0),
        );
        if (open.length === 0) return null;
        this.#current = random.pick(open);
        // Some more turns, so that it does not end at once.
        this.#size = Math.max(this.#size, Math.min(this.#turns + 20, this.#most));
        return { kind, session: this.#current };
      }
    }
  }

  get #most(): number {
    return this.#options.sessionTurns - this.#options.rounds - 6;
  }

  #fits(turns: number): boolean {
    return turns > 0 && turns < this.#most;
  }
}
