/**
 * What is measured: every metric that leaves this package, by name. The `gen_ai.*` names, units and buckets are those of
 * OpenTelemetry's GenAI conventions (status: development); what has no name there is `pi_cache_stats.*`.
 */
export interface Instrument {
  readonly kind: "counter" | "histogram";
  /** UCUM; braces hold what is counted. */
  readonly unit: string;
  readonly description: string;
  /** Upper bounds of the buckets of a histogram. */
  readonly buckets?: readonly number[];
}

/** Powers of four up to 67 million, as the conventions advise for token counts. */
const TOKEN_BUCKETS: readonly number[] = Array.from({ length: 14 }, (_, power) => 4 ** power);

const counter = (unit: string, description: string): Instrument => ({ kind: "counter", unit, description });

export const INSTRUMENTS = {
  "gen_ai.client.inference.usage.input_tokens": counter(
    "{token}",
    "Prompt tokens, those read from and written to the cache included.",
  ),
  "gen_ai.client.inference.usage.output_tokens": counter("{token}", "Output tokens, those of thinking included."),
  "gen_ai.client.inference.usage.cache_read.input_tokens": counter("{token}", "Prompt tokens read from the cache."),
  "gen_ai.client.inference.usage.cache_write.input_tokens": counter("{token}", "Prompt tokens written to the cache."),
  "gen_ai.client.inference.usage.reasoning.output_tokens": counter("{token}", "Output tokens of thinking."),
  "gen_ai.client.token.usage": {
    kind: "histogram",
    unit: "{token}",
    description: "Tokens of one request by type, under the conventions' older name.",
    buckets: TOKEN_BUCKETS,
  },
  "pi_cache_stats.hit_rate.read_tokens": counter(
    "{token}",
    "What the hit rate is made of: prompt tokens read from the cache, of models that report their cache.",
  ),
  "pi_cache_stats.hit_rate.prompt_tokens": counter(
    "{token}",
    "What the hit rate is made of: all prompt tokens of models that report their cache.",
  ),
  "pi_cache_stats.turns": counter("{turn}", "Turns by verdict."),
  "pi_cache_stats.missed.tokens": counter(
    "{token}",
    "Prompt tokens of breaks that could have been read from the cache.",
  ),
  "pi_cache_stats.missed.cost": counter("{USD}", "US dollars paid for missed tokens beyond the price of reading them."),
  "pi_cache_stats.cost": counter("{USD}", "US dollars, as Pi counts them."),
} as const satisfies Readonly<Record<string, Instrument>>;

export type MetricName = keyof typeof INSTRUMENTS;

/** Names of attributes that are not of the conventions. */
export const OWN_ATTRIBUTES = {
  outcome: "pi_cache_stats.outcome",
  cause: "pi_cache_stats.cause",
  origin: "pi_cache_stats.origin",
  certainty: "pi_cache_stats.certainty",
  request: "pi_cache_stats.request",
} as const;

/** One number for one metric. Attributes hold names and words of closed sets, never text of a request. */
export interface Measurement {
  readonly metric: MetricName;
  /** Not negative. */
  readonly value: number;
  readonly attributes: Readonly<Record<string, string>>;
}
