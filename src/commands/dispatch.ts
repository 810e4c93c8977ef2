import type { Config } from "../config.ts";
import { plainMarks } from "../ui/plain-marks.ts";
import { loadWords } from "../ui/words/load.ts";
import type { Words } from "../ui/words/words.ts";
import { type Answer, type CommandContext, warning } from "./command.ts";
import { SUBCOMMANDS } from "./table.ts";

type Context = Omit<CommandContext, "words">;

/**
 * Answers `/cache-stats ARGS` with one message, always. Unknown words get a usage line. A fault, also one in `context`, is
 * reported to `onFault` and answered without its text.
 */
export async function dispatch(
  args: string,
  config: Pick<Config, "language" | "ascii">,
  context: () => Context | Promise<Context>,
  onFault: () => void,
): Promise<Answer> {
  let answer: Answer = { text: "cache-stats could not answer.", level: "error" };
  try {
    const words = await loadWords(config.language);
    answer = { text: words.failed, level: "error" };
    answer = await run(args, { ...(await context()), words });
  } catch {
    onFault();
  }
  return config.ascii ? { ...answer, text: plainMarks(answer.text) } : answer;
}

async function run(args: string, context: CommandContext): Promise<Answer> {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(args) ?? [];
  if (word === "") return (await import("./summary.ts")).run(context, "");
  const subcommand = SUBCOMMANDS.find(({ name }) => name === word.toLowerCase());
  if (subcommand === undefined) return unknownWord(word, context.words);
  if (rest !== "" && subcommand.args === "") return unknownWord(rest, context.words);
  return (await subcommand.load())(context, rest);
}

async function unknownWord(word: string, words: Words): Promise<Answer> {
  const { displayName } = await import("../ui/safe-text.ts");
  return warning(words.usage(displayName(word), SUBCOMMANDS.map(({ name, args }) => name + args).join(" | ")));
}

/** The whole line is replaced, so each choice comes with its command. */
function completeArgument(word: string, typed: string): Completions {
  const { name, choices = [] } = SUBCOMMANDS.find((subcommand) => subcommand.name === word) ?? {};
  const fitting = choices.filter((choice) => choice.startsWith(typed) && choice !== typed);
  return fitting.length === 0
    ? null
    : fitting.map((choice) => ({ value: `${name} ${choice}`, label: choice, description: "" }));
}

type Completions = { value: string; label: string; description: string }[] | null;

/**
 * Tab completion of the first word, and of what may follow it; null when nothing fits, as Pi wants it. Also null for a word that is typed in full:
 * with a menu open the Enter key would take the word again instead of running the command.
 */
export async function complete(prefix: string, language: "en" | "zh"): Promise<Completions> {
  const typed = prefix.trimStart().toLowerCase();
  const [, word, argument] = /^(\S+)\s+(\S*)$/.exec(typed) ?? [];
  if (argument !== undefined) return completeArgument(word ?? "", argument);
  const fitting = SUBCOMMANDS.filter(({ name }) => name.startsWith(typed));
  if (fitting.every(({ name }) => name === typed)) return null;
  const words = await loadWords(language);
  return fitting.map(({ name }) => ({ value: name, label: name, description: words.describe[name] }));
}
