import { afterEach, beforeEach, expect, it } from "vitest";
import { CHANGER } from "../support/pi/changer.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { openSessions, type Sessions } from "../support/pi/sessions.ts";
import { startTerminal, type TerminalPi } from "../support/pi/terminal.ts";
import { SIMULATED_MODELS } from "../support/pi/workspace.ts";

const ENTER = "\r";

let sessions: Sessions;
let terminal: TerminalPi | null = null;

beforeEach(async () => {
  sessions = await openSessions();
});

afterEach(async () => {
  await terminal?.stop();
  terminal = null;
  await sessions.close();
});

it("the panel of another process shows why an old turn broke the cache, as it was observed then", async () => {
  const first = await sessions.start({ extensions: [EXTENSION, CHANGER] });
  await first.prompt("say hello");
  await first.send({ type: "prompt", message: "/change-tool" });
  await first.prompt("say more");
  await first.prompt("and more");
  await sessions.quit();
  const model = SIMULATED_MODELS["anthropic-messages"];
  terminal = await startTerminal(sessions.workspace, { ...model, extensions: [EXTENSION], args: ["--continue"] });
  const shows = (part: string | RegExp) => (rows: readonly string[]) => rows.some((row) => row.search(part) >= 0);
  await terminal.enter("/cache-stats panel");
  await terminal.waitFor(shows(/^ Prompt cache +◆ /));
  terminal.type("p");
  await terminal.waitFor(shows(/^> +2 /));
  terminal.type(ENTER);
  const screen = await terminal.waitFor(shows("Turn 2: miss · tools changed · observed"));
  expect(screen.join("\n")).toContain("planted_tool of changer.ts added");
});
