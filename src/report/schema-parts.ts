import { type TSchema, Type } from "typebox";

/** The value or null: what was not measured is null, never left out. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** One of a closed set of words. */
export function choice<T extends string[]>(words: readonly [...T]) {
  return Type.Enum<T>(words);
}

/** A finite count, not negative. */
export function count() {
  return Type.Number({ minimum: 0 });
}
