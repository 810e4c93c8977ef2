/**
 * Writes the screens of both READMEs anew, from the real Pi against the simulated provider. Run: npm run screens. With
 * --check it only says whether they are as they would be now, but for numbers.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../test/support/pi/sdk.ts";
import { withoutNumbers, withScreens } from "./readme-screens.ts";
import { playStory } from "./story.ts";

const READMES = [
  ["README.md", "en"],
  ["README.zh-CN.md", "zh"],
] as const;

const isCheck = process.argv.includes("--check");
for (const [name, language] of READMES) {
  const path = join(PACKAGE_ROOT, name);
  const present = await readFile(path, "utf8");
  const wanted = withScreens(present, await playStory(language));
  const isCurrent = withoutNumbers(present) === withoutNumbers(wanted);
  if (isCurrent) console.log(`${name}: its screens are current.`);
  else if (isCheck) {
    console.error(`${name}: its screens are not what Pi shows now. Run \`npm run screens\` and commit the result.`);
    process.exitCode = 1;
  } else {
    await writeFile(path, wanted);
    console.log(`${name}: its screens are written.`);
  }
}
