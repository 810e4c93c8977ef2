import type { Report, TurnReport } from "../../src/report/schema.ts";
import type { Truth } from "../../test/support/provider/index.ts";
import type { Expected, Outcome } from "./scenario.ts";

/** Below this nobody is told of missed tokens. */
const NOISE = 1_024;

/** What the provider did against what the scenario says: sentences about what is wrong, none when it happened so. */
export function judgeTruth({ truth: told, outcome }: Expected, truths: readonly Truth[]): string[] {
  const at = truths.length + (told.request ?? -1);
  const truth = truths[at];
  if (truth === undefined) return [`only ${truths.length} requests`];
  const problems: string[] = [];
  const shortfalls = [told.shortfall].flat();
  if (!shortfalls.includes(truth.shortfall)) problems.push(`${truth.shortfall} instead of ${shortfalls.join(" or ")}`);
  if (told.read === "nothing" && truth.readTokens > 0) problems.push(`${truth.readTokens} tokens were read`);
  if (told.read === "something" && truth.readTokens === 0) problems.push("nothing was read");
  const before = truths.slice(0, at);
  if (told.contains !== undefined && !truth.rawBody.includes(told.contains)) problems.push(`${told.contains} not sent`);
  const { requests = truths.length, earlier } = told;
  if (requests !== truths.length) problems.push(`${truths.length} requests instead of ${requests}`);
  if (earlier !== undefined && before.every((one) => one.outcome !== earlier)) problems.push(`none before ${earlier}`);
  const fair = outcomeOf(truth, lastAnswered(before));
  const outcomes: readonly Outcome[] = [outcome].flat();
  // The other two outcomes are about what the user or the provider did, which counts do not show.
  const counted = outcomes.every((one) => one === "hit" || one === "partial" || one === "miss");
  if (counted && !outcomes.some((one) => one === fair.outcome)) {
    problems.push(`${fair.missed} of ${fair.expected} tokens missed: ${fair.outcome}, not ${outcomes.join(" or ")}`);
  }
  return problems;
}

function lastAnswered(truths: readonly Truth[]): Truth | undefined {
  return truths.findLast((truth) => truth.outcome === "completed" && truth.promptTokens > 0);
}

/** The outcome by the numbers of the provider, as the specification counts it. */
function outcomeOf(truth: Truth, before: Truth | undefined): { outcome: Outcome; missed: number; expected: number } {
  const expected = Math.min(before?.promptTokens ?? 0, truth.promptTokens);
  const missed = Math.max(0, expected - truth.readTokens);
  const outcome = missed <= NOISE ? "hit" : truth.readTokens * 2 >= expected ? "partial" : "miss";
  return { outcome, missed, expected };
}

/** The report against what the scenario expects: sentences about what is wrong. */
export function judgeReport(expected: Expected, { turns, internalErrors }: Report): string[] {
  const at = turns.length + (expected.turn ?? -1);
  const turn = turns[at];
  if (turn === undefined) return [`only ${turns.length} turns`];
  const problems = judgeVerdict(expected, turn);
  if (internalErrors > 0) problems.push(`${internalErrors} internal errors`);
  if (expected.others === "any") return problems;
  const alarms = turns.filter(({ verdict }, index) => index !== at && isAlarm(verdict.outcome));
  return [...problems, ...alarms.map((one) => `alarm at turn ${one.turn}: ${one.verdict.cause ?? "no cause"}`)];
}

/** Outcomes that count as breaks. */
export function isAlarm(outcome: Outcome): boolean {
  return outcome === "partial" || outcome === "miss";
}

function judgeVerdict(expected: Expected, { verdict, prefix }: TurnReport): string[] {
  const problems: string[] = [];
  const outcomes = [expected.outcome].flat();
  if (!outcomes.includes(verdict.outcome)) problems.push(`${verdict.outcome} instead of ${outcomes.join(" or ")}`);
  if (verdict.cause !== expected.cause) problems.push(`${verdict.cause} instead of ${expected.cause}`);
  const { certainty, also = [], place = {} } = expected;
  if (certainty !== undefined && verdict.certainty !== certainty) {
    problems.push(`${verdict.certainty} instead of ${certainty}`);
  }
  const missing = also.filter((cause) => !verdict.also.includes(cause));
  if (missing.length > 0) problems.push(`also ${verdict.also.join(", ") || "nothing"}, not ${missing.join(", ")}`);
  const found = new Map<string, unknown>(Object.entries(prefix?.divergence ?? {}));
  for (const [key, value] of Object.entries(place)) {
    const actual = found.get(key) ?? null;
    if (actual !== value) problems.push(`${key} ${JSON.stringify(actual)} instead of ${JSON.stringify(value)}`);
  }
  return problems;
}
