import type { Part } from "../panel/parts.ts";
import type { Range } from "../panel/session-turns.ts";
import type { View } from "../panel/views.ts";

/** What the panel says, in one language. Headings are short: the narrowest screen has 60 columns. */
export interface PanelWords {
  readonly views: Readonly<Record<View, string>>;
  readonly ranges: Readonly<Record<Range, string>>;
  readonly parts: Readonly<Record<Part, string>>;
  /** The line above the bars, by what it shows. */
  readonly rateOfTurn: string;
  readonly rateSoFar: string;
  /** What the letters below the bars mean. */
  readonly marks: {
    readonly break: string;
    readonly compaction: string;
    readonly model: string;
    readonly refresh: string;
  };
  readonly heads: {
    readonly turn: string;
    readonly time: string;
    readonly rate: string;
    readonly prompt: string;
    readonly read: string;
    readonly written: string;
    readonly fresh: string;
    readonly output: string;
    readonly speed: string;
    readonly cost: string;
    readonly model: string;
    readonly missed: string;
    readonly missedCost: string;
    readonly turns: string;
    readonly breaks: string;
    readonly cause: string;
    readonly origin: string;
    readonly newest: string;
    readonly share: string;
  };
  readonly breakTally: (count: number) => string;
  readonly noBreaks: string;
  readonly noMoreBreaks: string;
  readonly otherBranch: string;
  /** Verdicts of a long session are still being made. */
  readonly judging: string;
  readonly help: {
    readonly rows: string;
    readonly turns: string;
    readonly breaks: string;
    readonly open: string;
    readonly view: string;
    readonly range: string;
    readonly scroll: string;
    readonly close: string;
    readonly leave: string;
  };
  readonly answeredBy: string;
  readonly tokens: string;
  readonly request: string;
  readonly outputOf: (output: string) => string;
  readonly outputWithReasoning: (output: string, reasoning: string) => string;
  readonly ownCost: (amount: string) => string;
  readonly panelNeedsTerminal: string;
  readonly panelNeedsNewerPi: string;
  readonly panelIsOpen: string;
}
