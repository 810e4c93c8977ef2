/**
 * The field names of an object in sending order, kept once for all objects that have the same ones: most of a request is
 * the same few shapes again and again. Two shapes with the same names are the same thing, whether or not they are one
 * object.
 */
export class Shape {
  readonly keys: readonly string[];
  readonly #next = new Map<string, Shape>();
  readonly #table: ShapeTable;

  constructor(keys: readonly string[], table: ShapeTable) {
    this.keys = keys;
    this.#table = table;
  }

  /** The shape with one more field at its end. */
  with(key: string): Shape {
    const known = this.#next.get(key);
    if (known !== undefined) return known;
    const shape = new Shape([...this.keys, key], this.#table);
    // Past the limit shapes are made anew each time: slower, never wrong.
    if (this.#table.take()) this.#next.set(key, shape);
    return shape;
  }
}

/** Shapes kept by one observer, and field names in all of them: far more than tools and messages have. */
const SHAPES_KEPT = 5_000;

/** Counts the shapes that are kept, so that payloads with ever new field names cannot fill the memory. */
export class ShapeTable {
  readonly empty = new Shape([], this);
  #kept = 0;

  take(): boolean {
    this.#kept += 1;
    return this.#kept <= SHAPES_KEPT;
  }
}

/** Whether two tokens are shapes with the same field names. */
export function sameShape(a: unknown, b: unknown): boolean {
  if (!(a instanceof Shape) || !(b instanceof Shape) || a.keys.length !== b.keys.length) return false;
  return a.keys.every((key, at) => key === b.keys[at]);
}
