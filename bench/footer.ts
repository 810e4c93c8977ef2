/**
 * The cost of a footer frame on Pi's own SessionManager: with nothing new, and after a new turn. Run: npm run bench:footer
 */
import type { SessionManager } from "@earendil-works/pi-coding-agent";
import { readConfig } from "../src/config.ts";
import type { Host } from "../src/host.ts";
import { Monitor } from "../src/monitor.ts";
import { createFooter } from "../src/ui/footer/footer.ts";
import { FooterReader } from "../src/ui/footer/reader.ts";
import { glyphs } from "../src/ui/glyphs.ts";
import { paint } from "../src/ui/paint.ts";
import { SessionVerdicts } from "../src/verdict/session-verdicts.ts";
import { Limits, median, microseconds } from "./measure.ts";
import { appendTurn, sessionOf } from "./session.ts";

const SMALL = 100;
const LARGE = 100_000;
const COLUMNS = 120;

/** A footer over a session, with the time that Pi's own O(n) calls take counted apart. */
function footerOver(session: SessionManager) {
  const pi = { calls: 0, ms: 0 };
  const reads = { count: 0 };
  // Counts the entries that are looked at; the array itself is Pi's own copy.
  const watched = (entries: unknown[]): readonly unknown[] =>
    new Proxy(entries, {
      get(target, key) {
        if (typeof key === "string" && /^\d+$/.test(key)) reads.count += 1;
        return Reflect.get(target, key);
      },
    });
  const counted = <T>(call: () => T): T => {
    const start = performance.now();
    const value = call();
    pi.ms += performance.now() - start;
    pi.calls += 1;
    return value;
  };
  const settings = {
    compaction: { enabled: true },
    theme: "dark",
    packages: ["npm:a", "npm:b"],
    retry: { enabled: true },
  };
  const host: Host = {
    mode: "tui",
    columns: () => 80,
    sessionId: () => session.getSessionId(),
    leafId: () => session.getLeafId(),
    entryCount: () => session.getEntryCount(),
    entries: () => watched(counted(() => session.getEntries())),
    entry: (id) => session.getEntry(id),
    branch: () => session.getBranch(),
    sessionFile: () => session.getSessionFile() ?? null,
    sessionName: () => counted(() => session.getSessionName() ?? null),
    cwd: () => session.getCwd(),
    home: () => process.env.HOME ?? null,
    model: () => ({
      api: "anthropic-messages",
      baseUrl: "",
      provider: "sim-anthropic",
      id: "claude-sim",
      reasoning: true,
      contextWindow: 200_000,
      virtual: false,
    }),
    thinkingLevel: () => "high",
    // What Pi does to answer ctx.getContextUsage(): it builds the context of the whole branch.
    contextUse: () =>
      counted(() => ({ percent: session.buildSessionContext().messages.length % 90, contextWindow: 200_000 })),
    autoCompaction: () => structuredClone(settings).compaction.enabled,
    subscription: () => false,
    paidBySubscription: () => false,
    isCommandShared: () => false,
    experimental: () => false,
    toolOwner: () => null,
  };
  const monitor = new Monitor(readConfig({}), () => null);
  monitor.sessionStarted();
  const { price, live } = monitor;
  const lifetimes = () => ({ short: 300, long: 3_600 });
  monitor.session.judgeWith(new SessionVerdicts({ price, live, lifetimes, opened: null }));
  const data = {
    getGitBranch: () => "main",
    getExtensionStatuses: () => new Map([["mcp", "MCP 3/3"]]),
    getAvailableProviderCount: () => 2,
  };
  const footer = createFooter({
    read: (() => {
      const reader = new FooterReader(host, monitor, data, () => performance.now());
      return () => reader.read();
    })(),
    paint: paint({ fg: (_color, text) => `\u001b[2m${text}\u001b[22m`, bold: (text) => text }, true),
    glyphs: glyphs(false),
    onFault: () => {
      throw new Error("a frame failed");
    },
    onDispose: () => undefined,
  });
  return { footer, pi, reads };
}

/** One footer to be measured in turns with the other, so that both meet the same weather. */
function subject(entries: number) {
  const session = sessionOf(entries);
  const { footer, pi, reads } = footerOver(session);
  const first = footer.render(COLUMNS).join("\n");
  if (!first.includes("◆ 9")) throw new Error(`not a footer with a rate: ${first}`);
  let turn = entries;
  const idle: number[] = [];
  const afterTurn: number[] = [];
  let calls = 0;
  let read = 0;
  return {
    idleRound(): void {
      idle.push(microseconds(200, 20, () => footer.render(COLUMNS)));
    },
    turnRound(): void {
      appendTurn(session, ++turn);
      pi.ms = 0;
      pi.calls = 0;
      reads.count = 0;
      const start = performance.now();
      footer.render(COLUMNS);
      afterTurn.push((performance.now() - start - pi.ms) * 1_000);
      calls = Math.max(calls, pi.calls);
      read = Math.max(read, reads.count);
    },
    result: () => ({ idle: median(idle), afterTurn: median(afterTurn), calls, read }),
  };
}

const subjects = [subject(SMALL), subject(LARGE)] as const;
for (let round = 0; round < 30; round++) for (const one of subjects) one.idleRound();
for (let round = 0; round < 60; round++) for (const one of subjects) one.turnRound();
const [small, large] = [subjects[0].result(), subjects[1].result()];
console.log(`entries  frame, nothing new  frame after a turn (ours)  entries read  Pi's O(n) calls per leaf`);
for (const [entries, row] of [
  [SMALL, small],
  [LARGE, large],
] as const) {
  const cells = [
    String(entries).padStart(7),
    `${row.idle.toFixed(2)} µs`.padStart(18),
    `${row.afterTurn.toFixed(1)} µs`.padStart(25),
  ];
  console.log(`${cells.join("  ")}  ${String(row.read).padStart(12)}  ${String(row.calls).padStart(24)}`);
}
const limits = new Limits();
limits.check("frame with nothing new at 100,000 entries", large.idle, 50, "µs");
limits.check("… against 100 entries", large.idle / small.idle, 3, "times");
limits.check("entries read for a turn of two entries, at 100,000 entries", large.read, 5, "entries");
limits.check("… against 100 entries", large.read / small.read, 1, "times");
limits.check("Pi's O(n) calls per leaf (entries, context usage, name)", large.calls, 3, "calls");
limits.finish();
