import type { Config } from "../../config.ts";
import type { CliWords } from "./cli-words.ts";
import type { Words } from "./words.ts";

/** The catalogue of one language, read when a command first needs it: start-up does not pay for it. */
export async function loadWords(language: Config["language"]): Promise<Words> {
  const catalogue = language === "zh" ? await import("./zh.ts") : await import("./en.ts");
  return catalogue.words;
}

/** What only the command line says, in one language. */
export async function loadCliWords(language: Config["language"]): Promise<CliWords> {
  const catalogue = language === "zh" ? await import("./cli-zh.ts") : await import("./cli-en.ts");
  return catalogue.cliWords;
}
