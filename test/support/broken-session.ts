import { readConfig } from "../../src/config.ts";
import { Monitor } from "../../src/monitor.ts";
import { Observer } from "../../src/prefix/observer.ts";
import { RECORD_TYPE } from "../../src/record/record-entry.ts";
import { RunRecords } from "../../src/record/run-record.ts";
import { assistant, type Counts, type Fields, noPrice } from "./entries.ts";
import { WRITTEN } from "./session-files.ts";
import { START } from "./verdicts.ts";

/**
 * The entries of a session as this package leaves them: a turn whose prompt is written, then one for each of these tools,
 * which is added to the request and breaks it; null repeats the request before. Extension `ext/NAME.ts` brought the tool.
 * `countsOf` says what a turn, from 0, is charged; unless it does, all of its prompt is written.
 */
export function brokenSession(
  name: string,
  tools: readonly (string | null)[],
  countsOf: (turn: number) => Counts = () => WRITTEN,
): readonly Fields[] {
  const monitor = new Monitor(readConfig({}), noPrice);
  monitor.sessionStarted();
  monitor.requests.use(new Observer("salt", "all"));
  const records = new RunRecords(monitor, () => ({ short: 300, long: 3_600 }));
  const scope = {
    session: name,
    provider: "acme",
    api: "anthropic-messages",
    model: "m1",
    baseUrl: "https://acme.test",
  };
  const ownerOf = (tool: string): string => `ext/${tool}.ts`;
  const entries: Fields[] = [];
  let parentId: string | null = null;
  for (let turn = 0; turn <= tools.length; turn++) {
    const named = tools
      .slice(0, turn)
      .filter((tool) => tool !== null)
      .map((tool) => ({ name: tool, description: "x", input_schema: { type: "object" } }));
    const messages = [{ role: "user", content: [{ type: "text", text: "question" }] }];
    const at = START + turn * 60_000;
    // What is missed is what was there before: every prompt is of one size.
    const message = assistant(countsOf(turn), { timestamp: at });
    const [id, record] = [`${name}-e${turn}`, `${name}-r${turn}`];
    monitor.turnStarted();
    monitor.requestStarted(at);
    // The newest tool stands first, so that everything behind it is new.
    monitor.observe({ model: "m1", tools: named.reverse(), system: "prompt", messages }, true, { scope, ownerOf });
    monitor.responseStarted();
    monitor.responseEnded(message, at + 1_000);
    monitor.turnEnded(message, id, at + 1_000);
    const timestamp = new Date(at + 2_000).toISOString();
    const data: unknown = JSON.parse(JSON.stringify(records.next()));
    entries.push({ type: "message", id, parentId, timestamp, message });
    entries.push({ type: "custom", id: record, parentId: id, timestamp, customType: RECORD_TYPE, data });
    parentId = record;
  }
  return entries;
}
