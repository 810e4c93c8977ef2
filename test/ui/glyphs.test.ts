import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, it } from "vitest";
import { glyphs } from "../../src/ui/glyphs.ts";

describe("glyphs", () => {
  it("are those of the specification", () => {
    const { session, latest, context, speed, model } = glyphs(false);
    expect([session, latest, context, speed, model]).toEqual(["◆", "◇", "▲", "▸", "■"]);
  });

  it("take one column each", () => {
    for (const glyph of Object.values(glyphs(false))) expect(visibleWidth(glyph), glyph).toBe(1);
  });

  it("are printable ASCII when plain ones are asked for", () => {
    for (const glyph of Object.values(glyphs(true))) expect(glyph).toMatch(/^[\x21-\x7e]+$/);
  });

  it.each([false, true])("tell their meanings apart (ascii: %s)", (ascii) => {
    const { session, latest, context, speed, model, up, down } = glyphs(ascii);
    expect(new Set([session, latest, context, speed, model, up, down]).size).toBe(7);
  });
});
