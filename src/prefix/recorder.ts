import { types } from "node:util";
import { digestBytes } from "./digest.ts";
import { LIMITS } from "./limits.ts";
import type { Fields } from "./own-data.ts";
import * as ownData from "./own-data.ts";
import type { Shape, ShapeTable } from "./shape.ts";
import type { Token } from "./tape.ts";
import * as tape from "./tape.ts";

// Taken once: each look into a module costs a call in the loader that Pi runs TypeScript with.
const { isProxy, isUint8Array } = types;
const { arrayLength, isSent, ownElement, ownValue, Unreadable } = ownData;
const assertPlain: typeof ownData.assertPlain = ownData.assertPlain;
const { ARRAY, BIGINT, BYTES, NULL } = tape;
const { chars: MOST_CHARS, depth: DEEPEST, tokens: MOST_TOKENS } = LIMITS;

// The size by the language's own accessor: a byte array can carry a property of that name that runs code.
const sizeOfBytes = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "byteLength")?.get;

/**
 * Writes values of unknown origin as tokens. It reads own data properties only: no getter, no Proxy trap, no `toJSON`, no
 * iterator is run, and nothing is changed. Whatever it cannot read that way, or what is past a limit, is `Unreadable`.
 */
export class Recorder {
  /** UTF-16 code units written so far, field names included. */
  chars = 0;
  /** Tokens of all finished items. */
  tokens = 0;
  readonly #salt: string;
  readonly #ancestors: object[] = [];
  /** The item being written. Items are copied out of it: one array that grows to the size of a payload costs far more. */
  readonly #item: Token[] = [];
  #length = 0;
  #bytes = 0;
  readonly #shapes: ShapeTable;
  /** Of the objects that are open: their shape so far, and where it goes when it is complete. */
  readonly #openShapes: Shape[] = [];
  readonly #openAt: number[] = [];

  constructor(salt: string, shapes: ShapeTable) {
    this.#salt = salt;
    this.#shapes = shapes;
  }

  /** The tokens written since the last item was taken. */
  take(): readonly Token[] {
    const item = this.#item.slice(0, this.#length);
    this.tokens += this.#length;
    this.#length = 0;
    return item;
  }

  /** Takes back what a section wrote that turned out to be unreadable. */
  rewind(chars: number, tokens: number): void {
    this.chars = chars;
    this.tokens = tokens;
    this.#length = 0;
    this.#ancestors.length = 0;
    this.#openShapes.length = 0;
    this.#openAt.length = 0;
  }

  token(token: Token): void {
    if (this.tokens + this.#length >= MOST_TOKENS) throw new Unreadable("too-large");
    this.#item[this.#length++] = token;
  }

  text(text: string): void {
    this.#addChars(text.length);
    this.token(text);
  }

  /** Any value, as JSON would send it. */
  value(value: unknown): void {
    if (typeof value === "string") this.text(value);
    else if (typeof value === "object" && value !== null) this.#object(value);
    else if (typeof value === "boolean") this.token(value);
    else if (typeof value === "number" && Number.isFinite(value)) this.token(value);
    else if (typeof value === "bigint") {
      this.token(BIGINT);
      this.text(String(value));
    } else this.token(NULL);
  }

  /** Opens an object: `key` and a value for each of its fields follow, then `closeObject`. */
  openObject(object: object): void {
    this.#enter(object);
    this.#openAt.push(this.#length);
    this.#openShapes.push(this.#shapes.empty);
    this.token(NULL);
  }

  /** The name of the field whose value follows. */
  key(name: string): void {
    this.#addChars(name.length);
    const top = this.#openShapes.length - 1;
    this.#openShapes[top] = (this.#openShapes[top] ?? this.#shapes.empty).with(name);
  }

  closeObject(): void {
    this.#item[this.#openAt.pop() ?? 0] = this.#openShapes.pop() ?? this.#shapes.empty;
    this.#ancestors.pop();
  }

  /** Opens a list: exactly `length` values follow, then `closeList`. */
  openList(list: object, length: number): void {
    this.#enter(list);
    this.token(ARRAY);
    this.token(length);
  }

  closeList(): void {
    this.#ancestors.pop();
  }

  /** One field of an open object; what JSON leaves out is left out. */
  field(object: Fields, key: string): void {
    const value = ownValue(object, key);
    if (!isSent(value)) return;
    this.key(key);
    this.value(value);
  }

  /** A bare text as the list of one block that it stands for. */
  textBlock(type: string, text: string): void {
    this.token(ARRAY);
    this.token(1);
    this.token(this.#shapes.empty.with("type").with("text"));
    this.#addChars("typetext".length);
    this.text(type);
    this.text(text);
  }

  #object(value: object): void {
    if (isProxy(value)) throw new Unreadable("unreadable");
    if (isUint8Array(value)) {
      this.#writeBytes(value);
      return;
    }
    if (Array.isArray(value)) {
      const length = arrayLength(value);
      this.openList(value, length);
      for (let index = 0; index < length; index++) this.value(ownElement(value, index));
      this.closeList();
    } else {
      assertPlain(value);
      this.openObject(value);
      for (const key of Object.keys(value)) this.field(value, key);
      this.closeObject();
    }
  }

  #enter(container: object): void {
    const depth = this.#ancestors.length;
    if (depth >= DEEPEST) throw new Unreadable(this.#ancestors.includes(container) ? "cycle" : "too-deep");
    this.#ancestors.push(container);
  }

  #addChars(count: number): void {
    this.chars += count;
    if (this.chars > MOST_CHARS) throw new Unreadable("too-large");
  }

  #writeBytes(bytes: Uint8Array): void {
    const size = Number(sizeOfBytes?.call(bytes));
    this.#bytes += size;
    if (this.#bytes > MOST_CHARS) throw new Unreadable("too-large");
    this.token(BYTES);
    this.token(size);
    this.text(digestBytes(this.#salt, bytes));
  }
}
