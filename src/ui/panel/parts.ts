import type { Glyphs } from "../glyphs.ts";
import type { PanelPaint } from "./panel-paint.ts";

/** The three disjoint parts of a prompt, in tokens. */
export interface PromptParts {
  readonly read: number;
  readonly written: number;
  /** Neither read from the cache nor written to it. */
  readonly fresh: number;
}

/** The parts from the bottom of a bar, or from its left end. */
export const PARTS = ["read", "written", "fresh"] as const;
export type Part = (typeof PARTS)[number];

/** Tokens of all three. */
export function sumOf({ read, written, fresh }: PromptParts): number {
  return read + written + fresh;
}

/** The part that covers a place of a stacked bar, counted in tokens from its start; null beyond its end. */
export function partAt(parts: PromptParts, place: number): Part | null {
  if (place < parts.read) return "read";
  if (place < parts.read + parts.written) return "written";
  return place < sumOf(parts) ? "fresh" : null;
}

/** A mark of a part, told apart by its shape as well as by its colour. */
export function paintPart(part: Part, text: string, paint: PanelPaint): string {
  return { read: paint.good, written: paint.watch, fresh: paint.poor }[part](text);
}

/** A prompt as a bar of so many columns: how it is divided, not how long it is. Blank for an empty one. */
export function partsBar(parts: PromptParts, columns: number, paint: PanelPaint, glyphs: Glyphs): string {
  const total = sumOf(parts);
  if (total <= 0) return " ".repeat(columns);
  const counts: Record<Part, number> = { read: 0, written: 0, fresh: 0 };
  for (let column = 0; column < columns; column++) {
    // The middle of the column decides.
    counts[partAt(parts, ((column + 0.5) / columns) * total) ?? "fresh"] += 1;
  }
  return PARTS.map((part) => paintPart(part, glyphs.parts[part].repeat(counts[part]), paint)).join("");
}
