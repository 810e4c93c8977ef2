import { fullTokens } from "../ui/numbers.ts";
import type { CliWords } from "../ui/words/cli-words.ts";
import type { Terminal } from "./terminal.ts";

/** Shorter work is over before anybody reads how far it is. */
const QUIET_MS = 500;
const INTERVAL_MS = 200;
const CLEAR_LINE = "\r\u001b[K";

/** How far long work is, on one line of standard error that is gone when it ends. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #words: CliWords;
  #due: number;
  #isShown = false;

  constructor(terminal: Terminal, words: CliWords) {
    this.#terminal = terminal;
    this.#words = words;
    this.#due = terminal.now() + QUIET_MS;
  }

  /** Files that were read, of so many. */
  readonly files = (done: number, all: number): void => {
    this.#show(() => this.#words.progress(fullTokens(done), fullTokens(all)));
  };

  /** Lines of one file that were read. */
  readonly lines = (count: number): void => {
    this.#show(() => this.#words.linesRead(fullTokens(count)));
  };

  #show(text: () => string): void {
    if (!this.#terminal.showsProgress || this.#terminal.now() < this.#due) return;
    this.#due = this.#terminal.now() + INTERVAL_MS;
    this.#isShown = true;
    this.#terminal.warn(CLEAR_LINE + text());
  }

  end(): void {
    if (this.#isShown) this.#terminal.warn(CLEAR_LINE);
    this.#isShown = false;
  }
}
