import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import type { Observation } from "../../prefix/observation.ts";
import { SECTIONS } from "../../prefix/snapshot.ts";
import { fullTokens } from "../numbers.ts";
import { oneLine } from "../safe-text.ts";
import type { Words } from "../words/words.ts";
import { alignColumns, REPORT_COLUMNS } from "./columns.ts";
import { divergenceText } from "./divergence.ts";

/** Providers take four markers; of more the first few are listed. */
const MARKERS_LISTED = 6;

/** `/cache-stats prefix`: the last request, section by section, without a word of its text. */
export function prefixText(observation: Observation | null, words: Words, columns = REPORT_COLUMNS): string {
  if (observation === null) return words.noRequest;
  const { relation, reason, shape, divergence, markers, flap } = observation;
  const why = reason === null ? "" : ` (${words.reasons[reason] ?? reason})`;
  const head = wrapTextWithAnsi(words.labelled(words.prefix, `${words.relations[relation]}${why}`), columns);
  if (shape === null) return head.join("\n");
  const facts: [string, string][] = [];
  if (divergence !== null) facts.push([words.firstDifference, divergenceText(divergence, words)]);
  const others = SECTIONS.flatMap((name) => {
    const count = observation.otherDivergences[name];
    return count === undefined ? [] : [`${words.sections[name]} ${count}`];
  });
  if (others.length > 0) facts.push([words.otherDifferences, others.join(", ")]);
  if (flap) facts.push([words.notice, words.flap]);
  facts.push([shape, markerText(markers, words)]);
  const blocks = Object.entries(observation.blocks).flatMap(([name, chars]) =>
    chars === null ? [] : [`<${name}> ${words.chars(fullTokens(chars))}`],
  );
  if (blocks.length > 0) facts.push([words.blocks, blocks.join(", ")]);
  return [
    ...head,
    ...alignColumns(facts, new Set([0, 1]), columns),
    ...sectionLines(observation, words, columns),
    ...wrapTextWithAnsi(words.limits, columns),
  ].join("\n");
}

function sectionLines({ sections }: Observation, words: Words, columns: number): readonly string[] {
  const rows = SECTIONS.filter((name) => sections[name].state !== "absent").map((name) => {
    const { state, reason, count, chars } = sections[name];
    const why = reason === null ? "" : ` (${words.reasons[reason] ?? reason})`;
    return [words.sections[name], `${words.states[state] ?? state}${why}`, fullTokens(count), fullTokens(chars)];
  });
  return alignColumns([words.sectionColumns, ...rows], new Set([0, 1]), columns);
}

function markerText(markers: Observation["markers"], words: Words): string {
  const places = markers
    .slice(0, MARKERS_LISTED)
    .map(({ section, index, ttl }) => `${section}[${index}]${ttl === null ? "" : ` ${oneLine(ttl)}`}`);
  const more = markers.length > MARKERS_LISTED ? ", …" : "";
  return places.length === 0
    ? words.markers(0)
    : words.labelled(words.markers(markers.length), words.listed(places) + more);
}
