import { describe, expect, it } from "vitest";
import { FooterSlot, type FooterUi } from "../../../src/ui/footer/slot.ts";
import { FakeUi } from "../../support/fake-pi.ts";

function component(name: string, dispose: () => void) {
  return { render: () => [name], invalidate: () => undefined, dispose };
}

/** Shows a footer of ours in Pi's slot. */
function show(slot: FooterSlot, screen: FakeUi, name = "OURS"): void {
  slot.show(screen.asPi, (_screen, _theme, _data, onDispose) => component(name, onDispose));
}

describe("the footer slot", () => {
  it("is ours once Pi has made our footer", () => {
    const screen = new FakeUi();
    const slot = new FooterSlot();
    expect(slot.held).toBe(false);
    show(slot, screen);
    expect(slot.held).toBe(true);
    expect(screen.footer?.render(80)).toEqual(["OURS"]);
  });

  it("is not ours where Pi makes no footers", () => {
    const screen = new FakeUi("rpc");
    const slot = new FooterSlot();
    show(slot, screen);
    expect(slot.held).toBe(false);
    slot.hide(screen.asPi);
    expect(screen.footerCalls).not.toContain("cleared");
  });

  it("is given back to Pi's own footer when we hide", () => {
    const screen = new FakeUi();
    const slot = new FooterSlot();
    show(slot, screen);
    slot.hide(screen.asPi);
    expect(screen.footer).toBeNull();
    expect(slot.held).toBe(false);
  });

  it("is never cleared when we did not set it", () => {
    const screen = new FakeUi();
    screen.setForeignFooter();
    new FooterSlot().hide(screen.asPi);
    expect(screen.footerCalls).not.toContain("cleared");
    expect(screen.footer?.render(80)).toEqual(["FOREIGN"]);
  });

  it("is released when another extension takes it, and then not cleared", () => {
    const screen = new FakeUi();
    const slot = new FooterSlot();
    show(slot, screen);
    screen.setForeignFooter();
    expect(slot.held).toBe(false);
    slot.hide(screen.asPi);
    expect(screen.footer?.render(80)).toEqual(["FOREIGN"]);
  });

  it("is cleared once, however often we hide", () => {
    const screen = new FakeUi();
    const slot = new FooterSlot();
    show(slot, screen);
    slot.hide(screen.asPi);
    slot.hide(screen.asPi);
    expect(screen.footerCalls).toEqual(["set", "cleared"]);
  });

  it("stays ours when we replace our own footer", () => {
    const screen = new FakeUi();
    const slot = new FooterSlot();
    show(slot, screen, "FIRST");
    show(slot, screen, "SECOND");
    expect(slot.held).toBe(true);
    expect(screen.footer?.render(80)).toEqual(["SECOND"]);
  });

  it("stays with the newer footer when the older one is disposed late", () => {
    const disposals: (() => void)[] = [];
    // A Pi that disposes whenever it likes: it makes the footer and keeps the disposal for later.
    const ui: FooterUi<null, null> = {
      setFooter: (factory) => {
        const made = factory?.({ requestRender: () => undefined }, null, null);
        if (made !== undefined) disposals.push(() => made.dispose());
      },
    };
    const slot = new FooterSlot();
    for (const name of ["FIRST", "SECOND"]) {
      slot.show(ui, (_screen, _theme, _data, onDispose) => component(name, onDispose));
    }
    disposals[0]?.();
    expect(slot.held).toBe(true);
    disposals[1]?.();
    expect(slot.held).toBe(false);
  });

  it("asks for a frame without arguments, and only while it is ours", () => {
    const screen = new FakeUi();
    const slot = new FooterSlot();
    slot.requestRender();
    expect(screen.renderRequests).toEqual([]);
    show(slot, screen);
    slot.requestRender();
    expect(screen.renderRequests).toEqual([[]]);
    screen.setForeignFooter();
    slot.requestRender();
    expect(screen.renderRequests).toEqual([[]]);
  });

  it("is forgotten without touching the screen", () => {
    const screen = new FakeUi();
    const slot = new FooterSlot();
    show(slot, screen);
    slot.release();
    slot.requestRender();
    expect(slot.held).toBe(false);
    expect(screen.footerCalls).toEqual(["set"]);
    expect(screen.renderRequests).toEqual([]);
  });
});
