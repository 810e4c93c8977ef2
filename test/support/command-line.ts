import { main } from "../../src/cli/main.ts";
import type { Exit, Terminal } from "../../src/cli/terminal.ts";
import { START } from "./verdicts.ts";

/** What a test changes of the surroundings. */
export type Surroundings = Partial<Pick<Terminal, "columns" | "showsProgress" | "env" | "cwd" | "home" | "now">>;

/** What a command did to the world. */
export interface Ran {
  readonly exit: Exit;
  readonly out: string;
  readonly err: string;
}

/** A day after the sessions of the tests begin. */
export const NOW = START + 86_400_000;

/** A terminal that keeps what is written, and is told of nothing but what a test gives. */
export function fakeTerminal(given: Surroundings = {}) {
  const written = { out: "", err: "" };
  const terminal: Terminal = {
    write: async (text) => {
      written.out += text;
    },
    warn: (text) => {
      written.err += text;
    },
    ...{ columns: null, showsProgress: false, env: {}, cwd: "/nowhere", home: "/no/home", now: () => NOW },
    ...given,
  };
  return { terminal, written };
}

/** Runs the command line with these words. */
export async function runCli(args: readonly string[], given?: Surroundings): Promise<Ran> {
  const { terminal, written } = fakeTerminal(given);
  const exit = await main(args, terminal);
  return { exit, ...written };
}
