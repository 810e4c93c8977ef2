import { KeybindingsManager, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";
import { readConfig } from "../../src/config.ts";
import type { Host } from "../../src/host.ts";
import { Monitor } from "../../src/monitor.ts";
import { createHost } from "../../src/pi-host.ts";
import { glyphs } from "../../src/ui/glyphs.ts";
import { Panel } from "../../src/ui/panel/panel.ts";
import { panelPaint } from "../../src/ui/panel/panel-paint.ts";
import { words as en } from "../../src/ui/words/en.ts";
import type { Words } from "../../src/ui/words/words.ts";
import { SessionVerdicts } from "../../src/verdict/session-verdicts.ts";
import { FakeContext, FakePi, FakeSession, FakeUi, THEME } from "./fake-pi.ts";

/** Keys as a terminal sends them. */
export const KEYS = {
  up: "\u001b[A",
  down: "\u001b[B",
  right: "\u001b[C",
  left: "\u001b[D",
  home: "\u001b[H",
  end: "\u001b[F",
  pageUp: "\u001b[5~",
  pageDown: "\u001b[6~",
  enter: "\r",
  escape: "\u001b",
  tab: "\t",
} as const;

/** Pi's own list keys as a user has them who configured nothing. */
export const LIST_KEYS = new KeybindingsManager(TUI_KEYBINDINGS);

/** A session with its monitor and judge, as an extension instance has them after `session_start`. */
export function watched(session: FakeSession = new FakeSession(), kept?: number) {
  const { ctx } = new FakeContext(new FakeUi("tui"), session);
  const host: Host = createHost(new FakePi().api, ctx);
  const monitor = new Monitor(readConfig({}), () => null);
  monitor.sessionStarted(null);
  const { price, live } = monitor;
  const source = { price, live, lifetimes: () => ({ short: 300, long: 3_600 }), opened: null };
  monitor.session.judgeWith(kept === undefined ? new SessionVerdicts(source) : new SessionVerdicts(source, kept));
  return { session, host, monitor };
}

export interface PanelOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly color?: boolean;
  readonly ascii?: boolean;
  readonly words?: Words;
  readonly kept?: number;
}

/** An open panel and the terminal it is in. */
export function openPanel(session: FakeSession, options: PanelOptions = {}) {
  const { columns = 80, rows = 24, color = false, ascii = false, words = en, kept } = options;
  const size = { columns, rows };
  const seen = { renders: 0, left: 0, faults: 0, disposed: 0 };
  const { host, monitor } = watched(session, kept);
  const panel = new Panel({
    ...{ monitor, host, keys: LIST_KEYS, rows: () => size.rows },
    style: { words, paint: panelPaint(THEME, color), glyphs: glyphs(ascii), ascii },
    requestRender: () => void seen.renders++,
    onLeave: () => void seen.left++,
    onFault: () => void seen.faults++,
    onDispose: () => void seen.disposed++,
  });
  // Pi draws before it sends a key.
  panel.render(columns);
  return {
    ...{ panel, seen, size, monitor, host },
    lines: () => panel.render(size.columns),
    text: () => panel.render(size.columns).join("\n"),
    press: (...keys: readonly string[]) => {
      for (const key of keys) panel.handleInput(key);
    },
  };
}
