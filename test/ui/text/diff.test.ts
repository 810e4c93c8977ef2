import { describe, expect, it } from "vitest";
import { Observer } from "../../../src/prefix/observer.ts";
import { diffText } from "../../../src/ui/text/diff.ts";
import { words as en } from "../../../src/ui/words/en.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";

const SCOPE = { session: "s", provider: "p", api: "a", model: "m", baseUrl: "" };

/** The view after two requests. */
function diff(before: unknown, after: unknown, words = en): string {
  const observer = new Observer("salt", "all");
  for (const payload of [before, after]) {
    observer.request(payload, { scope: SCOPE, ownerOf: () => null });
    observer.answered();
  }
  return diffText(observer.lastChange, words);
}

const request = (system: string, rest: object = {}) => ({
  ...{ model: "m", system, messages: [{ role: "user", content: "hi" }] },
  ...rest,
});
const ofPrompts = (before: string, after: string) => diff(request(before), request(after));
const withImage = (data: unknown) =>
  request("S", { messages: [{ role: "user", content: [{ type: "image", data }] }, {}] });

/** The lines of text, without the heading, which ends with the words on where the text goes. */
const shown = (text: string) => {
  const lines = text.split("\n");
  return lines.slice(lines.findIndex((line) => line.endsWith("nowhere else.")) + 1);
};

/** Random enough for base64: no run of it is a word. */
const base64 = (length: number) =>
  Buffer.from(Array.from({ length }, (_, index) => (index * 7919 + 13) % 256))
    .toString("base64")
    .slice(0, length);

describe("the diff view", () => {
  it("says when there is no difference to show", () => {
    expect(diffText(null, en).replaceAll("\n", " ")).toBe(en.noDifference);
    expect(diff(request("S"), request("S"))).toBe(diffText(null, en));
  });

  it("shows the lines that differ, with two around them, and where they are", () => {
    const lines = ["one", "two", "three", "Now 15:09", "five", "six", "seven"];
    const text = ofPrompts(lines.join("\n"), lines.join("\n").replace("15:09", "15:10"));
    expect(text.split("\n")[0]).toMatch(/^system changed: line 4, character 22/);
    expect(shown(text)).toEqual(["  two", "  three", "- Now 15:09", "+ Now 15:10", "  five", "  six"]);
  });

  it("says that it is the only command that shows text, in both languages", () => {
    expect(ofPrompts("a", "b")).toContain("This is the only command that shows text of a request");
    expect(diff(request("a"), request("b"), zh)).toContain("只有这个命令会显示请求的文字");
  });

  it("shows a tool that was added by its fields", () => {
    const tools = [{ name: "web", description: "Search.", input_schema: { type: "object" } }];
    expect(shown(diff(request("S"), request("S", { tools })))).toEqual([
      "+ name: web",
      "+ description: Search.",
      "+ input_schema: type: object",
    ]);
  });

  it("is bounded in lines and in the length of each", () => {
    const text = (mark: string) => Array.from({ length: 5_000 }, (_, at) => `${mark} ${at} ${"word ".repeat(1_000)}`);
    const lines = ofPrompts(text("a").join("\n"), text("b").join("\n")).split("\n");
    expect(lines.length).toBeLessThanOrEqual(50);
    for (const line of lines) expect(line.length).toBeLessThan(300);
    expect(lines).toContain("- … 4,980 more lines");
  });

  it("shows of a long line the part that differs", () => {
    const long = "word ".repeat(2_000);
    const text = ofPrompts(`${long}OLD ${long}`, `${long}NEW ${long}`);
    expect(text).toMatch(/^- ….*OLD .*…$/m);
    expect(text).toMatch(/^\+ ….*NEW .*…$/m);
  });

  it("strips control characters and marks of direction", () => {
    const text = ofPrompts("a", "b\u001b[31m\u0007\u202e\u2028\tc\r\nd");
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202e\u2028]/u);
    expect(text).toContain("[31m");
  });

  it.each([120, 1_000, 100_000])("prints no base64 of %i characters", (length) => {
    const text = diff(withImage(base64(length)), withImage(base64(length).replace("D", "E")));
    expect(text).not.toContain(base64(length).slice(0, 40));
    expect(text).toContain("[base64");
  });

  it("prints no base64 of a small picture", () => {
    const gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    expect(diff(withImage("x"), withImage(gif))).not.toContain(gif);
  });

  it("prints no end of base64 that stands right before the difference", () => {
    const data = base64(1_000);
    expect(ofPrompts(`${data} old`, `${data} new`)).not.toContain(data.slice(-40));
  });

  it("prints no base64 with the characters of addresses", () => {
    const data = base64(1_000).replaceAll("+", "-").replaceAll("/", "_");
    expect(ofPrompts("a", data)).not.toContain(data.slice(100, 140));
  });

  it("prints no base64 that is broken into lines", () => {
    const data = base64(760).replace(/.{76}/g, "$&\n");
    expect(ofPrompts("a", data)).not.toContain(data.slice(0, 40));
  });

  it("says of binary content how many bytes it has, and shows none", () => {
    const bedrock = (byte: number) => ({
      modelId: "m",
      messages: [{ role: "user", content: [{ image: { source: { bytes: new Uint8Array(300).fill(byte) } } }] }, {}],
    });
    const text = diff(bedrock(65), bedrock(66));
    expect(text).toMatch(/\[binary, 300 bytes, [\w-]{6}\]/);
    expect(text).not.toMatch(/AAA|BBB|65,|66,/);
  });

  it.each(["prompt_cache_key", "promptCacheKey"])("never prints a cache key: %s", (name) => {
    for (const [before, after] of [
      [request("S", { [name]: "SECRET-1" }), request("S", { [name]: "SECRET-2" })],
      [request("S"), request("S", { [name]: "SECRET-2" })],
      [request("S", { [name]: "SECRET-1" }), request("S")],
    ]) {
      const text = diff(before, after);
      expect(text).not.toContain("SECRET");
      expect(text).toContain("[not shown]");
    }
  });

  it("never prints the session that Pi's own protocol caches by", () => {
    const pi = (sessionId: string) => ({
      context: { messages: [{ role: "user", content: "1" }] },
      options: { sessionId },
    });
    expect(diff(pi("SECRET-1"), pi("SECRET-2"))).not.toContain("SECRET");
  });
});
