import type { Config } from "../config.ts";
import type { CliWords } from "../ui/words/cli-words.ts";

/** What only the command line says, in one language: apart from the words of the commands in Pi, which do not need it. */
export async function loadCliWords(language: Config["language"]): Promise<CliWords> {
  const catalogue = language === "zh" ? await import("../ui/words/cli-zh.ts") : await import("../ui/words/cli-en.ts");
  return catalogue.cliWords;
}
