import { writeFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import cacheStats from "../../../src/extension.ts";

/**
 * The extension under a clock, for the benchmark: every handler that it gives to Pi is timed where Pi calls it. When the session
 * ends, the milliseconds of all handlers in each turn, from the end of the one before, are written to `HANDLER_TIMES` as JSON.
 */
export default function timed(pi: ExtensionAPI): void {
  const turns: number[] = [];
  let turn = 0;
  const spend = (event: string, start: number): void => {
    turn += performance.now() - start;
    if (event !== "turn_end") return;
    turns.push(turn);
    turn = 0;
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
    if (path !== undefined) writeFileSync(path, JSON.stringify(turns));
  });
}

/** The path of this extension. */
export const TIMED = import.meta.filename;
