import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { finiteOrNull, isRecord } from "../../src/unknown.ts";

/** What the probe measures in the process of Pi, after a forced collection of garbage. */
export interface Probe {
  readonly heapUsed: number;
  /** What keeps the process alive, by type: timers, sockets, ports of threads. */
  readonly resources: Readonly<Record<string, number>>;
  /** Listeners on the process itself, by event. */
  readonly listeners: Readonly<Record<string, number>>;
}

/** Whether a value is what the probe measures. */
export function isProbe(value: unknown): value is Probe {
  return (
    isRecord(value) && finiteOrNull(value.heapUsed) !== null && isRecord(value.resources) && isRecord(value.listeners)
  );
}

/**
 * An extension for the soak: `/soak-probe` measures the process, `/soak-tree STEPS [summary]` and `/soak-fork STEPS` move
 * to, or fork at, an answer so many answers back on the branch. Each answers with one notification.
 */
export default function probe(pi: ExtensionAPI): void {
  pi.registerCommand("soak-probe", {
    description: "Measure this process",
    handler: async (_args, ctx) => {
      // Twice: what finalizers free comes with the second.
      for (let round = 0; round < 2; round++) {
        await new Promise((resolve) => setImmediate(resolve));
        globalThis.gc?.();
      }
      ctx.ui.notify(JSON.stringify(measured()));
    },
  });
  pi.registerCommand("soak-tree", {
    description: "Move in the tree",
    handler: async (args, ctx) => {
      const [steps = "0", summary] = args.trim().split(" ");
      const id = answerBack(ctx, Number(steps));
      if (id === null) return ctx.ui.notify("none");
      const { cancelled } = await ctx.navigateTree(id, { summarize: summary !== undefined });
      ctx.ui.notify(cancelled ? "cancelled" : "moved");
    },
  });
  pi.registerCommand("soak-fork", {
    description: "Fork at an answer",
    handler: async (args, ctx) => {
      const id = answerBack(ctx, Number(args.trim()));
      if (id === null) return ctx.ui.notify("none");
      // The notification is the new instance's: this one's context ends with the session.
      await ctx.fork(id, { position: "at", withSession: async (next) => next.ui.notify("forked") });
    },
  });
}

/** An answer that ended a run, so many answers back, or the oldest; null without any. */
function answerBack(ctx: ExtensionCommandContext, steps: number): string | null {
  const answers = ctx.sessionManager
    .getBranch()
    .filter(
      (entry) => entry.type === "message" && entry.message.role === "assistant" && entry.message.stopReason === "stop",
    );
  return (answers.at(-1 - steps) ?? answers[0])?.id ?? null;
}

function measured(): Probe {
  const listeners: Record<string, number> = {};
  for (const event of process.eventNames()) listeners[String(event)] = process.listenerCount(event);
  const resources: Record<string, number> = {};
  for (const type of process.getActiveResourcesInfo()) resources[type] = (resources[type] ?? 0) + 1;
  return { heapUsed: process.memoryUsage().heapUsed, resources, listeners };
}

/** The path of this extension. */
export const PROBE = import.meta.filename;
