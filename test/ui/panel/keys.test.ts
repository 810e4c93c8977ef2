import { KeybindingsManager, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionOf } from "../../../src/ui/panel/keys.ts";
import { KEYS, LIST_KEYS } from "../../support/panel.ts";

describe("a key of the panel", () => {
  it.each([
    [KEYS.up, { kind: "move", by: "row", direction: -1 }],
    [KEYS.down, { kind: "move", by: "row", direction: 1 }],
    [KEYS.pageUp, { kind: "move", by: "page", direction: -1 }],
    [KEYS.pageDown, { kind: "move", by: "page", direction: 1 }],
    [KEYS.left, { kind: "step", direction: -1 }],
    [KEYS.right, { kind: "step", direction: 1 }],
    [KEYS.home, { kind: "end", direction: -1 }],
    [KEYS.end, { kind: "end", direction: 1 }],
    ["p", { kind: "break", direction: -1 }],
    ["n", { kind: "break", direction: 1 }],
    [KEYS.tab, { kind: "view", view: "next" }],
    ["1", { kind: "view", view: "turns" }],
    ["2", { kind: "view", view: "models" }],
    ["3", { kind: "view", view: "causes" }],
    ["4", { kind: "view", view: "cumulative" }],
    ["f", { kind: "range" }],
    [KEYS.enter, { kind: "open" }],
    [KEYS.escape, { kind: "close" }],
    ["\u0003", { kind: "close" }],
    ["q", { kind: "leave" }],
  ])("%j asks for %j", (data, action) => {
    expect(actionOf(data, LIST_KEYS)).toEqual(action);
  });

  it("follows what the user has configured for lists", () => {
    const keys = new KeybindingsManager(TUI_KEYBINDINGS, { "tui.select.down": "ctrl+n" });
    expect(actionOf("\u000e", keys)).toEqual({ kind: "move", by: "row", direction: 1 });
    expect(actionOf(KEYS.down, keys)).toBeNull();
  });

  it("asks for nothing when it is any other, whatever a terminal sends", () => {
    expect([..."xyz5"].map((key) => actionOf(key, LIST_KEYS))).toEqual([null, null, null, null]);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (data) => {
        expect(() => actionOf(data, LIST_KEYS)).not.toThrow();
      }),
    );
  });
});
