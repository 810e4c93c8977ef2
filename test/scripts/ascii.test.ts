import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asciiOnly } from "../../scripts/ascii.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";

/** What an expression is. */
const meaningOf = (code: string): unknown => new Function(`return (${code});`)();

describe("code in ASCII alone", () => {
  it("means the same as before, in texts, templates, patterns, names and comments", () => {
    for (const code of ['"命中 ▸ 🙈"', "`·é`", "({ é: '·' })", "/[·-é]+🙈/u.exec('x·é🙈')[0]", "/* 命中 */ 1 // ·\n"]) {
      const escaped = asciiOnly(code);
      expect(escaped).toMatch(/^[\0-\x7f]*$/);
      expect(meaningOf(escaped)).toEqual(meaningOf(code));
    }
  });

  it("holds any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(meaningOf(asciiOnly(JSON.stringify(text)))).toBe(text);
      }),
    );
  });

  it.each(['"\\·"', "/\\·/", "String.raw`·`", "String.raw `x`", "((s) => s.raw[0])`·`", "raw`·`"])(
    "is refused for %s",
    (code) => {
      expect(() => asciiOnly(code)).toThrow("would not mean the same");
    },
  );

  it("is what the single file is", () => {
    expect(readFileSync(join(PACKAGE_ROOT, "integrations/pi/cache-stats.js"), "utf8")).toMatch(/^[\0-\x7f]*$/);
  });
});
