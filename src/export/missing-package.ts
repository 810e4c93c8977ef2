import { field } from "../unknown.ts";

/** As Node's own loader and a loader like jiti say that a package is not installed. */
export const CODES: readonly unknown[] = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"];

/**
 * Null for the error of an import whose package is not there, as in the single-file build; any other error is thrown again.
 * A package that is there and lacks a part of its own throws the same way, and helps as little.
 */
export function missingPackage(error: unknown): null {
  if (CODES.includes(field(error, "code"))) return null;
  throw error;
}
