/**
 * What the footer shows, flat and made of primitives, so that two frames can be compared cheaply. Token counts and
 * dollars are those of the whole session file, as Pi's own footer sums them.
 */
export interface FooterFacts {
  readonly folder: string;
  /** Null outside a repository. */
  readonly branch: string | null;
  readonly sessionName: string | null;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cost: number;
  readonly subscription: boolean;
  readonly experimental: boolean;
  /** 0..1, or null for n/a. */
  readonly sessionRate: number | null;
  readonly latestRate: number | null;
  /** What broke the cache, in a word, from a break until the next hit; empty otherwise. */
  readonly breakLabel: string;
  /** 0..100, or null when Pi does not know. */
  readonly contextPercent: number | null;
  readonly contextWindow: number;
  readonly autoCompaction: boolean;
  /** Output tokens per second of the last response: null when it could not be measured, undefined before any. */
  readonly speed: number | null | undefined;
  /** The speed is over the whole request, waiting time included. */
  readonly speedOfRequest: boolean;
  readonly provider: string;
  readonly model: string;
  /** Null for models that do not think. */
  readonly thinkingLevel: string | null;
  /** The physical model behind a virtual one, or null. */
  readonly routedModel: string | null;
  readonly routedLevel: string | null;
  readonly showProvider: boolean;
  /** The statuses of other extensions, joined as Pi joins them; empty without any. */
  readonly statuses: string;
}

/** Whether two frames would look the same. */
export function sameFacts(a: FooterFacts, b: FooterFacts): boolean {
  for (const key in a) {
    if (!Object.is(a[key as keyof FooterFacts], b[key as keyof FooterFacts])) return false;
  }
  return true;
}
