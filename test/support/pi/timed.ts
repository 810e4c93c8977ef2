import { writeFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import cacheStats from "../../../src/extension.ts";

/**
 * The extension under a clock, for the benchmark: every handler that it gives to Pi is timed where Pi calls it. When the session
 * ends, the milliseconds of all handlers in each turn and of those at the end of each run are written to `HANDLER_TIMES` as JSON.
 */
export default function timed(pi: ExtensionAPI): void {
  const times = { turns: [] as number[], ends: [] as number[] };
  let spent = 0;
  const spend = (event: string, start: number): void => {
    spent += performance.now() - start;
    const list = event === "turn_end" ? times.turns : event === "agent_settled" ? times.ends : null;
    if (list === null) return;
    list.push(spent);
    spent = 0;
  };
  const on = (event: string, handler: (...args: readonly unknown[]) => unknown): void => {
    Reflect.apply(pi.on, pi, [
      event,
      (...args: readonly unknown[]): unknown => {
        const start = performance.now();
        try {
          return handler(...args);
        } finally {
          spend(event, start);
        }
      },
    ]);
  };
  cacheStats(new Proxy(pi, { get: (target, key) => (key === "on" ? on : Reflect.get(target, key)) }));
  pi.on("session_shutdown", () => {
    const path = process.env.HANDLER_TIMES;
    if (path !== undefined) writeFileSync(path, JSON.stringify(times));
  });
}

/** The path of this extension. */
export const TIMED = import.meta.filename;
