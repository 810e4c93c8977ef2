import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../src/config.ts";
import { Monitor } from "../src/monitor.ts";
import { Observer } from "../src/prefix/observer.ts";
import { RECORD_TYPE } from "../src/record/record-entry.ts";
import { RunRecords } from "../src/record/run-record.ts";

const CONTEXT = {
  scope: { session: "s", provider: "sim", api: "anthropic-messages", model: "m", baseUrl: "http://127.0.0.1" },
  ownerOf: (tool: string) => (tool === "web_search" ? "web-tools.ts" : "builtin"),
};
const MARKER = { cache_control: { type: "ephemeral" } };
const HOUR = 3_600_000;
/** Turns of a run: a question, two rounds of tools, an answer. */
const ROUNDS = 3;

const words = (length: number, seed: number): string =>
  `${seed} ${'The quick brown fox "jumps" over lazy dogs.\n'.repeat(length / 43 + 1)}`.slice(0, length);
const tool = (name: string, version: number) => ({ name, description: words(300, version), input_schema: {} });

/** An entry as Pi writes it, but for its time. */
type Line = Readonly<Record<string, unknown>> & { readonly id: string };

/**
 * One session of about `entries` entries as Pi and this package write it: questions, answers, results of tools, a record for
 * each run. A tool changes after a third of it, the prompt after two thirds.
 */
export function sessionLines(entries: number): readonly Line[] {
  const monitor = new Monitor(readConfig({}), () => null);
  monitor.sessionStarted();
  monitor.requests.use(new Observer("saltsaltsaltsalt", "all"));
  const records = new RunRecords(monitor, () => ({ short: 300, long: 3_600 }));
  const lines: Line[] = [];
  const sent: object[] = [];
  const append = (entry: object): string => {
    const id = ((lines.length * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, "0");
    lines.push({ ...entry, id, parentId: lines.at(-1)?.id ?? null });
    return id;
  };
  const say = (role: string, fields: object): string => append({ type: "message", message: { role, ...fields } });
  say("system", { content: "", sections: { preamble: words(2_000, 0), cwd: "/project" }, toolsAdded: [] });
  for (let round = 0; lines.length < entries; round++) {
    const third = Math.floor((lines.length * 3) / entries);
    if (round % ROUNDS === 0) say("user", { content: [{ type: "text", text: words(200, round) }] });
    sent.push({ role: "user", content: [{ type: "text", text: words(40, round) }] });
    const isBreak = lines.length > 3 && third !== Math.floor(((lines.length - 3) * 3) / entries);
    const read = round === 0 || isBreak ? 0 : 9_000 + round * 100;
    const answer = {
      content: [
        { type: "text", text: words(400, round) },
        { type: "toolCall", id: `call_${round}`, name: "bash", arguments: { command: words(80, round) } },
      ],
      ...{ api: "anthropic-messages", provider: "sim", model: "m" },
      usage: {
        ...{ input: 7, output: 210, cacheRead: read, cacheWrite: 9_400 + round * 100 - read, totalTokens: 9_617 },
        cost: { input: 0.00002, output: 0.003, cacheRead: read * 3e-7, cacheWrite: 0.03, total: 0.04 },
        cacheWrite1h: 0,
      },
      ...{ stopReason: "toolUse", timestamp: round, responseId: `msg_${round}`, rawStopReason: "tool_use" },
      ...{ durationMs: 800 + round, thinkingLevel: "medium" },
    };
    monitor.turnStarted();
    monitor.requestStarted(round);
    const request = {
      tools: [tool("bash", 0), tool("web_search", Math.min(third, 1)), { ...tool("edit", 0), ...MARKER }],
      system: [{ type: "text", text: `<memory>\n${words(2_000, Math.max(third, 1))}\n</memory>`, ...MARKER }],
      messages: [...sent.slice(0, -1), { ...sent.at(-1), ...MARKER }],
    };
    monitor.observe({ model: "m", ...request }, true, CONTEXT);
    monitor.responseStarted();
    const message = { role: "assistant", ...answer };
    monitor.responseEnded(message, round + 1);
    monitor.turnEnded(message, say("assistant", answer), round + 1);
    sent.push({ role: "assistant", content: [{ type: "text", text: words(40, round) }] });
    if (round % ROUNDS < ROUNDS - 1) {
      say("toolResult", { toolCallId: `call_${round}`, content: [{ type: "text", text: words(1_500, round) }] });
    } else {
      append({ type: "custom", customType: RECORD_TYPE, data: records.next() });
    }
  }
  return lines;
}

/** Writes a folder of sessions that differ in their times only. Returns its bytes and lines. */
export function writeFolder(folder: string, sessions: number, entries: number): { bytes: number; lines: number } {
  mkdirSync(folder, { recursive: true });
  const session = sessionLines(entries);
  let bytes = 0;
  for (let number = 0; number < sessions; number++) {
    const start = Date.UTC(2026, 0, 1) + number * HOUR;
    const time = (at: number): string => new Date(start + at * 1_000).toISOString();
    const header = { type: "session", version: 3, id: `session-${number}`, timestamp: time(0), cwd: "/project" };
    const lines = session.map(({ type, id, parentId, ...rest }, at) =>
      JSON.stringify({ type, id, parentId, timestamp: time(at), ...timed(rest, start + at * 1_000) }),
    );
    const content = `${[JSON.stringify(header), ...lines].join("\n")}\n`;
    writeFileSync(join(folder, `${time(0).replace(/[:.]/g, "-")}_session-${number}.jsonl`), content);
    bytes += Buffer.byteLength(content);
  }
  return { bytes, lines: sessions * (session.length + 1) };
}

function timed({ message, ...rest }: Readonly<Record<string, unknown>>, timestamp: number): object {
  return typeof message === "object" ? { ...rest, message: { ...message, timestamp } } : rest;
}
