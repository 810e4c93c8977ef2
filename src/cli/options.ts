import { InvalidArgumentError } from "commander";
import { ownPath } from "../export/target.ts";
import type { CliWords } from "../ui/words/cli-words.ts";

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * A point in time as milliseconds since the epoch: so long ago (`90m`, `24h`, `7d`, `2w`), a day from its local midnight on
 * (`2026-11-01`), or a time in ISO 8601. Throws commander's error for anything else.
 */
export function readSince(text: string, now: number, words: CliWords): number {
  const [, count, unit = ""] = /^(\d{1,5})([mhdw])$/.exec(text.trim()) ?? [];
  const length = UNITS[unit];
  if (count !== undefined && length !== undefined) return now - Number(count) * length;
  const [, year, month, day] = DATE.exec(text.trim()) ?? [];
  const isDay = year !== undefined;
  const time = isDay ? midnight(Number(year), Number(month), Number(day)) : timeOf(text.trim());
  if (time === null) throw new InvalidArgumentError(words.badSince);
  return time;
}

/** Only what begins like a date: `Date.parse` takes almost anything. */
function timeOf(text: string): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})T/.exec(text) ?? [];
  // It takes the 30th of February for the 2nd of March, too.
  const isDay = midnight(Number(year), Number(month), Number(day)) !== null;
  const time = isDay ? Date.parse(text) : Number.NaN;
  return Number.isFinite(time) ? time : null;
}

/** Null for a day that is not in the calendar. */
function midnight(year: number, month: number, day: number): number | null {
  const date = new Date(year, month - 1, day);
  return date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : null;
}

/** A rate as 0..1: `95%`, `95` or `0.95`. What is at most 1 and has no percent sign is a part of one. */
export function readRate(text: string, words: CliWords): number {
  const [, digits, percent] = /^(\d{1,3}(?:\.\d{1,6})?)(%?)$/.exec(text.trim()) ?? [];
  const value = Number(digits ?? Number.NaN);
  // Dividing would round once more: a rate of exactly the limit would be under it.
  const rate = percent === "%" || value > 1 ? Number(`${digits}e-2`) : value;
  if (!(rate >= 0 && rate <= 1)) throw new InvalidArgumentError(words.badRate);
  return rate;
}

/** A whole number, at least `least`. */
export function readNumber(text: string, least: number, words: CliWords): number {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(value >= least)) throw new InvalidArgumentError(words.badCount(least));
  return value;
}

/** A path that names something: an empty one is a variable that was not set. */
export function readPath(text: string, words: CliWords): string {
  if (ownPath({ typed: text, cwd: "/", home: null }) === null) throw new InvalidArgumentError(words.badPath);
  return text;
}
