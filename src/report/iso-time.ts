/** ISO 8601, or null for a time (milliseconds since the epoch) that is missing or outside what a date can hold. */
export function isoTime(ms: number | null): string | null {
  if (ms === null || Number.isNaN(new Date(ms).getTime())) return null;
  return new Date(ms).toISOString();
}
