import { Value } from "typebox/value";
import { type Report, ReportSchema } from "../../src/report/schema.ts";
import type { RpcPi } from "./pi/rpc.ts";
import type { Truth } from "./provider/index.ts";

/** What the provider says the rate of these requests is: sum(read) / sum(prompt), or null without prompt tokens. */
export function trueRate(truths: readonly Truth[]): number | null {
  const prompt = truths.reduce((sum, truth) => sum + truth.promptTokens, 0);
  const read = truths.reduce((sum, truth) => sum + truth.readTokens, 0);
  return prompt === 0 ? null : read / prompt;
}

/** The machine report of a running Pi, checked against the contract. */
export async function reportOf(pi: RpcPi, args = ""): Promise<Report> {
  const report: unknown = JSON.parse(await pi.command(`/cache-stats json ${args}`.trim()));
  if (!Value.Check(ReportSchema, report)) {
    throw new Error(`Not the contract: ${JSON.stringify([...Value.Errors(ReportSchema, report)].slice(0, 3))}`);
  }
  return report;
}

/**
 * What the footer must print for the latest of these requests to one model, and for all of them: whole per cent, rounded
 * down, by another road than the product's; n/a until the model has shown cache activity.
 */
export function footerRates(truths: readonly Truth[]): { session: string; latest: string } {
  const silent = truths.every((truth) => truth.readTokens + truth.writtenTokens === 0);
  if (silent) return { session: "n/a", latest: "n/a" };
  return { session: wholePercent(truths), latest: wholePercent(truths.slice(-1)) };
}

/** A rate in whole per cent, rounded down, of models that report their cache. */
export function wholePercent(truths: readonly Truth[]): string {
  const prompt = truths.reduce((sum, truth) => sum + truth.promptTokens, 0);
  const read = truths.reduce((sum, truth) => sum + truth.readTokens, 0);
  if (prompt === 0) return "n/a";
  if (read > 0 && BigInt(read) * 1000n < BigInt(prompt)) return "<0.1%";
  return `${(BigInt(read) * 100n) / BigInt(prompt)}%`;
}
