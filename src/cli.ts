import { homedir } from "node:os";
import { main } from "./cli/main.ts";
import { EXIT, type Terminal } from "./cli/terminal.ts";
import { field, textOrNull } from "./unknown.ts";

// The command line's door to the world: wiring, no logic.
const { stdout, stderr, env } = process;

/** Resolves when the text is out: what is written to a pipe is lost when the process ends before. */
function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error == null || isClosed(error) ? resolve() : reject(error)));
  });
}

/** Who reads the output may stop before its end, as `head` does. That is no fault, and changes no exit status. */
function isClosed(error: unknown): boolean {
  return field(error, "code") === "EPIPE";
}

const terminal: Terminal = {
  write,
  warn: (text) => void stderr.write(text),
  columns: stdout.isTTY ? stdout.columns : null,
  showsProgress: stderr.isTTY === true,
  env,
  cwd: process.cwd(),
  home: homedir(),
  now: Date.now,
};

// Faults of writing are the writer's to see; without a listener they would end the process.
for (const stream of [stdout, stderr]) stream.on("error", () => undefined);
try {
  process.exitCode = await main(process.argv.slice(2), terminal);
} catch (error) {
  // The program that npm links says of any package which one is not installed.
  if (field(error, "code") === "ERR_MODULE_NOT_FOUND") throw error;
  // Its text may quote a file; its kind tells what to report.
  terminal.warn(
    `pi-cache-stats: ${textOrNull(field(error, "code")) ?? (error instanceof Error ? error.name : "fault")}\n`,
  );
  process.exitCode = EXIT.unusable;
}
