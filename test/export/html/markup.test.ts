import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { html, Markup, named, scriptJson } from "../../../src/export/html/markup.ts";

describe("HTML from a template", () => {
  it("escapes what is put in, as text and as an attribute", () => {
    const text = `<b a="1" c='2'>&`;
    expect(html`<p title="${text}">${text}</p>`.text).toBe(
      '<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;</p>',
    );
  });

  it("keeps what is HTML already, numbers, and lists", () => {
    const items = [1, 2].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}${new Markup("<hr>")}</ul>`.text).toBe("<ul><li>1</li><li>2</li><hr></ul>");
  });

  it("lets no text open a tag, end an attribute, or hold half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const inside = html`${text}`.text;
        expect(inside).not.toMatch(/[<>"']/);
        expect(inside.isWellFormed()).toBe(true);
      }),
    );
  });

  it("isolates names of outside origin, cleaned and bounded", () => {
    expect(named("a\u202eb\u0000</script>").text).toBe("<bdi>a b &lt;/script&gt;</bdi>");
    expect(named("x".repeat(500)).text).toBe(`<bdi>${"x".repeat(39)}…</bdi>`);
    expect(named("").text).toBe("<bdi>?</bdi>");
  });
});

describe("JSON in a script element", () => {
  it("reads back as it was, and ends no element", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
        const data = { value, text, all: `${text}</script><!--\u2028\u2029` };
        const inside = scriptJson(data).text;
        expect(inside).not.toMatch(/[<\u2028\u2029]/);
        expect(JSON.parse(inside)).toEqual(JSON.parse(JSON.stringify(data)));
      }),
    );
  });
});
