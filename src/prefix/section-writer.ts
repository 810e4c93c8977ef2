import { LIMITS } from "./limits.ts";
import { Unreadable } from "./own-data.ts";
import type { Family } from "./payloads/family.ts";
import type { Recorder } from "./recorder.ts";
import type { Marker, Section, SectionRecord, Snapshot } from "./snapshot.ts";
import type { Token } from "./tape.ts";

/** Where a section's items stand in the payload. */
export interface Placement {
  readonly base: string;
  readonly first?: number;
  readonly role?: string;
}

/** What a payload family writes its sections with: each item once, in order, markers apart. */
export class SectionWriter {
  readonly recorder: Recorder;
  readonly #family: Pick<Family, "shape" | "markersAreElements">;
  readonly #sections: Partial<Record<Section, SectionRecord>> = {};
  readonly #markers: Marker[] = [];
  readonly #historyDisabled: boolean;

  constructor(family: Pick<Family, "shape" | "markersAreElements">, recorder: Recorder, historyDisabled: boolean) {
    this.#family = family;
    this.recorder = recorder;
    this.#historyDisabled = historyDisabled;
  }

  /**
   * Writes a section of `count` items. `write` puts one item on the tape and may return its name and, where it does not
   * stand at `base[first + index]`, its path. An unreadable item makes the whole section `skipped`; the others go on.
   */
  section(name: Section, placement: Placement, count: number, write: (item: number) => ItemLabel | undefined): void {
    // Something of it was unreadable before: the rest does not make it readable.
    if (this.#sections[name]?.skipped) return;
    const { recorder } = this;
    const { base, first = 0, role = null } = placement;
    if (name === "history" && this.#historyDisabled) {
      this.#sections[name] = { ...emptyRecord(base, first, role), unreadCount: count };
      return;
    }
    const before = { chars: recorder.chars, tokens: recorder.tokens, markers: this.#markers.length };
    const items: (readonly Token[])[] = [];
    const charsAt: number[] = [];
    let paths: string[] | null = null;
    let names: (string | null)[] | null = null;
    try {
      if (count > LIMITS.items) throw new Unreadable("too-many-items");
      for (let item = 0; item < count; item++) {
        charsAt.push(recorder.chars);
        const label = write(item);
        items.push(recorder.take());
        if (label === undefined) continue;
        if (label.path !== undefined) {
          paths ??= [];
          paths[item] = label.path;
        }
        names ??= [];
        names[item] = label.name;
      }
      charsAt.push(recorder.chars);
      this.#sections[name] = { base, first, role, items, charsAt, paths, names, skipped: null, unreadCount: null };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      recorder.rewind(before.chars, before.tokens);
      this.#markers.length = before.markers;
      this.#sections[name] = { ...emptyRecord(base, first, role), skipped: error.reason };
    }
  }

  /** Runs a part of a family's reading; what is unreadable in it makes `sections` skipped and leaves the others alone. */
  attempt(sections: readonly Section[], read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      for (const name of sections) {
        this.#sections[name] ??= { ...emptyRecord(name, 0, null), skipped: error.reason };
      }
    }
  }

  marker(section: Section, index: number, block: number | null, ttl: string | null): void {
    if (this.#markers.length >= LIMITS.markers) return;
    this.#markers.push({ section, index, block, ttl });
  }

  snapshot(): Snapshot {
    return {
      shape: this.#family.shape,
      markersAreElements: this.#family.markersAreElements ?? false,
      tokens: this.recorder.tokens,
      sections: this.#sections,
      markers: this.#markers,
      chars: this.recorder.chars,
    };
  }
}

/** What an item is called, for people: a tool's or a parameter's name. */
export interface ItemLabel {
  readonly name: string | null;
  readonly path?: string;
}

/** A section without items. */
export function emptyRecord(base: string, first: number, role: string | null): SectionRecord {
  return { base, first, role, items: [], charsAt: [0], paths: null, names: null, skipped: null, unreadCount: null };
}
