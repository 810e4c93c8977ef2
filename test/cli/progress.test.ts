import { describe, expect, it } from "vitest";
import { Progress } from "../../src/cli/progress.ts";
import { cliWords } from "../../src/ui/words/cli-en.ts";
import { fakeTerminal } from "../support/command-line.ts";

function bench(showsProgress = true) {
  const clock = { now: 0 };
  const { terminal, written } = fakeTerminal({ showsProgress, now: () => clock.now });
  const progress = new Progress(terminal, cliWords);
  const show = (at: number, done: number): void => {
    clock.now = at;
    progress.files(done, 3_000);
  };
  return { progress, show, written };
}

describe("progress", () => {
  it("is not shown where standard error is no terminal", () => {
    const { progress, show, written } = bench(false);
    show(5_000, 10);
    progress.end();
    expect(written).toEqual({ out: "", err: "" });
  });

  it("is not shown of short work", () => {
    const { progress, show, written } = bench();
    show(499, 10);
    progress.end();
    expect(written.err).toBe("");
  });

  it("is one line, written anew a few times a second, and gone at the end", () => {
    const { progress, show, written } = bench();
    for (const at of [500, 501, 699, 700]) show(at, at);
    expect(written.err).toBe("\r\u001b[K500 of 3,000 files read\r\u001b[K700 of 3,000 files read");
    progress.end();
    progress.end();
    expect(written.err.endsWith("files read\r\u001b[K")).toBe(true);
    expect(written.out).toBe("");
  });

  it("of one file is told in lines", () => {
    const clock = { now: 0 };
    const { terminal, written } = fakeTerminal({ showsProgress: true, now: () => clock.now });
    const progress = new Progress(terminal, cliWords);
    progress.lines(8_192);
    clock.now = 600;
    progress.lines(16_384);
    expect(written.err).toBe("\r\u001b[K16,384 lines read");
  });
});
