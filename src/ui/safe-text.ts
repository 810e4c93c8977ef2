import { sliceByColumn, visibleWidth } from "@earendil-works/pi-tui";

// Control characters, and the marks that reorder what follows them on the screen.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Columns a provider or model name may take in a report. */
const NAME_COLUMNS = 40;

/** Text of outside origin on one line: control characters and direction marks become one space. */
export function oneLine(text: string): string {
  return text.replace(UNPRINTABLE, " ").trim();
}

/**
 * A provider or model name for display: one line, at most 40 columns. For display only: names are compared raw. An empty
 * name reads `?`.
 */
export function displayName(name: string): string {
  // Bounded before anything walks over it: a name may be megabytes long.
  const text = oneLine(name.slice(0, 400));
  if (text === "") return "?";
  // Not pi-tui's truncateToWidth: it puts colour resets around its ellipsis, and this text also goes where nothing reads them.
  return visibleWidth(text) <= NAME_COLUMNS ? text : `${sliceByColumn(text, 0, NAME_COLUMNS - 1, true)}…`;
}
