import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { glyphs } from "../../../src/ui/glyphs.ts";
import { patient } from "../patience.ts";
import { EXTENSION, piCli } from "./sdk.ts";
import type { Workspace } from "./workspace.ts";

export interface TerminalOptions {
  readonly provider: string;
  readonly model: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly extensions?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A real Pi in a pseudo-terminal, read through a terminal emulator. */
export interface TerminalPi {
  /** What a person sees: the visible rows, right-trimmed. */
  screen(): readonly string[];
  /** Resolves with the screen once it fits; rejects after the timeout with the screen as it was. */
  waitFor(fits: (screen: readonly string[]) => boolean, timeoutMs?: number): Promise<readonly string[]>;
  /** Types keys as they are. */
  type(keys: string): void;
  /** Types a line and presses Enter. */
  enter(line: string): Promise<void>;
  resize(columns: number, rows: number): void;
  /** Foreground colour of the first cell that shows `text`: a palette index, or null for the terminal's own. */
  colourOf(text: string): number | null;
  stop(): Promise<void>;
}

const TIMEOUT_MS = patient(15_000);
const POLL_MS = 20;
/** Shown once Pi has started: its list of extensions, our footer, as text and as ASCII. */
const STARTED = ["[Extensions]", ...[false, true].map((ascii) => `${glyphs(ascii).session} `)];

/** Starts Pi in a terminal of 80 × 24 unless told otherwise, and waits until its footer shows the model. */
export async function startTerminal(workspace: Workspace, options: TerminalOptions): Promise<TerminalPi> {
  const { columns = 80, rows = 24 } = options;
  const extensions = (options.extensions ?? [EXTENSION]).flatMap((path) => ["-e", path]);
  const args = [piCli(), "--provider", options.provider, "--model", options.model, ...extensions];
  const emulator = new xterm.Terminal({ cols: columns, rows, scrollback: 5_000, allowProposedApi: true });
  const child = spawn(process.execPath, [...args, ...(options.args ?? [])], {
    cols: columns,
    rows,
    cwd: workspace.project,
    env: { ...workspace.env, ...options.env },
    name: "xterm-256color",
  });
  child.onData((data) => emulator.write(data));
  // Answers of the terminal to Pi's questions: cursor position, device attributes.
  emulator.onData((data) => child.write(data));
  let ended = false;
  const exited = new Promise<void>((resolve) => {
    child.onExit(() => {
      ended = true;
      resolve();
    });
  });

  const screen = (): readonly string[] => {
    const { buffer } = emulator;
    return Array.from(
      { length: emulator.rows },
      (_, row) => buffer.active.getLine(buffer.active.baseY + row)?.translateToString(true) ?? "",
    );
  };
  const waitFor: TerminalPi["waitFor"] = async (fits, timeoutMs = TIMEOUT_MS) => {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const now = screen();
      if (fits(now)) return now;
      if (ended || Date.now() > deadline) {
        const why = ended ? "Pi ended" : `not within ${timeoutMs} ms`;
        throw new Error(`The screen never showed it (${why}):\n${now.join("\n")}`);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };

  const pi: TerminalPi = {
    screen,
    waitFor,
    type: (keys) => child.write(keys),
    async enter(line) {
      child.write(line);
      // The editor must have taken the line before Enter: a pasted newline would become part of it.
      await waitFor((now) => now.some((row) => row.includes(line.slice(-20))));
      child.write("\r");
    },
    resize(newColumns, newRows) {
      emulator.resize(newColumns, newRows);
      child.resize(newColumns, newRows);
    },
    colourOf(text) {
      const { active } = emulator.buffer;
      for (let row = 0; row < emulator.rows; row++) {
        const line = active.getLine(active.baseY + row);
        const column = line?.translateToString().indexOf(text) ?? -1;
        const cell = column < 0 ? undefined : line?.getCell(column);
        if (cell !== undefined) return cell.isFgDefault() ? null : cell.getFgColor();
      }
      throw new Error(`The screen does not show ${text}.`);
    },
    async stop() {
      if (!ended) child.kill("SIGTERM");
      const timer = setTimeout(() => !ended && child.kill("SIGKILL"), 3_000);
      await exited;
      clearTimeout(timer);
      emulator.dispose();
    },
  };
  try {
    await waitFor((now) => now.some((row) => row.includes(options.model)));
    // Before it has loaded its extensions Pi takes no line. It names them, but not where a long session fills the screen.
    if (extensions.length > 0) await waitFor(() => STARTED.some((mark) => isAnywhere(emulator, mark)));
  } catch (error) {
    await pi.stop();
    throw error;
  }
  return pi;
}

/** Whether a line of the terminal has this text, those that have scrolled away included. */
function isAnywhere({ buffer }: xterm.Terminal, text: string): boolean {
  const { active } = buffer;
  return Array.from({ length: active.length }, (_, row) => active.getLine(row)).some(
    (line) => line?.translateToString(true).includes(text) === true,
  );
}
