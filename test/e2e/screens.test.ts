import { join } from "node:path";
import { visibleWidth } from "@earendil-works/pi-tui";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { otherPi } from "../support/pi/abilities.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { startTerminal, type TerminalPi } from "../support/pi/terminal.ts";
import { makeWorkspace, SIMULATED_MODELS } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../support/provider/index.ts";
import { workingDay } from "../support/screens/session-file.ts";

/** What people see, on the same session each time. `npm test -- test/e2e/screens.test.ts -u` writes the screens anew. */
const SCREENS: readonly (readonly [name: string, columns: number, rows: number, env: Record<string, string>])[] = [
  ["en-60", 60, 20, {}],
  ["en-80", 80, 24, {}],
  ["en-120", 120, 30, {}],
  ["en-200", 200, 40, {}],
  ["zh-60", 60, 20, { PI_CACHE_STATS_LANG: "zh" }],
  ["zh-80", 80, 24, { PI_CACHE_STATS_LANG: "zh" }],
  ["zh-120", 120, 30, { PI_CACHE_STATS_LANG: "zh" }],
  ["zh-200", 200, 40, { PI_CACHE_STATS_LANG: "zh" }],
  ["en-ascii-80", 80, 24, { PI_CACHE_STATS_ASCII: "1" }],
  ["zh-ascii-60", 60, 12, { PI_CACHE_STATS_ASCII: "1", PI_CACHE_STATS_LANG: "zh" }],
  ["en-no-color-80", 80, 24, { NO_COLOR: "1" }],
];
const TITLES = ["Prompt cache", "提示缓存"];
const ENTER = "\r";
const ESCAPE = "\u001b";

let simulator: ProviderSimulator;

beforeAll(async () => {
  simulator = await startProvider();
});
afterAll(() => simulator.close());

/** Types and returns the screen once it has changed and come to rest. */
async function typed(pi: TerminalPi, keys: string): Promise<readonly string[]> {
  const before = pi.screen().join("\n");
  pi.type(keys);
  await pi.waitFor((rows) => rows.join("\n") !== before);
  return atRest(pi);
}

async function atRest(pi: TerminalPi): Promise<readonly string[]> {
  for (let last = ""; ; ) {
    const now = pi.screen().join("\n");
    if (now === last) return pi.screen();
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

/** The message of a command: from its title to the editor. */
function messageOf(rows: readonly string[]): readonly string[] {
  const from = rows.findLastIndex((row) => TITLES.some((title) => row.trim().startsWith(title)));
  const to = rows.findIndex((row, index) => index > from && row.startsWith("─"));
  return rows.slice(from, to).filter((row, index, all) => row !== "" || index < all.length - 1);
}

/** The footer: what follows the editor. */
function footerOf(rows: readonly string[]): readonly string[] {
  return rows.slice(rows.findLastIndex((row) => row.startsWith("─")) + 1).filter((row) => row !== "");
}

describe("the screens of a working day", () => {
  it.for(SCREENS)("are as they were: %s", async ([name, columns, rows, env], { skip }) => {
    const other = otherPi();
    skip(other !== null, other ?? "");
    const workspace = await makeWorkspace(simulator, { env: { TZ: "UTC", ...env } });
    const file = join(workspace.home, "day.jsonl");
    await workingDay(workspace.project).write(file);
    // Tall enough for the summary, whatever its width.
    const pi = await startTerminal(workspace, {
      ...SIMULATED_MODELS["anthropic-messages"],
      ...{ columns, rows: 60, extensions: [EXTENSION], args: ["--session", file] },
    });
    try {
      await pi.enter("/cache-stats");
      // The command's own description in the menu begins with the same words.
      await pi.waitFor((screen) => screen.some((row) => row.includes("pi-cache-stats 0.")));
      const idle = await atRest(pi);
      const parts: [string, readonly string[]][] = [
        ["footer", footerOf(idle)],
        ["/cache-stats", messageOf(idle)],
      ];
      pi.resize(columns, rows);
      await pi.enter("/cache-stats panel");
      await pi.waitFor((screen) => TITLES.some((title) => screen[0]?.startsWith(` ${title}`)));
      parts.push(["panel", await atRest(pi)]);
      pi.type("p");
      parts.push(["panel: Enter on the newest break", await typed(pi, ENTER)]);
      // A key that follows at once would be taken for Alt and that key.
      await typed(pi, ESCAPE);
      parts.push(["panel: by model", await typed(pi, "2")]);
      parts.push(["panel: by cause", await typed(pi, "3")]);
      parts.push(["panel: so far", await typed(pi, "4")]);
      await typed(pi, "1");
      parts.push(["panel: whole file", await typed(pi, "f")]);
      for (const [, lines] of parts) for (const line of lines) expect(visibleWidth(line)).toBeLessThanOrEqual(columns);
      const text = parts.map(([title, lines]) => `## ${title}\n${lines.map((line) => line.trimEnd()).join("\n")}\n`);
      await expect(text.join("\n")).toMatchFileSnapshot(`../screens/${name}.txt`);
    } finally {
      await pi.stop();
      await workspace.remove();
    }
  });
});
