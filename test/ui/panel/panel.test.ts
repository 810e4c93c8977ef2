import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { words as zh } from "../../../src/ui/words/zh.ts";
import { FakeSession, type Tokens } from "../../support/fake-pi.ts";
import { KEYS, openPanel } from "../../support/panel.ts";

const HIT: Tokens = [10, 5, 9_990, 0];
const MISS: Tokens = [9_000, 5, 1_000, 0];

/** A session whose turns hit, but for those numbered. */
function session(turns: number, ...misses: readonly number[]): FakeSession {
  const made = new FakeSession();
  for (let turn = 1; turn <= turns; turn++) made.appendTurn(misses.includes(turn) ? MISS : HIT);
  return made;
}

/** The numbers of the rows of the list, and the one that is selected. */
function rows(lines: readonly string[]): { numbers: number[]; selected: number | undefined } {
  const found = lines.flatMap((line) => /^([ >]) +(\d+) (?:\d\d:\d\d:\d\d|n\/a)/.exec(line) ?? []).filter(Boolean);
  const numbers: number[] = [];
  let selected: number | undefined;
  for (let index = 0; index < found.length; index += 3) {
    numbers.push(Number(found[index + 2]));
    if (found[index + 1] === ">") selected = Number(found[index + 2]);
  }
  return { numbers, selected };
}

