import { loadWords } from "../ui/words/load.ts";
import type { Words } from "../ui/words/words.ts";
import { type Answer, type CommandContext, warning } from "./command.ts";
import { SUBCOMMANDS } from "./table.ts";

/** Answers `/cache-stats ARGS` with one message. Unknown words get a usage line. */
export async function dispatch(args: string, context: Omit<CommandContext, "words">): Promise<Answer> {
  const words = await loadWords(context.monitor.config.language);
  const [, word = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(args) ?? [];
  const full = { ...context, words };
  if (word === "") return (await import("./summary.ts")).run(full, "");
  const subcommand = SUBCOMMANDS.find(({ name }) => name === word.toLowerCase());
  if (subcommand === undefined) return unknownWord(word, words);
  if (rest !== "" && subcommand.args === "") return unknownWord(rest, words);
  return (await subcommand.load())(full, rest);
}

async function unknownWord(word: string, words: Words): Promise<Answer> {
  const { displayName } = await import("../ui/safe-text.ts");
  return warning(words.usage(displayName(word), SUBCOMMANDS.map(({ name, args }) => name + args).join(" | ")));
}

/**
 * Tab completion of the first word; null when nothing fits, as Pi wants it. Also null for a word that is typed in full:
 * with a menu open the Enter key would take the word again instead of running the command.
 */
export async function complete(
  prefix: string,
  language: "en" | "zh",
): Promise<{ value: string; label: string; description: string }[] | null> {
  const typed = prefix.trimStart().toLowerCase();
  const fitting = SUBCOMMANDS.filter(({ name }) => name.startsWith(typed));
  if (fitting.every(({ name }) => name === typed)) return null;
  const words = await loadWords(language);
  return fitting.map(({ name }) => ({ value: name, label: name, description: words.describe[name] }));
}
