import type { Config } from "../../config.ts";
import type { Words } from "./words.ts";

/** The catalogue of one language, read when a command first needs it: start-up does not pay for it. */
export async function loadWords(language: Config["language"]): Promise<Words> {
  const catalogue = language === "zh" ? await import("./zh.ts") : await import("./en.ts");
  return catalogue.words;
}
