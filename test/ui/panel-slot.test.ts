import { describe, expect, it } from "vitest";
import { PanelSlot, type PanelSurroundings } from "../../src/ui/panel-slot.ts";
import { FakeUi } from "../support/fake-pi.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function bench() {
  const ui = new FakeUi();
  const faults = { count: 0 };
  const slot = new PanelSlot(() => void faults.count++);
  const seen: PanelSurroundings[] = [];
  const create = (surroundings: PanelSurroundings) => {
    seen.push(surroundings);
    return { render: () => ["panel"], invalidate: () => undefined, dispose: surroundings.onDispose };
  };
  return { ui, faults, slot, seen, open: () => slot.show(ui.asPi, create) };
}

describe("the place of the panel", () => {
  it("is the whole terminal, also after it is resized", async () => {
    const { ui, open, slot } = bench();
    expect(open()).toBe(true);
    await settled();
    expect(slot.isOpen).toBe(true);
    expect(ui.customOptions).toEqual([
      { overlay: true, overlayOptions: { width: "100%", maxHeight: "100%", row: 0, col: 0 } },
    ]);
  });

  it("is free again when the user leaves", async () => {
    const { ui, open, slot, seen } = bench();
    open();
    await settled();
    seen[0]?.close();
    expect([slot.isOpen, ui.custom]).toEqual([false, null]);
  });

  it("is free again when Pi takes the panel away with its session", async () => {
    const { ui, open, slot } = bench();
    open();
    await settled();
    ui.takeCustomAway();
    expect(slot.isOpen).toBe(false);
  });

  it("is given up with the session, and a disposal that comes later does not matter", async () => {
    const { ui, open, slot, seen } = bench();
    open();
    await settled();
    slot.close();
    expect([slot.isOpen, ui.custom]).toEqual([false, null]);
    open();
    await settled();
    seen[0]?.onDispose();
    expect(slot.isOpen).toBe(true);
  });

  it("asks for frames only while a panel is there, and never by force", async () => {
    const { ui, open, slot } = bench();
    slot.requestRender();
    expect(ui.renderRequests).toEqual([]);
    open();
    await settled();
    slot.requestRender();
    expect(ui.renderRequests).toEqual([[]]);
  });

  it("cannot be had on a Pi without custom screens", () => {
    const { slot } = bench();
    expect(slot.show({}, () => ({ render: () => [], invalidate: () => undefined }))).toBe(false);
    expect(slot.isOpen).toBe(false);
  });

  it("is free and a fault is counted when the panel cannot be made", async () => {
    const { ui, slot, faults } = bench();
    slot.show(ui.asPi, () => {
      throw new Error("SECRET FAULT");
    });
    await settled();
    expect([slot.isOpen, faults.count]).toEqual([false, 1]);
  });
});
