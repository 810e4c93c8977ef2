/** Where a command writes and what it knows of its surroundings. Everything it does to the world goes through here. */
export interface Terminal {
  /** Standard output. Resolves when more may be written. */
  readonly write: (text: string) => Promise<void>;
  /** Standard error, at once. */
  readonly warn: (text: string) => void;
  /** Columns of the terminal that standard output is; null where it is none. */
  readonly columns: number | null;
  /** Whether standard error is a terminal: only there progress is shown. */
  readonly showsProgress: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** How a command ended: as it should, past a limit of its caller's, or without input that it could use. */
export const EXIT = { ok: 0, overLimit: 1, unusable: 2 } as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];
