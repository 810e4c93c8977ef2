/**
 * Reading values whose shape nobody promised: session files written by other versions and tools, messages that
 * other extensions replaced, host objects of an older Pi. Each reader answers with the value or with nothing; none throws.
 */

/** A non-null object that is not an array, seen as a bag of unknown fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The field `key` of `value`, or undefined when `value` is not a record. */
export function field(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

/** The string itself, or null for anything else. */
export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The number itself when it is finite, or null for anything else (NaN, infinities, numeric strings). */
export function finiteOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A function found on a host object, callable with unknown arguments: the way to use what an older Pi may lack. */
export function isFunction(value: unknown): value is (...args: readonly unknown[]) => unknown {
  return typeof value === "function";
}
