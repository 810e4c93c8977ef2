const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
] as const;

/**
 * A time span in at most two units, rounded down: `2.2 s`, `53 s`, `6 m 20 s`, `9 h`, `3 d 4 h`. Below ten seconds with one
 * decimal. What is no time span is `n/a`.
 */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return "n/a";
  if (seconds < 10) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`;
  const whole = Math.floor(seconds);
  const unit = UNITS.find(([, size]) => whole >= size);
  if (unit === undefined) return `${whole} s`;
  const [name, size] = unit;
  const [nextName, nextSize] = UNITS[UNITS.indexOf(unit) + 1] ?? ["s", 1];
  const rest = Math.floor((whole % size) / nextSize);
  const first = `${Math.floor(whole / size)} ${name}`;
  return rest === 0 ? first : `${first} ${rest} ${nextName}`;
}
