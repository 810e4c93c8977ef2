/**
 * Tokens of one response, or sums of many. All counts are tokens, finite and not negative. `input`, `cacheRead` and
 * `cacheWrite` are disjoint and together make the prompt; `cacheWrite1h` is part of `cacheWrite`, `reasoning` part of
 * `output` (Pi's own definitions).
 */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWrite1h: number;
  readonly reasoning: number;
}

/** No tokens: the start of every sum. */
export const NO_USAGE: Usage = Object.freeze({
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWrite1h: 0,
  reasoning: 0,
});

/** Field-wise sum. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
    reasoning: a.reasoning + b.reasoning,
  };
}

/** Prompt tokens: everything the provider read, whatever it charged for it. */
export function promptTokens(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite;
}

/** Whether the provider said anything about its cache. Both zero may mean "nothing cached" or "does not report". */
export function hasCacheActivity(usage: Usage): boolean {
  return usage.cacheRead + usage.cacheWrite > 0;
}
