import { describe, expect, it } from "vitest";
import cacheStats from "../../src/extension.ts";
import { words } from "../../src/ui/words/en.ts";
import { RunningPi } from "../support/fake-pi.ts";

async function ask(running: RunningPi): Promise<void> {
  await running.pi.commands.get("cache-stats")?.handler("panel", running.context.ctx);
  await new Promise((resolve) => setTimeout(resolve, 0));
}

describe("panel", () => {
  it("opens on the whole screen and says nothing", async () => {
    const running = new RunningPi(cacheStats, "tui");
    running.session.appendTurn([10, 5, 90, 0]);
    running.start();
    await ask(running);
    expect(running.screen.custom?.render(80)).toHaveLength(24);
    expect(running.screen.notifications).toEqual([]);
  });

  it("is opened once", async () => {
    const running = new RunningPi(cacheStats, "tui");
    running.start();
    await ask(running);
    await ask(running);
    expect(running.screen.customOptions).toHaveLength(1);
    expect(running.screen.notifications.map(({ text }) => text)).toEqual([words.panelIsOpen]);
  });

  it("goes with its session, and can be opened in the next one", async () => {
    const running = new RunningPi(cacheStats, "tui");
    running.start();
    await ask(running);
    running.emit("session_shutdown", { reason: "new" });
    expect(running.screen.custom).toBeNull();
    running.start("new");
    await ask(running);
    expect(running.screen.custom).not.toBeNull();
  });

  it("asks for a frame when a turn ends", async () => {
    const running = new RunningPi(cacheStats, "tui");
    running.start();
    await ask(running);
    running.screen.renderRequests.length = 0;
    running.emit("tool_execution_start");
    expect(running.screen.renderRequests.length).toBeGreaterThanOrEqual(1);
  });

  it.each(["rpc", "print", "json"] as const)("says in %s mode what there is instead", async (mode) => {
    const running = new RunningPi(cacheStats, mode);
    running.start();
    const said: string[] = [];
    const write = process.stderr.write.bind(process.stderr);
    process.stderr.write = (text) => said.push(String(text)) > 0;
    await ask(running).finally(() => {
      process.stderr.write = write;
    });
    const texts = [...running.screen.notifications.map(({ text }) => text), ...said.map((text) => text.trim())];
    expect(texts).toEqual([words.panelNeedsTerminal]);
    expect(running.screen.customOptions).toEqual([]);
  });
});
