import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withoutNumbers, withScreens } from "../../demo/readme-screens.ts";
import { playStory } from "../../demo/story.ts";
import { otherPi } from "../support/pi/abilities.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";

const NO_SCREENS = { footer: [], summary: [], why: [], panel: [], open: [] };

describe.each([
  ["README.md", "en"],
  ["README.zh-CN.md", "zh"],
] as const)("the screens of %s", (name, language) => {
  it("are what Pi shows now, but for numbers (npm run screens writes them)", async ({ skip }) => {
    const other = otherPi();
    skip(other !== null, other ?? "");
    const readme = await readFile(join(PACKAGE_ROOT, name), "utf8");
    expect(withoutNumbers(readme)).toBe(withoutNumbers(withScreens(readme, await playStory(language))));
    // The comparison itself can fail.
    expect(withoutNumbers(readme)).not.toBe(withoutNumbers(withScreens(readme, NO_SCREENS)));
  });
});

describe("screens in a README", () => {
  it("are put where their names are, and nothing else is touched", () => {
    const readme = "before\n<!-- screen: why -->\n```text\nold\n```\nafter\n```text\nother\n```\n";
    expect(withScreens(readme, { ...NO_SCREENS, why: ["new  ", "lines"] })).toBe(
      "before\n<!-- screen: why -->\n```text\nnew\nlines\n```\nafter\n```text\nother\n```\n",
    );
  });

  it("must be known", () => {
    expect(() => withScreens("<!-- screen: nothing -->\n```text\n```\n", NO_SCREENS)).toThrow("no screen nothing");
  });
});
