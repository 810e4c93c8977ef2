import type { Divergence } from "../prefix/divergence.ts";
import type { Cause } from "./cause.ts";
import type { PromptChange } from "./prompt-records.ts";

/**
 * One thing that was measured, seen or recorded and bears on a verdict. Facts, not sentences: views say them in the
 * reader's language. No text of a request; model names are raw and are cleaned where they are shown.
 */
export type Evidence =
  /** The first place at which this request differs from the one before, of a section that matters. */
  | { readonly kind: "place"; readonly divergence: Divergence }
  /** The request was seen in another protocol than the one before. */
  | { readonly kind: "other-protocol" }
  /** The request was seen and repeats or continues the one before. */
  | { readonly kind: "unchanged" }
  /** The request was seen and is the one before without its end. */
  | { readonly kind: "shortened" }
  /** A parameter changed that the provider documents as harmless to its cache. */
  | { readonly kind: "harmless"; readonly path: string }
  /** Much was read although the request changed near its beginning: another entry fits, or it was changed back after us. */
  | { readonly kind: "contradicted" }
  /** The change came late: most of the request before it could be read. */
  | { readonly kind: "late" }
  /** The change does not explain that what stands before it was not read either. */
  | { readonly kind: "not-enough" }
  /** The head is one that was there before the last: A → B → A. */
  | { readonly kind: "flap" }
  /** So many measured turns in a row broke for this cause at this place. */
  | { readonly kind: "repeated"; readonly turns: number }
  /** Seconds between the starts of the two requests; the lifetime that applies, null where the model declares none. */
  | { readonly kind: "idle"; readonly seconds: number; readonly lifetimeSeconds: number | null }
  /** The times of the two requests cannot be compared. */
  | { readonly kind: "no-time" }
  | { readonly kind: "model"; readonly from: string; readonly to: string }
  /** The provider answered with another model than was asked. */
  | { readonly kind: "answered-by"; readonly model: string }
  | { readonly kind: "endpoint" }
  | { readonly kind: "thinking"; readonly from: string | null; readonly to: string | null }
  /** Pi recorded in the session that tools or named sections of the prompt were changed. */
  | { readonly kind: "recorded"; readonly change: PromptChange }
  | { readonly kind: "compacted" }
  | { readonly kind: "navigated" }
  /** The session was opened again: nothing of an earlier request is there to compare with. */
  | { readonly kind: "resumed"; readonly reason: string }
  /** The request was not seen, or not read; `reason` as the observation gives it. */
  | { readonly kind: "not-seen"; readonly reason: string | null }
  | { readonly kind: "first" }
  /** Tokens below which this model caches nothing; `assumed` where its provider's figure is not known. */
  | { readonly kind: "minimum"; readonly tokens: number; readonly assumed: boolean }
  | { readonly kind: "silent" }
  /** The request asks for no caching at all: it carries no marker on a protocol that needs one. */
  | { readonly kind: "no-markers"; readonly before: number }
  /** No marker stands at or behind the last one of the request before. */
  | { readonly kind: "markers-earlier" }
  /** Content blocks between the marker of the last request and the nearest marker of this one. */
  | { readonly kind: "blocks"; readonly blocks: number; readonly limit: number }
  | { readonly kind: "retention"; readonly from: Retention; readonly to: Retention }
  /** A refresh was sent so many seconds before, and no answer to it was recorded. */
  | { readonly kind: "refreshing"; readonly seconds: number }
  /** What the provider itself reported; `seen` is what we saw instead where the two differ. */
  | { readonly kind: "diagnosis"; readonly cause: Cause; readonly seen: Cause | null }
  /** Only about as much was read as stands before the history. */
  | { readonly kind: "head-only" }
  /** The provider passes requests on to others, each with a cache of its own. */
  | { readonly kind: "router" }
  /** Seen at our place among the handlers: a later extension may have changed the request. */
  | { readonly kind: "later-extensions" }
  | { readonly kind: "bad-usage"; readonly flag: string };

/** Which of a model's declared lifetimes a request asked for. */
export type Retention = "short" | "long";

export type Outcome = "hit" | "partial" | "miss" | "expected-rebuild" | "unmeasured";

/** How sure the cause is; `unknown` also where there is none. */
export type Certainty = "observed" | "likely" | "provider-reported" | "unknown";

/** Why a turn read what it read from the cache. */
export interface Verdict {
  readonly outcome: Outcome;
  /** The one that alone explains it; null for a hit, and where nothing was measured. */
  readonly cause: Cause | null;
  /** Others that applied at the same time. */
  readonly also: readonly Cause[];
  readonly certainty: Certainty;
  readonly evidence: readonly Evidence[];
  /** Tokens of the previous prompt that were not read again, also of a rebuild; 0 where nothing could have been read. */
  readonly missedTokens: number;
  /** US dollars paid for them beyond the price of reading; null where a price is not known. */
  readonly missedCost: number | null;
}

/** Whether a verdict is a break: one that is counted. */
export function isBreak({ outcome }: Pick<Verdict, "outcome">): boolean {
  return outcome === "partial" || outcome === "miss";
}
