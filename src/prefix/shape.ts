/**
 * The field names of an object in sending order, kept once for all objects that have the same ones: most of a request is
 * the same few shapes again and again. Each shape is another one and a last name. Two shapes with the same names are the
 * same thing, whether or not they are one object.
 */
export class Shape {
  readonly size: number;
  readonly #before: Shape | null;
  readonly #last: string;
  readonly #next = new Map<string, Shape>();
  readonly #table: ShapeTable;

  constructor(table: ShapeTable, before: Shape | null = null, last = "") {
    this.#table = table;
    this.#before = before;
    this.#last = last;
    this.size = before === null ? 0 : before.size + 1;
  }

  /** The shape with one more field at its end. */
  with(key: string): Shape {
    const known = this.#next.get(key);
    if (known !== undefined) return known;
    const shape = new Shape(this.#table, this, key);
    // Past the limit shapes are made anew each time: slower, never wrong.
    if (this.#table.take()) this.#next.set(key, shape);
    return shape;
  }

  /** All names, in order. */
  get keys(): readonly string[] {
    const keys: string[] = [];
    for (let shape: Shape = this; shape.#before !== null; shape = shape.#before) keys.push(shape.#last);
    return keys.reverse();
  }

  /** Whether the other one has the same names in the same order. */
  equals(other: Shape): boolean {
    if (this.size !== other.size) return false;
    let [a, b]: [Shape, Shape] = [this, other];
    while (a !== b && a.#before !== null && b.#before !== null) {
      if (a.#last !== b.#last) return false;
      [a, b] = [a.#before, b.#before];
    }
    return true;
  }
}

/** Shapes kept by one observer: far more than tools and messages have. */
const SHAPES_KEPT = 5_000;

/** Counts the shapes that are kept, so that payloads with ever new field names cannot fill the memory. */
export class ShapeTable {
  readonly empty = new Shape(this);
  #kept = 0;

  take(): boolean {
    this.#kept += 1;
    return this.#kept <= SHAPES_KEPT;
  }
}

/** Whether two tokens are shapes with the same field names. */
export function sameShape(a: unknown, b: unknown): boolean {
  return a instanceof Shape && b instanceof Shape && a.equals(b);
}
