import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, it } from "vitest";
import type { FooterFacts } from "../../../src/ui/footer/facts.ts";
import { createFooter } from "../../../src/ui/footer/footer.ts";
import { glyphs } from "../../../src/ui/glyphs.ts";
import { type Paint, paint } from "../../../src/ui/paint.ts";
import { footerFacts, THEME } from "../../support/fake-pi.ts";

/** A footer whose facts and faults a test decides. Every drawing paints something, so `painted` counts drawings. */
function bench() {
  const facts: { facts: FooterFacts | null } = { facts: footerFacts() };
  const state = Object.assign(facts, { failing: false, faults: 0, disposals: 0, reads: 0, painted: 0 });
  const colors = paint(THEME, true);
  const counting: Paint = {
    ...colors,
    dim: (text) => {
      state.painted += 1;
      return colors.dim(text);
    },
  };
  const read = (): FooterFacts | null => {
    state.reads += 1;
    if (state.failing) throw new Error("SECRET FAULT");
    return state.facts;
  };
  const footer = createFooter({
    read,
    paint: counting,
    glyphs: glyphs(false),
    onFault: () => {
      state.faults += 1;
    },
    onDispose: () => {
      state.disposals += 1;
    },
  });
  return { state, footer };
}

describe("a frame", () => {
  it("takes the facts of now each time", () => {
    const { state, footer } = bench();
    expect(footer.render(100).join()).toContain("◇ 95%");
    state.facts = footerFacts({ latestRate: 0.06 });
    expect(footer.render(100).join()).toContain("◇ 6%");
    expect(state.reads).toBe(2);
  });

  it("reuses its lines when neither a fact nor the width has changed", () => {
    const { state, footer } = bench();
    const lines = footer.render(100);
    const { painted } = state;
    state.facts = footerFacts();
    expect(footer.render(100)).toBe(lines);
    expect(state.painted).toBe(painted);
  });

  it("is drawn anew for another width", () => {
    const { footer } = bench();
    const wide = footer.render(120);
    expect(footer.render(30)).not.toEqual(wide);
    expect(footer.render(120)).toEqual(wide);
  });

  it("is drawn anew after Pi invalidates it, as when the theme changes", () => {
    const { state, footer } = bench();
    footer.render(100);
    const { painted } = state;
    footer.invalidate();
    footer.render(100);
    expect(state.painted).toBeGreaterThan(painted);
  });

  it("that fails leaves the last good one and counts one fault", () => {
    const { state, footer } = bench();
    const lines = [...footer.render(100)];
    state.failing = true;
    expect(footer.render(100)).toEqual(lines);
    expect(state.faults).toBe(1);
    expect(footer.render(100)).toEqual(lines);
    expect(state.faults).toBe(2);
  });

  it("that fails before any good one is empty", () => {
    const { state, footer } = bench();
    state.failing = true;
    expect(footer.render(100)).toEqual([]);
    expect(state.faults).toBe(1);
  });

  it("that fails at another width is not too wide", () => {
    const { state, footer } = bench();
    footer.render(120);
    state.failing = true;
    for (const width of [1, 10, 40, 119]) {
      for (const line of footer.render(width)) expect(visibleWidth(line)).toBeLessThanOrEqual(width);
    }
  });

  it("shows the facts again as soon as they can be read again", () => {
    const { state, footer } = bench();
    const lines = [...footer.render(100)];
    state.failing = true;
    footer.render(100);
    state.failing = false;
    expect(footer.render(100)).toEqual(lines);
  });

  it("shows the facts again after a fault at another width, though the facts are the same", () => {
    const { state, footer } = bench();
    const lines = [...footer.render(100)];
    state.failing = true;
    footer.render(60);
    state.failing = false;
    expect(footer.render(100)).toEqual(lines);
  });

  it("without facts, as when the session is gone, keeps its lines and is no fault", () => {
    const { state, footer } = bench();
    const lines = [...footer.render(100)];
    state.facts = null;
    expect(footer.render(100)).toEqual(lines);
    expect(footer.render(100)).toEqual(lines);
    expect(state.faults).toBe(0);
  });

  it("without facts keeps its lines also after Pi invalidates it", () => {
    const { state, footer } = bench();
    const lines = [...footer.render(100)];
    state.facts = null;
    footer.invalidate();
    expect(footer.render(100)).toEqual(lines);
  });

  it("without facts before any good one is empty", () => {
    const { state, footer } = bench();
    state.facts = null;
    expect(footer.render(100)).toEqual([]);
    expect(state.faults).toBe(0);
  });

  it("without facts at another width is not too wide, and is drawn again once there are facts", () => {
    const { state, footer } = bench();
    const lines = [...footer.render(120)];
    state.facts = null;
    for (const width of [1, 10, 40, 119]) {
      for (const line of footer.render(width)) expect(visibleWidth(line)).toBeLessThanOrEqual(width);
    }
    state.facts = footerFacts();
    expect(footer.render(120)).toEqual(lines);
  });

  it("is not a fault when it succeeds", () => {
    const { state, footer } = bench();
    footer.render(100);
    expect(state.faults).toBe(0);
  });
});

describe("a disposed footer", () => {
  it("says so, and a late frame still does not throw", () => {
    const { state, footer } = bench();
    footer.dispose();
    expect(state.disposals).toBe(1);
    state.failing = true;
    expect(() => footer.render(80)).not.toThrow();
  });
});
