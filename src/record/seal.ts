import { digestAll, shortDigest } from "../prefix/digest.ts";
import type { Usual } from "./run-record.ts";

/** What is usual, with its text: that is made once for all the records that leave it out. */
export interface StatedUsual {
  readonly usual: Usual;
  readonly text: string;
}

export function stated(usual: Usual): StatedUsual {
  return { usual, text: jsonOf(usual) };
}

/**
 * Ties a record to what it says, to the record before it and to what both leave out: one that was edited, or that stands
 * behind another record than it was written behind, has another seal. `before` is the seal of the record before; null for
 * a record that stands for itself. `record` is without its own seal.
 */
export function sealOf(common: StatedUsual, before: string | null, record: object): string {
  return sealOfText(common, before, jsonOf(record));
}

/**
 * Whether a record has its seal. `written` is its text in a file, the seal at its end, where that is known: taking it as it
 * stands is faster than writing the record again. Another program may have written it otherwise.
 */
export function isSealed(
  common: StatedUsual,
  before: string | null,
  seal: string,
  written: string | null,
  record: object,
): boolean {
  const end = `,"k":"${seal}"}`;
  const isAsWritten = written?.endsWith(end) === true;
  if (isAsWritten && sealOfText(common, before, `${written.slice(0, -end.length)}}`) === seal) return true;
  return sealOf(common, before, record) === seal;
}

function sealOfText({ usual, text }: StatedUsual, before: string | null, record: string): string {
  return shortDigest(digestAll(usual.s ?? "", [before ?? "", text, record]));
}

/** What was edited may be nested deeper than can be written: then it has no text, and fits no seal. */
function jsonOf(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
}
