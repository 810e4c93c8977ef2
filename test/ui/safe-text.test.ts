import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayName, oneLine } from "../../src/ui/safe-text.ts";

const anyText = fc.string({ unit: "binary", maxLength: 300 });
const hostileText = fc
  .array(
    fc.oneof(fc.constantFrom("\u001b[31m", "\u0007", "\r\n", "\u202e", "\u2028", "模型", "👩‍💻", "e\u0301"), anyText),
  )
  .map((parts) => parts.join(""));

describe("text of outside origin", () => {
  it("is put on one line without control characters and direction marks", () => {
    expect(oneLine("a\r\nb\u001b[31mc\u202ed\u2028e\u0085f")).toBe("a b [31mc d e f");
  });

  it("loses what stands around it", () => {
    expect(oneLine("\n  name \t")).toBe("name");
  });

  it("keeps everything that can be printed", () => {
    expect(oneLine("模型 gpt-测试 👩‍💻 e\u0301 é")).toBe("模型 gpt-测试 👩‍💻 e\u0301 é");
  });

  it("never holds a control character or a direction mark, whatever came in", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(oneLine(text)).not.toMatch(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});

describe("a provider or model name", () => {
  it("is shown as it is when it is short", () => {
    expect(displayName("claude-sonnet-4.5")).toBe("claude-sonnet-4.5");
  });

  it("reads ? when nothing of it can be shown", () => {
    expect(displayName("")).toBe("?");
    expect(displayName("\u0000\n")).toBe("?");
  });

  it("takes at most 40 columns, and says so when it was cut", () => {
    expect(visibleWidth(displayName("模型".repeat(30)))).toBeLessThanOrEqual(40);
    expect(displayName("x".repeat(50))).toContain("…");
    fc.assert(
      fc.property(hostileText, (name) => {
        expect(visibleWidth(displayName(name))).toBeLessThanOrEqual(40);
      }),
    );
  });

  it("is bounded when it is megabytes long", () => {
    expect(displayName("x".repeat(5_000_000)).length).toBeLessThan(400);
  });

  it("holds no control character when it was cut", () => {
    expect(displayName("x".repeat(50))).not.toMatch(/\p{Cc}/u);
  });

  it("holds no control character, whatever came in", () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        expect(displayName(name)).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});
