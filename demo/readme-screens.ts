import type { StoryScreens } from "./story.ts";

/** Where a screen stands in a README: a comment that names it, and the block of text that follows. */
const BLOCK = /(<!-- screen: (\w+) -->\n```text\n)[\s\S]*?(^```)/gm;

/** A README with its screens as they are now. Throws when it names a screen that there is not. */
export function withScreens(readme: string, screens: StoryScreens): string {
  return readme.replaceAll(BLOCK, (_, before: string, name: string, after: string) => {
    const found = Object.entries(screens).find(([key]) => key === name);
    if (found === undefined) throw new Error(`There is no screen ${name}.`);
    const lines: readonly string[] = found[1];
    return `${before}${lines.map((line) => `${line.trimEnd()}\n`).join("")}${after}`;
  });
}

/**
 * A README without its numbers and the blanks beside them, for comparison: times differ each time the screens are made, and
 * token counts with the length of the path that Pi is installed in, which its prompt names.
 */
export function withoutNumbers(readme: string): string {
  return readme
    .replaceAll(/▸ n\/a/g, "▸ 1 t/s")
    .replaceAll(/~?\d[\d,.:]*/g, "N")
    .replaceAll(/ +/g, " ");
}
