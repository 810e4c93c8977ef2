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

/** Screens without what differs each time they are made: times, dates and the speed. */
export function withoutTimes(readme: string): string {
  return readme
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|\d\d:\d\d:\d\d/g, "TIME")
    .replaceAll(/\d+ m \d+ s/g, "SPAN")
    .replaceAll(/▸ (?:n\/a|~?[\d.]+ t\/s) */g, "SPEED ")
    .replaceAll(/ · (?:first token after )?[\d.]+ (?:t\/s|s)|[\d.]+ 秒后收到第一个 token/g, "");
}
