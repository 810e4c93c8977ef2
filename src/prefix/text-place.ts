/** Where two texts part. `offset` counts UTF-16 code units from 0; `line` and `char` count from 1. */
export interface TextPlace {
  readonly offset: number;
  readonly line: number;
  /** Place in the whole text, not in the line. */
  readonly char: number;
}

/** The first place where the texts differ; a text that continues another differs where that one ends. */
export function firstTextDifference(before: string, after: string): TextPlace {
  const shared = Math.min(before.length, after.length);
  let offset = 0;
  while (offset < shared && before.charCodeAt(offset) === after.charCodeAt(offset)) offset += 1;
  let line = 1;
  for (let at = before.indexOf("\n"); at >= 0 && at < offset; at = before.indexOf("\n", at + 1)) line += 1;
  return { offset, line, char: offset + 1 };
}
