/**
 * What an observation may cost. Far above real use (10 MB, 5,000 history items, 500 tools, schemas 32 deep); past a limit
 * that part is `skipped`, and what is skipped is never called stable.
 */
export const LIMITS = {
  /** Nesting of one value. A value that refers to itself ends here, or at the limit on tokens. */
  depth: 100,
  /** Items of one section: tools, blocks, history items. */
  items: 50_000,
  /** Tokens of a whole payload: field names, values, brackets. */
  tokens: 1_500_000,
  /** UTF-16 code units of a whole payload, field names included. */
  chars: 128 * 1024 * 1024,
  /** Cache markers noted; providers take four. */
  markers: 100,
  /** UTF-16 code units of the head that are hashed; a longer head is compared but not recognised again later. */
  hashedChars: 16 * 1024 * 1024,
} as const;

/** Why a part could not be read. */
export type SkipReason = "too-deep" | "too-many-items" | "too-large" | "cycle" | "unreadable";
