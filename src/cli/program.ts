import { Command, Option } from "commander";
import type { CliWords } from "../ui/words/cli-words.ts";
import { VERSION } from "../version.ts";
import { type Asked, readAsked } from "./asked.ts";
import { readNumber, readPath, readRate, readSince } from "./options.ts";
import type { Exit } from "./terminal.ts";

/** What the commands do: each is loaded when it runs. */
export interface Commands {
  readonly report: (paths: readonly string[], asked: Asked) => Promise<Exit>;
  readonly top: (paths: readonly string[], asked: Asked) => Promise<Exit>;
  readonly compare: (first: string, second: string, asked: Asked) => Promise<Exit>;
}

/** The commands and their options. `ended` is told how the command that ran went; `now` is milliseconds since the epoch. */
export function buildProgram(
  cli: CliWords,
  commands: Commands,
  ended: (exit: Exit) => void,
  now: () => number,
): Command {
  const options = optionsOf(cli, now);
  const add = (command: Command, ...names: readonly (keyof typeof options)[]): Command => {
    for (const name of names) command.addOption(options[name]());
    return command.helpOption("-h, --help", cli.option.help);
  };
  const program = new Command("pi-cache-stats")
    .description(cli.about)
    .version(VERSION, "-V, --version", cli.option.version)
    .helpOption("-h, --help", cli.option.help)
    .helpCommand(false)
    .addHelpText("after", `\n${cli.epilogue}`)
    .exitOverride();
  const report = program.command("report").description(cli.reportAbout).argument("[paths...]", cli.argument.paths);
  add(report, "json", "csv", "html", "output", "since", "turns", "why", "limit", "failUnder", "maxBreaks");
  report.action(async (paths: string[], asked: unknown) => ended(await commands.report(paths, readAsked(asked))));
  const top = program.command("top").description(cli.topAbout).argument("[paths...]", cli.argument.paths);
  add(top, "json", "csv", "output", "since", "limit", "failUnder", "maxBreaks");
  top.action(async (paths: string[], asked: unknown) => ended(await commands.top(paths, readAsked(asked))));
  const compare = program
    .command("compare")
    .description(cli.compareAbout)
    .argument("<a>", cli.argument.first)
    .argument("<b>", cli.argument.second);
  add(compare, "json", "output", "since");
  compare.action(async (first: string, second: string, asked: unknown) =>
    ended(await commands.compare(first, second, readAsked(asked))),
  );
  return program;
}

function optionsOf(cli: CliWords, now: () => number) {
  const count = (text: string): number => readNumber(text, 1, cli);
  return {
    json: () => new Option("--json", cli.option.json).conflicts(["csv", "html"]),
    csv: () => new Option("--csv", cli.option.csv).conflicts(["json", "html"]),
    html: () => new Option("--html", cli.option.html),
    output: () => new Option("-o, --output <file>", cli.option.output).argParser((text) => readPath(text, cli)),
    since: () => new Option("--since <when>", cli.option.since).argParser((text) => readSince(text, now(), cli)),
    limit: () => new Option("--limit <n>", cli.option.limit).argParser(count),
    turns: () => new Option("--turns", cli.option.turns),
    why: () => new Option("--why <turn>", cli.option.why).argParser(count),
    failUnder: () => new Option("--fail-under <rate>", cli.option.failUnder).argParser((text) => readRate(text, cli)),
    maxBreaks: () => new Option("--max-breaks <n>", cli.option.maxBreaks).argParser((text) => readNumber(text, 0, cli)),
  };
}
