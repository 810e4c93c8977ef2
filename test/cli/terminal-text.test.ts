import * as tui from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sliceByColumn, visibleWidth, wrapTextWithAnsi } from "../../src/cli/terminal-text.ts";

/** What texts of reports are made of: letters, CJK, kana, Hangul, emoji with their marks, combining marks, signs. */
const PIECES = [
  ...["a", "Z", "0", " ", "  ", "-", "word", "é", "e\u0301", "ß", "ﬀ", "Ω", "я", "م", "ก"],
  ...["模型", "缓存", "，", "。", "：", "（", "か", "カ", "ｶ", "가", "Ａ", "　"],
  ...["😀", "👩‍💻", "👍🏽", "🇨🇳", "✅", "⚠️", "◆", "◇", "▲", "▸", "■", "…", "→", "█", "░", "·", "─", "│"],
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(""));
const words = fc.array(
  fc.array(fc.constantFrom(...PIECES.filter((piece) => piece.trim() !== "")), { minLength: 1, maxLength: 8 }),
  {
    maxLength: 12,
  },
);

describe("the width of a text without Pi", () => {
  it("is the one that Pi's own library gives", () => {
    fc.assert(
      fc.property(text, (one) => {
        expect([one, visibleWidth(one)]).toEqual([one, tui.visibleWidth(one)]);
      }),
    );
  });

  // Marks that stand alone are where the two differ: a dozen Arabic number signs (U+0600 …) and as many combining marks.
  it("is so for every letter, number, sign and punctuation mark", () => {
    const differing: string[] = [];
    for (let code = 0x20; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const one = String.fromCodePoint(code);
      if (/[\p{L}\p{N}\p{P}\p{S}\p{Zs}]/u.test(one) && visibleWidth(one) !== tui.visibleWidth(one)) differing.push(one);
    }
    expect(differing).toEqual([]);
  });

  it("is so with colours too", () => {
    fc.assert(
      fc.property(text, (one) => {
        const painted = `\u001b[31m${one}\u001b[0m`;
        expect(visibleWidth(painted)).toBe(tui.visibleWidth(painted));
      }),
    );
  });
});

describe("a text as lines", () => {
  it("loses nothing but blanks; what can be written in two ways comes in the shorter one", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 60 }), (one, width) => {
        const plain = (lines: readonly string[]) => lines.join("").replace(/\s/g, "");
        expect(plain(wrapTextWithAnsi(one, width))).toBe(one.replace(/\s/g, "").normalize());
      }),
    );
  });

  it("is never wider than asked", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 60 }), (one, width) => {
        for (const line of wrapTextWithAnsi(one, width)) expect(tui.visibleWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it("is broken between words as Pi's library does it, where no word is longer than a line", () => {
    const latin = fc.array(fc.stringMatching(/^[a-z0-9.,%-]{1,12}$/), { maxLength: 20 });
    fc.assert(
      fc.property(latin, fc.integer({ min: 12, max: 60 }), (all, width) => {
        const one = all.join(" ");
        expect(wrapTextWithAnsi(one, width)).toEqual(tui.wrapTextWithAnsi(one, width));
      }),
    );
  });

  it("keeps line ends, and is one empty line where it is empty", () => {
    expect(wrapTextWithAnsi("a\n\nb", 10)).toEqual(tui.wrapTextWithAnsi("a\n\nb", 10));
    expect(wrapTextWithAnsi("", 10)).toEqual(tui.wrapTextWithAnsi("", 10));
  });
});

describe("a part of a text", () => {
  it("is what Pi's library takes, where no wide character is cut", () => {
    const narrow = fc.stringMatching(/^[ -~]{0,40}$/);
    fc.assert(
      fc.property(narrow, fc.nat(20), fc.nat(20), (one, start, length) => {
        expect(sliceByColumn(one, start, length)).toBe(tui.sliceByColumn(one, start, length, true));
      }),
    );
  });

  it("is never wider than asked, and the beginning of the text", () => {
    fc.assert(
      fc.property(words, fc.nat(40), (all, length) => {
        const one = all.map((pieces) => pieces.join("")).join(" ");
        const part = sliceByColumn(one, 0, length);
        expect(visibleWidth(part)).toBeLessThanOrEqual(length);
        expect(one.startsWith(part)).toBe(true);
      }),
    );
  });
});
