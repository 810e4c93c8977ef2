import { readConfig } from "../../src/config.ts";
import { Monitor } from "../../src/monitor.ts";
import { Observer } from "../../src/prefix/observer.ts";
import { RECORD_TYPE } from "../../src/record/record-entry.ts";
import { type RunRecord, RunRecords } from "../../src/record/run-record.ts";
import type { Lifetimes } from "../../src/verdict/lifetime.ts";
import { assistant, type Counts, noPrice } from "./entries.ts";

/** An instance that is told of turns by hand, and writes records of them. */
export interface RecordBench {
  readonly monitor: Monitor;
  /** One turn, under the next entry of `e1`, `e2`, … */
  turn(request: unknown, counts?: Counts): void;
  readonly records: RunRecords;
}

export interface BenchOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Null observes nothing. */
  readonly salt?: string | null;
  /** Before the name of each entry. */
  readonly prefix?: string;
  readonly lifetimes?: Lifetimes;
}

const NOT_DECLARED: Lifetimes = () => ({ short: null, long: null });

export function recordBench({
  env = {},
  salt = "salt",
  prefix = "",
  lifetimes = NOT_DECLARED,
}: BenchOptions = {}): RecordBench {
  const monitor = new Monitor(readConfig(env), noPrice);
  monitor.sessionStarted();
  if (salt !== null) monitor.requests.use(new Observer(salt, "all"));
  const scope = {
    session: "s",
    provider: "acme",
    api: "anthropic-messages",
    model: "m1",
    baseUrl: "https://SECRET.test",
  };
  let count = 0;
  return {
    monitor,
    records: new RunRecords(monitor, lifetimes),
    turn(request, counts = [10, 5, 90, 0]) {
      const message = assistant(counts);
      monitor.turnStarted();
      monitor.requestStarted(0);
      monitor.observe(request, true, { scope, ownerOf: () => null });
      monitor.responseStarted();
      monitor.streamed({ type: "text_delta", delta: "x" }, 100);
      monitor.responseEnded(message, 500);
      monitor.turnEnded(message, `${prefix}e${++count}`, 500);
    },
  };
}

/** A request of these messages. */
export function requestOf(...texts: readonly string[]): object {
  const text = (content: string) => [{ type: "text", text: content }];
  return {
    model: "m1",
    system: text("SECRET PROMPT\n<rules>\nSECRET RULE\n</rules>"),
    messages: texts.map((one, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: text(one) })),
  };
}

/** The entries of a session of so many runs of one turn each: turns `e1`, `e2`, … and behind each its record `r1`, … */
export function recordedSession(runs: number, options: BenchOptions = {}) {
  const { turn, records } = recordBench(options);
  const prefix = options.prefix ?? "";
  return Array.from({ length: runs }, (_, at) => at + 1).flatMap((run) => {
    turn(requestOf(...Array.from({ length: run * 2 - 1 }, (_, at) => `SECRET ${at}`)));
    const data: RunRecord = JSON.parse(JSON.stringify(records.next()));
    const [id, entry] = [`${prefix}r${run}`, `${prefix}e${run}`];
    return [
      { type: "message", id: entry, parentId: run === 1 ? null : `${prefix}r${run - 1}` },
      { type: "custom", customType: RECORD_TYPE, id, parentId: entry, data: { ...data } },
    ];
  });
}
