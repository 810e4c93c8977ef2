import type { SessionView } from "./usage/session-view.ts";

/** The selected model, as far as the views need it. Raw strings. */
export interface SelectedModel {
  readonly provider: string;
  readonly id: string;
  readonly api: string;
  /** The endpoint, as Pi has it; compared by digest, never shown. Anything but a string is no endpoint. */
  readonly baseUrl: unknown;
  readonly reasoning: boolean;
  /** Tokens; 0 when Pi does not say. */
  readonly contextWindow: number;
  /** A virtual model routes each request to a physical one. */
  readonly virtual: boolean;
}

/** How full the context is. `percent` is 0..100, null when Pi does not know, as right after compaction. */
export interface ContextUse {
  readonly percent: number | null;
  readonly contextWindow: number;
}

/**
 * What the package asks Pi while it shows something: the door through which all of Pi's state comes in. Every call gives
 * the value of now; a call may throw after the session was replaced, so callers guard.
 */
export interface Host extends SessionView {
  readonly mode: "tui" | "rpc" | "json" | "print";
  /** Columns of the terminal now; null without one. */
  columns(): number | null;
  /** Null for a session that is not saved. */
  sessionFile(): string | null;
  /** O(n) in the worst case: take it once per leaf. */
  sessionName(): string | null;
  cwd(): string;
  home(): string | null;
  model(): SelectedModel | null;
  thinkingLevel(): string | null;
  /** O(n) in Pi: take it once per leaf. */
  contextUse(): ContextUse | null;
  autoCompaction(): boolean;
  /** Whether the selected model is paid by a subscription. */
  subscription(): boolean;
  /** Whether a model is paid by a subscription; false for one that Pi does not know. */
  paidBySubscription(provider: string, model: string): boolean;
  /** The extension or package that registered a tool, by name and without its path; null where Pi does not say. */
  toolOwner(tool: string): string | null;
  /** Whether another command has our name too: Pi then numbers them all, and the bare name is no command. */
  isCommandShared(): boolean;
  /** Whether Pi's experimental features are on. */
  experimental(): boolean;
}
