const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** What the units are called. */
export type UnitNames = Readonly<Record<"day" | "hour" | "minute" | "second", string>>;

const SHORT_NAMES: UnitNames = { day: "d", hour: "h", minute: "m", second: "s" };

/**
 * A time span in at most two units, rounded down: `2.2 s`, `53 s`, `6 m 20 s`, `9 h`, `3 d 4 h`. Below ten seconds with one
 * decimal. What is no time span is `n/a`.
 */
export function formatDuration(seconds: number, names: UnitNames = SHORT_NAMES): string {
  if (!Number.isFinite(seconds) || seconds < 0) return "n/a";
  if (seconds < 10) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} ${names.second}`;
  const whole = Math.floor(seconds);
  const unit = UNITS.find(([, size]) => whole >= size);
  if (unit === undefined) return `${whole} ${names.second}`;
  const [name, size] = unit;
  const [nextName, nextSize] = UNITS[UNITS.indexOf(unit) + 1] ?? (["second", 1] as const);
  const rest = Math.floor((whole % size) / nextSize);
  const first = `${Math.floor(whole / size)} ${names[name]}`;
  return rest === 0 ? first : `${first} ${rest} ${names[nextName]}`;
}
