import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "./support/pi/sdk.ts";

const english = readFileSync(join(PACKAGE_ROOT, "README.md"), "utf8");
const chinese = readFileSync(join(PACKAGE_ROOT, "README.zh-CN.md"), "utf8");

/** Text without blocks of code. */
const prose = (readme: string): string => readme.replaceAll(/^```[\s\S]*?^```/gm, "");
const headings = (readme: string): string[] => [...prose(readme).matchAll(/^(#+) /gm)].map(([, marks = ""]) => marks);
const commands = (readme: string): string[] =>
  [...readme.matchAll(/^```bash\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code.replaceAll(/ +#.*$/gm, ""));
const screens = (readme: string): string[] =>
  [...readme.matchAll(/<!-- screen: (\w+) -->/g)].map(([, name = ""]) => name);
const codes = (readme: string): string[] =>
  [...prose(readme).matchAll(/`([^`\n]+)`/g)]
    .map(([, code = ""]) => code)
    .filter((code) => /^[\x20-\x7e]+$/.test(code))
    .sort();
/** Figures, however their thousands are grouped. */
const numbers = (readme: string): string[] =>
  [
    ...prose(readme)
      .replaceAll(/`[^`\n]+`/g, "")
      .matchAll(/\d[\d,.]*\d|\d/g),
  ]
    .map(([number]) => number)
    .sort();

describe("the Chinese README", () => {
  it.each([
    ["headings", headings],
    ["commands to type", commands],
    ["screens", screens],
    ["names in code", codes],
    ["numbers", numbers],
  ])("has the same %s as the English one", (_, partsOf) => {
    expect(partsOf(english).length).toBeGreaterThan(3);
    expect(partsOf(chinese)).toEqual(partsOf(english));
  });

  it("is Chinese, and links to the other, which links to it", () => {
    expect(prose(chinese).match(/\p{Script=Han}/gu)?.length).toBeGreaterThan(1_500);
    expect(chinese).toContain("(README.md)");
    expect(english).toContain("(README.zh-CN.md)");
  });
});