describe("the panel", () => {
  it("shows the newest turns with the last one selected", () => {
    const { lines } = openPanel(session(40));
    expect(rows(lines())).toMatchObject({ selected: 40 });
    expect(rows(lines()).numbers.at(-1)).toBe(40);
  });

  it("names the break in three keys: back to it, open it", () => {
    const { press, text, seen } = openPanel(session(20, 7));
    press("p", KEYS.enter);
    expect(text()).toContain("Turn 7: miss · ");
    press(KEYS.escape);
    expect(rows(text().split("\n")).selected).toBe(7);
    expect(seen.left).toBe(0);
    press(KEYS.escape);
    expect(seen.left).toBe(1);
  });

  it("says so where there is no further break, until the next key", () => {
    const { press, text } = openPanel(session(20, 7));
    press("p", "p");
    expect(text()).toContain("no further break");
    press(KEYS.up);
    expect(text()).not.toContain("no further break");
  });

  it("goes from break to break in both directions, also while a turn is open", () => {
    const { press, text } = openPanel(session(20, 5, 9, 14));
    press("p", KEYS.enter, "p");
    expect(text()).toContain("Turn 9: miss");
    press("p", "n");
    expect(text()).toContain("Turn 9: miss");
  });

  it.each(["q", "\u0003"])("is left by %j", (key) => {
    const { press, seen } = openPanel(session(3));
    press(key);
    expect(seen.left).toBe(1);
  });

  it("follows the newest turn while it is selected, and leaves an earlier one where it is", () => {
    const live = session(10);
    const { press, lines } = openPanel(live);
    live.appendTurn(HIT);
    expect(rows(lines()).selected).toBe(11);
    press(KEYS.up);
    live.appendTurn(HIT);
    expect(rows(lines()).selected).toBe(10);
  });

  it("keeps the turn that is read when others come, and follows again once it is closed", () => {
    const live = session(10);
    const { press, text, lines } = openPanel(live);
    press(KEYS.enter);
    live.appendTurn(MISS);
    expect(text()).toContain("Turn 10: hit");
    press(KEYS.escape, KEYS.end);
    live.appendTurn(HIT);
    expect(rows(lines()).selected).toBe(12);
  });

  it("keeps an open turn also after stepping to the newest", () => {
    const live = session(10);
    const { press, text, lines } = openPanel(live);
    press(KEYS.up, KEYS.enter, KEYS.right);
    live.appendTurn(MISS);
    expect(text()).toContain("Turn 10: hit");
    press(KEYS.end);
    live.appendTurn(HIT);
    expect(text()).toContain("Turn 11: miss");
    press(KEYS.escape, KEYS.end);
    live.appendTurn(HIT);
    expect(rows(lines()).selected).toBe(13);
  });

  it("keeps the same turn through a move in the tree, and leaves it where it is gone", () => {
    const tree = session(6, 2);
    const { press, text, lines } = openPanel(tree);
    press("p", KEYS.enter);
    tree.moveTo("e3");
    tree.appendTurn(HIT);
    expect(text()).toContain("Turn 2: miss");
    tree.moveTo("e1");
    tree.appendTurn(HIT);
    expect(text()).not.toContain("Turn 2: ");
    expect(rows(lines())).toEqual({ numbers: [1, 2], selected: 2 });
  });

  it("moves the list no more than it must", () => {
    const { press, lines } = openPanel(session(60));
    const first = () => rows(lines()).numbers[0];
    const start = first();
    press(KEYS.up, KEYS.up);
    expect(first()).toBe(start);
    press(...Array.from({ length: 20 }, () => KEYS.up));
    expect(rows(lines())).toMatchObject({ selected: 38, numbers: expect.arrayContaining([38]) });
    expect(first()).toBe(38);
    press(KEYS.down);
    expect(first()).toBe(38);
  });

  it("is nothing while something else has the keyboard, so that a question can be seen, and itself again afterwards", () => {
    const { panel, lines } = openPanel(session(5));
    const before = lines();
    panel.focused = false;
    expect(lines()).toEqual([]);
    panel.focused = true;
    expect(lines()).toEqual(before);
  });

  it("agrees with itself on the rate of a model that reported its cache on another branch only", () => {
    const forked = new FakeSession();
    forked.appendTurn([9_000, 5, 0, 0]);
    forked.appendTurn(HIT);
    forked.moveTo("e1");
    forked.appendTurn([9_000, 5, 0, 0]);
    const { press, text } = openPanel(forked);
    expect(text()).toMatch(/ 2 \d\d:.* 0\.0%/);
    press("2");
    expect(text()).toMatch(/ 2 +0\.0% .*claude-sonnet/);
    expect(text()).not.toContain("no cache numbers");
    press("4");
    expect(text()).toMatch(/ 2 .* 0\.0% +0 /);
  });

  it("lists models, and takes the reader to the newest turn of one", () => {
    const mixed = session(5);
    mixed.appendTurn([50, 5, 50, 0], { model: "other-model" });
    for (let turn = 0; turn < 3; turn++) mixed.appendTurn(HIT);
    const { press, text, lines } = openPanel(mixed);
    press("2");
    expect(text()).toMatch(/8 +99\.9%.*claude-sonnet/);
    expect(text()).toMatch(/1 +50\.0%.*other-model/);
    press(KEYS.down, KEYS.enter);
    expect(rows(lines()).selected).toBe(6);
  });

  it("lists causes, and opens the newest break of one", () => {
    const { press, text } = openPanel(session(20, 5, 9));
    press("3");
    expect(text()).toMatch(/2 +18,000 +9 cause unknown/);
    press(KEYS.enter);
    expect(text()).toContain("Turn 9: miss");
  });

  it("says that nothing broke where nothing did", () => {
    const { press, text } = openPanel(session(5));
    press("3");
    expect(text()).toContain("no breaks in this range");
  });

  it("adds up so far", () => {
    const { press, text } = openPanel(session(3, 2));
    press("4");
    expect(text()).toMatch(/ 1 .*99\.9% +9,990 +0/);
    expect(text()).toMatch(/ 2 .*54\.9% +10,990 +9,000/);
  });

  it("shows all branches on request, with the same turn selected", () => {
    const forked = session(4);
    forked.moveTo("e2");
    forked.appendTurn(HIT);
    const { press, text, lines } = openPanel(forked);
    expect(rows(lines()).numbers).toEqual([1, 2, 3]);
    press(KEYS.up, "f");
    expect(rows(lines())).toEqual({ numbers: [1, 2, 3, 4, 3], selected: 2 });
    expect(text().match(/\(other branch\)/g)).toHaveLength(2);
    press("f");
    expect(rows(lines())).toEqual({ numbers: [1, 2, 3], selected: 2 });
  });

  it("is drawn anew only when something changed", () => {
    const { lines, press, panel } = openPanel(session(5));
    const first = lines();
    expect(lines()).toBe(first);
    press(KEYS.up);
    expect(lines()).not.toBe(first);
    const second = lines();
    panel.invalidate();
    expect(lines()).not.toBe(second);
    expect(lines()).toEqual(second);
  });

  it("scrolls by the wheel and selects by a click, and opens by a second one", () => {
    const { panel, lines, text } = openPanel(session(40));
    const mouse = { screenX: 0, screenY: 0, width: 80, height: 24, shift: false, alt: false, ctrl: false };
    lines();
    panel.handleMouse({ ...mouse, type: "wheel", button: "none", x: 5, y: 15, wheelDelta: -3 });
    expect(rows(lines()).selected).toBe(39);
    const row = lines().findIndex((line) => / 36 /.test(line));
    expect(panel.handleMouse({ ...mouse, type: "press", button: "left", x: 5, y: row })).toEqual({ handled: true });
    panel.handleMouse({ ...mouse, type: "click", button: "left", x: 5, y: row });
    expect(rows(lines()).selected).toBe(36);
    // What was clicked has not moved.
    expect(lines()[row]).toMatch(/^> +36 /);
    // The first bar of the chart.
    panel.handleMouse({ ...mouse, type: "click", button: "left", x: 6, y: 5 });
    expect(rows(lines()).selected).toBe(1);
    panel.handleMouse({ ...mouse, type: "click", button: "left", x: 6, y: 5, clickCount: 2 });
    expect(text()).toContain("Turn 1: ");
    expect(panel.handleMouse({ ...mouse, type: "click", button: "left", x: 5, y: 0 })).toBeUndefined();
  });
});

