import type { Config } from "../config.ts";
import type { CliWords } from "../ui/words/cli-words.ts";
import type { Words } from "../ui/words/words.ts";
import type { Asked } from "./asked.ts";
import type { Terminal } from "./terminal.ts";

/** What a command works with. */
export interface CliContext {
  readonly terminal: Terminal;
  readonly config: Config;
  readonly words: Words;
  readonly cli: CliWords;
  readonly asked: Asked;
}
