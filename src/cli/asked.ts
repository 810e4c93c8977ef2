import { field, finiteOrNull, textOrNull } from "../unknown.ts";

/** What form a result is to have. */
export type Format = "text" | "json" | "csv" | "html";

/** The options of a command, as they were given. */
export interface Asked {
  readonly format: Format;
  /** A file to write to; null for standard output. */
  readonly output: string | null;
  /** Milliseconds since the epoch. */
  readonly since: number | null;
  readonly limit: number | null;
  /** Whether turns are listed. */
  readonly turns: boolean;
  /** A turn to explain. */
  readonly why: number | null;
  /** 0..1. */
  readonly failUnder: number | null;
  readonly maxBreaks: number | null;
}

/** Reads the options that commander has parsed: an option of another command is not asked. */
export function readAsked(options: unknown): Asked {
  const number = (name: string): number | null => finiteOrNull(field(options, name));
  const formats: readonly Format[] = ["json", "csv", "html"];
  return {
    format: formats.find((format) => field(options, format) === true) ?? "text",
    output: textOrNull(field(options, "output")),
    since: number("since"),
    limit: number("limit"),
    turns: field(options, "turns") === true,
    why: number("why"),
    failUnder: number("failUnder"),
    maxBreaks: number("maxBreaks"),
  };
}
