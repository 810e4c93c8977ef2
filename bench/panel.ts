/**
 * What opening the panel and pressing a key in it costs, on Pi's own session manager. Every opening is the first of its
 * process, as in real life. Run: npm run bench:panel
 */
import { spawnSync } from "node:child_process";
import type { SessionManager } from "@earendil-works/pi-coding-agent";
import { KeybindingsManager, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";
import { readConfig } from "../src/config.ts";
import type { Host } from "../src/host.ts";
import { Monitor } from "../src/monitor.ts";
import { glyphs } from "../src/ui/glyphs.ts";
import { Panel } from "../src/ui/panel/panel.ts";
import { panelPaint } from "../src/ui/panel/panel-paint.ts";
import { words } from "../src/ui/words/en.ts";
import { finiteOrNull } from "../src/unknown.ts";
import { SessionVerdicts } from "../src/verdict/session-verdicts.ts";
import { Limits, median } from "./measure.ts";
import { appendTurn, sessionOf } from "./session.ts";

const OPENINGS = 5;
const KEY_PRESSES = 200;
const [COLUMNS, ROWS] = [200, 50];
const KEYS = [
  "\u001b[A",
  "\u001b[A",
  "\u001b[5~",
  "p",
  "n",
  "\r",
  "\u001b[D",
  "\u001b",
  "4",
  "f",
  "3",
  "2",
  "1",
  "\u001b[H",
  "\u001b[F",
];

const theme = {
  fg: (_: string, text: string) => `\u001b[32m${text}\u001b[39m`,
  bg: (_: string, text: string) => `\u001b[44m${text}\u001b[49m`,
  bold: (text: string) => `\u001b[1m${text}\u001b[22m`,
};

const [turns] = process.argv.slice(2);
if (turns === undefined) report();
else process.stdout.write(JSON.stringify(await measure(Number(turns))));

function report(): void {
  const limits = new Limits();
  for (const count of [10_000, 100_000]) {
    const runs = Array.from({ length: OPENINGS }, () => inOwnProcess(count));
    const middle = (name: keyof Figures): number => median(runs.map((run) => run[name]));
    const named = count.toLocaleString("en-US");
    if (count === 10_000) {
      limits.check(`opening the panel at ${named} turns`, middle("open"), 100, "ms");
      limits.check(`a key press at ${named} turns, median`, middle("key"), 16, "ms");
      limits.check(`a turn that comes while it is open at ${named} turns`, middle("live"), 16, "ms");
    } else {
      console.log(
        `     opening at ${named} turns: ${middle("open").toFixed(0)} ms, key ${middle("key").toFixed(2)} ms, a turn that comes ${middle("live").toFixed(2)} ms`,
      );
    }
    console.log(
      `     its slowest key: ${middle("slowestKey").toFixed(1)} ms; verdicts that memory no longer holds are there after ${middle("judged").toFixed(0)} ms, in steps between frames`,
    );
  }
  limits.finish();
}

interface Figures {
  readonly open: number;
  readonly key: number;
  readonly slowestKey: number;
  readonly live: number;
  readonly judged: number;
}

function inOwnProcess(count: number): Figures {
  const { stdout } = spawnSync(process.execPath, [import.meta.filename, String(count)], { encoding: "utf8" });
  return JSON.parse(stdout);
}

/** Milliseconds, in this process. */
async function measure(count: number): Promise<Figures> {
  const session = sessionOf(count * 2);
  const monitor = new Monitor(readConfig({}), () => null);
  monitor.sessionStarted();
  const { price, live } = monitor;
  monitor.session.judgeWith(
    new SessionVerdicts({ price, live, lifetimes: () => ({ short: 300, long: 3_600 }), opened: null }),
  );
  const host = hostOf(session);
  // The footer has done this long before.
  monitor.scan.update(host);
  const fail = (): never => {
    throw new Error("the panel failed");
  };
  const start = performance.now();
  const panel = new Panel({
    ...{ monitor, host, keys: new KeybindingsManager(TUI_KEYBINDINGS), rows: () => ROWS },
    style: { words, paint: panelPaint(theme, true), glyphs: glyphs(false), ascii: false },
    ...{ requestRender: () => undefined, onLeave: () => undefined, onFault: fail, onDispose: () => undefined },
  });
  panel.render(COLUMNS);
  const open = performance.now() - start;
  while (panel.render(COLUMNS)[0]?.includes(words.judging) === true)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const judged = performance.now() - start;
  const keys = Array.from({ length: KEY_PRESSES }, (_, index) =>
    timed(() => {
      panel.handleInput(KEYS[index % KEYS.length] ?? "");
      panel.render(COLUMNS);
    }),
  );
  const lives = Array.from({ length: 20 }, (_, index) => {
    appendTurn(session, count + index + 1);
    return timed(() => void panel.render(COLUMNS));
  });
  panel.dispose();
  return { open, key: median(keys), slowestKey: Math.max(...keys), live: median(lives), judged };
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function hostOf(session: SessionManager): Host {
  return {
    mode: "tui",
    columns: () => 80,
    sessionId: () => session.getSessionId(),
    leafId: () => session.getLeafId(),
    entryCount: () => finiteOrNull(session.getEntryCount()),
    entries: () => session.getEntries(),
    entry: (id) => session.getEntry(id),
    branch: () => session.getBranch(),
    ...{ sessionFile: () => null, sessionName: () => null, cwd: () => "/", home: () => null, model: () => null },
    ...{ thinkingLevel: () => null, contextUse: () => null, autoCompaction: () => true, subscription: () => false },
    ...{
      paidBySubscription: () => false,
      toolOwner: () => null,
      isCommandShared: () => false,
      experimental: () => false,
    },
  };
}
