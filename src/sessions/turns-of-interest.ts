import { type EntryFact, entryId } from "../usage/entry.ts";
import { ModelKeys } from "../usage/turn.ts";
import { promptTokens } from "../usage/usage.ts";
import { NOISE_TOKENS } from "../verdict/missed.ts";

/** Requests that the next one may be measured against: one that left nothing in the cache is passed over. */
const REMEMBERED = 3;

/**
 * The entries of those turns whose recorded requests can have a say in sums: turns that read less than nearly all of their
 * prompt, and what they are measured against, the last turns of their model and of any. What is left out are hits, whose
 * requests explain nothing that is summed.
 */
export function turnsOfInterest(
  entries: readonly unknown[],
  facts: readonly (EntryFact | null)[],
): ReadonlySet<string> {
  const wanted = new Set<string>();
  const keys = new ModelKeys();
  const ofModel = new Map<string, string[]>();
  const ofAny: string[] = [];
  for (const [index, fact] of facts.entries()) {
    const id = entryId(entries[index]);
    if (fact?.kind !== "turn" || id === null || fact.turn.row.usage === null) continue;
    const { usage } = fact.turn.row;
    const key = keys.of(fact.turn);
    const own = ofModel.get(key) ?? [];
    // What was missed is at most what was not read.
    if (promptTokens(usage) - usage.cacheRead > NOISE_TOKENS) {
      for (const one of [id, ...own.slice(-REMEMBERED), ...ofAny.slice(-REMEMBERED)]) wanted.add(one);
    }
    if (own.push(id) === 1) ofModel.set(key, own);
    ofAny.push(id);
  }
  return wanted;
}
