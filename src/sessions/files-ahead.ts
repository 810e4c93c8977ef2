import { closeSync, fstatSync, openSync, read } from "node:fs";
import { promisify } from "node:util";
import { eachLine, type LineReader } from "./line-reader.ts";

/** Bytes up to which a file is read at once: most sessions are smaller. */
const AT_ONCE = 8 * 1024 * 1024;

/** What reads the lines of a file. */
export type Lines = Pick<LineReader, "read">;

const readInto = promisify(read);

/**
 * Reads a file while the one before is judged: the system copies it on another core meanwhile. What is large, or cannot be read
 * ahead, is left to the reader of lines, which also tells why.
 */
export class FilesAhead {
  readonly #reader: LineReader;
  /** One is judged, the other is read into. */
  #buffers: readonly [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)];

  constructor(reader: LineReader) {
    this.#reader = reader;
  }

  /** Begins with a file. What the promise gives is to be used before the file after the next is begun with. */
  async begin(path: string | undefined): Promise<Lines> {
    const bytes = path === undefined ? null : await this.#load(path);
    return bytes === null ? this.#reader : { read: (_, take) => eachLine(bytes, take) };
  }

  async #load(path: string): Promise<Buffer | null> {
    try {
      const file = openSync(path, "r");
      try {
        const { size } = fstatSync(file);
        // Some file systems say 0 of what has content.
        if (size === 0 || size > AT_ONCE) return null;
        const buffer = this.#nextBuffer(size);
        const { bytesRead } = await readInto(file, buffer, 0, size, 0);
        return bytesRead < size ? null : buffer.subarray(0, size);
      } finally {
        closeSync(file);
      }
    } catch {
      return null;
    }
  }

  #nextBuffer(size: number): Buffer {
    const [idle, busy] = this.#buffers;
    const buffer = idle.length >= size ? idle : Buffer.allocUnsafe(size);
    this.#buffers = [busy, buffer];
    return buffer;
  }
}
