import { describe, expect, it } from "vitest";
import { STATUS_KEY, StatusLine } from "../../src/ui/status.ts";

function recorder() {
  const calls: (readonly [string, string | undefined])[] = [];
  return { calls, setStatus: (key: string, text: string | undefined) => void calls.push([key, text]) };
}

describe("the status line", () => {
  it("pushes a text once while it stays the same (C54)", () => {
    const ui = recorder();
    const status = new StatusLine();
    for (const text of ["hit 97%", "hit 97%", ...Array.from({ length: 200 }, () => "hit 97%"), "hit 96%"]) {
      status.show(ui, text);
    }
    expect(ui.calls).toEqual([
      [STATUS_KEY, "hit 97%"],
      [STATUS_KEY, "hit 96%"],
    ]);
  });

  it("has a key of its own, not those that other packages use", () => {
    expect(["cache-stats", "pi-cache-stats"]).not.toContain(STATUS_KEY);
  });

  it("clears nothing that it did not show", () => {
    const ui = recorder();
    new StatusLine().clear(ui);
    expect(ui.calls).toEqual([]);
  });

  it("is cleared once, and can be shown again with the same text", () => {
    const ui = recorder();
    const status = new StatusLine();
    status.show(ui, "hit 97%");
    status.clear(ui);
    status.clear(ui);
    status.show(ui, "hit 97%");
    expect(ui.calls.map(([, text]) => text)).toEqual(["hit 97%", undefined, "hit 97%"]);
  });

  it("touches no screen when it forgets, and then knows of nothing shown", () => {
    const ui = recorder();
    const status = new StatusLine();
    status.show(ui, "hit 97%");
    status.forget();
    status.clear(ui);
    expect(ui.calls).toHaveLength(1);
    status.show(ui, "hit 97%");
    expect(ui.calls).toHaveLength(2);
  });
});
