import type { Row } from "../usage/row.ts";
import type { ModelId } from "../usage/turn.ts";
import { NO_USAGE, promptTokens, type Usage } from "../usage/usage.ts";
import { ORIGINS } from "../verdict/cause.ts";
import { isBreak, type Verdict } from "../verdict/evidence.ts";
import { type Measurement, type MetricName, OWN_ATTRIBUTES } from "./instruments.ts";
import { modelAttributes } from "./model-attributes.ts";

type Names = Pick<ModelId, "provider" | "model">;

/** A turn, or a request that only keeps a cache warm. */
export type RequestKind = "turn" | "refresh";

/**
 * Tokens and dollars of one request. As the conventions have it: input tokens contain the cached ones (Pi's own buckets are
 * disjoint), and a request that reported no usage counts 0 tokens. What was not priced is left out, not 0.
 */
export function requestMeasurements(names: Names, row: Row, kind: RequestKind): readonly Measurement[] {
  const usage = row.usage ?? NO_USAGE;
  const attributes = { ...modelAttributes(names.provider, names.model), [OWN_ATTRIBUTES.request]: kind };
  // Pi does not tell text from images.
  const counted = { ...attributes, "gen_ai.token.modality": "unknown" };
  const tokens: readonly [MetricName, number][] = [
    ["gen_ai.client.inference.usage.input_tokens", promptTokens(usage)],
    ["gen_ai.client.inference.usage.output_tokens", usage.output],
    ["gen_ai.client.inference.usage.cache_read.input_tokens", usage.cacheRead],
    ["gen_ai.client.inference.usage.cache_write.input_tokens", usage.cacheWrite],
    ["gen_ai.client.inference.usage.reasoning.output_tokens", usage.reasoning],
  ];
  return [
    ...tokens.map(([metric, value]) => ({ metric, value, attributes: counted })),
    ...(row.usage === null ? [] : histogram(row.usage, attributes)),
    ...dollars("pi_cache_stats.cost", row.cost?.total ?? null, attributes),
  ];
}

/** The two sums of the hit rate: of turns of a model that reports its cache only. */
export function rateMeasurements(names: Names, usage: Usage): readonly Measurement[] {
  const attributes = modelAttributes(names.provider, names.model);
  return [
    { metric: "pi_cache_stats.hit_rate.read_tokens", value: usage.cacheRead, attributes },
    { metric: "pi_cache_stats.hit_rate.prompt_tokens", value: promptTokens(usage), attributes },
  ];
}

/** How a turn went; of a break also what it missed. */
export function verdictMeasurements(names: Names, verdict: Verdict): readonly Measurement[] {
  const { outcome, cause, certainty } = verdict;
  const attributes = {
    ...modelAttributes(names.provider, names.model),
    [OWN_ATTRIBUTES.outcome]: outcome,
    [OWN_ATTRIBUTES.cause]: cause ?? "none",
    [OWN_ATTRIBUTES.origin]: cause === null ? "none" : ORIGINS[cause],
    [OWN_ATTRIBUTES.certainty]: certainty,
  };
  const turn: Measurement = { metric: "pi_cache_stats.turns", value: 1, attributes };
  if (!isBreak(verdict)) return [turn];
  return [
    turn,
    { metric: "pi_cache_stats.missed.tokens", value: verdict.missedTokens, attributes },
    ...dollars("pi_cache_stats.missed.cost", verdict.missedCost, attributes),
  ];
}

function histogram(usage: Usage, attributes: Measurement["attributes"]): readonly Measurement[] {
  const of = (type: "input" | "output", value: number): Measurement => ({
    metric: "gen_ai.client.token.usage",
    value,
    attributes: { ...attributes, "gen_ai.token.type": type },
  });
  return [of("input", promptTokens(usage)), of("output", usage.output)];
}

// Prices come from models.json: a negative one must not run a counter backwards.
function dollars(
  metric: MetricName,
  value: number | null,
  attributes: Measurement["attributes"],
): readonly Measurement[] {
  return value === null || !(value >= 0) ? [] : [{ metric, value, attributes }];
}
