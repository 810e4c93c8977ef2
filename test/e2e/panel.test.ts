import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { otherPi, piHas } from "../support/pi/abilities.ts";
import { CHANGER } from "../support/pi/changer.ts";
import { DELAYED } from "../support/pi/delayed.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { startTerminal, type TerminalOptions, type TerminalPi } from "../support/pi/terminal.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../support/provider/index.ts";
import { workingDay } from "../support/screens/session-file.ts";

const KEYS = { enter: "\r", escape: "\u001b", up: "\u001b[A", end: "\u001b[F", home: "\u001b[H" };
/** Green and red of the palette, as the theme that Pi chooses for this terminal has them. */
const SUCCESS_COLOUR = 2;
const TITLE = /^ Prompt cache +◆ /;

let simulator: ProviderSimulator;
let workspace: Workspace;
let pi: TerminalPi;

beforeEach(async () => {
  simulator = await startProvider({ minimumTokens: 256 });
});

afterEach(async () => {
  await pi.stop();
  await simulator.close();
  await workspace.remove();
});

interface Start extends Partial<TerminalOptions> {
  readonly tuiMode?: "regular" | "fullscreen";
}

async function start({ tuiMode = "fullscreen", extensions = [], ...options }: Start = {}): Promise<void> {
  workspace = await makeWorkspace(simulator, { settings: { tuiMode } });
  pi = await startTerminal(workspace, {
    ...SIMULATED_MODELS["anthropic-messages"],
    extensions: [EXTENSION, ...extensions],
    ...options,
  });
}

/** Pi on the session of the screens. */
async function startDay(options: Start = {}): Promise<void> {
  const { tuiMode = "fullscreen", ...rest } = options;
  workspace = await makeWorkspace(simulator, { settings: { tuiMode }, env: { TZ: "UTC" } });
  const file = join(workspace.home, "day.jsonl");
  await workingDay(workspace.project).write(file);
  pi = await startTerminal(workspace, {
    ...SIMULATED_MODELS["anthropic-messages"],
    ...rest,
    extensions: [EXTENSION, ...(options.extensions ?? [])],
    args: ["--session", file],
  });
}

const shows = (part: string | RegExp) => (rows: readonly string[]) =>
  rows.some((row) => (typeof part === "string" ? row.includes(part) : part.test(row)));
const isPanel = (rows: readonly string[]): boolean => TITLE.test(rows[0] ?? "");
const open = async (): Promise<readonly string[]> => {
  await pi.enter("/cache-stats panel");
  return pi.waitFor(isPanel);
};

async function say(text: string, requests: number): Promise<void> {
  await pi.enter(text);
  await simulator.waitForRequest(requests);
  await pi.waitFor((rows) => !shows("Working")(rows) && shows("◆")(rows));
}

describe.each(["fullscreen", "regular"] as const)("in Pi's %s mode", (tuiMode) => {
  it("which turn broke the cache and why is told in three key presses after the command", async () => {
    await start({ tuiMode, extensions: [CHANGER] });
    await say("say hello", 1);
    await say("say more", 2);
    await pi.enter("/change-tool");
    await say("and with a tool", 3);
    await say("once more", 4);
    await open();
    pi.type("p");
    await pi.waitFor(shows(/^> +3 /));
    pi.type(KEYS.enter);
    const screen = await pi.waitFor(shows("Turn 3: miss · tools changed · observed"));
    expect(screen.join("\n")).toContain("tools[4] planted_tool of changer.ts added");
    expect(screen.join("\n")).not.toContain("PLANTED");
  });

  it("leaves the screen as it was, and the editor takes the next line", async () => {
    await startDay({ tuiMode });
    await open();
    pi.type(KEYS.escape);
    await pi.waitFor((rows) => !isPanel(rows) && shows("▲")(rows));
    await pi.enter("/cache-stats reset");
    await pi.waitFor(shows("Statistics start from here"));
  });

  it("gives way to a question of another extension, and is there again when it is answered", async () => {
    await startDay({ tuiMode, extensions: [DELAYED] });
    await pi.enter("/in 1200 ask delete-everything");
    await open();
    const asked = await pi.waitFor(shows("delete-everything"));
    expect(isPanel(asked)).toBe(false);
    pi.type(KEYS.escape);
    await pi.waitFor(isPanel);
    pi.type("p");
    await pi.waitFor(shows(/^> +28 /));
    pi.type("q");
    await pi.waitFor(shows("answered false"));
  });

  it("follows a run while it goes on", async () => {
    await start({ tuiMode });
    await say("say hello", 1);
    simulator.enqueue({
      text: "Once upon a time there was a cache that kept everything warm.",
      deltas: 10,
      deltaDelay: 250,
    });
    await pi.enter("tell me a story");
    await pi.waitFor(shows("Once"));
    const before = await open();
    expect(before.filter((row) => /^[ >] +\d+ \d\d:/.test(row))).toHaveLength(1);
    await pi.waitFor(shows(/^> +2 \d\d:/));
    expect(isPanel(pi.screen())).toBe(true);
  });
});

