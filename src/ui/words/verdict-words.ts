import type { Cause, Origin } from "../../verdict/cause.ts";
import type { Certainty, Evidence, Outcome } from "../../verdict/evidence.ts";

/** What the commands say about verdicts, in one language. */
export interface VerdictWords {
  readonly outcomes: Readonly<Record<Outcome, string>>;
  readonly causes: Readonly<Record<Cause, string>>;
  /** A cause in one word, for a table. */
  readonly causeLabel: (cause: Cause) => string;
  readonly certainties: Readonly<Record<Certainty, string>>;
  readonly origins: Readonly<Record<Origin, string>>;
  /** One fact in a sentence. Names in it are raw; who shows it cleans it. */
  readonly evidence: (evidence: Evidence) => string;
  /** One line that names a next step, or says that there is none. */
  readonly advice: Readonly<Record<Cause, string>>;
  /** The provider dropped more than a change in the prompt explains. */
  readonly changeTooAdvice: string;
  readonly contradictedAdvice: string;
  readonly toolGoneAdvice: string;
  readonly toolAdvice: (owner: string) => string;
  /** The tool itself changed, not which tools there are. */
  readonly toolTextAdvice: (owner: string) => string;
  readonly orderAdvice: string;
  readonly tagAdvice: (tag: string) => string;
  /** A context file, such as AGENTS.md, was edited. */
  readonly contextAdvice: (file: string) => string;
  readonly hitAdvice: string;
  readonly unmeasuredAdvice: string;
  /** "Turn 7: miss". */
  readonly verdictOf: (turn: number, outcome: string) => string;
  readonly where: string;
  readonly tokensRead: string;
  readonly because: string;
  readonly also: string;
  readonly next: string;
  /** "0 of 12,310 prompt tokens (0.0%)". */
  readonly readOf: (read: string, prompt: string, rate: string) => string;
  readonly missed: (tokens: string) => string;
  /** What was paid beyond the price of reading. */
  readonly missedPrice: (amount: string) => string;
  readonly notional: string;
  /** The newest turn has nothing to explain; what follows is the newest break. */
  readonly latestIs: (turn: number, outcome: string) => string;
  readonly noBreak: (turns: number) => string;
  readonly noSuchTurn: (word: string, first: number, last: number) => string;
  readonly breaks: string;
  readonly breakCount: (count: number, tokens: string) => string;
  /** "tools changed × 2, 12,307 tokens". */
  readonly breakOf: (cause: string, count: number, tokens: string) => string;
  readonly clock: string;
  readonly duration: (seconds: number) => string;
  readonly warmUntil: (time: string, rest: string) => string;
  readonly coldSince: (time: string) => string;
  readonly ifCold: (tokens: string) => string;
  readonly saved: string;
  /** What reading saved, and what is left of it after writes, warming and compactions are paid. */
  readonly savedAmount: (amount: string, net: string) => string;
}
