import { field, isRecord } from "../../src/unknown.ts";
import type { RpcPi } from "../support/pi/rpc.ts";
import { type Charge, NOTHING, sum } from "./truth.ts";

/** What a session holds that it was not asked itself: turns that Pi copied, by the number of their request, and summaries. */
export async function copiedOf(pi: RpcPi): Promise<{ copied: readonly (number | null)[]; copiedSummaries: Charge }> {
  const data = await pi.send({ type: "get_entries" });
  const entries = isRecord(data) && Array.isArray(data.entries) ? data.entries : [];
  const answers = entries.map((entry) => field(entry, "message")).filter((message) => isAnswer(message));
  const summaries = entries.filter((entry) => /^(compaction|branch_summary)$/.test(String(field(entry, "type"))));
  return {
    copied: answers.map((message) => requestOf(message)),
    copiedSummaries: sum(summaries.map((entry) => chargeOf(field(entry, "usage")))),
  };
}

export function isAnswer(message: unknown): boolean {
  return field(message, "role") === "assistant";
}

/** The number of the request that a message answers: the simulator's response ids end with it. Null without one. */
export function requestOf(message: unknown): number | null {
  const id = field(message, "responseId");
  const digits = typeof id === "string" ? /_(\d+)$/.exec(id)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}

/** A usage as Pi records it. */
export function chargeOf(usage: unknown): Charge {
  if (!isRecord(usage)) return NOTHING;
  const { input, output, cacheRead, cacheWrite } = usage;
  return {
    input: Number(input),
    output: Number(output),
    cacheRead: Number(cacheRead),
    cacheWrite: Number(cacheWrite),
    cost: Number(field(usage.cost, "total")),
  };
}
