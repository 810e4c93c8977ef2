import { describe, expect, it } from "vitest";
import { firstTextDifference } from "../../src/prefix/text-place.ts";

describe("the place where two texts part", () => {
  it.each([
    ["at the first character", "a", "b", { offset: 0, line: 1, char: 1 }],
    ["within the first line", "Now 15:09:20.", "Now 15:09:34.", { offset: 10, line: 1, char: 11 }],
    ["on the third line, counted in the whole text", "a\nb\ncd", "a\nb\ncx", { offset: 5, line: 3, char: 6 }],
    ["right after a line break", "a\nb", "a\nc", { offset: 2, line: 2, char: 3 }],
    ["at a line break, which still belongs to its line", "a\nb", "a b", { offset: 1, line: 1, char: 2 }],
    ["where the longer text goes on", "ab", "abc", { offset: 2, line: 1, char: 3 }],
    ["where the text was cut", "a\nbc", "a\nb", { offset: 3, line: 2, char: 4 }],
    ["in UTF-16 code units", "👍a", "👍b", { offset: 2, line: 1, char: 3 }],
    ["at the end of equal texts", "same", "same", { offset: 4, line: 1, char: 5 }],
    ["at once in an empty text", "", "x", { offset: 0, line: 1, char: 1 }],
  ])("is %s", (_where, before, after, place) => {
    expect(firstTextDifference(before, after)).toEqual(place);
  });
});
