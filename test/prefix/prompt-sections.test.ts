import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contextFileAt, promptSections, soleBlockChars, tagAt } from "../../src/prefix/prompt-sections.ts";
import { firstTextDifference } from "../../src/prefix/text-place.ts";

const tagsOf = (text: string) => promptSections(text).map(({ tag }) => tag);

function change(before: string, after: string) {
  return tagAt(before, after, firstTextDifference(before, after).offset);
}

const PROMPT = [
  "You help with code.",
  "<tools>\n- read\n</tools>",
  "<rules>\nBe brief.\n</rules>",
  '<project_context>\n<project_instructions path="AGENTS.md">\nUse tabs.\n</project_instructions>\n</project_context>',
  "<skills>\n<available_skills>\n- pdf\n</available_skills>\n</skills>",
  "<cwd>/work</cwd>",
].join("\n\n");

describe("the tagged parts of a prompt", () => {
  it("are the outermost, in order", () => {
    expect(tagsOf(PROMPT)).toEqual(["tools", "rules", "project_context", "skills", "cwd"]);
  });

  it("are an extension's own as well, also with attributes", () => {
    expect(tagsOf('<my-memory.v2 age="3">x</my-memory.v2>')).toEqual(["my-memory.v2"]);
  });

  it("have their place from the opening to after the closing tag", () => {
    const [part] = promptSections("ab<cwd>x</cwd>cd");
    expect("ab<cwd>x</cwd>cd".slice(part?.start, part?.end)).toBe("<cwd>x</cwd>");
  });

  it.each(["<open> no end", "</closed> only", "a < b > c", "<1>x</1>", "<a", "<>x</>", "", "</x><x>"])(
    "are none in %j",
    (text) => {
      expect(tagsOf(text)).toEqual([]);
    },
  );

  it("after an unclosed tag are found all the same", () => {
    expect(tagsOf("<open> <cwd>x</cwd> <open>")).toEqual(["cwd"]);
  });

  it.each([
    ["opening tags", "<a>".repeat(300_000)],
    ["different unclosed tags", Array.from({ length: 100_000 }, (_, index) => `<t${index}>`).join("")],
    ["less-than signs", "<".repeat(1_000_000)],
    ["one endless name", `<${"a".repeat(1_000_000)}`],
    ["tags of empty parts", "<a></a>".repeat(200_000)],
  ])("of a hostile text of %s are looked for in a moment", (_what, text) => {
    const start = performance.now();
    promptSections(text);
    soleBlockChars(text, "project_instructions", true);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe("a change in a prompt", () => {
  it("inside a part is named by its tag", () => {
    expect(change(PROMPT, PROMPT.replace("Be brief.", "Be kind."))).toEqual({ tag: "rules", kind: "changed" });
  });

  it("inside a nested part is named by the outer one", () => {
    expect(change(PROMPT, PROMPT.replace("Use tabs", "Use spaces"))).toEqual({
      ...{ tag: "project_context", kind: "changed" },
    });
  });

  it("that adds a whole part is named by the part that came, not by the one behind it", () => {
    const after = PROMPT.replace("<cwd>", "<memory>m</memory>\n\n<cwd>");
    expect(change(PROMPT, after)).toEqual({ tag: "memory", kind: "added" });
    expect(change(after, PROMPT)).toEqual({ tag: "memory", kind: "removed" });
  });

  it("that adds or removes the last part is named by it", () => {
    const after = `${PROMPT}\n\n<memory>m</memory>`;
    expect(change(PROMPT, after)).toEqual({ tag: "memory", kind: "added" });
    expect(change(after, PROMPT)).toEqual({ tag: "memory", kind: "removed" });
  });

  it("that adds or removes a part with the same first letters as the one behind it is named by it", () => {
    const after = PROMPT.replace("<cwd>", "<cwd_note>n</cwd_note>\n\n<cwd>");
    expect(change(PROMPT, after)).toEqual({ tag: "cwd_note", kind: "added" });
    expect(change(after, PROMPT)).toEqual({ tag: "cwd_note", kind: "removed" });
  });

  it("outside of all parts has no tag", () => {
    expect(change(PROMPT, PROMPT.replace("You help", "You work"))).toBeNull();
    expect(change("a", "b")).toBeNull();
  });

  it("at the first and at the last character of a part belongs to it", () => {
    expect(change("<cwd>ax</cwd>", "<cwd>bx</cwd>")?.tag).toBe("cwd");
    expect(change("<cwd>xa</cwd>", "<cwd>xb</cwd>")?.tag).toBe("cwd");
  });
});

describe("the length of the one block of a prompt", () => {
  const instructions = (text: string) => soleBlockChars(text, "project_instructions", true);
  const skills = (text: string) => soleBlockChars(text, "available_skills", false);

  it("is that of its inside, in UTF-16 code units", () => {
    expect(instructions("a<project_instructions>x👍</project_instructions>b")).toBe(3);
    expect(skills("<available_skills>\n- pdf\n</available_skills>")).toBe("\n- pdf\n".length);
    expect(instructions("<project_instructions></project_instructions>")).toBe(0);
  });

  it.each([" ", "\t", "\n", "\r", "\f"])("is known with attributes after %j for project_instructions", (blank) => {
    expect(instructions(`<project_instructions${blank}path="a>b">xy</project_instructions>`)).toBe(2);
  });

  it.each([" ", "\t", "\n", "\r", "\f"])("is not known with anything after %j for available_skills", (blank) => {
    expect(skills(`<available_skills${blank}a="b">xy</available_skills>`)).toBeNull();
    expect(skills(`<available_skills${blank}>xy</available_skills>`)).toBeNull();
  });

  it.each(["\u00a0", "\u3000", "\v", "\u2028", "-", "_v2 ", "/", "s", ":a "])(
    "is not known with the suffix %j, which is no ASCII white space",
    (suffix) => {
      expect(instructions(`<project_instructions${suffix}path="a">xy</project_instructions>`)).toBeNull();
    },
  );

  it.each([
    ["none at all", "text"],
    ["an orphan opening tag", "<T>x"],
    ["an orphan closing tag", "x</T>"],
    ["the closing tag first", "</T>x<T>"],
    ["a second block", "<T>x</T><T>y</T>"],
    ["a second opening tag", "<T>x</T><T>"],
    ["a second closing tag", "<T>x</T></T>"],
    ["a nested block", "<T>a<T>b</T>c</T>"],
    ["a second tag with another suffix", "<T>x</T><T_old>"],
    ["a second closing tag with another suffix", "<T>x</T></T_old>"],
    ["a truncated opening tag", "<T x</T"],
    ["a truncated closing tag", "<T>x</T"],
    ["a closing tag with a blank", "<T>x</T >"],
    ["an opening tag that never ends", '<T path="x</T>'],
    ["an opening tag that ends behind the closing one", '<T path="</T>">x'],
  ])("is null with %s", (_what, text) => {
    expect(instructions(text.replaceAll("T", "project_instructions"))).toBeNull();
    expect(skills(text.replaceAll("T", "available_skills"))).toBeNull();
  });

  it("counts tags with attributes as second tags for available_skills too", () => {
    expect(skills('<available_skills>x</available_skills><available_skills a="b">')).toBeNull();
  });
});

describe("the context file of a place in a prompt", () => {
  const file = (path: string, text: string) =>
    `<project_instructions path="${path}">\n${text}\n</project_instructions>`;
  const PROMPT = `<project_context>\n\n${file("/home/me/AGENTS.md", "one\ntwo")}\n\n${file("C:\\\\work\\\\CLAUDE.md", "three")}\n</project_context> four`;
  const at = (text: string) => contextFileAt(PROMPT, PROMPT.indexOf(text));

  it("is the name of the file whose text is there", () => {
    expect(["one", "two", "three"].map(at)).toEqual(["AGENTS.md", "AGENTS.md", "CLAUDE.md"]);
    // What was appended to a file stands where its part ended.
    expect(at("\n</project_instructions>\n\n")).toBe("AGENTS.md");
  });

  it("is none before, between and behind them, in a path, and in a part without an end of its tag", () => {
    expect(["<project_context>", "/home", "\n\n<project_instructions", "four"].map(at)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(contextFileAt('<project_instructions path="', 20)).toBeNull();
    expect(contextFileAt(`${file("x".repeat(1_001), "text")}`, 1_050)).toBeNull();
    expect(contextFileAt(file("a/", "text"), 40)).toBeNull();
  });

  it("is a file's name or none in any text", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(200), (text, offset) => {
        const name = contextFileAt(`${text}<project_instructions path="${text}">${text}`, offset);
        expect(name === null || (name.length > 0 && !name.includes("/"))).toBe(true);
      }),
    );
  });
});
