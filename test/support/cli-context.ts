import type { Asked } from "../../src/cli/asked.ts";
import type { CliContext } from "../../src/cli/context.ts";
import { readConfig } from "../../src/config.ts";
import { cliWords } from "../../src/ui/words/cli-en.ts";
import { words } from "../../src/ui/words/en.ts";
import { fakeTerminal, type Surroundings } from "./command-line.ts";

const NOTHING: Asked = {
  ...{
    format: "text",
    output: null,
    since: null,
    limit: null,
    turns: false,
    why: null,
    failUnder: null,
    maxBreaks: null,
  },
};

/** What a command works with, in English, and what it has written. */
export function contextOf(asked: Partial<Asked> = {}, given: Surroundings = {}) {
  const { terminal, written } = fakeTerminal(given);
  const context: CliContext = {
    terminal,
    config: readConfig({}),
    words,
    cli: cliWords,
    asked: { ...NOTHING, ...asked },
  };
  return { context, written };
}
