/** What the exports say, in one language. */
export interface ExportWords {
  /** No format was given. */
  readonly exportUsage: string;
  readonly exportUnknown: (word: string) => string;
  readonly exportExists: (path: string) => string;
  readonly exportNoFolder: (folder: string) => string;
  readonly exportDenied: (path: string) => string;
  readonly exportDiskFull: (path: string) => string;
  /** The single file has no packages beside it, and neither has a folder in which nothing was installed. `name`: the one that lacks. */
  readonly exportNeedsPackage: (format: string, name: string) => string;
  /** Breaks that the page's list leaves out. */
  readonly pageMoreBreaks: (count: number) => string;
  /** So many newest turns have the verdicts that were made while they were watched. */
  readonly pageOlderVerdicts: (kept: number) => string;
  readonly page: PageWords;
}

/** What stands on the exported page. In these texts `{turn}` stands for a turn's number: they are filled in the browser. */
export interface PageWords {
  readonly title: string;
  readonly made: string;
  readonly sessionId: string;
  readonly overview: string;
  readonly tokens: string;
  readonly cached: string;
  readonly written: string;
  readonly fresh: string;
  readonly output: string;
  readonly money: string;
  readonly costOfTurns: string;
  readonly costInAll: string;
  readonly saved: string;
  readonly net: string;
  readonly lost: string;
  /** Below dollars that nobody pays by the token. */
  readonly notionalNote: string;
  readonly models: string;
  readonly model: string;
  readonly turns: string;
  readonly rate: string;
  readonly prompt: string;
  /** `{scope}` stands for the range they are counted in. */
  readonly breaksByCause: string;
  readonly cause: string;
  readonly origin: string;
  readonly count: string;
  readonly missedTokens: string;
  readonly missedDollars: string;
  readonly share: string;
  readonly noBreaks: string;
  readonly breaksOfBranch: string;
  readonly turn: string;
  readonly time: string;
  readonly certainty: string;
  readonly why: string;
  readonly charts: string;
  readonly perTurn: string;
  readonly addedUp: string;
  readonly lostSoFar: string;
  readonly rateSoFar: string;
  /** Where there is not room for a bar of each turn; `{turns}` stands for how many share one. */
  readonly thinned: string;
  readonly marks: Readonly<Record<"break" | "compaction" | "model" | "refresh", string>>;
  readonly hint: string;
  readonly previousBreak: string;
  readonly nextBreak: string;
  readonly wholeRange: string;
  readonly needsScript: string;
  readonly detail: string;
  readonly chooseTurn: string;
  readonly turnTitle: string;
  /** `{outcome}` stands for how it went. */
  readonly verdictTitle: string;
  /** Evidence is bounded, so that the file stays small. */
  readonly evidenceLeftOut: string;
  readonly stopped: string;
  readonly before: string;
  readonly privacy: string;
}
