/** `2026-11-30 16:58`, by the reader's clock. */
export function localTime(time: number | null): string {
  if (time === null || !Number.isFinite(new Date(time).getTime())) return "n/a";
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = [String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
