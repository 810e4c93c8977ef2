import { arrayLength, assertPlain, type Fields, ownElement, ownValue, Unreadable } from "../recorder.ts";

/** The value of an own data property; undefined when there is none. An accessor throws. */
export function valueAt(object: Fields, key: string): unknown {
  return Object.hasOwn(object, key) ? ownValue(object, key) : undefined;
}

/** The array at an own field: null when the field is absent or holds no array. A field that cannot be read throws. */
export function listAt(object: Fields, key: string): readonly unknown[] | null {
  const value = valueAt(object, key);
  return Array.isArray(value) ? value : null;
}

/** The plain object at an own field: null when the field is absent or holds something else. */
export function objectAt(object: Fields, key: string): Fields | null {
  const value = valueAt(object, key);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
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
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Unreadable("unreadable");
  assertPlain(value);
  return value;
}

/** Length of a list within the limits; 0 for no list. A list that could run code when read throws. */
export function lengthOf(list: readonly unknown[] | null): number {
  return list === null ? 0 : arrayLength(list);
}

/** How many items at the start of a list satisfy the test, which sees plain objects only. */
export function leading(list: readonly unknown[], fits: (item: Fields) => boolean): number {
  const length = arrayLength(list);
  let count = 0;
  while (count < length) {
    const item = ownElement(list, count);
    if (typeof item !== "object" || item === null || Array.isArray(item)) break;
    assertPlain(item);
    if (!fits(item)) break;
    count += 1;
  }
  return count;
}
