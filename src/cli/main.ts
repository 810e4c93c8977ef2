import { CommanderError } from "commander";
import { readConfig } from "../config.ts";
import { loadWords } from "../ui/words/load.ts";
import type { Asked } from "./asked.ts";
import type { CliContext } from "./context.ts";
import { loadCliWords } from "./load-words.ts";
import { buildProgram, type Commands } from "./program.ts";
import { EXIT, type Exit, type Terminal } from "./terminal.ts";

/** Runs the command line. `args` are the words after the program's name. Nothing is written but through `terminal`. */
export async function main(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const config = readConfig(terminal.env);
  const [cli, words] = [await loadCliWords(config.language), await loadWords(config.language)];
  const of = (asked: Asked): CliContext => ({ terminal, config, words, cli, asked });
  const commands: Commands = {
    report: async (paths, asked) => (await import("./report-command.ts")).report(paths, of(asked)),
    top: async (paths, asked) => (await import("./top-command.ts")).top(paths, of(asked)),
    compare: async (first, second, asked) => (await import("./compare-command.ts")).compare(first, second, of(asked)),
  };
  if (config.invalid.length > 0) terminal.warn(`${words.invalidConfig(config.invalid.join(", "))}\n`);
  let exit: Exit = EXIT.ok;
  let help = "";
  const program = buildProgram(cli, commands, (result) => (exit = result), terminal.now);
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => {
        help += text;
      },
      writeErr: terminal.warn,
      getOutHelpWidth: () => terminal.columns ?? 80,
      getErrHelpWidth: () => terminal.columns ?? 80,
    });
  }
  try {
    if (args.length === 0) program.help();
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    exit = error.exitCode === 0 ? EXIT.ok : EXIT.unusable;
  }
  if (help !== "") await terminal.write(help);
  return exit;
}
