import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { field, finiteOrNull, isFunction, isRecord } from "../../src/unknown.ts";
import { piFolder } from "../../test/support/pi/sdk.ts";
import type { Workspace } from "../../test/support/pi/workspace.ts";
import type { Cause } from "./scenario.ts";

/** What Pi itself says of a turn, in the words of its own interface. */
export interface Notice {
  readonly label: string;
  readonly missedTokens: number;
  /** Pi keeps quiet below 20,000 tokens and ten cents. */
  readonly shown: boolean;
}

const SHOWN_TOKENS = 20_000;
const SHOWN_DOLLARS = 0.1;
/** From this idle time on Pi names it. */
const LONG_IDLE_MS = 5 * 60_000;

/** Pi's own rule on the session that was played; null when it counts no miss for the judged answer. */
export async function piNotice(workspace: Workspace, turn = -1): Promise<Notice | null> {
  const rule: unknown = await import(pathToFileURL(join(piFolder(), "dist/core/cache-stats.js")).href);
  const collect = field(rule, "collectCacheMisses");
  if (!isFunction(collect)) throw new Error("This Pi has no collectCacheMisses.");
  const entries = await workspace.sessionEntries();
  const models: unknown = JSON.parse(await readFile(join(workspace.agentDir, "models.json"), "utf8"));
  const misses = collect(entries, { getModel: (provider: string, id: string) => modelOf(models, provider, id) });
  const answers = entries.flatMap((entry) => {
    const message = field(entry, "message");
    return field(message, "role") === "assistant" ? [message] : [];
  });
  const miss: unknown = misses instanceof Map ? misses.get(answers.at(turn)) : undefined;
  return isRecord(miss) ? noticeOf(miss) : null;
}

function noticeOf(miss: Readonly<Record<string, unknown>>): Notice {
  const missedTokens = finiteOrNull(miss.missedTokens) ?? 0;
  const idleMs = finiteOrNull(miss.idleMs) ?? 0;
  const shown = missedTokens >= SHOWN_TOKENS || (finiteOrNull(miss.missedCost) ?? 0) >= SHOWN_DOLLARS;
  const label =
    miss.modelChanged === true
      ? "Cache miss after model switch"
      : idleMs >= LONG_IDLE_MS
        ? `Cache miss after ${Math.round(idleMs / 60_000)}m idle`
        : "Cache miss";
  return { label, missedTokens, shown };
}

/** The causes that the words of a notice name. */
export function namedByPi({ label }: Notice): readonly Cause[] {
  if (label.includes("model switch")) return ["model-changed"];
  return label.includes("idle") ? ["expired", "evicted"] : [];
}

function modelOf(models: unknown, provider: string, id: string): unknown {
  const list = field(field(field(models, "providers"), provider), "models");
  return Array.isArray(list) ? list.find((model: unknown) => field(model, "id") === id) : undefined;
}
