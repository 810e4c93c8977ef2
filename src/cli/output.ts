import { notWritten, writeTo } from "../export/target.ts";
import { oneLine } from "../ui/safe-text.ts";
import type { Asked } from "./asked.ts";
import type { CliContext } from "./context.ts";
import { EXIT, type Exit } from "./terminal.ts";

/** Writes a result to standard output, or to the file that was asked for: a new one, whole or not at all. */
export async function output(
  text: string,
  { output: file, format }: Pick<Asked, "output" | "format">,
  { terminal, words }: Pick<CliContext, "terminal" | "words">,
): Promise<Exit> {
  const { cwd, home } = terminal;
  if (file === null) {
    await terminal.write(text);
    return EXIT.ok;
  }
  const naming = { now: terminal.now(), extension: format === "text" ? "txt" : format };
  const written = await writeTo({ typed: file, cwd, home, agentDir: cwd, sessionId: "" }, naming, text);
  const path = oneLine(written.path);
  terminal.warn(`${written.ok ? words.reportWritten(path) : notWritten(path, written.code, words)}\n`);
  return written.ok ? EXIT.ok : EXIT.unusable;
}
