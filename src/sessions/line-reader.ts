import { closeSync, openSync, readSync } from "node:fs";

/** Bytes read at once, as long as lines are shorter. */
const CHUNK = 256 * 1024;
/** A longer line is no entry of a session: even pictures are a hundredth of it. */
const LONGEST_LINE = 256 * 1024 * 1024;
const LINE_END = 10;

/**
 * Takes the bytes from `start` up to `end` of a buffer that is used again afterwards: keep nothing of it. Answers whether to
 * go on.
 */
export type TakeLine = (bytes: Buffer, start: number, end: number) => boolean;

/** Every line of bytes that are all there. Returns 0: none is too long. */
export function eachLine(bytes: Buffer, take: TakeLine): number {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(LINE_END, start);
    const end = found < 0 ? bytes.length : found;
    if (!take(bytes, start, end)) return 0;
    start = end + 1;
  }
  return 0;
}

/**
 * Reads files line by line, without the line ends, in memory that grows with the longest line and not with the file. One after
 * another: it has one buffer for all.
 */
export class LineReader {
  readonly #longest: number;
  #buffer: Buffer;

  /** `longest`: bytes of a line; longer ones are left out. */
  constructor(longest: number = LONGEST_LINE) {
    this.#longest = longest;
    this.#buffer = Buffer.allocUnsafe(Math.min(CHUNK, longest + 1));
  }

  /**
   * Every line of a file, a last one without an end included. Returns how many were too long. Throws what the file system does.
   */
  read(path: string, take: TakeLine): number {
    const file = openSync(path, "r");
    try {
      return this.#read(file, take);
    } finally {
      closeSync(file);
    }
  }

  #read(file: number, take: TakeLine): number {
    let tooLong = 0;
    /** Bytes of a line whose end is not there yet. */
    let length = 0;
    /** The beginning of this line was too long already. */
    let isLeftOut = false;
    for (;;) {
      const count = readSync(file, this.#buffer, length, this.#buffer.length - length, null);
      if (count === 0) break;
      const filled = length + count;
      let start = 0;
      // What was there before has no line end: it was searched already.
      const read = this.#buffer.subarray(0, filled);
      for (let end = read.indexOf(LINE_END, length); end >= 0; end = read.indexOf(LINE_END, start)) {
        if (!isLeftOut && !take(this.#buffer, start, end)) return tooLong;
        isLeftOut = false;
        start = end + 1;
      }
      this.#buffer.copy(this.#buffer, 0, start, filled);
      length = filled - start;
      if (length < this.#buffer.length) continue;
      if (!isLeftOut && length <= this.#longest) {
        this.#grow();
        continue;
      }
      if (!isLeftOut) tooLong += 1;
      isLeftOut = true;
      length = 0;
    }
    if (length > 0 && !isLeftOut) take(this.#buffer, 0, length);
    return tooLong;
  }

  #grow(): void {
    const larger = Buffer.allocUnsafe(Math.min(this.#buffer.length * 2, this.#longest + 1));
    this.#buffer.copy(larger);
    this.#buffer = larger;
  }
}
