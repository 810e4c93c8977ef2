/** What our own texts have besides words, and what stands for it in plain ASCII. Words stay in their language. */
const PLAIN_MARKS = { "·": "-", "…": "...", "→": "->", "×": "x", "↑↓": "^v", "←→": "<>" } as const;

/** The same in as many columns, for a screen whose lines are full already. */
const PLAIN_COLUMNS = { ...PLAIN_MARKS, "…": "~", "→": ">" } as const;

/** Our own marks as plain ones. */
export function plainMarks(text: string): string {
  return replaceAll(text, PLAIN_MARKS);
}

/** `plainMarks` without a change of width. */
export function plainColumns(text: string): string {
  return replaceAll(text, PLAIN_COLUMNS);
}

function replaceAll(text: string, marks: Readonly<Record<string, string>>): string {
  // Both arrows of a pair first: a single one means something else.
  const longestFirst = Object.entries(marks).sort(([a], [b]) => b.length - a.length);
  return longestFirst.reduce((plain, [mark, instead]) => plain.replaceAll(mark, instead), text);
}
