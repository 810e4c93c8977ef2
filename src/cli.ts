import { homedir } from "node:os";
import { main } from "./cli/main.ts";
import type { Terminal } from "./cli/terminal.ts";
import { field } from "./unknown.ts";

// The command line's door to the world: wiring, no logic.
const { stdout, stderr, env } = process;

/** Resolves when the text is out: what is written to a pipe is lost when the process ends before. */
function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error == null ? resolve() : reject(error)));
  });
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

// Who reads the output may stop before its end, as `head` does. That is no fault.
stdout.on("error", (error) => {
  process.exit(field(error, "code") === "EPIPE" ? 0 : 2);
});
process.exitCode = await main(process.argv.slice(2), terminal);
