import type { CulpritKind } from "../../sessions/culprits.ts";

/** What only the command line says, in one language. */
export interface CliWords {
  readonly about: string;
  readonly reportAbout: string;
  readonly topAbout: string;
  readonly compareAbout: string;
  /** What follows the commands and options in the help: exit status, defaults. */
  readonly epilogue: string;
  readonly argument: Readonly<Record<"paths" | "first" | "second", string>>;
  readonly option: Readonly<
    Record<
      | "json"
      | "csv"
      | "html"
      | "output"
      | "since"
      | "limit"
      | "turns"
      | "why"
      | "failUnder"
      | "maxBreaks"
      | "version"
      | "help",
      string
    >
  >;
  readonly badSince: string;
  readonly badRate: string;
  readonly badPath: string;
  readonly badCount: (least: number) => string;
  /** The name of the range that a file or folder is: "session", "3 sessions". */
  readonly file: string;
  readonly sessions: (count: number) => string;
  readonly noSessions: (path: string) => string;
  /** Sessions were read, and none of their turns counts. */
  readonly noTurns: (since: string | null) => string;
  readonly notSession: (path: string) => string;
  readonly unread: (path: string, code: string) => string;
  readonly moreUnread: (count: number) => string;
  readonly damaged: (lines: number) => string;
  readonly copies: (files: number, turns: number) => string;
  readonly newer: (sessions: number) => string;
  readonly needsPackage: (name: string) => string;
  readonly linesRead: (lines: string) => string;
  readonly progress: (done: string, all: string) => string;
  readonly nothingMeasured: string;
  readonly underRate: (rate: string, least: string) => string;
  readonly overBreaks: (count: number, most: number) => string;
  readonly onlyOfFile: (option: string) => string;
  /** The heading of the list of breaks on the page of a folder. */
  readonly newestBreaks: string;
  readonly noBreaks: string;
  readonly moreRows: (count: number) => string;
  readonly olderTurns: (left: string, shown: string) => string;
  readonly kinds: Readonly<Record<CulpritKind, string>>;
  readonly headings: Readonly<
    Record<
      | "breaks"
      | "missed"
      | "cost"
      | "session"
      | "sessions"
      | "share"
      | "last"
      | "turns"
      | "rate"
      | "prompt"
      | "lost"
      | "file"
      | "difference",
      string
    >
  >;
  readonly rows: Readonly<
    Record<
      | "from"
      | "to"
      | "turns"
      | "rate"
      | "prompt"
      | "read"
      | "written"
      | "fresh"
      | "output"
      | "cost"
      | "saved"
      | "breaks"
      | "missed"
      | "lost",
      string
    >
  >;
}
