import { digestAll, shortDigest } from "../prefix/digest.ts";
import type { Usual } from "./run-record.ts";

/**
 * Ties a record to what it says, to the record before it and to what both leave out: one that was edited, or that stands
 * behind another record than it was written behind, has another seal. `before` is the seal of the record before; null for
 * a record that stands for itself. `record` is without its own seal.
 */
export function sealOf(usual: Usual, before: string | null, record: object): string {
  return shortDigest(digestAll(usual.s ?? "", [before ?? "", JSON.stringify(usual), JSON.stringify(record)]));
}
