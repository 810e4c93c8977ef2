import type { Words } from "../ui/words/words.ts";
import type { Run } from "./command.ts";

/** A subcommand's word and how to get at its code, which is read when it first runs. */
export interface Subcommand {
  readonly name: keyof Words["describe"];
  /** Shown in the usage line; empty without arguments. */
  readonly args: string;
  /** What its first argument may be, for tab completion; left out where that is open. */
  readonly choices?: readonly string[];
  readonly load: () => Promise<Run>;
}

/** All subcommands. A new one is a new file and one line here. */
export const SUBCOMMANDS: readonly Subcommand[] = [
  { name: "turns", args: " [n]", load: async () => (await import("./turns.ts")).run },
  { name: "why", args: " [turn]", load: async () => (await import("./why.ts")).run },
  { name: "prefix", args: "", load: async () => (await import("./prefix.ts")).prefix },
  { name: "diff", args: "", load: async () => (await import("./prefix.ts")).diff },
  { name: "panel", args: "", load: async () => (await import("./panel.ts")).run },
  {
    name: "export",
    args: " csv|json|html [path]",
    choices: ["csv", "json", "html"],
    load: async () => (await import("./export.ts")).run,
  },
  { name: "json", args: " [n]", load: async () => (await import("./json.ts")).run },
  { name: "enable", args: "", load: async () => (await import("./switches.ts")).enable },
  { name: "disable", args: "", load: async () => (await import("./switches.ts")).disable },
  { name: "reset", args: "", load: async () => (await import("./switches.ts")).reset },
];