describe("verdicts of a long session", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("are made between frames, shown when they are there, and no timer is left", () => {
    const { lines, text, seen } = openPanel(session(60, 7), { kept: 5 });
    expect(text()).toContain("judging…");
    vi.runAllTimers();
    expect(seen.renders).toBeGreaterThan(0);
    expect(text()).not.toContain("judging…");
    expect(lines().join("\n")).toContain("!");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("are made at once where a break is looked for, and none is passed over", () => {
    const { press, text } = openPanel(session(60, 7, 58), { kept: 5 });
    press("p", "p", KEYS.enter);
    expect(text()).toContain("Turn 7: miss");
    press("p");
    expect(text()).toContain("no further break");
  });

  it("are not made up for a turn that is opened before", () => {
    const { press, text } = openPanel(session(60), { kept: 5 });
    press(KEYS.home, KEYS.enter);
    expect(text()).toContain("Turn 1: judging…");
    expect(text()).not.toContain("not measured");
    vi.runAllTimers();
    expect(text()).toContain("Turn 1: hit");
  });

  it("that are still to come are no missing breaks", () => {
    const { press, text } = openPanel(session(60, 7), { kept: 5 });
    press("3");
    expect(text()).toContain("judging…");
    expect(text()).not.toContain("no breaks in this range");
    vi.runAllTimers();
    expect(text()).toMatch(/1 +9,000 +7 cause unknown/);
  });

  it("are given up with the panel", () => {
    const { lines, panel, seen } = openPanel(session(60), { kept: 5 });
    lines();
    expect(vi.getTimerCount()).toBe(1);
    panel.dispose();
    expect([vi.getTimerCount(), seen.disposed]).toEqual([0, 1]);
  });
});

describe("a panel whose session is gone", () => {
  it("touches nothing of it any more and keeps its last screen", () => {
    const gone = session(5);
    const { panel, lines, press, seen } = openPanel(gone);
    const before = lines();
    panel.dispose();
    gone.calls.length = 0;
    press(KEYS.up, "f", KEYS.enter);
    expect(lines()).toEqual(before);
    expect([gone.calls, seen.faults]).toEqual([[], 0]);
  });

  it("keeps its last screen when a read fails, and counts the fault", () => {
    const failing = session(5);
    const { lines, seen } = openPanel(failing);
    const before = lines();
    failing.failing = true;
    expect(lines()).toEqual(before);
    expect(seen.faults).toBe(1);
  });
});

describe("every screen", () => {
  const NAMES = [
    "m1",
    "模型模型模型",
    "x".repeat(500),
    "\u001b[31mred\u0007",
    "\u202eright to left\u202c",
    "",
    "👩‍👩‍👧 e\u0301",
  ];
  const STATES: readonly Tokens[] = [HIT, MISS, [0, 0, 0, 0], [100, 5, 0, 0], [10, 5, 0, 9_000]];
  const story = fc.array(
    fc.record({
      tokens: fc.constantFrom(...STATES),
      model: fc.constantFrom(...NAMES),
      stopReason: fc.constantFrom("stop", "error", "aborted", "toolUse"),
      between: fc.constantFrom("nothing", "compaction", "usage", "move"),
    }),
    { maxLength: 40 },
  );
  const keys = fc.array(fc.constantFrom(...Object.values(KEYS), "p", "n", "f", "1", "2", "3", "4"), { maxLength: 12 });

  it("fits its terminal exactly, whatever the session is and the keys are", () => {
    fc.assert(
      fc.property(
        ...[story, keys, fc.integer({ min: 1, max: 250 }), fc.integer({ min: 1, max: 60 }), fc.boolean(), fc.boolean()],
        (turns, pressed, columns, height, ascii, color) => {
          const made = new FakeSession();
          for (const { tokens, model, stopReason, between } of turns) {
            if (between === "compaction") made.append({ type: "compaction", summary: "SECRET" });
            if (between === "usage")
              made.append({ type: "usage", kind: "cache_warm", provider: model, model, usage: {} });
            if (between === "move" && made.leaf !== null) made.moveTo("e1");
            made.appendTurn(tokens, { model, stopReason });
          }
          const words = ascii ? undefined : zh;
          const { lines, press, seen, size } = openPanel(made, {
            columns,
            rows: height,
            ascii,
            color,
            ...(words && { words }),
          });
          for (const key of [undefined, ...pressed]) {
            if (key !== undefined) press(key);
            const shown = lines();
            expect(shown).toHaveLength(height);
            for (const line of shown) expect(visibleWidth(line)).toBe(columns);
            if (ascii && !color) {
              // Names are the user's, whole or cut; everything else is plain.
              const own = shown.join("").replaceAll(/模|型|\u{1f469}|\u{1f467}|\u200d|\u0301/gu, "");
              expect(own).toMatch(/^[\x20-\x7e…]*$/);
            }
          }
          // Resized while it is open.
          size.columns = 61;
          size.rows = 13;
          expect(lines().map(visibleWidth)).toEqual(Array.from({ length: 13 }, () => 61));
          expect(seen.faults).toBe(0);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("holds no text of a conversation", () => {
    const { press, text } = openPanel(session(5, 3));
    for (const key of ["1", "p", KEYS.enter, KEYS.escape, "2", "3", "4", "f"]) {
      press(key);
      expect(text()).not.toContain("SECRET");
    }
  });

  it("has colours only where they are wanted", () => {
    expect(openPanel(session(5, 3)).text()).not.toContain("\u001b[");
    expect(openPanel(session(5, 3), { color: true }).text()).toContain("\u001b[31m");
  });
});