describe("an open panel", () => {
  it("fits the terminal when it is resized, to the smallest and back", async () => {
    await startDay({ columns: 120, rows: 30 });
    await open();
    for (const [columns, rows] of [
      [60, 12],
      [250, 50],
      [20, 5],
      [80, 24],
    ] as const) {
      pi.resize(columns, rows);
      await pi.waitFor((screen) => screen.length === rows && /^ (Esc|Prom)/.test(screen.at(-1) ?? screen[0] ?? ""));
    }
    const screen = await pi.waitFor(shows(/^> +29 /));
    expect(screen).toHaveLength(24);
  });

  it("takes on another theme at once", async () => {
    await startDay({ extensions: [DELAYED], env: { COLORTERM: "" } });
    await pi.enter("/in 1500 theme light");
    await open();
    const before = pi.colourOf("93.0%");
    await expect.poll(() => pi.colourOf("93.0%"), { timeout: 10_000 }).not.toBe(before);
    expect(isPanel(pi.screen())).toBe(true);
  });

  it("goes with its session, and the next one is there as usual", async () => {
    await startDay({ extensions: [DELAYED] });
    await pi.enter("/in 1500 new");
    await open();
    await pi.waitFor((rows) => !isPanel(rows) && shows("◆ n/a ◇ n/a")(rows));
    await pi.enter("/cache-stats");
    const screen = await pi.waitFor(shows("current run"));
    expect(screen.join("\n")).not.toContain("internal errors");
  });

  it("takes the wheel and clicks where Pi has the mouse", async () => {
    await startDay();
    const rows = await open();
    pi.type("\u001b[<64;10;15M");
    if (!piHas("the mouse")) {
      // It is no key either: the next one moves on from where the selection was.
      pi.type(KEYS.up);
      await pi.waitFor(shows(/^> +28 /));
      return;
    }
    await pi.waitFor((screen) => !shows(/^> +29 /)(screen));
    const row = rows.findIndex((line) => /^ +24 /.test(line));
    const click = `\u001b[<0;10;${row + 1}M\u001b[<0;10;${row + 1}m`;
    pi.type(click);
    const selected = await pi.waitFor(shows(/^> +24 /));
    expect(selected[row]).toMatch(/^> +24 /);
    pi.type(click);
    const opened = await pi.waitFor(shows("Turn 24: hit"));
    expect(opened.join("\n")).not.toContain("Copied");
  });

  it("says that there are no turns where there are none", async () => {
    await start();
    await open();
    expect(pi.screen().join("\n")).toContain("no turns in this range");
    pi.type(`${KEYS.enter}pnf23${KEYS.up}`);
    await pi.waitFor(shows("no breaks in this range"));
  });

  it("has colours of the theme, and none under NO_COLOR", async () => {
    await startDay();
    await open();
    // Other Pis choose other themes.
    if (otherPi() === null) expect(pi.colourOf("93.0%")).toBe(SUCCESS_COLOUR);
    else expect(pi.colourOf("93.0%")).not.toBeNull();
    await pi.stop();
    await workspace.remove();
    await startDay({ env: { NO_COLOR: "1" } });
    await open();
    expect(pi.colourOf("93.0%")).toBeNull();
  });
});
