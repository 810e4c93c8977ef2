import { afterEach, describe, expect, it, vi } from "vitest";
import { deliver } from "../src/deliver.ts";
import { FakeContext, FakeUi } from "./support/fake-pi.ts";

afterEach(() => vi.restoreAllMocks());

/** Delivers an answer in a mode and tells where it went. */
function delivered(mode: "tui" | "rpc" | "print" | "json") {
  const screen = new FakeUi(mode);
  const errors: string[] = [];
  const outputs: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => errors.push(String(text)) > 0);
  vi.spyOn(process.stdout, "write").mockImplementation((text) => outputs.push(String(text)) > 0);
  deliver({ text: "two\nlines", level: "warning" }, new FakeContext(screen).ctx);
  vi.restoreAllMocks();
  return { notifications: screen.notifications, errors, outputs };
}

describe("an answer", () => {
  it.each(["tui", "rpc"] as const)("is one notification with its level in %s mode", (mode) => {
    const { notifications, errors, outputs } = delivered(mode);
    expect(notifications).toEqual([{ text: "two\nlines", level: "warning" }]);
    expect([errors, outputs]).toEqual([[], []]);
  });

  it.each(["print", "json"] as const)("goes to standard error in %s mode, where standard output is Pi's", (mode) => {
    const { notifications, errors, outputs } = delivered(mode);
    expect(errors).toEqual(["two\nlines\n"]);
    expect([notifications, outputs]).toEqual([[], []]);
  });
});
