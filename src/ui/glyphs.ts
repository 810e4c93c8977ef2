/** The marks of the footer and of small charts. Plain ones for terminals and fonts without the others (`PI_CACHE_STATS_ASCII=1`). */
export interface Glyphs {
  readonly session: string;
  readonly latest: string;
  readonly context: string;
  readonly speed: string;
  readonly model: string;
  readonly up: string;
  readonly down: string;
  readonly dot: string;
  readonly arrow: string;
  readonly ellipsis: string;
  readonly bar: { readonly full: string; readonly empty: string };
  /** `steps` from the lowest to the highest; `gap` for what was not measured. */
  readonly spark: { readonly steps: readonly string[]; readonly gap: string };
  /** The parts of a prompt: read from the cache, written to it, neither. Told apart without colour too. */
  readonly parts: { readonly read: string; readonly written: string; readonly fresh: string };
  /** Below the selected place of a chart. */
  readonly here: string;
  /** A rule across the screen, one column of it. */
  readonly rule: string;
}

const DRAWN: Glyphs = {
  session: "◆",
  latest: "◇",
  context: "▲",
  speed: "▸",
  model: "■",
  up: "↑",
  down: "↓",
  dot: "•",
  arrow: "→",
  ellipsis: "…",
  bar: { full: "█", empty: "░" },
  spark: { steps: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], gap: " " },
  parts: { read: "█", written: "▒", fresh: "░" },
  here: "▲",
  rule: "─",
};

const PLAIN: Glyphs = {
  session: "S",
  latest: "L",
  context: "C",
  speed: ">",
  model: "#",
  up: "in:",
  down: "out:",
  dot: "-",
  arrow: "->",
  ellipsis: "...",
  bar: { full: "#", empty: "-" },
  spark: { steps: ["_", ".", ":", "-", "=", "+", "*", "#"], gap: " " },
  parts: { read: "#", written: "=", fresh: "." },
  here: "^",
  rule: "-",
};

/** The marks to use. */
export function glyphs(ascii: boolean): Glyphs {
  return ascii ? PLAIN : DRAWN;
}
