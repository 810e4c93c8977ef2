import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, it } from "vitest";
import { glyphs } from "../../src/ui/glyphs.ts";

/** Every mark that stands for something; the gap of a sparkline is a blank. */
function marksOf(ascii: boolean): readonly string[] {
  const { bar, spark, parts, ...marks } = glyphs(ascii);
  return [...Object.values(marks), ...Object.values(bar), ...Object.values(parts), ...spark.steps];
}

describe("glyphs", () => {
  it("are those of the specification", () => {
    const { session, latest, context, speed, model } = glyphs(false);
    expect([session, latest, context, speed, model]).toEqual(["◆", "◇", "▲", "▸", "■"]);
  });

  it("take one column each", () => {
    for (const glyph of marksOf(false)) expect(visibleWidth(glyph), glyph).toBe(1);
  });

  it("are printable ASCII when plain ones are asked for", () => {
    for (const glyph of marksOf(true)) expect(glyph).toMatch(/^[\x21-\x7e]+$/);
  });

  it.each([false, true])("have eight steps and a gap of one column each for a sparkline (ascii: %s)", (ascii) => {
    const { steps, gap } = glyphs(ascii).spark;
    expect(new Set(steps).size).toBe(8);
    expect([...steps, gap].map(visibleWidth)).toEqual(Array.from({ length: 9 }, () => 1));
  });

  it.each([false, true])("tell the parts of a prompt apart without colour (ascii: %s)", (ascii) => {
    expect(new Set(Object.values(glyphs(ascii).parts)).size).toBe(3);
  });

  it.each([false, true])("tell their meanings apart (ascii: %s)", (ascii) => {
    const { session, latest, context, speed, model, up, down } = glyphs(ascii);
    expect(new Set([session, latest, context, speed, model, up, down]).size).toBe(7);
  });
});
