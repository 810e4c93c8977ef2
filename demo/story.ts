import { BREAKER } from "../test/support/pi/breaker.ts";
import { EXTENSION } from "../test/support/pi/sdk.ts";
import { startTerminal, type TerminalPi } from "../test/support/pi/terminal.ts";
import { makeWorkspace, SIMULATED_MODELS } from "../test/support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../test/support/provider/index.ts";
import { MY_TOOLS } from "./my-tools.ts";

/** What the screens of the README show, by name. */
export interface StoryScreens {
  readonly footer: readonly string[];
  readonly summary: readonly string[];
  readonly why: readonly string[];
  readonly panel: readonly string[];
  readonly open: readonly string[];
}

const COLUMNS = 80;
const HALF_AN_HOUR = 1_800;

/**
 * Plays a working session in the real Pi, in which an extension adds a tool and a pause outlives the cache, and returns
 * what a person sees. Everything but the times and the speed is the same each time.
 */
export async function playStory(language: "en" | "zh"): Promise<StoryScreens> {
  const simulator = await startProvider({ minimumTokens: 256 });
  const workspace = await makeWorkspace(simulator, { env: { PI_CACHE_STATS_LANG: language } });
  const { provider, model } = SIMULATED_MODELS["anthropic-messages"];
  const extensions = [MY_TOOLS, BREAKER, EXTENSION];
  const pi = await startTerminal(workspace, { provider, model, columns: COLUMNS, rows: 50, extensions });
  try {
    const say = sayTo(pi, simulator);
    for (const [prompt, requests] of MORNING) await say(prompt, requests);
    await pi.enter("/add-tool");
    await say("And now with a tool more?", 1);
    const footer = footerOf(pi.screen());
    for (const [prompt, requests] of NOON) await say(prompt, requests);
    await pi.enter(`/later ${HALF_AN_HOUR}`);
    simulator.advance(HALF_AN_HOUR * 1_000);
    for (const [prompt, requests] of EVENING) await say(prompt, requests);
    const why = await answerTo(pi, `/cache-stats why ${BROKEN_TURN}`, "tools[4]");
    const summary = await answerTo(pi, "/cache-stats", "pi-cache-stats 0.");
    pi.resize(COLUMNS, 24);
    await pi.enter("/cache-stats panel");
    await pi.waitFor((rows) => rows.some((row) => /^> +14 /.test(row)));
    const panel = await settled(pi);
    pi.type("pp");
    await settled(pi);
    pi.type("\r");
    await pi.waitFor((rows) => rows.some((row) => row.includes("tools[4]")));
    const open = await settled(pi);
    return { footer, summary, why, panel, open };
  } finally {
    await pi.stop();
    await simulator.close();
    await workspace.remove();
  }
}

type Exchange = readonly [prompt: string, requests: number];
const MORNING: readonly Exchange[] = [
  ["What is in this folder?", 1],
  [`call 3 tools ${"and look at every chapter ".repeat(40)}`, 2],
  ["call 2 tools", 2],
  ["Is that a good order for a Saturday?", 1],
];
/** The first turn with one more tool. */
const BROKEN_TURN = 7;
const NOON: readonly Exchange[] = [
  ["call 2 tools", 2],
  ["Count the words of the file.", 1],
];
const EVENING: readonly Exchange[] = [
  ["Where were we?", 1],
  ["call 2 tools", 2],
  ["Thanks, that is all.", 1],
];

function sayTo(pi: TerminalPi, simulator: ProviderSimulator): (prompt: string, requests: number) => Promise<void> {
  let answered = 0;
  return async (prompt, requests) => {
    await pi.enter(prompt);
    answered += requests;
    await simulator.waitForRequest(answered);
    await settled(pi);
  };
}

/** The message, which has this part, that a command answers with: what stands between the command and the editor. */
async function answerTo(pi: TerminalPi, command: string, part: string): Promise<readonly string[]> {
  await pi.enter(command);
  await pi.waitFor((rows) => rows.some((row) => row.includes(part)));
  const rows = await settled(pi);
  const editor = rows.findIndex((row) => row.startsWith("─"));
  const above = rows.slice(0, editor);
  const last = above.findLastIndex((row) => row.trim() !== "");
  const first = above.findLastIndex((row, index) => index < last && row.trim() === "");
  return above.slice(first + 1, last + 1).map((row) => row.slice(1));
}

function footerOf(rows: readonly string[]): readonly string[] {
  return rows.slice(rows.findLastIndex((row) => row.startsWith("─")) + 1).filter((row) => row.trim() !== "");
}

/** The screen once it has stayed the same for a moment. */
async function settled(pi: TerminalPi): Promise<readonly string[]> {
  for (let last = ""; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const now = pi.screen().join("\n");
    if (now === last) return pi.screen();
    last = now;
  }
}
