import type { Fields } from "../own-data.ts";
import * as ownData from "../own-data.ts";

// Taken once: each look into a module costs a call in the loader that Pi runs TypeScript with.
const { arrayLength, isList, isObject, ownElement, ownValue, Unreadable } = ownData;
const assertPlain: typeof ownData.assertPlain = ownData.assertPlain;

/** The value of an own data property; undefined when there is none. An accessor throws. */
export function valueAt(object: Fields, key: string): unknown {
  return Object.hasOwn(object, key) ? ownValue(object, key) : undefined;
}

/** The array at an own field: null when the field is absent or holds no array. A field that cannot be read throws. */
export function listAt(object: Fields, key: string): readonly unknown[] | null {
  const value = valueAt(object, key);
  return isList(value) ? value : null;
}

/** The plain object at an own field: null when the field is absent or holds something else. */
export function objectAt(object: Fields, key: string): Fields | null {
  const value = valueAt(object, key);
  if (!isObject(value)) return null;
  assertPlain(value);
  return value;
}

/** The text at an own field, or null. */
export function textAt(object: Fields, key: string): string | null {
  const value = valueAt(object, key);
  return typeof value === "string" ? value : null;
}

/** An element of a list that must be a plain object; anything else is unreadable, not nothing. */
export function objectIn(list: readonly unknown[], index: number): Fields {
  const value = ownElement(list, index);
  if (!isObject(value)) throw new Unreadable("unreadable");
  assertPlain(value);
  return value;
}

/** Length of a list within the limits; 0 for no list. A list that could run code when read throws. */
export function lengthOf(list: readonly unknown[] | null): number {
  return list === null ? 0 : arrayLength(list);
}

/** How many items from `start` on satisfy the test, which sees plain objects only, before the first that does not. */
export function leading(list: readonly unknown[], fits: (item: Fields) => boolean, start = 0): number {
  const length = arrayLength(list);
  let at = start;
  while (at < length) {
    const item = ownElement(list, at);
    if (!isObject(item)) break;
    assertPlain(item);
    if (!fits(item)) break;
    at += 1;
  }
  return at - start;
}
