/** Why a turn read less from the cache than it could have. The closed set of the machine contract. */
export const CAUSES = [
  "cold-start",
  "tools-changed",
  "system-changed",
  "history-rewritten",
  "thinking-changed",
  "params-changed",
  "model-changed",
  "endpoint-changed",
  "compacted",
  "navigated",
  "resumed",
  "expired",
  "evicted",
  "provider-side",
  "below-minimum",
  "not-reported",
  "lookback-exceeded",
  "markers-moved",
  "retention-changed",
  "concurrent",
  "malformed-usage",
  "unknown",
] as const;
export type Cause = (typeof CAUSES)[number];

/** Where a cause lies: what was sent, time that passed, the provider, the course of the session, or what was reported. */
export type Origin = "prompt" | "time" | "provider" | "session" | "measurement" | "unknown";

/** People fix a prompt, wait less, or do nothing: the three are never added up. */
export const ORIGINS: Readonly<Record<Cause, Origin>> = {
  "cold-start": "session",
  "tools-changed": "prompt",
  "system-changed": "prompt",
  "history-rewritten": "prompt",
  "thinking-changed": "prompt",
  "params-changed": "prompt",
  "model-changed": "prompt",
  "endpoint-changed": "prompt",
  compacted: "session",
  navigated: "session",
  resumed: "session",
  expired: "time",
  evicted: "provider",
  "provider-side": "provider",
  "below-minimum": "measurement",
  "not-reported": "measurement",
  "lookback-exceeded": "prompt",
  "markers-moved": "prompt",
  "retention-changed": "prompt",
  concurrent: "provider",
  "malformed-usage": "measurement",
  unknown: "unknown",
};
