import type { Host } from "../host.ts";
import type { Monitor } from "../monitor.ts";
import type { PanelFactory, PanelSlot } from "../ui/panel-slot.ts";
import type { Words } from "../ui/words/words.ts";

/** What a subcommand works with. */
export interface CommandContext {
  readonly monitor: Monitor;
  readonly host: Host;
  readonly words: Words;
  readonly piVersion: string | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Pi's agent folder, absolute: where files go that a command writes. */
  readonly agentDir: () => string;
  /** The footer and status of this instance, shown or taken away as the switches say. */
  readonly views: {
    readonly footerTaken: boolean;
    /** Shows a component on the whole screen until it is left; why not, where it cannot be. */
    showPanel(
      create: PanelFactory,
      makeSlot: () => PanelSlot,
    ): "shown" | "already-open" | "no-terminal" | "not-supported";
    apply(): void;
    refresh(): void;
  };
}

/** The one message a subcommand answers with. */
export interface Answer {
  readonly text: string;
  readonly level: "info" | "warning" | "error";
}

/** One subcommand. `args` is what follows its word, trimmed. */
export type Run = (context: CommandContext, args: string) => Promise<Answer> | Answer;

/** The answer of a command that shows something else than a message. Empty texts are not shown. */
export const NO_MESSAGE: Answer = Object.freeze({ text: "", level: "info" });

/** An answer to a command that did what was asked. */
export function info(text: string): Answer {
  return { text, level: "info" };
}

/** An answer to a command that was not understood or could not do it. */
export function warning(text: string): Answer {
  return { text, level: "warning" };
}

/** A count of turns from an argument: null when nothing was given, undefined when it is no whole number from 1. */
export function readCount(args: string): number | null | undefined {
  if (args === "") return null;
  return /^[1-9]\d{0,8}$/.test(args) ? Number(args) : undefined;
}
