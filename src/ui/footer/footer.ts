import type { Glyphs } from "../glyphs.ts";
import type { Paint } from "../paint.ts";
import { type FooterFacts, sameFacts } from "./facts.ts";
import { layoutFooter } from "./layout.ts";

/** The shape of a pi-tui component that can be disposed. */
export interface FooterComponent {
  render(width: number): string[];
  invalidate(): void;
  dispose(): void;
}

/** What a footer is made of. */
export interface FooterParts {
  /** Takes the facts of now from Pi; null when the session is gone and nothing of it may be touched. */
  readonly read: () => FooterFacts | null;
  readonly paint: Paint;
  readonly glyphs: Glyphs;
  /** A frame failed. The last good frame stays on the screen. */
  readonly onFault: () => void;
  readonly onDispose: () => void;
}

/**
 * The footer as Pi draws it. Each frame takes the facts of now; lines are laid out again only when a fact or the width
 * has changed.
 */
export function createFooter(parts: FooterParts): FooterComponent {
  let facts: FooterFacts | null = null;
  let width = 0;
  let lines: string[] = [];
  return {
    render(columns: number): string[] {
      try {
        const now = parts.read();
        if (now !== null && (facts === null || width !== columns || !sameFacts(facts, now))) {
          lines = [...layoutFooter(now, columns, parts.paint, parts.glyphs)];
          facts = now;
          width = columns;
        }
      } catch {
        parts.onFault();
      }
      if (width === columns) return lines;
      // Lines of another width could be too wide, and a line that is too wide ends Pi.
      facts = null;
      return [];
    },
    invalidate(): void {
      facts = null;
    },
    dispose(): void {
      parts.onDispose();
    },
  };
}
