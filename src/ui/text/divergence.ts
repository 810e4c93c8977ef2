import type { Divergence } from "../../prefix/divergence.ts";
import type { Observation } from "../../prefix/observation.ts";
import { formatHitRate } from "../../usage/hit-rate.ts";
import { fullTokens } from "../numbers.ts";
import { displayName, oneLine } from "../safe-text.ts";
import type { Words } from "../words/words.ts";

/** A path may hold long names; what is left says where to look. */
const PATH_CHARS = 120;

/** Where and how a request differs from the one before, in a few words: no text of it. */
export function divergenceText(divergence: Divergence, words: Words): string {
  const share = words.shareBefore(formatHitRate(divergence.shareBefore, 0));
  return words.listed([changeText(divergence, words), share]);
}

/** `divergenceText` without the share before it, which is no measure beside what was really read. */
export function changeText(divergence: Divergence, words: Words): string {
  const { section, kind, name, path, tag, line, char, before, after, owner } = divergence;
  const place = path === null ? words.sections[section] : oneLine(path.slice(0, PATH_CHARS));
  const parts = [name === null || place.endsWith(name) ? place : `${place} ${displayName(name)}`];
  if (tag !== null) parts.push(words.inTag(displayName(tag)));
  if (owner !== null && kind !== "reordered") parts.push(words.owner(displayName(owner)));
  parts.push(words.kinds[kind]);
  const details: string[] = [];
  // A parameter is a word or a number: its place is its path.
  if (line !== null && char !== null && section !== "params")
    details.push(words.atLine(fullTokens(line), fullTokens(char)));
  if (line !== null && char === null) details.push(words.atLineOnly(fullTokens(line)));
  if (before !== null && after !== null && kind !== "reordered") {
    const same = before.chars === after.chars;
    details.push(same ? words.sameLength : words.lengths(fullTokens(before.chars), fullTokens(after.chars)));
  }
  return details.length === 0 ? parts.join(" ") : words.labelled(parts.join(" "), words.listed(details));
}

/** An observation in one line, for the summary. */
export function observationText(observation: Observation, words: Words): string {
  const { relation, reason, divergence, flap } = observation;
  const parts = [words.relations[relation]];
  if (reason !== null) parts.push(`(${words.reasons[reason] ?? reason})`);
  if (divergence !== null) parts.push(`· ${divergenceText(divergence, words)}`);
  if (flap) parts.push(`(${words.flap})`);
  return parts.join(" ");
}
