import type { Divergence } from "../prefix/divergence.ts";
import { isRecord } from "../unknown.ts";

/** What a divergence need not say. */
const NO_PLACE = {
  ...{ index: null, name: null, role: null, path: null, tag: null, line: null, char: null },
  ...{ before: null, after: null, owner: null },
};

/** A divergence without what it does not say. */
export function compactPlace(place: Divergence): Partial<Divergence> {
  const told = Object.entries(place).filter(([, value]) => value !== null);
  // Four digits tell as much as an estimate in characters can.
  return { ...Object.fromEntries(told), shareBefore: Number(place.shareBefore.toFixed(4)) };
}

/** The divergence again, not yet checked. */
export function fullPlace(place: unknown): unknown {
  return isRecord(place) ? { ...NO_PLACE, ...place } : place;
}
