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
};

/** The marks to use. */
export function glyphs(ascii: boolean): Glyphs {
  return ascii ? PLAIN : DRAWN;
}
