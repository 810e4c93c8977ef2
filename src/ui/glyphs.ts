/** The marks of the footer. Plain ones for terminals and fonts without the others (`PI_CACHE_STATS_ASCII=1`). */
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
};

/** The marks to use. */
export function glyphs(ascii: boolean): Glyphs {
  return ascii ? PLAIN : DRAWN;
}
