import { types } from "node:util";
import { LIMITS, type SkipReason } from "./limits.ts";

// Taken once: each look into a module costs a call in the loader that Pi runs TypeScript with.
const { isProxy } = types;
const { items: MOST_ITEMS } = LIMITS;

/** A plain object, as `assertPlain` lets it through. */
export type Fields = Readonly<Record<string, unknown>>;

/** Thrown inside this folder when a part cannot be read; the section that it belongs to becomes `skipped`. */
export class Unreadable extends Error {
  readonly reason: SkipReason;

  constructor(reason: SkipReason) {
    super(reason);
    this.reason = reason;
  }
}

/** The value of an own data property; undefined when there is none. An accessor is `Unreadable`. */
export function ownValue(object: Fields, key: string): unknown {
  return dataOf(Object.getOwnPropertyDescriptor(object, key));
}

/** The value of a data property. An accessor is not run to find out what it would say. */
function dataOf(property: PropertyDescriptor | undefined): unknown {
  if (property?.get !== undefined || property?.set !== undefined) throw new Unreadable("unreadable");
  return property?.value;
}

/** One element of an array that `arrayLength` has accepted; a hole is undefined. */
export function ownElement(array: readonly unknown[], index: number): unknown {
  return dataOf(Object.getOwnPropertyDescriptor(array, index));
}

/** Whether a value is a list. A proxy is refused: even asking what it stands for can throw. */
export function isList(value: unknown): value is readonly unknown[] {
  if (isProxy(value)) throw new Unreadable("unreadable");
  return Array.isArray(value);
}

/** Whether a value is an object but no list, and worth a look by `assertPlain`. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isList(value);
}

/** The length of a plain array within the limits; anything that could run code when read is `Unreadable`. */
export function arrayLength(array: readonly unknown[]): number {
  if (isProxy(array)) throw new Unreadable("unreadable");
  if (Object.getPrototypeOf(array) !== Array.prototype || Object.hasOwn(array, "toJSON"))
    throw new Unreadable("unreadable");
  if (array.length > MOST_ITEMS) throw new Unreadable("too-many-items");
  return array.length;
}

/** Fields that JSON leaves out are not part of a request. */
export function isSent(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

/**
 * Refuses everything but plain objects. What a class instance sends is its own affair (`toJSON`, internal slots), so it
 * counts as not read rather than as empty.
 */
export function assertPlain(object: object): asserts object is Fields {
  if (isProxy(object)) throw new Unreadable("unreadable");
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) throw new Unreadable("unreadable");
  if (Object.hasOwn(object, "toJSON")) throw new Unreadable("unreadable");
}
