/**
 * The little of Pi's session manager that the core reads. Entries are unknown on purpose: a session file may hold
 * entries of other versions and tools. Each call may throw when the session was replaced; callers guard.
 */
export interface SessionView {
  sessionId(): string;
  leafId(): string | null;
  /** Number of entries, O(1); null on a Pi that does not tell. Then only a moved leaf shows that entries came. */
  entryCount(): number | null;
  /** All entries of the file, oldest first. In Pi a fresh copy: O(n), so take it once per leaf. */
  entries(): readonly unknown[];
  /** One entry by id, O(1). */
  entry(id: string): unknown;
  /** The entries from the root to the leaf, oldest first. O(depth). */
  branch(): readonly unknown[];
}
