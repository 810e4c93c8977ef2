import type { Observation } from "../prefix/observation.ts";
import type { Flag } from "../usage/row.ts";
import type { Turn } from "../usage/turn.ts";
import type { Usage } from "../usage/usage.ts";
import type { Cause } from "./cause.ts";
import type { PastRequest } from "./past-requests.ts";
import type { PromptChange } from "./prompt-records.ts";

/** What only the live stream knew about a turn: nothing of it is in the session file. */
export interface LiveFacts {
  readonly observation: Observation | null;
  /** Salted digest of the endpoint the request went to; null where it was not seen. */
  readonly endpoint: string | null;
  /** The provider's own word on a miss, if one came by. */
  readonly diagnosis: Cause | null;
  /** When the last refresh before this request was sent, in milliseconds since the epoch; null without one. */
  readonly refreshSentAt: number | null;
}

/** Live facts of a turn of an earlier process, or of one that was not watched. */
export const NOT_SEEN: LiveFacts = Object.freeze({
  observation: null,
  endpoint: null,
  diagnosis: null,
  refreshSentAt: null,
});

/** What happened in the session since the request that this one is measured against. */
export interface Since {
  readonly compacted: boolean;
  readonly navigated: boolean;
  /** Why the session was opened again, in Pi's words; null when it was not. */
  readonly resumed: string | null;
  /** Changes of prompt and tools that Pi recorded in the session. */
  readonly prompt: PromptChange;
}

/** Everything a verdict is made of. */
export interface TurnFacts {
  readonly turn: Turn;
  /** The turn's usage: it has prompt tokens. */
  readonly usage: Usage;
  /** Flags of the row, the suspicion of cache-inclusive input among them. */
  readonly flags: readonly Flag[];
  /** When the response was complete, in milliseconds since the epoch. */
  readonly endedAt: number | null;
  readonly live: LiveFacts;
  /** The request it is measured against; null when none can have left anything in a cache. */
  readonly previous: PastRequest | null;
  /** The first request to this model, or to this endpoint of it: then `previous` is of another. */
  readonly isFirstOf: "model" | "endpoint" | null;
  readonly since: Since;
  /** Lifetime of what `previous` left, in seconds; null when not declared. */
  readonly lifetimeSeconds: number | null;
}
